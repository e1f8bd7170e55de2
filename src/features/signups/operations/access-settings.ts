import Type from 'typebox'
import { patched, writeSetting } from '../../../kernel/database/settings.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { ACCESS_SETTING, AccessSettings, accessSettings, SignupMode, storedAccess } from '../index.ts'

export const getAccessSettings = read({
  name: 'get_access_settings',
  route: 'GET /settings/access',
  role: 'platform',
  summary: 'The rules for sign-ups, and the credits of the free plan.',
  input: Type.Object({}),
  output: AccessSettings,
  example: {},
  handle: ({ tx, app }) => accessSettings(tx, app),
})

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
