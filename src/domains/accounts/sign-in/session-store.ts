/** The rows of sessions, as lucia reads and writes them. */
import type { Adapter, DatabaseSession, Lucia } from 'lucia'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { DAY, dateOf, millis, systemClock, type Time } from '../../../kernel/time/clock.ts'
import { tenantOfDomain } from '../../branding/index.ts'
import type { UserRow } from '../tables.ts'

/** Days after which a session ends in any case. */
const LIFE_DAYS = 30

export type SessionFacts = {
  ip: string | null
  user_agent: string | null
  last_seen_at: string
  renew: number
  domain_of: string | null
  methods: string
  proved_at: Time
  ends_at: Time | null
}
export type SessionUser = Pick<
  UserRow,
  'email' | 'name' | 'status' | 'platform_admin' | 'locale' | 'own_locale' | 'time_zone'
>

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionFacts, SessionUser>
    DatabaseSessionAttributes: SessionFacts
    DatabaseUserAttributes: SessionUser
  }
}

export type SessionApp = Pick<App, 'db' | 'clock' | 'config' | 'mustUseProvider'>

type SessionRow = SessionFacts & { id: string; user_id: string; expires_at: number }
type SessionWithUser = SessionUser & SessionRow

function sessionOfRow(
  { id, user_id, expires_at, ...attributes }: SessionRow,
  dateOfRow: (seconds: number) => Date,
): DatabaseSession {
  return { id, userId: user_id, expiresAt: dateOfRow(expires_at), attributes }
}

/** lucia reads the system's clock, so times it gets and returns are shifted to the install's clock. */
export function adapter({ db, clock }: SessionApp): Adapter {
  const ahead = () => millis(systemClock.now()) - millis(clock.now())
  const dateOfRow = (seconds: number) => dateOf(seconds * 1000 + ahead())
  const secondsOf = (date: { getTime(): number }) => Math.round((date.getTime() - ahead()) / 1000)
  return {
    async getSessionAndUser(id) {
      const found = db.read((tx) => tx.row<SessionWithUser>(FIND, id, tx.now))
      if (!found) return [null, null]
      const { email, name, status, platform_admin, locale, own_locale, time_zone, ...session } = found
      const user = { email, name, status, platform_admin, locale, own_locale, time_zone }
      return [sessionOfRow(session, dateOfRow), { id: found.user_id, attributes: user }]
    },
    async getUserSessions(user_id) {
      const rows = db.read((tx) =>
        tx.rows<SessionRow>(`select ${COLUMNS} from sessions s where s.user_id = ?`, user_id),
      )
      return rows.map((row) => sessionOfRow(row, dateOfRow))
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      const { ip, user_agent, last_seen_at, domain_of, methods, proved_at, ends_at } = attributes
      const facts = [last_seen_at, ip, user_agent, domain_of, methods, proved_at, ends_at] as const
      const ends = ends_at === null ? Number.POSITIVE_INFINITY : Math.floor(millis(ends_at) / 1000)
      db.write((tx) => tx.run(INSERT, id, userId, Math.min(secondsOf(expiresAt), ends), tx.now, ...facts))
    },
    async updateSessionExpiration(id, expiresAt) {
      db.write((tx) => tx.run(EXTEND, secondsOf(expiresAt), LIFE_DAYS * (DAY / 1000), id))
    },
    async deleteSession(id) {
      db.write((tx) => tx.run('delete from sessions where id = ?1 or previous_id = ?1', id))
    },
    async deleteUserSessions(user_id) {
      db.write((tx) => closeSessionsOf(tx, user_id))
    },
    async deleteExpiredSessions() {
      db.write(dropExpired)
    },
  }
}

const COLUMNS =
  's.id, s.user_id, s.expires_at, s.ip, s.user_agent, s.last_seen_at, s.renew, s.domain_of, s.methods, s.proved_at, s.ends_at'

const FIND = `select ${COLUMNS},
    u.email, u.name, u.status, u.platform_admin, u.locale, u.own_locale, u.time_zone
  from sessions s join users u on u.id = s.user_id
  where s.id = ?1 or (s.previous_id = ?1 and s.previous_until > ?2)`

const INSERT = `insert into sessions (id, user_id, expires_at, created_at, last_seen_at, ip, user_agent, domain_of,
    methods, proved_at, ends_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** The absolute limit of a session: no extension exceeds it. */
const EXTEND = `update sessions set expires_at = min(?1, unixepoch(created_at) + ?2,
  coalesce(unixepoch(ends_at), unixepoch(created_at) + ?2)) where id = ?3`

/** Ends a user's sessions (all but `except`) and their waiting second steps; returns the number of sessions. */
export function closeSessionsOf(tx: Tx, user_id: string, except: string | null = null): number {
  tx.run('delete from sign_in_steps where user_id = ?', user_id)
  return tx.run('delete from sessions where user_id = ? and id is not ?', user_id, except)
}

/** Ends the sessions of own domains that are no longer in force; returns their number. */
export function endSessionsOutOfForce(tx: Tx, app: Pick<App, 'catalog'>): number {
  const domains = tx.rows<{ id: string; domain: string | null }>(
    `select distinct s.domain_of as id, t.domain from sessions s left join tenants t on t.id = s.domain_of
     where s.domain_of is not null`,
  )
  const over = domains.filter(({ id, domain }) => domain === null || tenantOfDomain(tx, app, domain)?.id !== id)
  return over.reduce((sum, { id }) => sum + tx.run('delete from sessions where domain_of = ?', id), 0)
}

/** One-time links and steps of a sign-in that end automatically. */
const ENDING = ['setup_links', 'email_proofs', 'password_resets', 'sign_in_steps', 'ceremonies']

/** Deletes ended sessions, links and steps; returns their number. */
export function dropExpired(tx: Tx): number {
  const sessions = tx.run('delete from sessions where expires_at <= ?', Math.floor(millis(tx.now) / 1000))
  return ENDING.reduce((sum, table) => sum + tx.run(`delete from ${table} where expires_at <= ?`, tx.now), sessions)
}
