import Type from 'typebox'
import { deviceOf, isWholePerson, SESSION_COLUMNS, SessionShape } from '../../domains/accounts/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { millis } from '../../kernel/time/clock.ts'

export const listSessions = read({
  name: 'list_sessions',
  route: 'GET /profile/sessions',
  role: null,
  summary: 'Your active sessions.',
  description:
    'With an API key, the sessions of the person who made it, unless the key has fewer rights than they have.',
  input: Type.Object(listInput('created_at', 'last_seen_at')),
  output: ListOf(SessionShape),
  example: {},

  handle({ tx, caller }, page) {
    const found = list<Row>(
      tx,
      {
        select: SESSION_COLUMNS,
        from: 'sessions',
        where: [
          when('user_id = ?', isWholePerson(tx, caller) ? caller.user_id : null),
          when('expires_at > ?', Math.floor(millis(tx.now) / 1000)),
        ],
        sorts: { created_at: 'created_at', last_seen_at: 'last_seen_at' },
        tie: 'id',
      },
      page,
    )
    const shown = (row: Row) => ({ ...row, device: deviceOf(row.user_agent), current: row.id === caller.session_id })
    return { ...found, items: found.items.map(shown) }
  },
})

type Row = Record<string, unknown> & { id: string; user_agent: string | null }
