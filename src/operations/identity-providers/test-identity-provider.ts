import Type from 'typebox'
import { diagnose, FindingShape, findProvider, ProviderId } from '../../domains/sso/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const testIdentityProvider = outbound({
  name: 'test_identity_provider',
  route: 'POST /identity-providers/{id}/test',
  role: 'admin',
  harmless: true,
  tool: {
    when: 'when people cannot sign in through an identity provider, or before one is used',
    returns: 'what was checked: configuration, keys, PKCE, clock, mail domains',
    next: 'get_identity_provider has the addresses and the DNS records to set',
    inputs: { id: 'Id of the provider' },
    reaches_out: true,
    brief: ['ok', 'findings'],
  },
  summary: 'Check the configuration, keys, clock and mail domains of an identity provider. Signs nobody in.',
  input: Type.Object({ id: ProviderId }),
  output: Type.Object({ ok: Type.Boolean(), findings: Type.Array(FindingShape) }),
  example: { id: 'idp_bakery' },
  subject: (tx, caller, { id }) => findProvider(tx, caller, id!),

  async handle({ app, subject, signal }) {
    const findings = await diagnose(app, subject, signal)
    return { ok: findings.every(({ ok }) => ok), findings }
  },
})
