import Type from 'typebox'
import { findMember, findUser, readUser, removeMemberFrom, UserDetail } from '../../domains/accounts/index.ts'
import { endStranded } from '../../domains/oauth/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const removeUserMembership = write({
  name: 'remove_user_membership',
  route: 'DELETE /users/{id}/memberships/{tid}',
  role: 'platform',
  proof: true,
  summary: 'Remove a person from a workspace.',
  description:
    'Their keys for it and their connected apps there stop; an open invitation is withdrawn. The last owner stays.',
  input: Type.Object({ id: Type.String({ title: 'User' }), tid: TenantId }),
  output: UserDetail,
  example: { id: 'usr_ben', tid: 'ten_northwind' },
  faults: ['conflict'],
  subject(tx, caller, { id, tid }) {
    findUser(tx, id!)
    return findMember(tx, caller, tid!, id!)
  },

  handle({ tx, caller, subject: member, changed }, { tid }) {
    removeMemberFrom(tx, caller, member)
    endStranded(tx, member.uid)
    changed({ target: member.uid, tenant_id: tid, before: { role: member.role } })
    return readUser(tx, member.uid)
  },
})
