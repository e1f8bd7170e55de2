import Type from 'typebox'
import {
  ACCESS_SETTING,
  AccessSettings,
  accessSettings,
  SignupMode,
  storedAccess,
} from '../../features/signups/index.ts'
import { patched, writeSetting } from '../../kernel/database/settings.ts'
import { write } from '../../kernel/operation/operation.ts'

export const updateAccessSettings = write({
  name: 'update_access_settings',
  route: 'PUT /settings/access',
  role: 'platform',
  summary: 'Set how people can sign up. A field left out stays.',
  description:
    'It applies to people who verify their address from now on; accounts that wait still need POST /users/{id}/approve.',
  input: Type.Object({ signup_mode: Type.Optional(SignupMode) }),
  output: AccessSettings,
  example: { signup_mode: 'open' },

  handle({ tx, app, changed }, given) {
    const before = storedAccess(tx)
    const after = patched(before, given)
    writeSetting(tx, ACCESS_SETTING, after)
    changed({ target: 'access', before, after })
    return accessSettings(tx, app)
  },
})
