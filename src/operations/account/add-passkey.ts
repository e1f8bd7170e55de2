import Type from 'typebox'
import {
  addPasskey as add,
  closeSessionsOf,
  Factor,
  FactorName,
  factorView,
  findFactor,
  newPasskeyFrom,
  PasskeyAnswer,
  siteOfSession,
  userToSecure,
} from '../../domains/accounts/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable, SecretOnce } from '../../kernel/operation/shape.ts'

export const addPasskey = outbound({
  name: 'add_passkey',
  route: 'POST /profile/factors/passkeys',
  role: null,
  person: true,
  at_install: true,
  local: true,
  proof: true,
  summary: 'Add the passkey that you began. It signs you in alone, in place of the password and a code.',
  description:
    'Each challenge is answered once, within 5 minutes (409 otherwise). Your other sessions are signed out. With your first factor come ten recovery codes, shown once.',
  input: Type.Object({ name: FactorName, response: PasskeyAnswer }),
  output: Type.Object({
    factor: Factor,
    recovery_codes: Nullable(Type.Array(SecretOnce('Recovery code'))),
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: {
    name: 'Notebook',
    response:
      '{"id":"cGFzc2tleSBvZiBBZGEhIQ","rawId":"cGFzc2tleSBvZiBBZGEhIQ","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiWTJoaGJHeGxibWRsSUc5bUlIUm9aU0JsZUdGdGNHeGxjeUJ2WmlCQlpHRSIsIm9yaWdpbiI6Imh0dHBzOi8vcHVzaC5ub3J0aHdpbmQuZXhhbXBsZSIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU_wFEAaVh62fjaiTLWMW3LYnnfyv4-iPEemiXC8CrX2tdAAAAAAAAAAAAAAAAAAAAAAAAAAAAEHBhc3NrZXkgb2YgQWRhISGlAQIDJiABIVggQoUUx1StyPo1jMQNJewlSF54p69hkT84PnEcEpKBvBUiWCCSi8DEFu1XcqdRFjKqq3PWRKzNj-DB5oREhtuOwi0XmA","transports":["internal"]},"clientExtensionResults":{}}',
  },
  faults: ['conflict'],

  async handle({ app, caller, read, write, changed }, { name, response }) {
    const { site, user } = read((tx) => ({
      site: siteOfSession(tx, app, caller.session_id ?? null),
      user: userToSecure(tx, caller),
    }))
    if (!site) throw conflict('Passkeys need HTTPS and a host name. Open this install at such an address.')
    const made = newPasskeyFrom(app, site, user, response)
    return write((tx) => {
      const { id, recovery_codes } = add(tx, app, site, user, { ...made, name })
      const sessions_closed = closeSessionsOf(tx, user.id, caller.session_id)
      changed({ target: id, after: { kind: 'passkey', name, rp_id: site.rp_id, sessions_closed } })
      return { factor: factorView(findFactor(tx, user.id, id)), recovery_codes, sessions_closed }
    })
  },
})
