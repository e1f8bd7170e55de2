import Type from 'typebox'
import { AccessSettings, accessSettings } from '../../features/signups/index.ts'
import { read } from '../../kernel/operation/operation.ts'

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
