import Type from 'typebox'
import { findProvider, IdentityShape, ProviderId, peopleOf } from '../../domains/sso/index.ts'
import { ListOf, list, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listIdentities = read({
  name: 'list_identities',
  route: 'GET /identity-providers/{id}/identities',
  role: 'admin',
  summary: 'People who are connected to an identity provider.',
  input: Type.Object({ id: ProviderId, ...listInput('linked_at') }),
  output: ListOf(IdentityShape),
  example: { id: 'idp_bakery' },
  subject: (tx, caller, { id }) => findProvider(tx, caller, id!),

  handle: ({ tx, subject }, { id: _, ...page }) => list(tx, peopleOf(subject.id), page),
})
