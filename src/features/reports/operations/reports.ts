import Type from 'typebox'
import { MonthReport } from '../../../domains/jobs/index.ts'
import { readTenant } from '../../../domains/tenants/index.ts'
import { ListOf, listInput, pageOf, Search } from '../../../kernel/database/list.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { namedEnum, Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, ReportedMonth, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { monthAt } from '../../../kernel/time/month-zones.ts'
import { hasBegun } from '../../../kernel/time/periods.ts'
import { letterPreview } from '../deliveries/letter.ts'
import { reportPdfOf } from '../deliveries/report-pdf.ts'
import { ReportLetter } from '../deliveries/shapes.ts'
import { edit } from '../issues/issue-states.ts'
import { figuresOf, findIssue, listIssues, readIssue, revisionsOf } from '../issues/read.ts'
import { ClientReport, ClientReportDetail, MOST_COMMENT, Period, ReportId, Sections } from '../issues/shapes.ts'
import { clientMonths, monthsBelow, presentMonth } from '../months/client-months.ts'
import { fileNameOf } from '../months/file-name.ts'
import { monthUrls } from '../months/month-addresses.ts'
import { figuresInTime } from '../months/month-counts.ts'
import { ReportTally } from '../months/month-document.ts'
import { zonesOf } from '../months/zones.ts'
import { ISSUE_STATES } from '../words.ts'

export const listReports = read({
  name: 'list_reports',
  route: 'GET /reports',
  role: 'member',
  instead: 'the resource signalpost://reports',
  summary: 'Reports of clients with their five figures and the figures before, the latest revision of each.',
  input: Type.Object({
    ...listInput('urgency', 'name', 'due_at', 'period'),
    tenant_id: Type.Optional(TreeTenantId),
    period: Type.Optional(Period),
    state: Type.Optional(Type.Enum(ISSUE_STATES, { title: 'State' })),
    revisions: Type.Optional(Type.Boolean({ title: 'All revisions', description: 'Earlier ones too', default: false })),
    q: Search,
  }),
  output: ListOf(ClientReport),
  example: { state: 'waiting' },

  handle: ({ tx, caller }, { tenant_id, period, state, q, revisions, ...page }) =>
    listIssues(
      tx,
      { path: caller.platform ? '/' : caller.path, tenant_id, period, state, q, all_revisions: revisions },
      page,
    ),
})

