/** The form of a workspace's report schedule. */

import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { listReportRecipients } from '../../../src/features/reports/operations/recipients.ts'
import {
  getReportSchedule,
  getReportSender,
  putReportSchedule,
} from '../../../src/features/reports/operations/schedule.ts'
import { atLeast } from '../../../src/kernel/operation/caller.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { listMembers } from '../../../src/operations/members.ts'
import { getTenant } from '../../../src/operations/tenants/workspaces.ts'
import { HOURS } from '../../parts/forms/codes.ts'
import { Banner, Card, Facts } from '../../parts/page/card.tsx'
import { many } from '../../parts/text/format.ts'
import { isolated } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { When } from '../../parts/text/when.tsx'
import { type FormVariation, formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage, zoneOf } from '../../shell.tsx'
import { SECTIONS } from '../part-words.ts'
import { HELD } from './issue-words.tsx'

const SENTENCE = 'Send the report of each {period} {mode}, on day {day} of the next month at {hour} in {time_zone}.'
const RARE =
  'On the first working day instead: {first_working_day}. A period without a push, a result or a loss {skip_empty}. The PDF {attach_pdf}.'
const FIELDS = ['sections', 'approvers', 'automatic_now', 'apply_to']
const USUAL = {
  first_working_day: false,
  skip_empty: true,
  attach_pdf: false,
  approvers: [],
  sections: Object.keys(SECTIONS),
}

const WORDS = {
  mode: { off: 'never', review: 'after approval', automatic: 'without approval' },
  period: { month: 'month', quarter: 'quarter' },
  hour: HOURS,
  first_working_day: { true: 'yes', false: 'no' },
  skip_empty: { true: 'is left out', false: 'is sent too' },
  attach_pdf: { true: 'is attached', false: 'is not attached' },
  apply_to: { all_clients: 'All clients' },
  sections: SECTIONS,
}

const form = formScreen({
  at: '/reports/schedule',
  operation: putReportSchedule,
  fields: FIELDS,
  sentence: SENTENCE,
  rare: RARE,
  usual: USUAL,
  given: ({ caller, all }) => ({ id: caller.tenant_id, sections: all('sections'), approvers: all('approvers') }),
  labels: { approvers: 'Approvers: none ticked means all owners and admins' },
  hints: { automatic_now: 'Sending without approval needs three approved reports, or an owner who confirms it here.' },
  words: WORDS,
  faults: ['conflict', 'forbidden'],
  verb: 'Save schedule',
  page: (call, refused) => draw(call, refused),
  done: (call) => goTo(`${call.base}/reports/schedule`, { text: 'Schedule saved.' }),
})

/** An agency can apply its own schedule to all its clients. */
const FOR_ALL = {
  fields: FIELDS,
  schema: {
    properties: {
      ...putReportSchedule.input.properties,
      apply_to: { type: 'string', enum: ['all_clients'], title: 'Apply also to' },
    },
  },
}
const FOR_ONE = { fields: FIELDS.filter((name) => name !== 'apply_to') }

/** Possible approvers: members of the workspace and of those above it, as far as the visitor sees them. */
async function approversFor(call: SignedInCall): Promise<Record<string, string>> {
  const people: Record<string, string> = {}
  for (let id: string | null = call.caller.tenant_id; id !== null; ) {
    const { items } = await call.call(listMembers, { id, page_size: 200 })
    for (const { uid, name, email, role, status, joined } of items)
      if (joined && status === 'active' && atLeast(role, 'member'))
        people[uid] = name ? `${isolated(name)}, ${email}` : email
    const { parent_id }: { parent_id: string | null } = await call.call(getTenant, { id })
    id = parent_id !== null && (await sees(call, parent_id)) ? parent_id : null
  }
  return people
}

async function sees(call: SignedInCall, id: string): Promise<boolean> {
  try {
    await call.call(getTenant, { id })
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

type Sender = AnswerOf<typeof getReportSender>

/** Warns that receivers take e-mails for forged when their domain lacks the records of the mail server. */
const SenderBanner = ({ from, own_domain, aligned, spf, needs, dkim_record, dkim_found }: Sender) => {
  if (from === null)
    return (
      <Banner tone="warn">
        <b>{HELD.suppressed.does}</b> Approved reports wait, and expire 10 days after their hour.
      </Banner>
    )
  if (own_domain === null || aligned) return null
  return (
    <Banner tone="warn">
      <b>{`Reports come from ${from}, not from ${own_domain}.`}</b>
      {needs &&
        ` ${spf ? `The SPF record of ${own_domain} does not name the mail server.` : `${own_domain} has no SPF record.`} Add “${needs}” to it, and sign e-mails of ${own_domain} with DKIM at the mail server.`}
      {dkim_record &&
        !dkim_found &&
        ` The DKIM key of the mail server is missing. Publish it as TXT record ${dkim_record}.`}
    </Banner>
  )
}

const SentTo = ({ of: { items, total }, href }: { of: AnswerOf<typeof listReportRecipients>; href: string }) =>
  total === 0 ? (
    <a class="bad" href={href}>
      Nobody yet: add a recipient
    </a>
  ) : (
    <a href={href}>
      {items.map(({ name, email }) => isolated(name || email)).join(', ')}
      {total > items.length && ` and ${many(total - items.length, 'other')}`}
    </a>
  )

/** The form lists people, so it needs them when it is drawn. */
function drawnFor(kind: string, people: Record<string, string>): FormVariation {
  const { schema, fields = FIELDS } =
    kind === 'client' ? { ...FOR_ONE, schema: putReportSchedule.input } : { ...FOR_ALL }
  const approvers = { type: 'array', title: 'Approvers', items: { type: 'string', enum: Object.keys(people) } }
  return { fields, schema: { properties: { ...schema.properties, approvers } }, words: { ...WORDS, approvers: people } }
}

async function draw(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, putReportSchedule)
  const schedule = await call.call(getReportSchedule, { id: call.caller.tenant_id })
  const { kind } = await call.call(getTenant, { id: call.caller.tenant_id })
  const sender = await call.call(getReportSender, { id: call.caller.tenant_id })
  const people = await approversFor(call)
  const recipients = await call.call(listReportRecipients, { id: call.caller.tenant_id, page_size: 3 })
  const { next_period, next_draft_at, next_send_at } = schedule
  const crumbs = [{ label: 'Scheduled reports', href: `${call.base}/reports/desk` }, { label: 'Schedule' }]
  return drawPage(
    call,
    { title: 'Report schedule', sub: 'When each report is drafted, approved and sent.', crumbs },
    <>
      <SenderBanner {...sender} />
      <Card body>
        <Facts
          facts={[
            ...(next_period && next_draft_at && next_send_at
              ? [
                  { label: 'Next report', value: periodWord(next_period) },
                  { label: 'Drafted', value: <When time={next_draft_at} zone={zoneOf(call)} /> },
                  { label: 'Sent', value: <When time={next_send_at} zone={zoneOf(call)} /> },
                ]
              : []),
            ...(sender.from ? [{ label: 'From', value: sender.from }] : []),
            { label: 'Sent to', value: <SentTo href={`${call.base}/reports/recipients`} of={recipients} /> },
          ]}
        />
        {form.form(`${call.base}/reports/schedule`, schedule, drawnFor(kind, people), refused)}
      </Card>
    </>,
  )
}

export const scheduleScreens: readonly Screen[] = [page('/reports/schedule', (call) => draw(call)), ...form.screens]
