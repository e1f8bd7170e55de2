import Type from 'typebox'
import { FREE_CHECKS_SETTING, FreeCheckSettings, freeCheckSettings } from '../../domains/freechecks/index.ts'
import { write } from '../../kernel/operation.ts'
import { patched, writeSetting } from '../../kernel/settings.ts'

export const updateFreeCheckSettings = write({
  name: 'update_free_check_settings',
  route: 'PUT /admin/free-checks/settings',
  role: 'platform',
  summary:
    'Set the caps of the free checks, what they may cost a day, and whether they are open. A field that is left out stays.',
  input: Type.Partial(Type.Object(FreeCheckSettings.properties)),
  output: FreeCheckSettings,
  example: { daily_usd: 2.5, ip_per_day: 5 },

  handle({ tx, changed }, given) {
    const before = freeCheckSettings(tx)
    const after = patched(before, given)
    writeSetting(tx, FREE_CHECKS_SETTING, after)
    changed({ target: 'free_checks', before, after })
    return after
  },
})
