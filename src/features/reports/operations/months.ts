import Type from 'typebox'
import { engineAsked } from '../../../domains/checks/index.ts'
import { findJob, JobId, MonthReport } from '../../../domains/jobs/index.ts'
import { lookDays } from '../../../domains/plans/index.ts'
import { readTenant, tenantsAmong } from '../../../domains/tenants/index.ts'
import { DEFAULT_PAGE_SIZE, listInput } from '../../../kernel/database/list.ts'
import { assertInUse } from '../../../kernel/operation/archived-guard.ts'
import { atLeast } from '../../../kernel/operation/caller.ts'
import { eachRow, RefusedRows, RowIds } from '../../../kernel/operation/each-row.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, ReportedMonth, SecretOnce, TenantId } from '../../../kernel/operation/shape.ts'
import { ForeignHost } from '../../../kernel/operation/spending.ts'
import { hasBegun, PERIOD } from '../../../kernel/time/periods.ts'
import { leftOutOf } from '../months/left-out.ts'
import { contactOf, monthUrl, monthUrls, shareMonthAs, shareNewMonth, stopMonth } from '../months/month-addresses.ts'
import { monthFigures } from '../months/month-counts.ts'
import { MonthDocument, monthDocument } from '../months/month-document.ts'
import { pushesOf } from '../months/month-pushes.ts'
import { monthReport, monthReportsOf, writeMonthReport } from '../months/month-reports.ts'
import { REPORT_PARTS } from '../months/page-causes.ts'
import { PartPages, pagesOfReport, partsOf, ReportedPage } from '../months/report-pages.ts'

export const getMonthReport = outbound({
  name: 'get_month_report',
  route: 'GET /tenants/{id}/reports/{month}',
  role: null,
  instead: 'list_jobs',
  local: true,
  summary: 'A month’s report: its text, its numbers before and after, and its pages by what became of them.',
  description:
    'All pushes that the workspace and those below it ordered in the month, in the time zone of its report schedule, or else in its own, counted now. list_month_report_pages has the rest of each part.',
  input: Type.Object({ id: TenantId, month: ReportedMonth }),
  output: Type.Object({
    tenant_name: Type.String(),
    ...MonthReport.properties,
    url: Nullable(Type.String({ description: 'Its address while it is shared, for those who share it' })),
    ...MonthDocument.properties,
  }),
  example: { id: 'ten_bakery', month: '2026-11' },

  async handle({ app, caller, read }, { id, month }) {
    const document = await monthDocument(app, { tenant_id: id, month }, monthFigures(app, id, month))
    const writes = caller.platform || atLeast(caller.role, 'admin')
    return read((tx) => {
      const report = monthReport(tx, id, month)
      // A draft is read by those who write it.
      const hidden = report.state !== 'shared' && !writes
      return {
        tenant_name: readTenant(tx, id).name,
        ...report,
        ...(hidden ? { comment: '', contact: '' } : {}),
        url: writes && !caller.viewing ? monthUrl(tx, app, id, month) : null,
        ...document,
      }
    })
  },
})

export const getMonthReports = read({
  name: 'get_month_reports',
  route: 'GET /tenants/{id}/reports',
  role: null,
  instead: 'list_jobs',
  summary: 'Months of a workspace that have a push or a report, latest first. Members see shared reports only.',
  input: Type.Object({ id: TenantId }),
  output: Type.Object({
    tenant_name: Type.String(),
    kind: Type.String({ description: 'Kind of the workspace' }),
    months: Type.Array(
      Shape('ListedMonthReport', {
        ...MonthReport.properties,
        pushes: Type.Integer({ minimum: 0, description: 'Ordered in the month' }),
      }),
    ),
  }),
  example: { id: 'ten_bakery' },

  handle({ tx, caller }, { id }) {
    const { name, kind } = readTenant(tx, id)
    const writes = caller.platform || atLeast(caller.role, 'admin')
    const months = monthReportsOf(tx, id)
    return { tenant_name: name, kind, months: writes ? months : months.filter(({ state }) => state === 'shared') }
  },
})

