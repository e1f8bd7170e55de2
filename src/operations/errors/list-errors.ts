import Type from 'typebox'
import { ERROR_COLUMNS, TrackedError } from '../../domains/system/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listErrors = read({
  name: 'list_errors',
  route: 'GET /errors',
  role: 'platform',
  tool: {
    when: 'as a platform admin, to see what went wrong inside this install',
    returns: 'failures, each kind once, latest first',
    next: 'resolve_error once fixed',
    inputs: { q: 'Text in message or place', resolved: 'Resolved ones alone, or open ones; both unless given' },
    brief: ['id', 'message', 'place', 'count', 'last_seen_at', 'resolved'],
  },
  summary: 'Unexpected failures, grouped by what they have in common. `q` searches message and place.',
  input: Type.Object({
    ...listInput('last_seen_at', 'first_seen_at', 'count'),
    q: Search,
    resolved: Type.Optional(Type.Boolean({ title: 'Resolved', description: 'Unless given, both' })),
  }),
  output: ListOf(TrackedError),
  example: { resolved: false },

  handle: ({ tx }, { q, resolved, ...page }) =>
    searchList(
      tx,
      {
        select: ERROR_COLUMNS,
        from: 'tracked_errors',
        where: [resolved === undefined ? null : looseCondition('resolved = ?', resolved ? 1 : 0)],
        sought: { q, columns: ['message', 'place'] },
        sorts: { last_seen_at: 'last_seen_at', first_seen_at: 'first_seen_at', count: 'count' },
        tie: 'id',
      },
      page,
    ),
})
