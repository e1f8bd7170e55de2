/** Recipients of a client's reports: a list with their views, and a form to add one. */

import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { MOST_RECIPIENTS } from '../../../src/features/reports/index.ts'
import {
  addReportRecipient,
  listReportRecipients,
  removeReportRecipient,
  updateReportRecipient,
} from '../../../src/features/reports/operations/recipients.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { listMembers } from '../../../src/operations/members.ts'
import { RECIPIENT_STATUS } from '../../emails/words.ts'
import { EmptyState } from '../../kit/fold.tsx'
import { Chip } from '../../parts/chips.tsx'
import { ConfirmLink, type Question } from '../../parts/forms/dialogs.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../../parts/lists/table.tsx'
import { Card } from '../../parts/page/card.tsx'
import { many } from '../../parts/text/format.ts'
import { When } from '../../parts/text/when.tsx'
import { act } from '../../screens/act.ts'
import { askScreen } from '../../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage, zoneOf } from '../../shell.tsx'

type Recipient = AnswerOf<typeof listReportRecipients>['items'][number]

const AT = '/reports/recipients'
const selfOf = ({ base }: SignedInCall): string => `${base}${AT}`
const crumbsOf = ({ base }: SignedInCall) => [
  { label: 'Scheduled reports', href: `${base}/reports/desk` },
  { label: 'Recipients' },
]
const itself = ({ caller, params }: SignedInCall) => ({ id: caller.tenant_id, recipient_id: params.recipient ?? '' })

const adding = formScreen({
  at: AT,
  operation: addReportRecipient,
  fields: ['email', 'name', 'pdf', 'has_consent'],
  given: ({ caller }) => ({ id: caller.tenant_id }),
  verb: 'Add recipient',
  hints: { has_consent: 'Otherwise a person who is no member confirms by e-mail first.' },
  faults: ['conflict', 'rate_limited'],
  page: (call, refused) => list(call, refused),
  done: (call, { email, status }) =>
    goTo(call.form.of === 'schedule' ? `${call.base}/reports/schedule` : selfOf(call), {
      text: status === 'waiting' ? `${email} gets an e-mail to confirm.` : `${email} was added.`,
    }),
})

const correcting = formScreen({
  at: `${AT}/:recipient`,
  operation: updateReportRecipient,
  fields: ['email', 'name', 'pdf', 'has_consent'],
  given: itself,
  verb: 'Save recipient',
  hints: { has_consent: 'Otherwise a new address of a person who is no member is confirmed by e-mail first.' },
  faults: ['conflict', 'rate_limited'],
  page: (call, refused) => one(call, refused),
  done: (call) => goTo(selfOf(call), { text: 'Recipient saved.' }),
})

async function list(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, addReportRecipient)
  const { items } = await call.call(listReportRecipients, { id: call.caller.tenant_id })
  const members = items.length < MOST_RECIPIENTS ? await membersBeside(call, items) : []
  return drawPage(
    call,
    { title: 'Report recipients', sub: 'Each gets an e-mail and an address of their own.', crumbs: crumbsOf(call) },
    <>
      <Card title={items.length > 0 ? many(items.length, 'recipient') : 'Recipients'}>
        <DataTable
          caption="Recipients"
          columns={columns(call)}
          rows={items}
          lines
          empty={<EmptyState icon="users">No recipients yet. Add one below: no report is approved before.</EmptyState>}
        />
      </Card>
      {members.length > 0 && (
        <Card title="Members">
          <DataTable caption="Members who get no reports" columns={memberColumns(call)} rows={members} lines />
        </Card>
      )}
      {items.length < MOST_RECIPIENTS && (
        <Card title="Add recipient" body>
          {adding.form(selfOf(call), {}, {}, refused)}
        </Card>
      )}
    </>,
  )
}

export type Member = AnswerOf<typeof listMembers>['items'][number]

