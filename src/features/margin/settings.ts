import Type from 'typebox'
import { crawlSettings } from '../../domains/providers/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { readSetting } from '../../kernel/database/settings.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { MOST, MOST_USD, Nullable } from '../../kernel/operation/shape.ts'

export const RATES_SETTING = 'check_rates'

/** Cost of a check in USD where the vendor's answer had none: list prices of a `site:` query. */
const RATES = { standard_check_usd: 0.003, live_check_usd: 0.01 }

export const marginFields = {
  tier: Nullable(Type.String({ title: 'Plan tier', maxLength: 100 })),
  cost_per_indexed_usd: Nullable(Type.Number({ title: 'Cost per indexed link, USD', minimum: 0, maximum: MOST_USD })),
  monthly_allowance: Nullable(Type.Integer({ title: 'Links per month', minimum: 0, maximum: MOST })),
  standard_check_usd: Type.Number({ title: 'Standard check, USD', minimum: 0, maximum: MOST_USD }),
  live_check_usd: Type.Number({ title: 'Live check, USD', minimum: 0, maximum: MOST_USD }),
}

export const MarginSettings = Shape('MarginSettings', marginFields)

export const checkRates = (tx: ReadTx): typeof RATES => ({
  ...RATES,
  ...readSetting<Partial<typeof RATES>>(tx, RATES_SETTING),
})

/** Tier, price and allowance live in the crawl settings: one value, two screens. */
export function marginSettings(tx: ReadTx) {
  const { plan_tier: tier, cost_per_indexed_usd, monthly_allowance } = crawlSettings(tx)
  return { tier, cost_per_indexed_usd, monthly_allowance, ...checkRates(tx) }
}
