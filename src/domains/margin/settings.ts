import Type from 'typebox'
import type { ReadTx } from '../../kernel/database.ts'
import { Shape } from '../../kernel/named.ts'
import { readSetting } from '../../kernel/settings.ts'
import { Nullable } from '../../kernel/shape.ts'
import { crawlSettings } from '../providers/index.ts'

export const RATES_SETTING = 'check_rates'

/** What a check costs where the vendor's answer did not say, USD: list prices of a `site:` query. */
const RATES = { standard_check_usd: 0.003, live_check_usd: 0.01 }

export const marginFields = {
  tier: Nullable(Type.String({ title: 'Plan tier', maxLength: 100 })),
  cost_per_indexed_usd: Nullable(Type.Number({ title: 'Cost per indexed link, USD', minimum: 0 })),
  monthly_allowance: Nullable(Type.Integer({ title: 'Links a month', minimum: 0 })),
  standard_check_usd: Type.Number({ title: 'Standard check, USD', minimum: 0 }),
  live_check_usd: Type.Number({ title: 'Live check, USD', minimum: 0 }),
}

export const MarginSettings = Shape('MarginSettings', marginFields)

export const checkRates = (tx: ReadTx): typeof RATES => ({
  ...RATES,
  ...readSetting<Partial<typeof RATES>>(tx, RATES_SETTING),
})

/** Tier, price and allowance are those of the crawl settings: one truth, two screens. */
export function marginSettings(tx: ReadTx) {
  const { plan_tier: tier, cost_per_indexed_usd, monthly_allowance } = crawlSettings(tx)
  return { tier, cost_per_indexed_usd, monthly_allowance, ...checkRates(tx) }
}
