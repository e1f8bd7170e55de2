/** Scheduled reports of an agency's clients: one row for each, with comment and approval in place. */

import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { approveReport, approveReports } from '../../../src/features/reports/operations/decisions.ts'
import { addReportRecipient } from '../../../src/features/reports/operations/recipients.ts'
import { listReports, updateReport } from '../../../src/features/reports/operations/reports.ts'
import { putReportSchedule } from '../../../src/features/reports/operations/schedule.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { ApiEquivalent } from '../../api-equivalent/api-equivalent.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { Post } from '../../parts/forms/post.tsx'
import type { Column } from '../../parts/lists/table.tsx'
import { many, number } from '../../parts/text/format.ts'
import { Name } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { When } from '../../parts/text/when.tsx'
import { act } from '../../screens/act.ts'
import { listScreen } from '../../screens/list-screen.tsx'
import type { ListState } from '../../screens/list-spec.ts'
import { confirmPage, may } from '../../shell.tsx'
import { Comment } from '../comment.tsx'
import {
  changeOf,
  FIGURES,
  Figure,
  lacksReaders,
  NO_READERS,
  REPORT_STATES,
  recipientsHref,
  stateOf,
} from './issue-words.tsx'

type ReportRow = AnswerOf<typeof listReports>['items'][number]

const AT = '/reports/desk'
const selfOf = ({ base }: SignedInCall): string => `${base}${AT}`

const issueHref = ({ tenant_id, id }: Pick<ReportRow, 'tenant_id' | 'id'>): string =>
  `/app/w/${tenant_id}/reports/issues/${id}`

/** States with a tab; drafts and reports being sent appear under All. */
const { draft: _, sending: __, ...SHOWN_STATES } = REPORT_STATES

const desk = listScreen({
  at: AT,
  operation: listReports,
  here: true,
  title: 'Scheduled reports',
  heading: 'Reports',
  sub: 'Reports that need a decision are first. Without approval, only automatic reports are sent.',
  search: 'Search clients',
  texts: [{ name: 'period', label: 'Period (2026-10)' }],
  views: { name: 'state', label: 'State', choices: SHOWN_STATES, first: 'all' },
  columns: (view) => columns(view),
  empty: { icon: 'file-text', text: (view) => nothingYet(view) },
  menu: (call) => [
    may(call, putReportSchedule) && (call.query.state ?? 'waiting') === 'waiting'
      ? { label: 'Approve reports without large changes', icon: 'check', href: `${selfOf(call)}/approve-all` }
      : null,
    may(call, putReportSchedule) ? { label: 'Schedule', icon: 'clock', href: `${call.base}/reports/schedule` } : null,
  ],
})

const nothingYet = ({ base, may }: ListState) => (
  <>
    {'No report is in this state. '}
    {may(putReportSchedule) && <a href={`${base}/reports/schedule`}>Set a schedule to draft one each month.</a>}
  </>
)

/** Admins, and members named in the schedule. */
const mayApprove = ({ may, user_id }: ListState, { approvers }: ReportRow): boolean =>
  may(updateReport) || (user_id !== null && approvers.includes(user_id))

