import Type from 'typebox'
import {
  allFactorsOf,
  countRecoveryCodes,
  Factor,
  factorView,
  ownUser,
  siteOfSession,
} from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

export const listFactors = read({
  name: 'list_factors',
  route: 'GET /profile/factors',
  role: null,
  person: true,
  summary: 'Your second factors, and how many recovery codes remain.',
  input: Type.Object({}),
  output: Type.Object({
    factors: Type.Array(Factor),
    recovery_codes: Type.Integer({ minimum: 0 }),
    rp_id: Nullable(Type.String({ description: 'The host of a new passkey; null where browsers have no passkeys' })),
  }),
  example: {},

  handle({ tx, app, caller }) {
    const { id } = ownUser(tx, caller)
    const rp_id = siteOfSession(tx, app, caller.session_id ?? null)?.rp_id ?? null
    return { factors: allFactorsOf(tx, id).map(factorView), recovery_codes: countRecoveryCodes(tx, id), rp_id }
  },
})
