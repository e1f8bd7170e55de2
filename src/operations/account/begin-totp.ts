import Type from 'typebox'
import { beginTotp as begin, userToSecure } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Id, SecretOnce } from '../../kernel/operation/shape.ts'

export const beginTotp = write({
  name: 'begin_totp',
  route: 'POST /profile/factors/totp',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Begin an authenticator app: its secret, shown once, for the app.',
  description:
    'It counts once POST /profile/factors/totp/{id}/confirm gets a code of it. One that was begun before ends. Draw `uri` as a QR code, or type `secret` (SHA-1, 6 digits, 30 seconds).',
  input: Type.Object({}),
  output: Type.Object({
    id: Id,
    secret: SecretOnce('Secret in base32'),
    uri: SecretOnce('Address of the form otpauth://totp/…'),
  }),
  example: {},
  faults: ['conflict'],

  handle({ tx, app, caller, changed }) {
    const begun = begin(tx, app, userToSecure(tx, caller))
    changed({ target: begun.id, after: { kind: 'totp' } })
    return begun
  },
})
