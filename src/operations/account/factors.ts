import Type from 'typebox'
import {
  addPasskey as add,
  allFactorsOf,
  beginTotp as begin,
  closeSessionsOf,
  confirmTotp as confirm,
  countRecoveryCodes,
  creationOptions,
  Factor,
  FactorName,
  factorView,
  findFactor,
  makeRecoveryCodes as make,
  newPasskeyFrom,
  ownUser,
  PasskeyAnswer,
  removeFactor,
  renameFactor as rename,
  siteOfSession,
  userToSecure,
  writeFactorLetter,
} from '../../domains/accounts/index.ts'
import { said, text } from '../../kernel/language/say.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Id, Nullable, Secret, SecretOnce } from '../../kernel/operation/shape.ts'

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

export const confirmTotp = write({
  name: 'confirm_totp',
  route: 'POST /profile/factors/totp/{id}/confirm',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Confirm an authenticator app by its code. From then on you sign in with the password and a code.',
  description:
    'Your other sessions are signed out. With your first factor come ten recovery codes, shown once: each signs you in once when the factor is lost.',
  input: Type.Object({
    id: Type.String({ title: 'Factor' }),
    code: Secret({ title: text('Code'), maxLength: 64, description: text('The 6 digits that the app shows') }),
  }),
  output: Type.Object({
    factor: Factor,
    recovery_codes: Nullable(Type.Array(SecretOnce('Recovery code'))),
    sessions_closed: Type.Integer({ minimum: 0 }),
  }),
  example: { id: 'fac_ada', code: '302660' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findFactor(tx, caller.user_id ?? '', id!),

  handle({ tx, app, caller, subject, changed }, { id, code }) {
    const user = userToSecure(tx, caller)
    const recovery_codes = confirm(tx, app, user, subject, code)
    const sessions_closed = closeSessionsOf(tx, user.id, caller.session_id)
    changed({ target: id, after: { kind: 'totp', confirmed: true, sessions_closed } })
    return { factor: factorView(findFactor(tx, user.id, id)), recovery_codes, sessions_closed }
  },
})

export const beginPasskey = write({
  name: 'begin_passkey',
  route: 'POST /profile/factors/passkeys/options',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Begin a passkey: the options for the browser, with a challenge for 5 minutes.',
  description:
    'A passkey works at the address of the install. It needs HTTPS (or localhost) and a host name, not an IP address: 409 otherwise.',
  input: Type.Object({}),
  output: Type.Object({
    options: Type.String({ description: 'JSON for PublicKeyCredential.parseCreationOptionsFromJSON()' }),
  }),
  example: {},
  faults: ['conflict'],

  handle({ tx, app, caller, changed }) {
    const user = userToSecure(tx, caller)
    const site = siteOfSession(tx, app, caller.session_id ?? null)
    if (!site) throw conflict('Passkeys need HTTPS and a host name. Open this install at such an address.')
    changed({ target: user.id, after: { kind: 'passkey' } })
    return { options: JSON.stringify(creationOptions(tx, site, user)) }
  },
})

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

export const renameFactor = write({
  name: 'rename_factor',
  route: 'PATCH /profile/factors/{id}',
  role: null,
  person: true,
  at_install: true,
  summary: 'Rename one of your second factors.',
  input: Type.Object({ id: Type.String({ title: 'Factor' }), name: FactorName }),
  output: Factor,
  example: { id: 'fac_ada', name: 'Phone' },
  subject: (tx, caller, { id }) => findFactor(tx, caller.user_id ?? '', id!),

  handle({ tx, caller, subject, changed }, { id, name }) {
    rename(tx, id, name)
    changed({ target: id, before: { name: subject.name }, after: { name } })
    return factorView(findFactor(tx, caller.user_id ?? '', id))
  },
})

export const deleteFactor = write({
  name: 'delete_factor',
  route: 'DELETE /profile/factors/{id}',
  role: null,
  person: true,
  proof: true,
  at_install: true,
  summary: 'Remove one of your second factors. Your other sessions are signed out.',
  description:
    'The last one stays where a rule of the install or of a workspace asks for one. The recovery codes end with it.',
  input: Type.Object({ id: Type.String({ title: 'Factor' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'fac_ada' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findFactor(tx, caller.user_id ?? '', id!),

  handle({ tx, app, caller, subject, changed }, { id }) {
    const user = userToSecure(tx, caller)
    removeFactor(tx, app, user, subject)
    closeSessionsOf(tx, user.id, caller.session_id)
    changed({ target: id, before: { kind: subject.kind, name: subject.name } })
    return { id, deleted: true }
  },
})

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
    writeFactorLetter(tx, app, user, said('New recovery codes were made; the older ones ended.'))
    changed({ target: user.id, after: { recovery_codes: recovery_codes.length } })
    return { recovery_codes }
  },
})
