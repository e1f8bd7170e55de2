import Type from 'typebox'
import { creationOptions, ownUser, siteOfSession } from '../../domains/accounts/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

export const beginPasskey = write({
  name: 'begin_passkey',
  route: 'POST /profile/factors/passkeys/options',
  role: null,
  person: true,
  proof: true,
  summary: 'Begin a passkey: the options for the browser, with a challenge for 5 minutes.',
  description:
    'A passkey is for the host that you are signed in at. It needs https (or localhost) and a name, not a bare address: 409 otherwise.',
  input: Type.Object({}),
  output: Type.Object({
    options: Type.String({ description: 'JSON for PublicKeyCredential.parseCreationOptionsFromJSON()' }),
  }),
  example: {},
  faults: ['conflict'],

  handle({ tx, app, caller, changed }) {
    const site = siteOfSession(tx, app, caller.session_id ?? '')
    if (!site) throw conflict('Passkeys need https and a host name. Open this install at such an address.')
    const user = ownUser(tx, caller)
    changed({ target: user.id, after: { kind: 'passkey' } })
    return { options: JSON.stringify(creationOptions(tx, site, user, 'Signalpost')) }
  },
})