/** Members of the workspace who are not recipients: they need no confirmation. */
export async function membersBeside(call: SignedInCall, recipients: readonly Recipient[]): Promise<Member[]> {
  const { items } = await call.call(listMembers, { id: call.caller.tenant_id, page_size: 200 })
  const known = new Set(recipients.map(({ email }) => email))
  return items.filter(({ email, joined, status }) => joined && status === 'active' && !known.has(email))
}

const memberColumns = (call: SignedInCall): Column<Member>[] => [
  { label: 'Member', cell: ({ name, email }) => <Named name={name || email} sub={name && email} /> },
  {
    label: 'Actions',
    class: 'end',
    cell: ({ name, email }) => (
      <Post action={selfOf(call)} fields={{ email, name }} class="btn small" label="Add" of={email} />
    ),
  },
]

const columns = (call: SignedInCall): Column<Recipient>[] => [
  {
    label: 'Recipient',
    cell: (row) => (
      <Named
        href={`${selfOf(call)}/${row.id}`}
        name={row.name || row.email}
        sub={[row.name && row.email, row.pdf && 'with PDF'].filter(Boolean).join(' · ')}
      />
    ),
  },
  {
    label: 'State',
    cell: (row) => (
      <>
        <Chip {...RECIPIENT_STATUS[row.status]} />
        {row.answer && <div class="muted">{row.answer}</div>}
      </>
    ),
  },
  { label: 'Opened', class: 'num wide-only', cell: (row) => row.opened },
  {
    label: 'Last opened',
    class: 'num when wide-only',
    cell: (row) => <When time={row.opened_at} zone={zoneOf(call)} />,
  },
  {
    label: 'Actions',
    class: 'end',
    cell: (row) => (
      <span class="row">
        {row.status === 'bounced' && (
          <Post action={`${selfOf(call)}/${row.id}/again`} class="btn small">
            Try again<span class="vh">{` with ${row.email}`}</span>
          </Post>
        )}
        <ConfirmLink href={`${selfOf(call)}/${row.id}/remove`} {...REMOVE} class="btn small">
          Remove<span class="vh">{` ${row.email}`}</span>
        </ConfirmLink>
      </span>
    ),
  },
]

export const REMOVE: Question = {
  title: 'Remove this recipient?',
  points: ['They get no further reports.', 'The addresses of reports that they received stop working.'],
  body: 'You can add them again at any time.',
  verb: 'Remove recipient',
}

async function one(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, updateReportRecipient)
  const { items } = await call.call(listReportRecipients, { id: call.caller.tenant_id })
  const recipient = items.find(({ id }) => id === call.params.recipient)
  if (!recipient) return goTo(selfOf(call), { text: 'This recipient was removed.' })
  const { email, answer } = recipient
  const crumbs = [crumbsOf(call)[0]!, { label: 'Recipients', href: selfOf(call) }, { label: email }]
  return drawPage(
    call,
    { title: recipient.name || email, sub: <Chip {...RECIPIENT_STATUS[recipient.status]} />, detail: true, crumbs },
    <Card title="Recipient" body>
      {answer && <p class="muted">{`The mail server answered: ${answer}. Correct the address.`}</p>}
      {correcting.form(`${selfOf(call)}/${recipient.id}`, recipient, {}, refused)}
    </Card>,
  )
}

export const recipientScreens: readonly Screen[] = [
  page(AT, (call) => list(call)),
  ...adding.screens,
  page(`${AT}/:recipient`, (call) => one(call)),
  ...correcting.screens,
  act(
    `${AT}/:recipient/again`,
    updateReportRecipient,
    (call) => goTo(selfOf(call), { text: 'The next report is sent there again.' }),
    (call) => ({ ...itself(call), try_again: true }),
  ),
  ...askScreen({
    at: `${AT}/:recipient/remove`,
    operation: removeReportRecipient,
    more: itself,
    of: () => null,
    question: REMOVE,
    crumbs: (call) => [crumbsOf(call)[0]!, { label: 'Recipients', href: selfOf(call) }],
    done: (call) => goTo(selfOf(call), { text: 'Recipient removed.' }),
  }),
]
