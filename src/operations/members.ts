import Type from 'typebox'
import {
  AddedMember,
  changeRole,
  findMember,
  invite,
  listMembersOf,
  Member,
  memberFields,
  memberSorts,
  Role,
  removeMemberFrom,
} from '../domains/accounts/index.ts'
import { endStranded } from '../domains/oauth/index.ts'
import { ListOf } from '../kernel/database/list.ts'
import { read, write } from '../kernel/operation/operation.ts'
import { OwnTenantId, TenantId } from '../kernel/operation/shape.ts'

export const addMember = write({
  name: 'add_member',
  route: 'POST /tenants/{id}/members',
  role: 'admin',
  proof: { when: ({ role }) => role === 'owner' || role === 'admin' },
  tool: {
    when: 'to let a person see or work in a workspace; a new address gets an e-mail with a one-time link',
    returns: 'the member; `invitation_url`, to hand over, for a new address',
    next: 'update_member_role or remove_member changes it',
    inputs: { email: 'E-mail address of the person', name: 'Name of the person, for a new address' },
    reaches_out: true,
    brief: ['uid', 'email', 'name', 'role', 'invitation_url'],
  },
  summary: 'Add a person to a workspace.',
  description:
    'A person with an account is asked by e-mail, and is a member once they accept (`joined`); until then `name` is what you call them. For a new address an account is created, and they get an e-mail with a one-time link to choose a password; `invitation_url` is the same link, for you to hand over. The same call renews an open invitation. An invitation ends when its inviter loses the right to make it. The role cannot be above yours.',
  input: Type.Object({ id: TenantId, ...memberFields }),
  output: AddedMember,
  example: { id: 'ten_bakery', email: 'baker@bakery.example', role: 'member', name: 'Bo' },
  faults: ['conflict', 'plan_limit'],

  handle({ tx, app, caller, changed }, { id, ...person }) {
    const added = invite(tx, app, caller, { tenant_id: id, ...person })
    changed({ tenant_id: id, target: added.uid })
    return added
  },
})

export const addOwnMember = write({
  name: 'add_own_member',
  route: 'POST /members',
  role: 'admin',
  proof: { when: ({ role }) => role === 'owner' || role === 'admin' },
  summary: 'Add a person to your workspace, or to one below it.',
  description: 'Like `POST /tenants/{id}/members`.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId), ...memberFields }),
  output: AddedMember,
  example: { email: 'new@northwind.example', role: 'client_viewer' },
  faults: ['conflict', 'plan_limit'],

  handle: ({ tx, app, caller }, { tenant_id = caller.tenant_id, ...person }) =>
    invite(tx, app, caller, { tenant_id, ...person }),
})

export const listMembers = read({
  name: 'list_members',
  route: 'GET /tenants/{id}/members',
  role: null,
  tool: {
    when: 'to see who belongs to a workspace',
    returns: 'members with `uid` and role',
    next: 'add_member, update_member_role, remove_member',
    brief: ['uid', 'email', 'name', 'role', 'status'],
  },
  summary: 'Members of a workspace. Members of a workspace above it can act in it too.',
  input: Type.Object({ id: TenantId, ...memberSorts }),
  output: ListOf(Member),
  example: { id: 'ten_northwind' },

  handle: ({ tx }, { id, ...page }) => listMembersOf(tx, id, page),
})

export const listOwnMembers = read({
  name: 'list_own_members',
  route: 'GET /members',
  role: null,
  summary: 'Members of your workspace, or of one below it.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId), ...memberSorts }),
  output: ListOf(Member),
  example: { sort: 'email' },

  handle: ({ tx, caller }, { tenant_id = caller.tenant_id, ...page }) => listMembersOf(tx, tenant_id, page),
})

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
