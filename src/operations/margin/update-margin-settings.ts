import Type from 'typebox'
import { MarginSettings, marginFields, marginSettings, RATES_SETTING } from '../../domains/margin/index.ts'
import { CRAWL_SETTING, crawlSettings } from '../../domains/providers/index.ts'
import { write } from '../../kernel/operation.ts'
import { writeSetting } from '../../kernel/settings.ts'

export const updateMarginSettings = write({
  name: 'update_margin_settings',
  route: 'PUT /admin/margin/settings',
  role: 'platform',
  summary: 'Set what the margin is reckoned with. A field left out stays; null clears it.',
  input: Type.Partial(Type.Object(marginFields)),
  output: MarginSettings,
  example: { cost_per_indexed_usd: 0.0075, standard_check_usd: 0.003 },

  handle({ tx, changed }, { tier, standard_check_usd, live_check_usd, ...crawl }) {
    const before = marginSettings(tx)
    writeSetting(tx, CRAWL_SETTING, { ...crawlSettings(tx), ...crawl, ...(tier !== undefined && { plan_tier: tier }) })
    writeSetting(tx, RATES_SETTING, {
      standard_check_usd: standard_check_usd ?? before.standard_check_usd,
      live_check_usd: live_check_usd ?? before.live_check_usd,
    })
    const after = marginSettings(tx)
    changed({ target: 'margin', before, after })
    return after
  },
})
