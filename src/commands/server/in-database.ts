import { databaseFile } from '../../kernel/database/data-folder.ts'
import { openForReading, type ReadTx } from '../../kernel/database/database.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { systemClock } from '../../kernel/time/clock.ts'

/** Reads the database of an install, which may be running meanwhile. */
export function inDatabase<T>(
  config: Pick<Config, 'data_dir'>,
  work: (tx: ReadTx) => T,
  file = databaseFile(config),
): T {
  const db = openForReading(file, systemClock)
  try {
    return db.read((tx) => work(tx) as never) as T
  } finally {
    db.close()
  }
}
