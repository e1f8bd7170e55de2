import type { Db, ReadTx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import type { Stalls } from './watchdog.ts'

const SETTING = 'loop_stalls'

/** Saves the stalls for `signalpost doctor`. Errors of a full disk are ignored, because the log has the stalls too. */
export function keepStalls(db: Db, seen: Stalls): void {
  try {
    db.write((tx) => writeSetting(tx, SETTING, seen) as undefined)
  } catch {}
}

/** The stalls that the last process saved. */
export const keptStalls = (tx: ReadTx): Stalls | null => readSetting<Stalls>(tx, SETTING)
