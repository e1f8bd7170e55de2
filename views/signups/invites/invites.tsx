/** Invites to this install: their creation, e-mails and withdrawal, and the people who accepted them. */
import { type NameOf, namesFor } from '../../../src/doors/pages/people.ts'
import { goTo, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { createInvite, getInvite, listInvites, sendInvite } from '../../../src/features/signups/operations/invites.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { EmptyState, Section } from '../../kit/fold.tsx'
import { Strip } from '../../kit/strip.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import { CopyBlock, CopyField } from '../../parts/forms/copy.tsx'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { type Column, DataTable, Named } from '../../parts/lists/table.tsx'
import { Person } from '../../parts/person.tsx'
import { many } from '../../parts/text/format.ts'
import { When } from '../../parts/text/when.tsx'
import type { StatusWord } from '../../parts/text/words.ts'
import { timeColumn } from '../../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { listScreen } from '../../screens/list-screen.tsx'
import type { ListState } from '../../screens/list-spec.ts'
import { drawPage, zoneOf } from '../../shell.tsx'

export const INVITES = '/app/platform/invites'

export type InviteRow = AnswerOf<typeof listInvites>['items'][number]
export type InviteDetail = AnswerOf<typeof getInvite>

const STATUS: Record<InviteRow['status'], StatusWord> = {
  active: { word: 'Open', icon: 'check', tone: 'ok' },
  used: { word: 'In use', icon: 'check', tone: 'info' },
  redeemed: { word: 'Used up', icon: 'check', tone: 'idle' },
  revoked: { word: 'Withdrawn', icon: 'ban', tone: 'idle' },
  expired: { word: 'Expired', icon: 'clock', tone: 'idle' },
}

const Status = ({ of }: { of: InviteRow }) => <Chip {...STATUS[of.status]} />

export const REVOKE: Question = {
  title: 'Withdraw this invite?',
  points: ['It stops working at once, also for people who signed up with it and have not confirmed yet.'],
  body: 'This cannot be undone.',
  verb: 'Withdraw invite',
}

const columns = ({ self, zone }: ListState): Column<InviteRow>[] => [
  {
    label: 'For',
    sort: 'email',
    cell: (invite) => <Named href={`${self}/${invite.id}`} name={invite.email ?? 'Anybody'} sub={invite.note} />,
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
    kind: 'settings',
    sub: 'People who sign up with an invite need no approval.',
    search: 'Search address, note or a whole code',
    filters: { status: STATUS },
    columns,
    empty: { icon: 'send', text: 'No invite yet. Create the first ones below.' },
    nothing: 'No invite fits these filters.',
  },
  () => newInvites(),
)

/** One invite opens its page, several a list of their links. A form that is sent twice creates them once. */
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
      : drawPage(
          call,
          {
            title: many(made.invites.length, 'new invite'),
            crumbs: [{ label: 'Invites', href: INVITES }, { label: 'New' }],
            operator: true,
            kind: 'settings',
          },
          <MadeInvites urls={made.invites.flatMap(({ url }) => url ?? [])} />,
        ),
})

export const newInvites = (refused?: RefusedForm) => (
  <Section title="New invites">{createForm.form(INVITES, undefined, undefined, refused)}</Section>
)

/** Links of new invites, to copy. */
export const MadeInvites = ({ urls }: { urls: readonly string[] }) => (
  <div class="form">
    <CopyBlock id="links" label="One link per line" value={urls.join('\n')} />
    <div class="actions">
      <LinkButton class="btn primary" href={INVITES} label="Show invites" />
    </div>
  </div>
)

export const sendForm: FormOf = formScreen({
  at: '/invites/:id/send',
  operator: true,
  operation: sendInvite,
  fields: ['email'],
  inputs: { email: { type: 'email', autocomplete: 'off' } },
  faults: ['conflict', 'rate_limited'],
  verb: 'Send invite',
  class: 'inline',
  page: (call, refused) => invitePage(call, refused),
  done: (call) => goTo(`${INVITES}/${call.params.id}`, { text: 'Invite sent.' }),
})

const works = ({ status }: InviteRow) => status === 'active' || status === 'used'

export async function invitePage(call: SignedInCall, refused?: RefusedForm) {
  const invite = await call.call(getInvite, { id: call.params.id })
  const head = {
    title: invite.email ?? 'Invite for anybody',
    sub: <Status of={invite} />,
    crumbs: [{ label: 'Invites', href: INVITES }, { label: invite.note ?? 'Invite' }],
    menu: [
      works(invite)
        ? {
            label: 'Withdraw',
            icon: 'ban' as const,
            ask: `${INVITES}/${invite.id}/revoke`,
            question: REVOKE,
            danger: true,
          }
        : null,
    ],
    operator: true,
    kind: 'settings',
  }
  return drawPage(call, head, <Invite invite={invite} refused={refused} zone={zoneOf(call)} names={namesFor(call)} />)
}

type InviteProps = { invite: InviteDetail; refused?: RefusedForm | undefined; names: NameOf; zone?: string }

export const Invite = ({ invite, refused, names, zone = 'UTC' }: InviteProps) => (
  <>
    <Strip
      facts={[
        { label: 'Used', value: `${invite.uses} of ${invite.max_uses}` },
        { label: 'Valid until', value: <When time={invite.expires_at} zone={zone} /> },
        { label: 'Sent', value: <When time={invite.sent_at} zone={zone} /> },
        { label: 'Created by', value: <Person of={invite.created_by} names={names} />, note: invite.note },
      ]}
    />
    {works(invite) && (
      <Section title={invite.sent_at ? 'Send again' : 'Send'}>
        {invite.url && <CopyField id="link" label="Link" value={invite.url} />}
        {sendForm.form(
          `${INVITES}/${invite.id}/send`,
          { email: invite.email ?? undefined },
          { hints: { email: invite.max_uses === 1 ? 'Then only this address can use it.' : undefined } },
          refused,
        )}
      </Section>
    )}
    <Section title="People who used it">
      <DataTable
        caption="People who used it"
        rows={invite.redemptions}
        lines
        columns={[
          {
            label: 'Name',
            cell: (one) => <Named href={`/app/platform/users/${one.user_id}`} name={one.name} sub={one.email} />,
          },
          { label: 'When', class: 'num when', word: null, cell: (one) => <When time={one.redeemed_at} zone={zone} /> },
        ]}
        empty={<EmptyState icon="users">Nobody yet.</EmptyState>}
      />
    </Section>
  </>
)
