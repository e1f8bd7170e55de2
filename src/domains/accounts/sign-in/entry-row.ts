/** The row of the audit trail about a finished sign-in. */
import type { Tx } from '../../../kernel/database/database.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { systemCaller } from '../../../kernel/operation/caller.ts'
import type { UserRow } from '../tables.ts'
import { deviceOf } from './device.ts'
import type { SignInMethods, SignInOrigin } from './sessions.ts'

/** Name in the audit trail of a person without a workspace. */
export const actor = (user: UserRow) =>
  ({
    ...systemCaller(''),
    via: 'session',
    user_id: user.id,
    label: user.email,
    platform: user.platform_admin === 1,
  }) as const

/** Rows of the person among which the device is searched. */
const SEARCHED = 200

/** Notes a finished sign-in: its method, the kind of device, and whether that is new for the person. */
export function writeEntry(
  tx: Tx,
  user: UserRow,
  { ip, user_agent }: SignInOrigin,
  methods: SignInMethods,
  more: object = {},
): void {
  const device = deviceOf(user_agent)
  const seen = tx.row(
    `select 1 from (select action, after from audit where target = ? order by seq desc limit ?)
     where action = 'sign_in' and after ->> 'device' = ?`,
    ...[user.id, SEARCHED, device],
  )
  const after = { methods, device, new_device: seen === null, ...more }
  const entry = { action: 'sign_in', tenant_id: null, target: user.id, after, ip, request_id: null }
  writeAudit(tx, actor(user), entry)
  tx.run('update users set last_seen_at = ? where id = ?', tx.now, user.id)
}
