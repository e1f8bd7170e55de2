import Type from 'typebox'
import { listMembersOf, Member, memberSorts } from '../../domains/accounts/index.ts'
import { ListOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

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
