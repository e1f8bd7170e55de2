import Type from 'typebox'
import { findIdentity, IdentityId, ProviderId, unlink } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const deleteIdentity = write({
  name: 'delete_identity',
  route: 'DELETE /identity-providers/{id}/identities/{identity_id}',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Disconnect a person from an identity provider. Their account stays; they are signed out everywhere.',
  input: Type.Object({ id: ProviderId, identity_id: IdentityId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'idp_bakery', identity_id: 'idn_ben' },
  subject: (tx, _, { id, identity_id }) => findIdentity(tx, id!, identity_id!),

  handle({ tx, subject, changed }) {
    const { id, user_id, provider_id, email } = subject
    unlink(tx, subject)
    changed({ target: user_id, before: { provider: provider_id, email } })
    return { id, deleted: true }
  },
})
