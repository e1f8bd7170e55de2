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
import { withFrame } from '../../emails/frame.ts'
import { RECIPIENT_STATUS } from '../../emails/words.ts'
import { Section } from '../../kit/fold.tsx'
import { HOURS } from '../../parts/forms/codes.ts'
import { Icon } from '../../parts/icon.tsx'
import { Banner } from '../../parts/page/card.tsx'
import { isolated } from '../../parts/text/name.tsx'
import { AddToken, Tokens } from '../../parts/tokens.tsx'
import { type FormVariation, formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage, zoneOf } from '../../shell.tsx'
import { type Member, membersBeside, REMOVE } from '../deliveries/recipients.tsx'
import { SECTIONS } from '../part-words.ts'
import { HELD } from './issue-words.tsx'
import { LetterBeside, LiveLetter, letterHref, scheduleLetterScreens } from './schedule-letter.tsx'

const SENTENCE =
  'Send the report of each {period} {mode}, on day {day} of the next month at {hour} in {time_zone}.\nWrite it in {language} with {sections} and {attach_pdf}.'
const RARE =
  'On the first working day instead: {first_working_day}. A period without a push, a result or a loss {skip_empty}.'
const FIELDS = ['approvers', 'automatic_now', 'apply_to']
const USUAL = { first_working_day: false, skip_empty: true, approvers: [] }

const WORDS = {
  mode: { off: 'never', review: 'after approval', automatic: 'without approval' },
  period: { month: 'month', quarter: 'quarter' },
  hour: HOURS,
  first_working_day: { true: 'yes', false: 'no' },
  skip_empty: { true: 'is left out', false: 'is sent too' },
  attach_pdf: { true: 'the PDF attached', false: 'no PDF' },
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
  counts: { sections: 'section' },
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

type Recipients = AnswerOf<typeof listReportRecipients>

/** The readers, each removed by its cross, and members who could be; without one the schedule sends nothing. */
const Readers = ({
  recipients,
  members,
  base,
}: {
  recipients: Recipients
  members: readonly Member[]
  base: string
}) => {
  const at = `${base}/reports/recipients`
  const none = recipients.total === 0
  return (
    <Section title="Recipients" note={none && <span class="bad">Nobody gets it yet</span>}>
      <Tokens
        tokens={recipients.items.map(({ id, name, email, status }) => ({
          name: name || email,
          href: `${at}/${id}`,
          state: status === 'active' ? undefined : RECIPIENT_STATUS[status],
          remove: { action: `${at}/${id}/remove`, question: REMOVE },
        }))}
      >
        {members.slice(0, PROPOSED).map(({ name, email }) => (
          <AddToken action={at} fields={{ email, name, of: 'schedule' }} name={name || email} needed={none} />
        ))}
        <a class={['tok add', none && members.length === 0 && 'needed']} href={at}>
          <Icon name="plus" />
          {none ? 'Add recipient' : 'Add'}
        </a>
      </Tokens>
    </Section>
  )
}

/** Members that are proposed as readers. */
const PROPOSED = 3

/** The form lists people, so it needs them when it is drawn. */
function drawnFor(kind: string, people: Record<string, string>): FormVariation {
  const { schema, fields = FIELDS } =
    kind === 'client' ? { ...FOR_ONE, schema: putReportSchedule.input } : { ...FOR_ALL }
  const approvers = { type: 'array', title: 'Approvers', items: { type: 'string', enum: Object.keys(people) } }
  return {
    fields,
    schema: { properties: { ...schema.properties, approvers } },
    words: { ...WORDS, approvers: people },
    empty: { language: kind === 'client' ? 'the agency’s language' : 'the inherited language' },
  }
}

async function draw(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, putReportSchedule)
  const { base, caller } = call
  const id = caller.tenant_id
  const schedule = await call.call(getReportSchedule, { id })
  const { kind } = await call.call(getTenant, { id })
  const sender = await call.call(getReportSender, { id })
  const people = await approversFor(call)
  const recipients = await call.call(listReportRecipients, { id })
  const members = await membersBeside(call, recipients.items)
  const crumbs = [{ label: 'Scheduled reports', href: `${base}/reports/desk` }, { label: 'Schedule' }]
  return drawPage(
    call,
    { title: 'Report schedule', sub: 'When each report is drafted, approved and sent.', crumbs },
    <>
      <SenderBanner {...sender} />
      <div class="split">
        <div>
          {form.form(
            `${base}/reports/schedule`,
            schedule,
            { ...drawnFor(kind, people), children: <LiveLetter href={`${base}/reports/schedule/preview`} load /> },
            refused,
          )}
          <Readers recipients={recipients} members={members} base={base} />
        </div>
        <LetterBeside
          recipients={recipients}
          from={sender.from}
          next={schedule}
          src={letterHref(call)}
          zone={zoneOf(call)}
        />
      </div>
    </>,
  )
}

export const scheduleScreens: readonly Screen[] = [
  page('/reports/schedule', async (call) => withFrame(await draw(call))),
  ...form.screens,
  ...scheduleLetterScreens,
]
