import { existsSync } from 'node:fs'
import { damageIn, type Examined, examine } from '../domains/system/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { databaseFile } from '../kernel/data-folder.ts'
import { CommandError, EXIT } from './command.ts'
import { num, say, sayJson } from './terminal.ts'

/** The database of the install itself. */
export async function verifyLive(config: Config, json: boolean): Promise<number> {
  const file = databaseFile(config)
  if (!existsSync(file)) throw new CommandError(`there is no install in ${config.data_dir}: set SIGNALPOST_DATA_DIR`)
  const examined = await examine(file, systemClock)
  const damage = damageIn(examined)
  if (json) sayJson({ ...examined, damage })
  else say(damage ? `${file}: ${damage}. Stop the install and restore a backup.` : inWords(examined, config))
  return damage ? EXIT.partly : EXIT.well
}

const inWords = ({ pages }: Examined, { litestream }: Config): string =>
  pages === null
    ? `Sound, and the books balance. Its pages have no sums${litestream ? ' while Litestream writes them' : ' yet: the next start makes them'}.`
    : `All ${num(pages)} pages are what was written, SQLite finds nothing wrong, and the books balance.`
