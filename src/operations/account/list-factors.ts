import Type from 'typebox'
import { allFactorsOf, countRecoveryCodes, Factor, factorView, ownUser } from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listFactors = read({
  name: 'list_factors',
  route: 'GET /profile/factors',
  role: null,
  person: true,
  summary: 'Your second factors, and how many recovery codes remain.',
  input: Type.Object({}),
  output: Type.Object({ factors: Type.Array(Factor), recovery_codes: Type.Integer({ minimum: 0 }) }),
  example: {},

  handle({ tx, caller }) {
    const { id } = ownUser(tx, caller)
    return { factors: allFactorsOf(tx, id).map(factorView), recovery_codes: countRecoveryCodes(tx, id) }
  },
})
