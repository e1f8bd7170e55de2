/** A client's month: as the agency makes it, and as whoever has its address reads it. */
import {
  hasBegun,
  isMonth,
  MANY,
  monthDocument,
  monthOfAddress,
  monthReport,
  monthReportsOf,
  monthUrl,
  noteOpened,
  type PartListed,
  pathOfTenant,
  type ReportPart,
  shownMonthFigures,
} from '../../src/domains/reports/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import { isShownOn } from '../../src/doors/pages/custom-domain.ts'
import {
  action,
  type Call,
  goTo,
  htmlResponse,
  page,
  type Screen,
  type SignedInCall,
  visitorAt,
} from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { getMonthReport } from '../../src/operations/tenants/get-month-report.ts'
import { listMonthReportPages } from '../../src/operations/tenants/list-month-report-pages.ts'
import { saveMonthReport } from '../../src/operations/tenants/save-month-report.ts'
import { shareMonthReport } from '../../src/operations/tenants/share-month-report.ts'
import { unshareMonthReport } from '../../src/operations/tenants/unshare-month-report.ts'
import { brandFor } from '../branding.ts'
import type { Question } from '../parts/dialogs.tsx'
import { fieldsOf, type Issue } from '../parts/form.tsx'
import { StatusPage, statusTitle } from '../parts/status-pages.tsx'
import { issuesIn } from '../refused.ts'
import { appPage, confirmPage, may, mayWrite, publicPageOf, requireMay, zoneOf } from '../shell.tsx'
import { clientMonthScreens } from './clients-pages.tsx'
import { documentOfMonth, type MonthProps, monthWord } from './month.tsx'
import { monthFile } from './month-file.ts'
import { Months, renewing, Studio, stopping } from './months.tsx'
import { takeFile, takePage } from './public-file.ts'
import { askedPart, reportPage } from './public-page.tsx'

export const monthScreens: readonly Screen[] = [
  page('/reports', months),
  ...clientMonthScreens,
  page('/reports/:month', (call) => studio(call)),
  page('/reports/:month/csv', (call) => monthFile(call.app, call.caller.tenant_id, monthIn(call))),
  action('/reports/:month', save),
  action('/reports/:month/share', (call) => share(call, false)),
  ...asked('renew', renewing, (call) => share(call, true)),
  ...asked('stop', stopping, stop),
]

const listOf = ({ base }: SignedInCall): string => `${base}/reports`
const thisMonth = (call: SignedInCall): string => `${listOf(call)}/${call.params.month}`
const shares = (call: SignedInCall): boolean => may(call, shareMonthReport)

/** The month that the address names; who may not make reports is shown those that were handed on. */
function monthIn(call: SignedInCall): string {
  const { app, caller, params } = call
  const month = params.month ?? ''
  if (!isMonth(month) || !hasBegun(month, app.clock.now())) throw notFound('report')
  const { state } = call.read((tx) => monthReport(tx, caller.tenant_id, month))
  if (state !== 'shared' && !shares(call)) throw notFound('report')
  return month
}

function months(call: SignedInCall) {
  const { tenant, rows } = call.read((tx) => {
    const { tenant_id } = call.caller
    return { tenant: readTenant(tx, tenant_id), rows: monthReportsOf(tx, tenant_id) }
  })
  const shown = shares(call) ? rows : rows.filter(({ state }) => state === 'shared')
  const push = mayWrite(call) ? `${call.base}/push` : undefined
  return appPage(
    call,
    'Reports',
    <Months
      name={tenant.name}
      months={shown}
      self={listOf(call)}
      push={push}
      clients={shares(call) && tenant.kind !== 'client' ? `${listOf(call)}/clients` : null}
      zone={zoneOf(call)}
    />,
  )
}

async function studio(call: SignedInCall, refused: { issues?: Issue[]; values?: Record<string, unknown> } = {}) {
  const { app, caller } = call
  const month = monthIn(call)
  const { comment, contact, ...document } = await call.call(getMonthReport, { id: caller.tenant_id, month })
  const asked = askedPart(call)
  const parts = asked.only ? [await partAlone(call, month, asked.only, asked.page)] : document.parts
  const props: MonthProps = {
    ...{ month, comment, contact, document: { ...document, parts } },
    ...around(call, caller.tenant_id, thisMonth(call)),
    only: asked.only,
  }
  const { report, url } = call.read((tx) => ({
    report: monthReport(tx, caller.tenant_id, month),
    url: shares(call) && !caller.viewing ? monthUrl(tx, app, caller.tenant_id, month) : null,
  }))
  const words = shares(call) ? fieldsOf(saveMonthReport.input, ['comment', 'contact']) : null
  const content = (
    <Studio
      {...props}
      {...refused}
      report={report}
      url={url}
      list={listOf(call)}
      words={words}
      hides={caller.viewing}
      zone={zoneOf(call)}
    />
  )
  return appPage(call, `Report of ${monthWord(month)}`, content)
}

