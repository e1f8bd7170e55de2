/**
 * The last use of keys and connected apps, kept in memory and written in one commit, because a commit for each call
 * costs more than the call.
 */
import type { Time } from '../time/clock.ts'
import type { Db } from './database.ts'

const noted = new WeakMap<Db, Map<string, Map<string, Time>>>()

/** Notes a use without a write. `statement` writes it later: a time, and the id of the used row. */
export function noteUse(db: Db, statement: string, id: string, now: Time): void {
  const all = noted.get(db) ?? new Map<string, Map<string, Time>>()
  if (all.size === 0) noted.set(db, all)
  const uses = all.get(statement)
  if (uses) uses.set(id, now)
  else all.set(statement, new Map([[id, now]]))
}

/** Writes the uses noted since the last time; returns their number. Call it before the database is closed, too. */
export function saveUses(db: Db): number {
  const all = noted.get(db)
  if (!all?.size) return 0
  const written = db.write((tx) => {
    let n = 0
    for (const [statement, uses] of all)
      for (const [id, at] of uses) {
        tx.run(statement, at, id)
        n++
      }
    return n
  })
  all.clear()
  return written
}
