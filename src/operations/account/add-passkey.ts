import Type from 'typebox'
import {
  addPasskey as add,
  closeSessionsOf,
  Factor,
  factorView,
  findFactor,
  ownUser,
  siteOfSession,
} from '../../domains/accounts/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable, Secret, SecretOnce } from '../../kernel/operation/shape.ts'
import { LINE } from '../../kernel/operation/validation-errors.ts'

export const addPasskey = write({
  name: 'add_passkey',
  route: 'POST /profile/factors/passkeys',
  role: null,
  person: true,
  proof: true,
  summary: 'Add a passkey that was begun. It signs you in alone, in place of password and code.',
  description: 'Your other sessions are signed out. With your first factor come ten recovery codes, shown once.',
  input: Type.Object({
    name: Type.String({ title: 'Name', minLength: 1, maxLength: 60, pattern: LINE }),
    response: Secret({
      title: 'Answer of the passkey',
      maxLength: 16_000,
      description: 'PublicKeyCredential.toJSON() of the browser, as text',
    }),
  }),
  output: Type.Object({
    factor: Factor,
    recovery_codes: Nullable(Type.Array(SecretOnce('Recovery code'))),
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: {
    name: 'Notebook',
    response:
      '{"id":"cGFzc2tleSBvZiBBZGE","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiWTJoaGJHeGxibWRsSUc5bUlIUm9aU0JsZUdGdGNHeGxjeUJ2WmlCQlpHRSIsIm9yaWdpbiI6Imh0dHBzOi8vcHVzaC5ub3J0aHdpbmQuZXhhbXBsZSJ9","authenticatorData":"_wFEAaVh62fjaiTLWMW3LYnnfyv4-iPEemiXC8CrX2tFAAAAAAAAAAAAAAAAAAAAAAAAAAAADnBhc3NrZXkgb2YgQWRh","publicKey":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2vmkQf29mvlHePJ0EpraiyLyI-ftldnbmVXPdcd7hFuHxl5EMNr1gzSS8lzH4AfjgVZN2G01da2ZW8GgRWInww","publicKeyAlgorithm":-7}}',
  },
  faults: ['conflict'],

  handle({ tx, app, caller, changed }, { name, response }) {
    const site = siteOfSession(tx, app, caller.session_id ?? '')
    if (!site) throw conflict('Passkeys need https and a host name. Open this install at such an address.')
    const user = ownUser(tx, caller)
    const { id, recovery_codes } = add(tx, app, site, user, { name, response })
    const sessions_closed = closeSessionsOf(tx, user.id, caller.session_id)
    changed({ target: id, after: { kind: 'passkey', name, host: site.rp_id, sessions_closed } })
    return { factor: factorView(findFactor(tx, user.id, id)), recovery_codes, sessions_closed }
  },
})
