import type { Time } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { noteUse } from '../../kernel/last-use.ts'

/** Notes a use of a key; `saveUses` writes it. */
export const noteKeyUsed = (db: Db, key_id: string, now: Time): void =>
  noteUse(db, 'update api_keys set last_used_at = ? where id = ?', key_id, now)
