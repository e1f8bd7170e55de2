import Type from 'typebox'
import { FactorRuleShape, installRule } from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getSecuritySettings = read({
  name: 'get_security_settings',
  route: 'GET /settings/security',
  role: 'platform',
  summary: 'The people on this install who need a second factor.',
  input: Type.Object({}),
  output: FactorRuleShape,
  example: {},

  handle: ({ tx }) => installRule(tx),
})
