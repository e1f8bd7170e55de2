import Type from 'typebox'
import { makeRecoveryCodes as make, userToSecure, writeFactorLetter } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { SecretOnce } from '../../kernel/operation/shape.ts'

export const makeRecoveryCodes = write({
  name: 'make_recovery_codes',
  route: 'POST /profile/recovery-codes',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Make ten new recovery codes, shown once. The older ones end.',
  description: 'Each code signs you in once, in place of your second factor. Without a factor none is asked for.',
  input: Type.Object({}),
  output: Type.Object({ recovery_codes: Type.Array(SecretOnce('Recovery code')) }),
  example: {},

  handle({ tx, app, caller, changed }) {
    const user = userToSecure(tx, caller)
    const recovery_codes = make(tx, user.id)
    writeFactorLetter(tx, app, user, 'New recovery codes were made; the older ones ended.')
    changed({ target: user.id, after: { recovery_codes: recovery_codes.length } })
    return { recovery_codes }
  },
})
