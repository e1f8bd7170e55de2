import Type from 'typebox'
import { FactorRuleShape, factorRuleFields, installRule, ruleFrom, setInstallRule } from '../domains/accounts/index.ts'
import { read, write } from '../kernel/operation/operation.ts'

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

export const updateSecuritySettings = write({
  name: 'update_security_settings',
  route: 'PUT /settings/security',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Set who on this install needs a second factor: nobody, platform admins, or everyone.',
  description:
    'People without one reach only their own account until they add it. Keys and apps go on working unless `keys_too` is set. Days left out stay: a date already set holds. If nobody can sign in any more: `signalpost factors` on the stopped install.',
  input: Type.Object(factorRuleFields),
  output: FactorRuleShape,
  example: { second_factor: 'admins', grace_days: 7 },

  handle({ tx, changed }, asked) {
    const before = installRule(tx)
    const after = ruleFrom(tx.now, asked, before)
    setInstallRule(tx, after)
    changed({ target: 'security', before, after })
    return after
  },
})
