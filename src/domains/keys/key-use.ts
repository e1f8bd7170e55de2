/** When keys were last used: noted in memory, written together, since a commit a call would cost more than the call. */
import type { Time } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'

const noted = new WeakMap<Db, Map<string, Time>>()

/** Notes a use; costs no write. */
export function noteKeyUsed(db: Db, key_id: string, now: Time): void {
  const uses = noted.get(db)
  if (uses) uses.set(key_id, now)
  else noted.set(db, new Map([[key_id, now]]))
}

/** Writes what was noted since the last time; says for how many keys. Call it before the database is closed, too. */
export function saveKeyUse(db: Db): number {
  const uses = noted.get(db)
  if (!uses?.size) return 0
  const written = db.write((tx) => {
    for (const [id, at] of uses) tx.run('update api_keys set last_used_at = ? where id = ?', at, id)
    return uses.size
  })
  uses.clear()
  return written
}
