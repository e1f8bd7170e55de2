/** One scheduled report: its state, its text and the view of its readers. */

import { namesFor } from '../../../src/doors/pages/people.ts'
import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { approveReport, declineReport, reissueReport } from '../../../src/features/reports/operations/decisions.ts'
import { addReportRecipient } from '../../../src/features/reports/operations/recipients.ts'
import { getReport, updateReport } from '../../../src/features/reports/operations/reports.ts'
import { languageOf, readerOf } from '../../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { daysOfZone } from '../../../src/kernel/time/zone-days.ts'
import { brandFor } from '../../branding.ts'
import { withFrame } from '../../emails/frame.ts'
import type { Act, PrimaryAct } from '../../kit/menu.tsx'
import { Strip } from '../../kit/strip.tsx'
import { Chip } from '../../parts/chips.tsx'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { Banner, Card, type Fact, Facts } from '../../parts/page/card.tsx'
import { Person } from '../../parts/person.tsx'
import { Working } from '../../parts/progress.tsx'
import { dayTime, many, number } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import { When } from '../../parts/text/when.tsx'
import { act } from '../../screens/act.ts'
import { askScreen } from '../../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { drawPage, may, zoneOf } from '../../shell.tsx'
import { Boxes, boxesIn } from '../boxes.tsx'
import { deliveriesOf, letterOf } from '../deliveries/deliveries.tsx'
import { headlineOf, ledeOf, ReportBody } from '../document.tsx'
import { LeftOut, leftOutOfPeriod } from '../left-out.tsx'
import { SECTIONS } from '../part-words.ts'
import type { ReportDocument } from '../shapes.ts'
import { documentOfIssue } from './issue-document.ts'
import { changeOf, FIGURES, HELD, lacksReaders, REPORT_STATES, recipientsHref, stateOf } from './issue-words.tsx'

type Issue = AnswerOf<typeof getReport>

const AT = '/reports/issues/:id'
const selfOf = ({ base, params }: SignedInCall): string => `${base}/reports/issues/${params.id}`
const OPEN: readonly string[] = ['draft', 'waiting', 'approved']

const words = formScreen({
  at: `${AT}/words`,
  operation: updateReport,
  fields: ['comment', 'contact', 'sections'],
  given: ({ params, all }) => ({ id: params.id, sections: all('sections') }),
  words: { sections: SECTIONS },
  verb: 'Save text',
  tone: 'plain',
  hints: { comment: 'Plain text, above the pages. An approved report waits for approval again.' },
  faults: ['conflict'],
  page: (call, refused) => drawn(call, refused),
  done: (call) => goTo(selfOf(call), { text: 'Text saved.' }),
})

async function drawn(call: SignedInCall, refused?: RefusedForm) {
  const issue = await call.call(getReport, { id: call.params.id ?? '' })
  const { state, tenant_name, tenant_id, period, revision } = issue
  const decides = may(call, updateReport)
  const self = selfOf(call)
  const report = documentOfIssue(issue, {
    to: readerOf(issue.zone, issue.language ?? 'en'),
    brand: brandFor(call, tenant_id),
    self,
    asks: null,
    live: null,
  })
  return drawPage(
    call,
    {
      title: `Report of ${periodWord(period)}`,
      sub: <Chip {...stateOf(issue)} />,
      detail: true,
      crumbs: [
        { label: 'Scheduled reports', href: `${call.base}/reports/desk` },
        { label: revision > 1 ? `Revision ${revision}` : tenant_name },
      ],
      act: actOf(call, issue),
      menu: [...fileActs(self), ...(decides ? acts(issue, self) : [])],
    },
    <>
      {issue.held && (
        <Banner tone="warn">
          <b>{`${HELD[issue.held].does}`}</b> The report is approved and waits. It expires on{' '}
          <When time={issue.expires_at} zone={zoneOf(call)} />.
        </Banner>
      )}
      <LeftOut {...(await leftOutOfPeriod(call, { id: tenant_id, name: tenant_name }, period))} />
      {decides && OPEN.includes(state) && (
        <Boxes of={boxesIn(call, [issue.figures.client, report.brand.name, issue.comment])} />
      )}
      {state === 'draft' && <Freezing of={issue} call={call} />}
      {lacksReaders(issue) && <NoReaders of={issue} zone={zoneOf(call)} />}
      <Strip
        facts={FIGURES.map(({ name, label }) => ({
          label,
          value: number(issue.summary[name]),
          note: issue.summary.before && changeOf(issue.summary[name], issue.summary.before[name]),
        }))}
      />
      <Card title="Sending" body>
        <Facts facts={factsOf(issue, call)} />
      </Card>
      {decides && OPEN.includes(state) && (
        <Card title="Your text" body>
          {words.form(`${self}/words`, issue, {}, refused)}
        </Card>
      )}
      {await deliveriesOf(call)}
      {!refused && (await letterOf(call))}
      {issue.revisions.length > 1 && <Revisions of={issue} base={call.base} zone={zoneOf(call)} />}
      <AsRead report={report} />
    </>,
  )
}

const AsRead = ({ report }: { report: ReportDocument }) => (
  <>
    <h2>What readers see</h2>
    <p class="lead" lang={languageOf(report.to)}>{`${headlineOf(report)}. ${ledeOf(report)}`}</p>
    <div class="report" lang={languageOf(report.to)}>
      <ReportBody {...report} />
    </div>
  </>
)