/** One part's own list, by the page of its pager. */
async function partAlone(call: SignedInCall, month: string, part: ReportPart, page: number): Promise<PartListed> {
  const asked = { id: call.caller.tenant_id, month, part, page, page_size: MANY }
  const { items, total } = await call.call(listMonthReportPages, asked)
  return { part, pages: Math.max(1, total), items, page, page_size: MANY }
}

/** Whose report it is, under which name, and where it is. */
const around = (call: Call, tenant_id: string, self: string) => ({
  client: call.app.db.read((tx) => readTenant(tx, tenant_id)).name,
  brand: brandFor(call, tenant_id),
  at: call.app.clock.now(),
  self,
  csv: `${self}/csv`,
})

async function save(call: SignedInCall) {
  const { comment = '', contact = '' } = call.form
  try {
    const id = call.caller.tenant_id
    await call.call(saveMonthReport, { id, month: call.params.month, comment, contact })
    return goTo(thisMonth(call), { text: 'Saved.' })
  } catch (error) {
    return htmlResponse(await studio(call, { issues: issuesIn(error), values: { comment, contact } }), 422)
  }
}

async function share(call: SignedInCall, renew: boolean) {
  await call.call(shareMonthReport, { id: call.caller.tenant_id, month: call.params.month, renew })
  const text = renew ? 'Renewed. The address of before shows nothing now.' : 'Shared. Copy its address and send it.'
  return goTo(thisMonth(call), { text })
}

async function stop(call: SignedInCall) {
  await call.call(unshareMonthReport, { id: call.caller.tenant_id, month: call.params.month })
  return goTo(thisMonth(call), { text: 'The report is no longer shared.' })
}

/** An act that is asked for first. */
function asked(name: string, question: (month: string) => Question, run: (call: SignedInCall) => Promise<Response>) {
  const ask = page(`/reports/:month/${name}`, (call) => {
    requireMay(call, shareMonthReport)
    const month = monthIn(call)
    const back = thisMonth(call)
    const crumbs = [
      { label: 'Reports', href: listOf(call) },
      { label: monthWord(month), href: back },
    ]
    return confirmPage(call, question(month), { href: `${back}/${name}`, back, crumbs })
  })
  return [ask, action(`/reports/:month/${name}`, run)]
}

type Opened = Exclude<ReturnType<typeof monthOfAddress>, 'stopped' | null>

/** What the address of a month's report shows, for anybody; null when it is the address of none. */
export async function sharedMonth(call: Call) {
  const found = openedBy(call)
  if (found === null || found instanceof Response) return found
  const { app, params } = call
  const { tenant_id, month } = found
  takePage(call)
  const asked = askedPart(call)
  const document = await monthDocument(app, { tenant_id, month, asked }, shownMonthFigures(app, tenant_id, month))
  const { comment, contact } = app.db.read((tx) => monthReport(tx, tenant_id, month))
  const words = { month, document, comment, contact, only: asked.only }
  if (await isOfAStranger(call, found)) app.db.write((tx) => noteOpened(tx, found.link_id))
  return reportPage(call, documentOfMonth({ ...words, ...around(call, tenant_id, `/r/${params.token}`) }))
}

/** The file of the same. */
export function sharedMonthFile(call: Call): Response | null {
  const found = openedBy(call)
  if (found === null || found instanceof Response) return found
  takeFile(call)
  return monthFile(call.app, found.tenant_id, found.month)
}

function openedBy(call: Call): Opened | Response | null {
  const { app, request, params } = call
  const found = app.db.read((tx) => monthOfAddress(tx, params.token ?? ''))
  if (found === null) return null
  if (found === 'stopped') return htmlResponse(publicPageOf(call, statusTitle(410), <StatusPage status={410} />), 410)
  const path = app.db.read((tx) => pathOfTenant(tx, found.tenant_id))
  if (!isShownOn(app, request.headers.get('host'), path)) throw notFound('report')
  return found
}

/** Whether it was opened by somebody who is not signed in as one of the agency: of the workspaces above, or the root itself. */
async function isOfAStranger(call: Call, { tenant_id }: Opened): Promise<boolean> {
  const { app, request } = call
  if (/prefetch/.test(request.headers.get('sec-purpose') ?? '')) return false
  const { parent_id } = app.db.read((tx) => readTenant(tx, tenant_id))
  const visitor = await visitorAt(call, parent_id ?? tenant_id)
  return !visitor?.caller && !visitor?.viewing
}
