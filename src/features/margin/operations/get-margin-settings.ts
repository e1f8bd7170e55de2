import Type from 'typebox'
import { MarginSettings, marginSettings } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getMarginSettings = read({
  name: 'get_margin_settings',
  route: 'GET /admin/margin/settings',
  role: 'platform',
  summary: 'Settings of the margin: tier, cost per indexed link, allowance, check rates.',
  input: Type.Object({}),
  output: MarginSettings,
  example: {},
  handle: ({ tx }) => marginSettings(tx),
})
