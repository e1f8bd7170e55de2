import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { RouteName } from '../../src/domains/providers/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getIntegrations } from '../../src/operations/checks.ts'
import type { getCrawlSettings } from '../../src/operations/crawl.ts'
import type { getSupplier } from '../../src/operations/providers/suppliers.ts'
import type { getProviderScoreboard, getProviders } from '../../src/operations/providers/usage.ts'
import type { FormOf, RefusedForm } from '../screens/form-screen.tsx'

export type CrawlData = AnswerOf<typeof getCrawlSettings>
export type RouteData = CrawlData['routes'][RouteName]
export type EnginesData = AnswerOf<typeof getIntegrations>
export type EngineData = NonNullable<EnginesData['engines'][EngineSlot]>
export type ProvidersData = AnswerOf<typeof getProviders>
export type DuelData = AnswerOf<typeof getProviderScoreboard>['duel']
/** Secrets that each adapter needs, to name the fields to fill in. */
export type SlotNeeds = Readonly<Record<string, readonly string[]>>

/** Subject of a row and its panel: a crawl route, a slot of a check engine, or Search Console. */
export type Subject = RouteName | EngineSlot | 'search_console'

export type FormName = Subject | 'balance' | 'sync' | 'account' | 'place'
export type SupplierForms = Readonly<Record<FormName, FormOf>>

export type SuppliersProps = {
  crawl: CrawlData
  sync: { frequency: string; time: string; tz: string }
  account: AnswerOf<typeof getSupplier>
  engines: EnginesData
  providers: ProvidersData
  duel: DuelData
  wants: SlotNeeds
  forms: SupplierForms
  self: string
  /** Subject of the open panel. */
  of?: Subject | undefined
  /** The engine chosen in the panel, before it is saved. */
  adapter?: string | undefined
  /** The refused form, by its name. */
  refused?: ({ form: string } & RefusedForm) | undefined
  zone?: string
}

export const SUPPLIERS = '/app/platform/suppliers'