function actOf(call: SignedInCall, issue: Issue): PrimaryAct | null {
  const { state, approvers } = issue
  if (lacksReaders(issue))
    return may(call, addReportRecipient) ? { label: 'Add recipient', icon: 'plus', href: recipientsHref(issue) } : null
  const approves = may(call, updateReport) || approvers.includes(call.caller.user_id ?? '')
  return approves && state === 'waiting'
    ? { label: 'Approve report', icon: 'check', href: `${selfOf(call)}/approve`, post: true }
    : null
}

/** A task freezes the figures within a minute of the end of the period. */
function Freezing({ of: { figures }, call }: { of: Issue; call: SignedInCall }) {
  const { from, to, time_zone } = figures
  const ends = daysOfZone(time_zone).moments(from, to).to
  return call.app.clock.now() < ends ? (
    <Working says="The period runs." more={`Figures are frozen on ${dayTime(ends, zoneOf(call))}.`} />
  ) : (
    <Working says="Figures are being frozen." more="This takes about a minute." />
  )
}

const NoReaders = ({ of, zone }: { of: Issue; zone: string }) => (
  <Banner tone="bad">
    <b>No recipients.</b> Nobody would get this report, so it cannot be approved. It expires on{' '}
    <When time={of.expires_at} zone={zone} />.
  </Banner>
)

function factsOf(issue: Issue, call: SignedInCall): Fact[] {
  const { summary, recipients, opened, reason } = issue
  const time = (at: string) => <When time={at} zone={zoneOf(call)} />
  const readers = `${many(recipients, 'person', 'people')}, ${opened} opened it`
  return [
    { label: 'Figures of', value: time(issue.frozen_at) },
    { label: issue.state === 'sent' ? 'Sent' : 'Due', value: time(issue.closed_at ?? issue.send_at ?? issue.due_at) },
    ...(issue.state === 'waiting' ? [{ label: 'Expires', value: time(issue.expires_at) }] : []),
    ...(issue.approved_by
      ? [{ label: 'Approved by', value: <Person of={issue.approved_by} names={namesFor(call)} /> }]
      : []),
    {
      label: 'Recipients',
      value: may(call, addReportRecipient) ? <a href={recipientsHref(issue)}>{readers}</a> : readers,
    },
    ...(summary.open > 0 ? [{ label: 'Waiting', value: many(summary.open, 'page') }] : []),
    ...(summary.late > 0
      ? [{ label: 'Late pages', value: `${many(summary.late, 'page')}, ${summary.late_visible} indexed` }]
      : []),
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
  ]
}

const Revisions = ({ of, base, zone }: { of: Issue; base: string; zone: string }) => (
  <Card title="Revisions" body>
    <ul>
      {of.revisions.map(({ id, revision, state, frozen_at }) => (
        <li>
          <a href={`${base}/reports/issues/${id}`} aria-current={id === of.id ? 'true' : undefined}>
            {`Revision ${revision}`}
          </a>
          {`, ${REPORT_STATES[state].word.toLowerCase()}, figures of `}
          <When time={frozen_at} zone={zone} />
        </li>
      ))}
    </ul>
  </Card>
)

const fileActs = (self: string): Act[] => [
  { label: 'Send me a test', icon: 'mail', post: `${self}/test` },
  { label: 'Download PDF', icon: 'download', href: `${self}/pdf`, download: true },
]

const acts = ({ state, tenant_id, period }: Issue, self: string): Act[] => [
  ...(state === 'draft'
    ? []
    : [{ label: 'Send now', icon: 'send', href: `/app/w/${tenant_id}/reports/${period}/send` } as const]),
  ...(OPEN.includes(state) || state === 'sending'
    ? []
    : [{ label: 'Reissue report', icon: 'refresh-cw', ask: `${self}/reissue`, question: REISSUE } as const]),
  ...(OPEN.includes(state)
    ? [{ label: 'Decline report', icon: 'ban', ask: `${self}/decline`, question: DECLINE, danger: true } as const]
    : []),
]

const REISSUE: Question = {
  title: 'Reissue this report?',
  body: 'Its figures are counted again as the next revision, which waits for approval. This one stays as it is.',
  verb: 'Reissue report',
  tone: 'plain',
}
const DECLINE: Question = {
  title: 'Decline this report?',
  body: 'It is kept and never sent. You can reissue it later.',
  verb: 'Decline report',
}

const OF_REPORT = {
  of: (call: SignedInCall) => call.call(getReport, { id: call.params.id }),
  crumbs: (call: SignedInCall, { tenant_name }: Issue) => [{ label: `Report of ${tenant_name}`, href: selfOf(call) }],
}

export const issueScreens: readonly Screen[] = [
  page(AT, async (call) => withFrame(await drawn(call))),
  ...words.screens,
  act(`${AT}/approve`, approveReport, (call, { refused }) => {
    const left = refused.length > 0 ? ` Refused addresses get nothing: ${refused.join(', ')}.` : ''
    return goTo(selfOf(call), { text: `Report approved.${left}` })
  }),
  ...askScreen({
    ...OF_REPORT,
    at: `${AT}/decline`,
    operation: declineReport,
    question: DECLINE,
    done: (call) => goTo(selfOf(call), { text: 'Report declined.' }),
  }),
  ...askScreen({
    ...OF_REPORT,
    at: `${AT}/reissue`,
    operation: reissueReport,
    question: REISSUE,
    done: ({ base }, { id }) =>
      goTo(`${base}/reports/issues/${id}`, { text: 'Reissued. The new revision waits for approval.' }),
  }),
]
