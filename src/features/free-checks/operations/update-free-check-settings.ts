import Type from 'typebox'
import { FREE_CHECKS_SETTING, FreeCheckSettings, freeCheckSettings } from '../index.ts'
import { patched, writeSetting } from '../../../kernel/database/settings.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const updateFreeCheckSettings = write({
  name: 'update_free_check_settings',
  route: 'PUT /admin/free-checks/settings',
  role: 'platform',
  summary: 'Set the caps of the free checks, their budget per day, and whether they are open. Omitted fields stay.',
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
