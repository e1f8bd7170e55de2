/** A client's month, for the agency that makes the report and for its readers. */

import { type Call, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { MANY, type PartListed, type ReportPart } from '../../../src/features/reports/index.ts'
import {
  frozenMonth,
  liveMonth,
  noteReader,
  readerFor,
  type SharedMonth,
  sharedMonthAt,
} from '../../../src/features/reports/months/visitors.ts'
import {
  getMonthReport,
  getMonthReports,
  listMonthReportPages,
  saveMonthReport,
  shareMonthReport,
  unshareMonthReport,
} from '../../../src/features/reports/operations/months.ts'
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { notFound } from '../../../src/kernel/operation/fault.ts'
import { hasBegun, isMonth } from '../../../src/kernel/time/periods.ts'
import { brandFor } from '../../branding.ts'
import { issuesIn } from '../../form-refusal.ts'
import { isOwnPerson } from '../../kit/own-person.ts'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { fieldsOf, type Issue } from '../../parts/forms/form.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { act } from '../../screens/act.ts'
import { askScreen } from '../../screens/ask-screen.ts'
import { drawPage, may, mayWrite, zoneOf } from '../../shell.tsx'
import { sendScreens } from '../deliveries/send-pages.tsx'
import { forDeciders } from '../issues/deciders.ts'
import { deskScreens } from '../issues/desk.tsx'
import { issueScreens } from '../issues/issue.tsx'
import { documentOfIssue } from '../issues/issue-document.ts'
import { scheduleScreens } from '../issues/schedule.tsx'
import { leftOutOfPeriod } from '../left-out.tsx'
import { askedPart, openOrStopped, reportPage, takeFile, takePage } from '../public-page.tsx'
import { clientMonthScreens } from './clients-pages.tsx'
import { documentOfMonth, type MonthProps } from './month.tsx'
import { issueFile, monthFile } from './month-file.ts'
import { Months, monthsHead, Studio, studioHead } from './months.tsx'
import { renewing, stopping } from './sharing.tsx'

export const monthScreens: readonly Screen[] = [
  page('/reports', months),
  ...clientMonthScreens,
  ...forDeciders([...deskScreens, ...issueScreens]),
  ...scheduleScreens,
  ...sendScreens,
  page('/reports/:month', (call) => studio(call)),
  page('/reports/:month/csv', async (call) =>
    monthFile(call, call.caller.tenant_id, (await reportIn(call)).month, ENGLISH),
  ),
  act(
    '/reports/:month',
    saveMonthReport,
    (call) => goTo(thisMonth(call), { text: say(zoneOf(call), 'Saved.') }),
    idOf,
    { refused },
  ),
  act(
    '/reports/:month/share',
    shareMonthReport,
    (call) => goTo(thisMonth(call), { text: say(zoneOf(call), 'Shared. Copy its address and send it.') }),
    (call) => ({ ...idOf(call), renew: false }),
  ),
  ...askScreen({
    ...asked('renew', renewing),
    operation: shareMonthReport,
    more: (call) => ({ ...idOf(call), renew: true }),
    done: (call) =>
      goTo(thisMonth(call), { text: say(zoneOf(call), 'Renewed. The address of before shows nothing now.') }),
  }),
  ...askScreen({
    ...asked('stop', stopping),
    operation: unshareMonthReport,
    more: idOf,
    done: (call) => goTo(thisMonth(call), { text: say(zoneOf(call), 'The report is no longer shared.') }),
  }),
]

const listOf = ({ base }: SignedInCall): string => `${base}/reports`
const thisMonth = (call: SignedInCall): string => `${listOf(call)}/${call.params.month}`
const shares = (call: SignedInCall): boolean => may(call, shareMonthReport)

/** The month in the address; visitors who may not make reports see shared ones only. */
async function reportIn(call: SignedInCall) {
  const { app, caller, params } = call
  const month = params.month ?? ''
  if (!isMonth(month) || !hasBegun(month, app.clock.now())) throw notFound('report')
  const report = await call.call(getMonthReport, { id: caller.tenant_id, month })
  if (report.state !== 'shared' && !shares(call)) throw notFound('report')
  return report
}

async function months(call: SignedInCall) {
  const { tenant_name, kind, months } = await call.call(getMonthReports, { id: call.caller.tenant_id })
  const push = mayWrite(call) ? `${call.base}/push` : undefined
  return drawPage(
    call,
    monthsHead(zoneOf(call), tenant_name),
    <Months
      months={months}
      self={listOf(call)}
      push={push}
      sends={shares(call)}
      scheduled={shares(call) && kind === 'client' ? `${listOf(call)}/desk?state=all` : null}
      zone={zoneOf(call)}
    />,
  )
}

async function studio(call: SignedInCall, refused: { issues?: Issue[]; values?: Record<string, unknown> } = {}) {
  const { caller } = call
  const report = await reportIn(call)
  const { month, comment, contact, tenant_name, url, ...document } = report
  const asked = askedPart(call)
  const parts = asked.only ? [await partAlone(call, month, asked.only, asked.page)] : document.parts
  const shown: MonthProps = {
    month,
    comment,
    contact,
    document: { ...document, parts },
    to: readerFor(call, caller.tenant_id),
    ...around(
      call,
      { id: caller.tenant_id, name: tenant_name },
      { self: thisMonth(call), asks: (await isOwnPerson(call)) ? call.base : null },
    ),
    only: asked.only,
  }
  const words = shares(call) ? fieldsOf(saveMonthReport.input, ['comment', 'contact']) : null
  const props = {
    ...shown,
    ...refused,
    report,
    url,
    words,
    list: listOf(call),
    left_out: await leftOutOfPeriod(call, { id: caller.tenant_id, name: tenant_name }, month),
    hides: caller.viewing !== undefined,
    zone: zoneOf(call),
  }
  return drawPage(call, studioHead(props), <Studio {...props} />)
}

/** One page of a part's list. */
async function partAlone(call: SignedInCall, month: string, part: ReportPart, page: number): Promise<PartListed> {
  const asked = { id: call.caller.tenant_id, month, part, page, page_size: MANY }
  const { items, total } = await call.call(listMonthReportPages, asked)
  return { part, pages: Math.max(1, total), items, page, page_size: MANY }
}

/** Client, brand and address of the report. */
const around = (
  call: Call,
  { id, name }: { id: string; name: string },
  { self, asks }: { self: string; asks: string | null },
) => ({ client: name, brand: brandFor(call, id), at: call.app.clock.now(), self, asks, csv: `${self}/csv` })

async function refused(call: SignedInCall, error: unknown) {
  return htmlResponse(await studio(call, { issues: issuesIn(error, [], zoneOf(call)), values: call.form }), 422)
}

function idOf({ caller }: SignedInCall) {
  return { id: caller.tenant_id }
}

function asked(name: string, question: (to: Reader, month: string) => Question) {
  return {
    at: `/reports/:month/${name}`,
    of: reportIn,
    question: ({ month }: { month: string }, call: SignedInCall) => question(zoneOf(call), month),
    crumbs: (call: SignedInCall, { month }: { month: string }) => [
      { label: say(zoneOf(call), 'Reports'), href: listOf(call) },
      { label: periodWord(month, zoneOf(call)), href: thisMonth(call) },
    ],
  }
}

/** The shared month report of the address, for anyone; null when the address is not one of a report. */
export async function sharedMonth(call: Call) {
  const found = openedBy(call)
  if (found === null || found instanceof Response) return found
  takePage(call)
  if (found.issue_id) return frozenReport(call, found, found.issue_id)
  const asked = askedPart(call)
  const { tenant, to, ...text } = await liveMonth(call, found, asked)
  const self = `/r/${call.params.token}`
  const props = { month: found.month, to, ...text, only: asked.only, ...around(call, tenant, { self, asks: self }) }
  return reportPage(call, documentOfMonth(props), `${self}/shown`)
}

/** A frozen report, with a link to the live figures when they are shared. */
function frozenReport(call: Call, found: SharedMonth, issue_id: string) {
  const { issue, live, to } = frozenMonth(call, found, issue_id)
  const brand = brandFor(call, found.tenant_id)
  const self = `/r/${call.params.token}`
  const document = documentOfIssue(issue, {
    to,
    brand,
    self,
    asks: self,
    live,
    asked: askedPart(call),
    csv: `${self}/csv`,
  })
  return reportPage(call, document, `${self}/shown`)
}

/** Counts a reader. The page asks this itself once a person sees it: programs that only fetch links do not. */
export async function monthShown(call: Call): Promise<Response> {
  const found = sharedMonthAt(call)
  if (found === null) throw notFound('report')
  takePage(call)
  if (!('stopped_of' in found)) await noteReader(call, found)
  return new Response(null, { status: 204 })
}

/** The same report as a file. */
export function sharedMonthFile(call: Call): Response | null {
  const found = openedBy(call)
  if (found === null || found instanceof Response) return found
  takeFile(call)
  if (found.issue_id) {
    const { issue, to } = frozenMonth(call, found, found.issue_id)
    return issueFile(call, found.tenant_id, issue, to)
  }
  return monthFile(call, found.tenant_id, found.month, readerFor(call, found.tenant_id))
}

const openedBy = (call: Call): SharedMonth | Response | null => openOrStopped(call, sharedMonthAt(call))