const columns = (view: ListState, { self, zone } = view, period = view.query.period ?? ''): Column<ReportRow>[] => [
  {
    label: 'Client',
    sort: 'name',
    cell: (row) => (
      <>
        <a href={issueHref(row)} class="tap" data-row>
          <b>
            <Name of={row.tenant_name} />
          </b>
        </a>
        <div class="muted small">{`${periodWord(row.period)}${row.revision > 1 ? `, revision ${row.revision}` : ''}`}</div>
        <span class="sub">{figuresInWords(row)}</span>
        {lacksReaders(row) && <Chip {...NO_READERS} />}
        {view.may(updateReport) && EDITABLE.includes(row.state) && <CommentOf row={row} self={self} period={period} />}
      </>
    ),
  },
  ...FIGURES.map(
    ({ name, label }): Column<ReportRow> => ({
      label,
      class: 'num wide-only',
      cell: ({ summary }) => <Figure now={summary[name]} before={summary.before?.[name]} />,
    }),
  ),
  {
    label: 'State',
    sort: 'due_at',
    class: 'wide-only',
    cell: (row) => (
      <>
        <Chip {...stateOf(row)} />
        <div class="muted small">
          {row.state === 'waiting' ? 'Due ' : ''}
          <When time={row.closed_at ?? row.send_at ?? row.due_at} zone={zone} />
        </div>
      </>
    ),
  },
  {
    label: 'Actions',
    class: 'num',
    word: null,
    cell: (row) =>
      lacksReaders(row) ? (
        view.may(addReportRecipient) && (
          <LinkButton href={recipientsHref(row)} class="btn small" label="Add recipient" of={row.tenant_name} />
        )
      ) : mayApprove(view, row) && row.state === 'waiting' ? (
        <Post action={`${self}/approve`} fields={{ id: row.id, period }} class="btn small" rowKey="a">
          Approve<span class="vh">{` the report of ${row.tenant_name}`}</span>
        </Post>
      ) : null,
  },
]

/** The figures in one line, for phones. */
const figuresInWords = ({ summary }: ReportRow): string =>
  FIGURES.map(({ name, label }) => {
    const before = summary.before?.[name]
    return `${label} ${number(summary[name])}${before === undefined ? '' : ` (${changeOf(summary[name], before)})`}`
  }).join(' · ')

const EDITABLE: readonly string[] = ['draft', 'waiting', 'approved']

const CommentOf = ({ row, self, period }: { row: ReportRow; self: string; period: string }) => (
  <Comment
    action={`${self}/comment`}
    text={row.comment}
    label={`Comment for ${row.tenant_name}`}
    fields={{ id: row.id, period }}
    most={4000}
  >
    <Button class="btn small" label="Save comment" />
    <ApiEquivalent of={`${self}/comment`} short />
  </Comment>
)

/** Limit of reports that one act approves. */
const MOST = 200

/** Waiting reports with a recipient, and without a loss, a refused address or a large change. */
async function unremarkable(call: SignedInCall): Promise<string[]> {
  const asked = { state: 'waiting', page: 1, page_size: MOST } as const
  const { items } = await call.call(listReports, asked, { here: true })
  return items.filter((report) => report.unremarkable && report.recipients > 0).map(({ id }) => id)
}

const approving = (n: number): Question => ({
  title: `Approve ${many(n, 'report')} without large changes?`,
  body: 'No indexed page was lost, no address is refused, and the number of indexed pages changed by less than 20%. Each report goes to its recipients at the hour of its schedule.',
  verb: `Approve ${many(n, 'report')}`,
  tone: 'plain',
})

export const deskScreens: readonly Screen[] = [
  ...desk.screens,
  act(`${AT}/approve`, approveReport, (call, { tenant_name }) =>
    goTo(back(call), { text: `The report of ${tenant_name} is approved.` }),
  ),
  act(`${AT}/comment`, updateReport, (call) => goTo(back(call), { text: 'Comment saved.' })),
  page(`${AT}/approve-all`, async (call) => {
    const ids = await unremarkable(call)
    if (ids.length === 0)
      return goTo(selfOf(call), {
        text: 'Every waiting report has a large change or no recipients. Review each of them.',
      })
    const crumbs = [{ label: 'Scheduled reports', href: selfOf(call) }]
    return confirmPage(call, approving(ids.length), {
      href: `${selfOf(call)}/approve-all`,
      back: selfOf(call),
      crumbs,
      fields: { ids },
    })
  }),
  act(`${AT}/approve-all`, approveReports, allApproved, ({ all }) => ({ ids: all('ids') })),
]

function allApproved(call: SignedInCall, { approved, refused }: AnswerOf<typeof approveReports>) {
  const left = refused.length > 0 ? ` ${many(refused.length, 'report')} could not be approved.` : ''
  return goTo(selfOf(call), { text: `${many(approved.length, 'report')} approved.${left}` })
}

const back = (call: SignedInCall): string =>
  `${selfOf(call)}${call.form.period ? `?period=${encodeURIComponent(call.form.period)}` : ''}`
