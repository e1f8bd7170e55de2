import Type from 'typebox'
import { countPeople, findUser, giveMembership, Role, readUser, UserDetail } from '../../domains/accounts/index.ts'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const addUserMembership = write({
  name: 'add_user_membership',
  route: 'POST /users/{id}/memberships',
  role: 'platform',
  proof: { when: ({ role }) => role === 'owner' || role === 'admin' },
  summary: 'Make a person a member of a workspace, or change a member’s role there.',
  description:
    'They need not accept. The plan of the workspace must have room for them, and the last owner of a workspace stays one. An account with an unverified address gets no rights beyond those it was created for.',
  input: Type.Object({ id: Type.String({ title: 'User' }), tenant_id: TenantId, role: Role }),
  output: UserDetail,
  example: { id: 'usr_ben', tenant_id: 'ten_bakery', role: 'admin' },
  faults: ['conflict', 'plan_limit'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, app, caller, subject: user, changed }, { tenant_id, role }) {
    const roleThere = () => readUser(tx, user.id).memberships.find((one) => one.tenant_id === tenant_id)?.role ?? null
    const before = roleThere()
    giveMembership(tx, caller, user, tenant_id, role)
    assertRoomInTree(tx, app, caller, tenant_id, 'members', countPeople)
    changed({ target: user.id, tenant_id, before: { role: before }, after: { role } })
    return readUser(tx, user.id)
  },
})
