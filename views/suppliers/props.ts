import type { RouteName } from '../../src/domains/providers/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getCrawlSettings } from '../../src/operations/crawl/get-crawl-settings.ts'
import type { getSupplier } from '../../src/operations/providers/get-supplier.ts'
import type { Issue } from '../parts/form.tsx'

export type CrawlData = AnswerOf<typeof getCrawlSettings>
export type RouteData = CrawlData['routes'][RouteName]

/** A form that was sent and is shown again, by its name. */
export type SentForm = {
  form: string
  values: Readonly<Record<string, string | undefined>>
  issues: readonly Issue[]
}

export type SuppliersProps = {
  crawl: CrawlData
  sync: { frequency: string; time: string; tz: string }
  account: AnswerOf<typeof getSupplier>
  self: string
  sent?: SentForm | undefined
  zone?: string
}
