import Type from 'typebox'
import { FactorRuleShape, factorRuleFields, ruleFrom, ruleOf, setRule } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const setSecurityRule = write({
  name: 'set_security_rule',
  route: 'PUT /tenants/{id}/security',
  role: 'owner',
  person: true,
  proof: true,
  at_install: true,
  summary: 'Set who of a workspace, and of those below it, needs a second factor.',
  description:
    'People without one reach only their own account until they add it. The strictest rule of all their workspaces and of the install holds. Keys and apps go on working unless `keys_too` is set. Days left out stay: a date already set holds.',
  input: Type.Object({ id: TenantId, ...factorRuleFields }),
  output: FactorRuleShape,
  example: { id: 'ten_bakery', second_factor: 'admins', grace_days: 7 },

  handle({ tx, changed }, { id, ...asked }) {
    const before = ruleOf(tx, id)
    const after = ruleFrom(tx.now, asked, before)
    setRule(tx, id, after)
    changed({ tenant_id: id, target: id, before, after })
    return after
  },
})
