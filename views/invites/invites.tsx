/** Invites to this install: made, sent, withdrawn, and who came by them. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { createInvite } from '../../src/operations/invites/create-invite.ts'
import type { getInvite } from '../../src/operations/invites/get-invite.ts'
import type { listInvites } from '../../src/operations/invites/list-invites.ts'
import { sendInvite } from '../../src/operations/invites/send-invite.ts'
import { Card, CardBody, Empty, Facts, NothingFound } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { ConfirmLink, type Question } from '../parts/dialogs.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'

export type InviteRow = AnswerOf<typeof listInvites>['items'][number]
export type InviteDetail = AnswerOf<typeof getInvite>

const STATUS: Record<InviteRow['status'], Word> = {
  active: { word: 'Open', icon: 'check', tone: 'ok' },
  used: { word: 'In use', icon: 'check', tone: 'info' },
  redeemed: { word: 'Used up', icon: 'check', tone: 'idle' },
  revoked: { word: 'Withdrawn', icon: 'ban', tone: 'idle' },
  expired: { word: 'Too old', icon: 'clock', tone: 'idle' },
}

const Status = ({ of }: { of: InviteRow }) => <Chip {...STATUS[of.status]} />

export const REVOKE: Question = {
  title: 'Withdraw this invite?',
  body: 'It stops working at once, also for who has signed up with it and not confirmed yet. It cannot be undone.',
  verb: 'Withdraw',
}

export type InvitesProps = {
  list: Paged<InviteRow>
  query: Query
  self: string
  idempotency_key: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  zone?: string
}

export const Invites = ({ list, query, self, idempotency_key, values, issues, zone = 'UTC' }: InvitesProps) => (
  <>
    <PageHead title="Invites" sub="Who signs up with one needs no approval." />
    <Filters
      href={self}
      query={query}
      search="Search address, note or a whole code"
      filters={[
        {
          name: 'status',
          label: 'Status',
          choices: [
            { value: '', label: 'All' },
            ...Object.entries(STATUS).map(([value, { word }]) => ({ value, label: word })),
          ],
        },
      ]}
    />
    <ListCard
      caption="Invites"
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>No invite fits these filters.</NothingFound>
        ) : (
          <Empty icon="send">No invite yet. Make the first ones below.</Empty>
        )
      }
    />
    <Card title="New invites">
      <CardBody>
        <Form
          action={self}
          schema={createInvite.input}
          fields={['email', 'note', 'count', 'max_uses', 'expires_days', 'send']}
          values={values}
          issues={issues}
          inputs={{ email: { type: 'email', autocomplete: 'off' } }}
          hints={{
            email: 'Left empty, whoever has the link may use it.',
            note: 'For your own staff.',
            send: 'To the address above.',
          }}
          hidden={{ idempotency_key }}
          verb="Make"
        />
      </CardBody>
    </Card>
  </>
)

const columns = (self: string, zone: string): Column<InviteRow>[] => [
  {
    label: 'For',
    sort: 'email',
    cell: (invite) => (
      <>
        <a class="name" href={`${self}/${invite.id}`} data-row>
          <b>{invite.email ?? 'Anybody'}</b>
        </a>
        <span class="sub">
          {`${invite.note ?? ''} `}
          <Status of={invite} />
        </span>
      </>
    ),
  },
  { label: 'Note', class: 'wide-only', cell: (invite) => invite.note ?? <span class="muted">–</span> },
  { label: 'Status', class: 'wide-only', cell: (invite) => <Status of={invite} /> },
  { label: 'Used', class: 'num', cell: ({ uses, max_uses }) => `${uses} of ${max_uses}` },
  { label: 'Sent', class: 'num when wide-only', cell: (invite) => <When time={invite.sent_at} zone={zone} /> },
  {
    label: 'Works until',
    sort: 'expires_at',
    class: 'num when wide-only',
    cell: (invite) => <When time={invite.expires_at} zone={zone} />,
  },
  {
    label: 'Made',
    sort: 'created_at',
    class: 'num when wide-only',
    cell: (invite) => <When time={invite.created_at} zone={zone} />,
  },
]

/** A batch that was just made: all its links, to take elsewhere. */
export const MadeInvites = ({ urls, self }: { urls: readonly string[]; self: string }) => (
  <>
    <PageHead title={many(urls.length, 'new invite')} crumbs={[{ label: 'Invites', href: self }, { label: 'New' }]} />
    <Card>
      <CardBody>
        <div class="field">
          <label for="links">One link a line</label>
          <textarea class="input" id="links" rows="12" readonly>
            {urls.join('\n')}
          </textarea>
        </div>
        <div class="actions">
          <button type="button" class="btn js-only" data-do="copy" data-from="links">
            Copy all
          </button>
          <a class="btn primary" href={self}>
            To the invites
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
        title={invite.email ?? 'An invite for anybody'}
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
              { label: 'Works until', value: <When time={invite.expires_at} zone={zone} /> },
              { label: 'Sent', value: <When time={invite.sent_at} zone={zone} /> },
              { label: 'Made by', value: invite.created_by },
              ...(invite.note ? [{ label: 'Note', value: invite.note }] : []),
            ]}
          />
        </CardBody>
      </Card>
      {works && (
        <Card title={invite.sent_at ? 'Send once more' : 'Send'}>
          <CardBody>
            <Form
              action={`${self}/send`}
              schema={sendInvite.input}
              fields={['email']}
              values={{ email: email ?? invite.email ?? undefined }}
              issues={issues}
              inputs={{ email: { type: 'email', autocomplete: 'off' } }}
              hints={{ email: invite.max_uses === 1 ? 'It is for this address alone from then on.' : undefined }}
              verb="Send"
              class="inline"
            />
          </CardBody>
        </Card>
      )}
      <Card title="Who came by it">
        {invite.redemptions.length > 0 ? (
          <DataTable
            caption="Who came by it"
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
