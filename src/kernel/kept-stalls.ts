import type { Db, ReadTx } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'
import type { Stalls } from './watchdog.ts'

const SETTING = 'loop_stalls'

/** For a look from outside: `signalpost doctor`. A disk that is full must not make it worse: the log has it too. */
export function keepStalls(db: Db, seen: Stalls): void {
  try {
    db.write((tx) => writeSetting(tx, SETTING, seen) as undefined)
  } catch {}
}

/** What the process kept that ran last. */
export const keptStalls = (tx: ReadTx): Stalls | null => readSetting<Stalls>(tx, SETTING)
