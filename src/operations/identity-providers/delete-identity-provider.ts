import Type from 'typebox'
import { deleteProvider, findProvider, ProviderId } from '../../domains/sso/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteIdentityProvider = write({
  name: 'delete_identity_provider',
  route: 'DELETE /identity-providers/{id}',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Delete an identity provider. The accounts stay; people without a password choose one by e-mail.',
  description: 'Memberships that its group rules gave stay too, as if people had given them.',
  input: Type.Object({ id: ProviderId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle({ tx, subject, changed }) {
    const { id, name, issuer } = subject
    deleteProvider(tx, id)
    changed({ before: { name, issuer } })
    return { id, deleted: true }
  },
})
