import Type from 'typebox'
import { isWholePerson } from '../../domains/accounts/index.ts'
import { AddedPeople, addedBy, endGrant, grantOf } from '../../domains/oauth/index.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteOauthGrant = write({
  name: 'delete_oauth_grant',
  route: 'DELETE /oauth/grants/{id}',
  role: null,
  proof: false,
  summary: 'Disconnect an app: its tokens stop at once.',
  input: Type.Object({ id: Type.String({ title: 'Connection' }) }),
  output: Type.Object({ id: Type.String(), revoked: Type.Boolean(), added: AddedPeople }),
  example: { id: 'gra_ada' },
  subject(tx, caller, { id }) {
    const found = grantOf(tx, id!, caller.user_id)
    if (!found || !isWholePerson(tx, caller)) throw notFound('connected app')
    return found
  },

  handle({ tx, subject, changed }) {
    endGrant(tx, subject.id)
    changed({ target: subject.id, before: { client_name: subject.client_name } })
    return { id: subject.id, revoked: true, added: addedBy(tx, subject.id) }
  },
})
