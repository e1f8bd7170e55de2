import { dayOf, type Time } from '../../kernel/clock.ts'
import type { Db, ReadTx } from '../../kernel/database.ts'
import { noteUse } from '../../kernel/last-use.ts'
import { countOfDay } from '../../kernel/limits.ts'

/** Notes a use of a key; `saveUses` writes it. */
export const noteKeyUsed = (db: Db, key_id: string, now: Time): void =>
  noteUse(db, 'update api_keys set last_used_at = ? where id = ?', key_id, now)

/** `shared`: the credits are those of the key that made it, too, since both have one ceiling. */
export type KeyUse = { credits: number; calls: number; shared: boolean }

/** What a key has used since 00:00 UTC, of what its ceilings are for. Calls are written down every few seconds. */
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
