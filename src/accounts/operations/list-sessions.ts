import Type from 'typebox'
import { millis } from '../../kernel/clock.ts'
import { ListOf, list, listInput, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { isWholePerson } from '../own-account.ts'
import { SESSION_COLUMNS, SessionShape } from '../shapes.ts'

export const listSessions = read({
  name: 'list_sessions',
  route: 'GET /profile/sessions',
  role: null,
  summary: 'Where you are signed in.',
  description: 'With an API key, where the person who made it is, unless the key can do less than they can.',
  input: Type.Object(listInput('created_at', 'last_seen_at')),
  output: ListOf(SessionShape),
  example: {},

  handle({ tx, caller }, page) {
    const found = list<Record<string, unknown> & { id: string }>(
      tx,
      {
        select: SESSION_COLUMNS,
        from: 'sessions',
        where: [
          when('user_id = ?', isWholePerson(tx, caller) ? caller.user_id : null),
          when('expires_at > ?', Math.floor(millis(tx.now) / 1000)),
        ],
        sorts: { created_at: 'created_at', last_seen_at: 'last_seen_at' },
        dir: 'desc',
        tie: 'id',
      },
      page,
    )
    return { ...found, items: found.items.map((one) => ({ ...one, current: one.id === caller.session_id })) }
  },
})
