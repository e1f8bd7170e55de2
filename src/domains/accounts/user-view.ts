/** Users in the views of the platform admin. */
import type { Static } from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { millis } from '../../kernel/time/clock.ts'
import { pendingEmail } from './email/email-proofs.ts'
import { localeOf } from './profile.ts'
import { SESSION_COLUMNS, secondFactorOf, User, type UserDetail } from './shapes.ts'
import { deviceOf } from './sign-in/device.ts'
import { pausedUntil } from './sign-in/sign-in-throttle.ts'
import type { UserRow } from './tables.ts'
import { userById } from './users.ts'

/** Columns of `users` in lists. */
export const USER_COLUMNS = columnsOf(User, 'users', {
  email_verified: 'users.email_verified_at is not null',
  second_factor: secondFactorOf('users.id'),
  workspaces: '(select count(*) from members m where m.user_id = users.id)',
})

/** The user with this id, or 404. */
export function findUser(tx: ReadTx, id: string): UserRow {
  const user = userById(tx, id)
  if (!user) throw notFound('user')
  return user
}

/** Number of users, of one status or in total: kept by triggers, so that no list counts rows. */
export const countUsers = (tx: ReadTx, status: UserRow['status'] | null = null): number =>
  tx.number('select coalesce(sum(users), 0) from user_counts where ?1 is null or status = ?1', status)

/** A user with their workspaces, sessions, keys and apps. */
export function readUser(tx: ReadTx, id: string, current?: string): Static<typeof UserDetail> {
  const user = tx.row<Static<typeof User>>(`select ${USER_COLUMNS} from users where id = ?`, id)!
  const row = userById(tx, id)!
  return {
    ...user,
    locale: localeOf(tx, row),
    time_zone: row.time_zone,
    pending_email: pendingEmail(tx, id),
    memberships: tx.rows(MEMBERSHIPS, id),
    sessions: tx
      .rows<SessionRow>(SESSIONS, id, Math.floor(millis(tx.now) / 1000))
      .map((row) => ({ ...row, device: deviceOf(row.user_agent), current: row.id === current })),
    api_keys: tx.number("select count(*) from api_keys where created_by = ? and status = 'active'", id),
    apps: tx.number(
      'select count(*) from oauth_grants where user_id = ? and revoked_at is null and expires_at > ?',
      id,
      tx.now,
    ),
    paused_until: pausedUntil(tx, user.email),
  }
}

type SessionRow = Static<typeof UserDetail>['sessions'][number] & { user_agent: string | null }

/** Maximum rows of each of these lists. */
const MOST = 200

const MEMBERSHIPS = `select m.tenant_id, t.name as tenant_name, t.kind, m.role, m.created_at
  from members m join tenants t on t.id = m.tenant_id where m.user_id = ? order by m.created_at, t.path limit ${MOST}`

const SESSIONS = `select ${SESSION_COLUMNS} from sessions where user_id = ? and expires_at > ?
  order by last_seen_at desc, id limit ${MOST}`