export const listMonthReportPages = outbound({
  name: 'list_month_report_pages',
  route: 'GET /tenants/{id}/reports/{month}/pages',
  role: null,
  instead: 'list_job_urls',
  local: true,
  summary: `The pages of a month’s report by what became of them, each with its checks on day ${lookDays()}.`,
  description: 'Pages that are new in the index come first; with `dir` desc, those that were in it before.',
  input: Type.Object({
    id: TenantId,
    month: ReportedMonth,
    part: Type.Optional(Type.Enum(REPORT_PARTS, { title: 'Part', default: 'visible' })),
    ...listInput('before'),
  }),
  output: Type.Object({
    engine: Type.String({ description: 'The search engine that was asked' }),
    parts: Type.Array(PartPages),
    items: Type.Array(ReportedPage),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer(),
    page_size: Type.Integer(),
  }),
  example: { id: 'ten_bakery', month: '2026-11' },

  async handle({ app, read }, { id, month, part = 'visible', page = 1, page_size = DEFAULT_PAGE_SIZE, dir }) {
    const figures = await monthFigures(app, id, month)
    const parts = partsOf(figures)
    return read((tx) => {
      const jobs = pushesOf(tx, id, month).map((push) => push.id)
      return {
        engine: engineAsked(tx, jobs),
        parts,
        items: pagesOfReport(tx, figures, part, { page, page_size, dir }),
        total: parts.find((one) => one.part === part)?.pages ?? 0,
        page,
        page_size,
      }
    })
  },
})

export const saveMonthReport = write({
  name: 'save_month_report',
  route: 'PUT /tenants/{id}/reports/{month}',
  role: 'admin',
  summary: 'Write the text of a month’s report.',
  description:
    'The numbers cover all pushes that the workspace and those below it ordered in the month, in the time zone of its report schedule, or else in its own, counted when the report is opened. A field left out stays.',
  input: Type.Object({
    id: TenantId,
    month: ReportedMonth,
    comment: Type.Optional(
      Type.String({ title: 'Comment', maxLength: 2000, description: 'Plain text, shown above the numbers' }),
    ),
    contact: Type.Optional(
      Type.String({
        title: 'Contact',
        maxLength: 200,
        pattern: '^[^\\x00-\\x1f\\x7f]*$',
        description: 'Contact for the reader: a name, an address, a number',
      }),
    ),
  }),
  output: MonthReport,
  example: { id: 'ten_bakery', month: '2026-11', comment: 'The shop is found again.' },

  handle({ tx, changed }, { id, month, comment, contact }) {
    const before = monthReport(tx, id, month)
    writeMonthReport(tx, id, month, { comment: comment?.replaceAll('\r\n', '\n').trim(), contact: contact?.trim() })
    const after = monthReport(tx, id, month)
    changed({ tenant_id: id, target: month, before: wordsOf(before), after: wordsOf(after) })
    return after
  },
})

const wordsOf = ({ state, comment, contact }: ReturnType<typeof monthReport>) => ({ state, comment, contact })

export const shareMonthReport = write({
  name: 'share_month_report',
  route: 'POST /tenants/{id}/reports/{month}/share',
  role: 'admin',
  archived_too: true,
  summary: 'Create, or return, the address of a month’s report. Anyone who has it can read the report.',
  description: 'A report without a contact gets the person who shares it.',
  input: Type.Object({
    id: TenantId,
    month: ReportedMonth,
    renew: Type.Optional(
      Type.Boolean({ title: 'New address', description: 'The previous address stops working', default: false }),
    ),
  }),
  output: Type.Object({ tenant_id: Type.String(), month: Type.String(), url: SecretOnce('Address of the report') }),
  example: { id: 'ten_bakery', month: '2026-10' },

  handle({ tx, app, caller, changed }, { id, month, renew = false }) {
    if (!hasBegun(month, tx.now)) throw invalid({ path: 'month', message: 'has not begun yet' })
    const before = { shared: monthUrl(tx, app, id, month) !== null }
    const renewed = renew && stopMonth(tx, id, month)
    const url = shareMonthAs(tx, app, caller, { tenant_id: id, month })
    changed({ tenant_id: id, target: month, before: { ...before, renewed: false }, after: { shared: true, renewed } })
    return { tenant_id: id, month, url }
  },
})

