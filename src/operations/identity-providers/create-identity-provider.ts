import Type from 'typebox'
import { createProvider, newProviderFields, ProviderShape, providerView } from '../../domains/sso/index.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { write } from '../../kernel/operation/operation.ts'

export const createIdentityProvider = write({
  name: 'create_identity_provider',
  route: 'POST /identity-providers',
  role: 'owner',
  person: true,
  proof: true,
  summary: 'Add an identity provider (OpenID Connect): Google Workspace, Microsoft Entra, or any other by its issuer.',
  description:
    'Code flow with PKCE, state and nonce; the signature of each ID token is verified. A person is found by the provider and its subject, never by an address: somebody who has an account connects it, signed in or by e-mail. Register the `redirect_uris` of the answer at the provider. One of a workspace signs people in to its tree alone.',
  input: Type.Object(newProviderFields),
  output: ProviderShape,
  example: {
    name: 'Bakery login',
    kind: 'generic',
    issuer: 'https://accounts.bakery.example',
    client_id: 'signalpost',
  },
  faults: ['conflict', 'validation_failed'],

  handle({ tx, app, caller, changed }, { level = 'workspace', tenant_id = caller.tenant_id, ...given }) {
    if (level === 'workspace') assertInUse(tx, tenant_id)
    const made = providerView(tx, app, createProvider(tx, app, caller, { level, tenant_id, ...given }))
    const { id, name, issuer, client_id, rules } = made
    changed({
      target: id,
      ...(made.tenant_id && { tenant_id: made.tenant_id }),
      after: { name, issuer, client_id, rules },
    })
    return made
  },
})
