/** A report as a page of its own: for anybody who has its address. */
import { type PartAsked, REPORT_PARTS } from '../../src/domains/reports/index.ts'
import type { Call, Markup } from '../../src/doors/pages/web.ts'
import { DocPage } from '../layout.tsx'
import { preferencesOf } from '../shell.tsx'
import { Cover, Foot, ReportBody } from './document.tsx'
import type { ReportDocument } from './shapes.ts'

export const reportPage = (call: Call, report: ReportDocument): Markup => (
  <DocPage
    title={report.kicker}
    brand={report.brand}
    preferences={preferencesOf(call)}
    head={<Cover {...report} />}
    foot={<Foot {...report} />}
  >
    <ReportBody {...report} />
  </DocPage>
)

/** The one part that is asked for, and which page of it. */
export function askedPart({ query }: Pick<Call, 'query'>): PartAsked {
  const only = REPORT_PARTS.find((part) => part === query.part) ?? null
  const page = Number.parseInt(query.page ?? '1', 10) || 1
  return { only, page: Math.max(1, Math.min(100_000, page)) }
}
