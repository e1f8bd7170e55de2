import Type from 'typebox'
import { diagnose, FindingShape, findProvider, ProviderId } from '../index.ts'
import { outbound } from '../../../kernel/operation/operation.ts'

export const testIdentityProvider = outbound({
  name: 'test_identity_provider',
  route: 'POST /identity-providers/{id}/test',
  role: 'platform',
  harmless: true,
  instead: 'a person, on the page of the provider',
  summary: 'Check the configuration, keys, clock and mail domains of an identity provider. Signs nobody in.',
  input: Type.Object({ id: ProviderId }),
  output: Type.Object({ ok: Type.Boolean(), findings: Type.Array(FindingShape) }),
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  async handle({ app, subject, signal }) {
    const findings = await diagnose(app, subject, signal)
    return { ok: findings.every(({ ok }) => ok), findings }
  },
})
