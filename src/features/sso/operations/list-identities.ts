import Type from 'typebox'
import { findProvider, IdentityShape, ProviderId, peopleOf } from '../index.ts'
import { ListOf, list, listInput } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const listIdentities = read({
  name: 'list_identities',
  route: 'GET /identity-providers/{id}/identities',
  role: 'platform',
  summary: 'People who are connected to an identity provider.',
  input: Type.Object({ id: ProviderId, ...listInput('linked_at') }),
  output: ListOf(IdentityShape),
  example: { id: 'idp_bakery' },
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle: ({ tx, subject }, { id: _, ...page }) => list(tx, peopleOf(subject.id), page),
})
