import type { RouteName } from '../../src/domains/providers/index.ts'
import type { AnswerOf } from '../../src/kernel/operation.ts'
import type { getCrawlSettings } from '../../src/operations/crawl/get-crawl-settings.ts'
import type { getSupplier } from '../../src/operations/providers/get-supplier.ts'
import type { Issue } from '../parts/form.tsx'

export type CrawlData = AnswerOf<typeof getCrawlSettings>
export type RouteData = CrawlData['routes'][RouteName]

export type SuppliersProps = {
  crawl: CrawlData
  sync: { frequency: string; time: string; tz: string }
  account: AnswerOf<typeof getSupplier>
  self: string
  /** Of the form that was sent, by its name. */
  sent?: { form: string; values: Readonly<Record<string, string | undefined>>; issues: readonly Issue[] }
  zone?: string
}
