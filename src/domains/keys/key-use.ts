import type { Db, ReadTx } from '../../kernel/database/database.ts'
import { noteUse } from '../../kernel/database/last-use.ts'
import { countOfDay } from '../../kernel/scheduling/limits.ts'
import { dayOf, type Time } from '../../kernel/time/clock.ts'

/** Notes a use of a key; `saveUses` writes it. */
export const noteKeyUsed = (db: Db, key_id: string, now: Time): void =>
  noteUse(db, 'update api_keys set last_used_at = ? where id = ?', key_id, now)

/** `shared`: the key that made this one counts the same credits, because both share one limit. */
type KeyUse = { credits: number; calls: number; shared: boolean }

/** Use of a key since 00:00 UTC, for its daily limits. Calls are stored every few seconds. */
export function keyUseToday(tx: ReadTx, key_id: string): KeyUse {
  const { capped_with } = tx.row<{ capped_with: string | null }>(
    'select capped_with from api_keys where id = ?',
    key_id,
  ) ?? { capped_with: null }
  const day = dayOf(tx.now)
  return {
    credits: countOfDay(tx, `credits:${capped_with ?? key_id}`, day),
    calls: countOfDay(tx, `calls:${key_id}`, day),
    shared: capped_with !== null,
  }
}