export const getReport = read({
  name: 'get_report',
  route: 'GET /reports/{id}',
  role: 'member',
  instead: 'the resource signalpost://client-report/{id}',
  summary: 'One report of a client with its frozen figures and its revisions.',
  input: Type.Object({ id: ReportId }),
  output: ClientReportDetail,
  example: { id: 'iss_bakery' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle: ({ tx, subject }, { id }) => ({
    ...readIssue(tx, id),
    figures: figuresOf(tx, id).figures,
    revisions: revisionsOf(tx, subject),
    figures_sha256: subject.figures_sha256,
  }),
})

export const updateReport = write({
  name: 'update_report',
  route: 'PATCH /reports/{id}',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Change the comment, the contact or the sections of a report that is not sent. A field left out stays.',
  description: 'An approved report waits for approval again.',
  input: Type.Object({
    id: ReportId,
    comment: Type.Optional(Type.String({ title: 'Comment', description: 'Plain text', maxLength: MOST_COMMENT })),
    contact: Type.Optional(
      Type.String({
        title: 'Contact',
        description: 'Person who answers the reader',
        maxLength: 200,
        pattern: '^[^\\x00-\\x1f\\x7f]*$',
      }),
    ),
    sections: Type.Optional(Sections),
  }),
  output: ClientReport,
  example: { id: 'iss_bakery', comment: 'The shop is found again.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx, subject, changed }, { id, comment, contact, sections }) {
    const before = readIssue(tx, id)
    edit(tx, subject, {
      comment: comment?.replaceAll('\r\n', '\n').trim() ?? before.comment,
      contact: contact?.trim() ?? before.contact,
      sections: sections ?? before.sections,
    })
    const after = readIssue(tx, id)
    changed({ tenant_id: subject.tenant_id, target: id, before: wordsOf(before), after: wordsOf(after) })
    return after
  },
})

const wordsOf = ({ state, comment, contact, sections }: ReturnType<typeof readIssue>) => ({
  state,
  comment,
  contact,
  sections,
})

export const getReportLetter = read({
  name: 'get_report_letter',
  route: 'GET /reports/{id}/letter',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'The e-mail of a report as its recipients get it, as HTML and as text.',
  description: 'Each recipient gets addresses of their own; here others stand for them.',
  input: Type.Object({ id: ReportId }),
  output: ReportLetter,
  example: { id: 'iss_bakery' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle: ({ tx, app, subject }) => letterPreview(tx, app, subject),
})

export const getReportPdf = outbound({
  name: 'get_report_pdf',
  route: 'GET /reports/{id}/pdf',
  role: 'member',
  instead: 'the page Reports of the web interface',
  local: true,
  produces: 'application/pdf',
  summary: 'A report as a PDF: after it was sent, the same bytes as the file in the e-mails.',
  input: Type.Object({ id: ReportId }),
  output: Type.Object({}),
  example: { id: 'iss_bakery' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  async handle({ app, subject, read }, { id }) {
    const { client } = read((tx) => figuresOf(tx, id)).figures
    return { filename: fileNameOf(client, subject), bytes: await reportPdfOf(app, subject) }
  },
})

const SHARING = namedEnum('MonthSharing', ['unshared', 'shared', 'unopened'])

const ClientMonthReport = Shape('ClientMonthReport', {
  ...MonthReport.properties,
  name: Type.String(),
  pushes: Type.Integer({ minimum: 0 }),
  pages: Nullable(ReportTally),
  url: Nullable(Type.String({ description: 'Its address while it is shared' })),
})

export const listClientMonths = outbound({
  name: 'list_client_months',
  route: 'GET /reports/months',
  role: 'admin',
  instead: 'list_jobs of each workspace',
  local: true,
  summary: 'The reports of one month of all clients, those that are not shared first.',
  description:
    '`pages` is null while the pages are counted: ask again. Without `month` it is the last month that is over and has a push.',
  input: Type.Object({
    ...listInput('name'),
    month: Type.Optional(ReportedMonth),
    state: Type.Optional(Type.Enum(SHARING, { title: 'State' })),
    q: Search,
    figures: Type.Optional(Type.Boolean({ title: 'Figures', description: 'Count the pages', default: true })),
  }),
  output: Type.Object({
    ...ListOf(ClientMonthReport).properties,
    month: Type.String(),
    is_over: Type.Boolean({ description: 'Whether the month is over where your workspace is' }),
    months: Type.Array(Type.String(), { description: 'Months to choose from, latest first' }),
    unshared: Type.Integer({ minimum: 0, description: 'Number of listed reports that are not shared, on all pages' }),
  }),
  example: { month: '2026-11' },
  faults: ['not_found'],

  async handle({ app, caller, read }, { month: asked, state, q = '', figures = true, ...page }) {
    const found = read((tx) => {
      if (readTenant(tx, caller.tenant_id).kind === 'client') throw notFound('page')
      const months = monthsBelow(tx, caller.path)
      const running = monthAt(zonesOf(tx, caller.tenant_id), tx.now)
      const month = asked ?? presentMonth(months, running)
      if (!hasBegun(month, tx.now)) throw notFound('report')
      const rows = clientMonths(tx, caller.path, month, { sharing: state, q })
      const list = pageOf(rows, page)
      const urls = caller.viewing ? new Map<string, string>() : monthUrls(tx, app, list.items, month)
      const choices = [...new Set([...months, month])].sort().reverse()
      return { month, is_over: month < running, choices, rows, list, urls }
    })
    const { month, is_over, choices, rows, list, urls } = found
    const who = caller.session_id ?? caller.key_id ?? caller.label
    const ids = figures ? list.items.map(({ tenant_id }) => tenant_id) : []
    const counted = await figuresInTime(app, who, ids, month)
    return {
      ...list,
      items: list.items.map((row) => ({
        ...row,
        pages: counted.get(row.tenant_id)?.pages ?? null,
        url: urls.get(row.tenant_id) ?? null,
      })),
      month,
      is_over,
      months: choices,
      unshared: rows.filter((row) => row.state !== 'shared').length,
    }
  },
})
