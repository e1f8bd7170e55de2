import Type from 'typebox'
import { listMembersOf, Member, memberSorts } from '../../domains/accounts/index.ts'
import { ListOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../kernel/operation/shape.ts'

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
