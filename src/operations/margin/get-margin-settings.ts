import Type from 'typebox'
import { MarginSettings, marginSettings } from '../../domains/margin/index.ts'
import { read } from '../../kernel/operation.ts'

export const getMarginSettings = read({
  name: 'get_margin_settings',
  route: 'GET /admin/margin/settings',
  role: 'platform',
  summary: 'What the margin is reckoned with: tier, cost per indexed link, allowance, check rates.',
  input: Type.Object({}),
  output: MarginSettings,
  example: {},
  handle: ({ tx }) => marginSettings(tx),
})
