import Type from 'typebox'
import { FactorRuleShape, ruleOf } from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getSecurityRule = read({
  name: 'get_security_rule',
  route: 'GET /tenants/{id}/security',
  role: 'admin',
  instead: 'list_members',
  summary: 'The people of a workspace who need a second factor.',
  input: Type.Object({ id: TenantId }),
  output: FactorRuleShape,
  example: { id: 'ten_bakery' },

  handle: ({ tx }, { id }) => ruleOf(tx, id),
})
