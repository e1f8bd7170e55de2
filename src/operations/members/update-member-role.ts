import Type from 'typebox'
import { changeRole, findMember, Member, Role } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const updateMemberRole = write({
  name: 'update_member_role',
  route: 'PATCH /tenants/{id}/members/{uid}',
  role: 'admin',
  proof: { when: ({ role }) => role === 'owner' || role === 'admin' },
  tool: {
    when: 'to let a member do more or less',
    returns: 'the member',
    next: 'list_members',
    inputs: { uid: '`uid` of the member, from list_members' },
    takes_away: true,
  },
  summary: 'Change the role of a member.',
  description:
    'Neither the old nor the new role may be above yours, and the last owner stays one. A higher role ends an invitation that was not opened yet: add the person again in that role, and they get a new one.',
  input: Type.Object({ id: TenantId, uid: Type.String({ title: 'Member' }), role: Role }),
  output: Member,
  example: { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' },
  faults: ['conflict'],
  subject: (tx, caller, { id, uid }) => findMember(tx, caller, id!, uid!),

  handle({ tx, caller, subject, changed }, { id, uid, role }) {
    changeRole(tx, caller, subject, role)
    changed({ tenant_id: id, target: uid, before: { role: subject.role }, after: { role } })
    return { ...subject, role }
  },
})
