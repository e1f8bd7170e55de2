/** A public report page, for anyone who has its address. */

import { type Call, htmlResponse, type Markup } from '../../src/doors/pages/web.ts'
import { type PartQuery, REPORT_PARTS, type Stopped } from '../../src/features/reports/index.ts'
import { readerFor } from '../../src/features/reports/months/visitors.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { brandFor } from '../branding.ts'
import { DocPage } from '../layout.tsx'
import { StatusPage } from '../parts/page/status-pages.tsx'
import { preferencesOf, publicPageOf } from '../shell.tsx'
import { Cover, Foot, ReportBody } from './document.tsx'
import type { ReportDocument } from './shapes.ts'

/** `shown`: where the page reports that a person sees it. */
export const reportPage = (call: Call, report: ReportDocument, shown?: string): Markup => (
  <DocPage
    to={report.to}
    title={report.kicker}
    brand={report.brand}
    preferences={preferencesOf(call)}
    head={<Cover {...report} />}
    foot={<Foot {...report} />}
  >
    <ReportBody {...report} />
    {shown && <span hidden data-shown={shown} />}
  </DocPage>
)

/** The report of the address, or the page that says, in the name of its agency, that it is no longer shared. */
export function openOrStopped<T extends object | null>(call: Call, found: T | Stopped): T | Response {
  if (found === null || !('stopped_of' in found)) return found
  const brand = brandFor(call, found.stopped_of)
  const to = readerFor(call, found.stopped_of)
  const title = say(to, 'No longer shared')
  const message = say(to, 'This report is not shared any more. Ask {agency} for it.', { agency: brand.name })
  const page = <StatusPage status={410} title={title} message={message} />
  return htmlResponse(publicPageOf(call, title, page, { brand, to }), 410)
}

/** The part in the query, and the page of its list. */
export function askedPart({ query }: Pick<Call, 'query'>): PartQuery {
  const only = REPORT_PARTS.find((part) => part === query.part) ?? null
  const page = Number.parseInt(query.page ?? '1', 10) || 1
  return { only, page: Math.max(1, Math.min(100_000, page)) }
}

/** A file reads every link of the report and a page sorts them, so each report has a limit for both. */
const FILES_PER_MINUTE = 10
const PAGES_PER_MINUTE = 120

/** Counts a download of a shared report. @throws Fault rate_limited, with the time to wait */
export const takeFile = (call: Call): void => take(call, 'file', FILES_PER_MINUTE)

/** Counts a view of a shared report, likewise. */
export const takePage = (call: Call): void => take(call, 'page', PAGES_PER_MINUTE)

function take({ app, params }: Call, what: string, per_minute: number): void {
  try {
    app.limits.take(`${what}s of ${params.token}`, per_minute, null)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const text = `This ${what} can be had ${per_minute} times a minute, and that was more.`
    throw new Fault('rate_limited', text, error.details, error.retry_after)
  }
}
