import Type from 'typebox'
import { DeletedProviderShape, deleteProvider, findProvider, ProviderId } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const deleteIdentityProvider = write({
  name: 'delete_identity_provider',
  route: 'DELETE /identity-providers/{id}',
  role: 'platform',
  person: true,
  proof: true,
  summary:
    'Delete an identity provider and end its sessions. Accounts stay; people without a password choose one by e-mail.',
  description: 'Memberships that its group rules gave stay too, as if people had given them.',
  input: Type.Object({ id: ProviderId }),
  output: DeletedProviderShape,
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle({ tx, subject, changed }) {
    const { id, name, issuer } = subject
    const sessions_ended = deleteProvider(tx, id)
    changed({ before: { name, issuer }, after: { sessions_ended } })
    return { id, deleted: true, sessions_ended }
  },
})
