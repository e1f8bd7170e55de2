import Type from 'typebox'
import { createProvider, newProviderFields, ProviderShape, providerView } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const createIdentityProvider = write({
  name: 'create_identity_provider',
  route: 'POST /identity-providers',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Add an identity provider (OpenID Connect): Google Workspace, Microsoft Entra, or any other by its issuer.',
  description:
    'Code flow with PKCE, state and nonce; the signature of each ID token is verified. A person is found by the provider and its subject, never by an address: somebody who has an account connects it, signed in or by e-mail. Register the `redirect_uri` of the answer at the provider.',
  input: Type.Object(newProviderFields),
  output: ProviderShape,
  example: {
    name: 'Northwind login',
    kind: 'generic',
    issuer: 'https://accounts.northwind.example',
    client_id: 'signalpost',
  },
  faults: ['conflict', 'validation_failed'],

  handle({ tx, app, changed }, given) {
    const made = providerView(tx, app, createProvider(tx, app, given))
    const { id, name, issuer, client_id, rules } = made
    changed({ target: id, after: { name, issuer, client_id, rules } })
    return made
  },
})
