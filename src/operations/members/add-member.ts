import Type from 'typebox'
import { AddedMember, invite, memberFields } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

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
