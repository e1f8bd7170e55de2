import Type from 'typebox'
import { countUsers, USER_COLUMNS, User, UserStatus } from '../../domains/accounts/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listUsers = read({
  name: 'list_users',
  route: 'GET /users',
  role: 'platform',
  tool: {
    when: 'as a platform admin, to find a person of this install',
    returns: 'users with `id` and status',
    next: 'get_user',
    inputs: { q: 'Text in e-mail or name', status: 'Only accounts with this status' },
    brief: ['id', 'email', 'name', 'status'],
  },
  summary: 'People who have an account on this install.',
  description: '`q` searches e-mail and name; `status=pending` lists accounts that wait for approval.',
  input: Type.Object({
    ...listInput('created_at', 'email', 'name', 'last_seen_at'),
    q: Search,
    status: Type.Optional(UserStatus),
  }),
  output: ListOf(User),
  example: { status: 'active', sort: 'email' },

  handle({ tx }, { q, status, ...page }) {
    return searchList(
      tx,
      {
        select: USER_COLUMNS,
        from: 'users',
        core: { table: 'users', id: 'id' },
        where: [status ? { ...looseCondition('status = ?', status), in_order: '+status = ?' } : null],
        sought: { q, columns: ['email', 'name'] },
        sorts: { created_at: 'id', email: 'email', name: 'name, id', last_seen_at: 'last_seen_at, id' },
        total: q ? undefined : countUsers(tx, status),
      },
      page,
    )
  },
})
