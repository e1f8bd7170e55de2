import Type from 'typebox'
import { ERROR_COLUMNS, findError, readError, TrackedError, TrackedErrorWhole } from '../domains/system/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../kernel/database/list.ts'
import { searchList } from '../kernel/database/search.ts'
import { deleteError as remove, resolveError as resolve } from '../kernel/environment/errors.ts'
import { read, write } from '../kernel/operation/operation.ts'
import { Id } from '../kernel/operation/shape.ts'

export const deleteError = write({
  name: 'delete_error',
  route: 'DELETE /errors/{id}',
  role: 'platform',
  proof: false,
  summary: 'Forget a failure and its count. When it comes back it is a new one.',
  input: Type.Object({ id: Id }),
  output: Type.Object({ id: Id, deleted: Type.Literal(true) }),
  example: { id: 'err_odd' },
  subject: (tx, _caller, { id }) => findError(tx, id!),

  handle({ tx, subject, changed }, { id }) {
    remove(tx, id)
    changed({ before: { message: subject.message, place: subject.place, count: subject.count } })
    return { id, deleted: true }
  },
})

export const getError = read({
  name: 'get_error',
  route: 'GET /errors/{id}',
  role: 'platform',
  summary: 'One kind of failure: its trace, the days on which it happened, and who met it last.',
  input: Type.Object({ id: Id }),
  output: TrackedErrorWhole,
  example: { id: 'err_odd' },
  subject: (tx, _caller, { id }) => findError(tx, id!),
  handle: ({ tx, subject }) => readError(tx, subject.id),
})

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

export const resolveError = write({
  name: 'resolve_error',
  route: 'PATCH /errors/{id}',
  role: 'platform',
  tool: {
    when: 'as a platform admin, once a failure is fixed',
    returns: 'the failure',
    next: 'list_errors for what is left',
    inputs: { id: 'Of list_errors' },
  },
  summary: 'Mark a failure as resolved, or as open again. A resolved one that comes back opens automatically.',
  input: Type.Object({ id: Id, resolved: Type.Boolean({ title: 'Resolved', description: 'false: open again' }) }),
  output: TrackedError,
  example: { id: 'err_odd', resolved: true },
  subject: (tx, _caller, { id }) => findError(tx, id!),

  handle({ tx, subject, changed }, { id, resolved }) {
    resolve(tx, id, resolved)
    const after = findError(tx, id)
    changed({ before: subject, after })
    return after
  },
})
