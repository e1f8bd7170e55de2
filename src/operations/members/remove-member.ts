import Type from 'typebox'
import { findMember, removeMemberFrom } from '../../domains/accounts/index.ts'
import { endStranded } from '../../domains/oauth/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const removeMember = write({
  name: 'remove_member',
  route: 'DELETE /tenants/{id}/members/{uid}',
  role: 'admin',
  proof: true,
  tool: {
    when: 'to end a person’s access; keys that they made for the workspace stop',
    returns: '`deleted`',
    next: 'list_members',
    inputs: { uid: '`uid` of the member, from list_members' },
  },
  summary: 'Remove a member from a workspace.',
  description:
    'Their account stays; API keys that they made for the workspace and apps that they connected to it stop working. The last owner stays.',
  input: Type.Object({ id: TenantId, uid: Type.String({ title: 'Member' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'ten_northwind', uid: 'usr_ben' },
  faults: ['conflict'],
  subject: (tx, caller, { id, uid }) => findMember(tx, caller, id!, uid!),

  handle({ tx, caller, subject, changed }, { id, uid }) {
    removeMemberFrom(tx, caller, subject)
    endStranded(tx, subject.uid)
    changed({ tenant_id: id, target: uid, before: { email: subject.email, role: subject.role } })
    return { id: uid, deleted: true }
  },
})
