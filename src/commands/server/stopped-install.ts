import { openToAct } from '../../boot.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { installToWrite } from './this-install.ts'

/** Changes the database of a stopped install; `work` leaves a row in its audit trail. */
export function changeStopped<T>(work: (tx: Tx) => T): T {
  const db = openToAct({ ...installToWrite(), log_level: 'warn' })
  try {
    return db.write((tx) => work(tx) as never) as T
  } finally {
    db.close()
  }
}