export const shareMonthReports = write({
  name: 'share_month_reports',
  route: 'POST /reports/share',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Create, or return, the addresses of a month’s reports of up to 200 clients. Refused ones are named.',
  description: 'As share_month_report does for each.',
  input: Type.Object({ ids: RowIds('Workspaces'), month: ReportedMonth }),
  output: Type.Object({
    month: Type.String(),
    shared: Type.Array(
      Type.Object({ tenant_id: Type.String(), url: SecretOnce('Address of the report'), is_new: Type.Boolean() }),
    ),
    refused: RefusedRows,
  }),
  example: { ids: ['ten_bakery'], month: '2026-10' },

  handle({ tx, app, caller, changed }, { ids, month }) {
    if (!hasBegun(month, tx.now)) throw invalid({ path: 'month', message: 'has not begun yet' })
    const tenants = tenantsAmong(tx, caller, ids)
    const named = [...tenants.values()].map(({ id, path }) => ({ tenant_id: id, path }))
    const before = monthUrls(tx, app, named, month)
    const contact = contactOf(tx, caller)
    const { done, refused } = eachRow(ids, tenants, 'workspace', (_, id) => {
      const shared = before.has(id)
      assertInUse(tx, id)
      if (!shared) shareNewMonth(tx, app, contact, id, month)
      changed({ tenant_id: id, target: month, before: { shared }, after: { shared: true } })
      return id
    })
    const urls = monthUrls(tx, app, named, month)
    return {
      month,
      shared: done.map((id) => ({ tenant_id: id, url: urls.get(id)!, is_new: !before.has(id) })),
      refused,
    }
  },
})

export const unshareMonthReport = write({
  name: 'unshare_month_report',
  route: 'DELETE /tenants/{id}/reports/{month}/share',
  role: 'admin',
  summary: 'Stop sharing a month’s report: its address then says so.',
  input: Type.Object({ id: TenantId, month: ReportedMonth }),
  output: Type.Object({
    tenant_id: Type.String(),
    month: Type.String(),
    stopped: Type.Boolean({ description: 'False when it was not shared' }),
  }),
  example: { id: 'ten_bakery', month: '2026-11' },

  handle({ tx, changed }, { id, month }) {
    const stopped = stopMonth(tx, id, month)
    changed({ tenant_id: id, target: month, before: { shared: stopped }, after: { shared: false } })
    return { tenant_id: id, month, stopped }
  },
})

export const getLeftOut = read({
  name: 'get_left_out',
  route: 'GET /tenants/{id}/left-out',
  role: null,
  instead: 'get_job_status',
  summary: 'Hosts of other clients that reports, portal and digests of a workspace leave out.',
  description:
    'A host belongs to the workspaces with a site for it in IndexNow. Of the workspace and those below it, as in its report; only owners that you may see are named. list_links lists the pages of a host.',
  input: Type.Object({
    id: TenantId,
    period: Type.Optional(
      Type.String({
        title: 'Period',
        description: 'Pushes of this month or quarter, such as 2026-11',
        pattern: PERIOD,
      }),
    ),
    job_id: Type.Optional(Type.With(JobId, { description: 'Only this push' })),
  }),
  output: Type.Object({ hosts: Type.Array(ForeignHost, { description: 'Most links first, at most 200' }) }),
  example: { id: 'ten_bakery', job_id: 'job_guestposts' },

  handle({ tx, caller }, { id, period, job_id }) {
    if (job_id) findJob(tx, caller, job_id)
    return { hosts: leftOutOf(tx, caller, { tenant_id: id, period, job_id }) }
  },
})
