import Type from 'typebox'
import { checkRates, MarginSettings, marginFields, marginSettings, RATES_SETTING } from '../index.ts'
import { CRAWL_SETTING, crawlSettings, SYNC_BATCHES } from '../../../domains/providers/index.ts'
import { patched, writeSetting } from '../../../kernel/database/settings.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const updateMarginSettings = write({
  name: 'update_margin_settings',
  route: 'PUT /admin/margin/settings',
  role: 'platform',
  summary: 'Set the settings of the margin. A field left out stays; null clears it.',
  input: Type.Partial(Type.Object(marginFields)),
  output: MarginSettings,
  example: { cost_per_indexed_usd: 0.0075, standard_check_usd: 0.003 },

  handle({ tx, app, changed }, given) {
    const before = marginSettings(tx)
    writeSetting(tx, CRAWL_SETTING, patched(crawlSettings(tx), { ...given, plan_tier: given.tier }))
    writeSetting(tx, RATES_SETTING, patched(checkRates(tx), given))
    const after = marginSettings(tx)
    changed({ target: 'margin', before, after })
    tx.afterCommit(() => app.wake(SYNC_BATCHES))
    return after
  },
})
