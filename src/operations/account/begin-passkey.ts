import Type from 'typebox'
import { creationOptions, siteOfSession, userToSecure } from '../../domains/accounts/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

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
