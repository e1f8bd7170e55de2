import Type from 'typebox'
import {
  deviceOf,
  isWholePerson,
  removeSession,
  SESSION_COLUMNS,
  SessionShape,
  sessionOf,
} from '../../domains/accounts/index.ts'
import { AddedPeople, addedBy, endGrant, GRANT_COLUMNS, GrantShape, grantOf } from '../../domains/oauth/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
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

export const deleteSession = write({
  name: 'delete_session',
  route: 'DELETE /profile/sessions/{sid}',
  role: null,
  proof: true,
  summary: 'Sign out one of your sessions.',
  input: Type.Object({ sid: Type.String({ title: 'Session' }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { sid: 'ses_ada' },
  subject(tx, caller, { sid }) {
    if (caller.user_id === null || !isWholePerson(tx, caller)) throw notFound('session')
    return sessionOf(tx, caller.user_id, sid!)
  },

  handle({ tx, subject, changed }) {
    removeSession(tx, subject.id)
    changed({ target: subject.id })
    return { id: subject.id, deleted: true }
  },
})

export const listOauthGrants = read({
  name: 'list_oauth_grants',
  route: 'GET /oauth/grants',
  role: null,
  summary: 'Apps that are connected to your login, newest first.',
  description:
    'With an API key, those of the person who made it, unless the key has fewer rights than they have. An app sees none.',
  input: Type.Object(listInput('created_at')),
  output: ListOf(Shape('ConnectedAppDetail', { ...GrantShape.properties, added: AddedPeople })),
  example: {},

  handle({ tx, caller }, page) {
    const found = list<{ id: string }>(
      tx,
      {
        select: GRANT_COLUMNS,
        from: 'oauth_grants g join tenants t on t.id = g.tenant_id',
        where: [
          when('g.user_id = ?', isWholePerson(tx, caller) ? caller.user_id : null),
          when('g.revoked_at is null'),
          when('g.expires_at > ?', tx.now),
        ],
        sorts: { created_at: 'g.id' },
        tie: 'g.id',
      },
      page,
    )
    return { ...found, items: found.items.map((one) => ({ ...one, added: addedBy(tx, one.id) })) }
  },
})

export const deleteOauthGrant = write({
  name: 'delete_oauth_grant',
  route: 'DELETE /oauth/grants/{id}',
  role: null,
  proof: false,
  summary: 'Disconnect an app: its tokens stop at once.',
  input: Type.Object({ id: Type.String({ title: 'Connection' }) }),
  output: Type.Object({ id: Type.String(), revoked: Type.Boolean(), added: AddedPeople }),
  example: { id: 'gra_ada' },
  subject(tx, caller, { id }) {
    const found = grantOf(tx, id!, caller.user_id)
    if (!found || !isWholePerson(tx, caller)) throw notFound('connected app')
    return found
  },

  handle({ tx, subject, changed }) {
    endGrant(tx, subject.id)
    changed({ target: subject.id, before: { client_name: subject.client_name } })
    return { id: subject.id, revoked: true, added: addedBy(tx, subject.id) }
  },
})
