/** Invites to this install: made, sent, withdrawn, and who came by them. */
import { goTo } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { createInvite } from '../../src/operations/invites/create-invite.ts'
import type { getInvite } from '../../src/operations/invites/get-invite.ts'
import { listInvites } from '../../src/operations/invites/list-invites.ts'
import { sendInvite } from '../../src/operations/invites/send-invite.ts'
import { Section } from '../kit/fold.tsx'
import { Card, CardBody, Empty, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { ConfirmLink, type Question } from '../parts/dialogs.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { type FormOf, formScreen, type Refused } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { View } from '../screens/list-spec.ts'
import { installPage } from '../shell.tsx'

export const INVITES = '/app/platform/invites'

export type InviteRow = AnswerOf<typeof listInvites>['items'][number]
export type InviteDetail = AnswerOf<typeof getInvite>

const STATUS: Record<InviteRow['status'], Word> = {
  active: { word: 'Open', icon: 'check', tone: 'ok' },
  used: { word: 'In use', icon: 'check', tone: 'info' },
  redeemed: { word: 'Used up', icon: 'check', tone: 'idle' },
  revoked: { word: 'Withdrawn', icon: 'ban', tone: 'idle' },
  expired: { word: 'Expired', icon: 'clock', tone: 'idle' },
}

const Status = ({ of }: { of: InviteRow }) => <Chip {...STATUS[of.status]} />

export const REVOKE: Question = {
  title: 'Withdraw this invite?',
  body: 'It stops working at once, also for people who signed up with it and have not confirmed yet. This cannot be undone.',
  verb: 'Withdraw',
}

const columns = ({ self, zone }: View): Column<InviteRow>[] => [
  {
    label: 'For',
    sort: 'email',
    cell: (invite) => (
      <>
        <a class="name" href={`${self}/${invite.id}`} data-row>
          {invite.email ?? 'Anybody'}
        </a>
        {invite.note && <small class="sub2">{invite.note}</small>}
      </>
    ),
  },
  { label: 'Status', cell: (invite) => <Status of={invite} /> },
  { label: 'Used', class: 'num', cell: ({ uses, max_uses }) => `${uses} of ${max_uses}` },
  { label: 'Sent', class: 'num when wide-only', cell: (invite) => <When time={invite.sent_at} zone={zone} /> },
  timeColumn('Valid until', 'expires_at', zone, 'wide-only'),
  timeColumn('Created', 'created_at', zone, 'wide-only'),
]

export const inviteList = listScreen(
  {
    at: '/invites',
    operator: true,
    operation: listInvites,
    title: 'Invites',
    sub: 'People who sign up with an invite need no approval.',
    search: 'Search address, note or a whole code',
    filters: { status: STATUS },
    columns,
    empty: { icon: 'send', text: 'No invite yet. Create the first ones below.' },
    nothing: 'No invite fits these filters.',
  },
  () => newInvites(),
)

/** A single invite leads to its page, several to all their links. A form that is sent twice creates them once. */
export const createForm: FormOf = formScreen({
  at: '/invites',
  operator: true,
  operation: createInvite,
  fields: ['email', 'note', 'count', 'max_uses', 'expires_days', 'send'],
  given: () => ({}),
  inputs: { email: { type: 'email', autocomplete: 'off' } },
  hints: {
    email: 'Blank: anybody with the link can use it.',
    note: 'For your own staff.',
    send: 'To the address above.',
  },
  once: true,
  faults: ['conflict', 'rate_limited'],
  verb: 'Create invites',
  page: (call, refused) => inviteList.draw(call, newInvites(refused)),
  done: (call, made) =>
    made.invites.length === 1
      ? goTo(`${INVITES}/${made.id}`, { text: made.sent_at ? 'Invite created and sent.' : 'Invite created.' })
      : installPage(
          call,
          'Invites',
          <MadeInvites urls={made.invites.flatMap(({ url }) => url ?? [])} self={INVITES} />,
        ),
})

export const newInvites = (refused?: Refused) => (
  <Section title="New invites">{createForm.form(INVITES, undefined, undefined, refused)}</Section>
)

/** A batch that was just made: all its links, to take elsewhere. */
export const MadeInvites = ({ urls, self }: { urls: readonly string[]; self: string }) => (
  <>
    <PageHead title={many(urls.length, 'new invite')} crumbs={[{ label: 'Invites', href: self }, { label: 'New' }]} />
    <Card>
      <CardBody>
        <div class="field">
          <label for="links">One link per line</label>
          <textarea class="input" id="links" rows="12" readonly>
            {urls.join('\n')}
          </textarea>
        </div>
        <div class="actions">
          <button type="button" class="btn js-only" data-do="copy" data-from="links">
            Copy all
          </button>
          <a class="btn primary" href={self}>
            Show invites
          </a>
        </div>
      </CardBody>
    </Card>
  </>
)

type InviteProps = { invite: InviteDetail; list: string; issues?: readonly Issue[]; email?: string; zone?: string }

export function Invite({ invite, list, issues, email, zone = 'UTC' }: InviteProps) {
  const self = `${list}/${invite.id}`
  const works = invite.status === 'active' || invite.status === 'used'
  return (
    <>
      <PageHead
        title={invite.email ?? 'Invite for anybody'}
        crumbs={[{ label: 'Invites', href: list }, { label: invite.note ?? 'Invite' }]}
        sub={<Status of={invite} />}
        actions={
          works && (
            <ConfirmLink href={`${self}/revoke`} {...REVOKE}>
              Withdraw
            </ConfirmLink>
          )
        }
      />
      <Card>
        <CardBody>
          {works && invite.url && <CopyField id="link" label="Link" value={invite.url} />}
          <Facts
            facts={[
              { label: 'Used', value: `${invite.uses} of ${invite.max_uses}` },
              { label: 'Valid until', value: <When time={invite.expires_at} zone={zone} /> },
              { label: 'Sent', value: <When time={invite.sent_at} zone={zone} /> },
              { label: 'Created by', value: invite.created_by },
              ...(invite.note ? [{ label: 'Note', value: invite.note }] : []),
            ]}
          />
        </CardBody>
      </Card>
      {works && (
        <Card title={invite.sent_at ? 'Send again' : 'Send'}>
          <CardBody>
            <Form
              action={`${self}/send`}
              schema={sendInvite.input}
              fields={['email']}
              values={{ email: email ?? invite.email ?? undefined }}
              issues={issues}
              inputs={{ email: { type: 'email', autocomplete: 'off' } }}
              hints={{ email: invite.max_uses === 1 ? 'Then only this address can use it.' : undefined }}
              verb="Send"
              class="inline"
            />
          </CardBody>
        </Card>
      )}
      <Card title="People who used it">
        {invite.redemptions.length > 0 ? (
          <DataTable
            caption="People who used it"
            rows={invite.redemptions}
            columns={[
              {
                label: 'Name',
                cell: (one) => (
                  <>
                    <a href={`/app/platform/users/${one.user_id}`}>{one.name}</a>
                    <span class="sub">{one.email}</span>
                  </>
                ),
              },
              { label: 'E-mail', class: 'wide-only', cell: (one) => one.email },
              { label: 'When', class: 'num when', cell: (one) => <When time={one.redeemed_at} zone={zone} /> },
            ]}
          />
        ) : (
          <Empty icon="users">Nobody yet.</Empty>
        )}
      </Card>
    </>
  )
}
