import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { SafeFetch } from './safe-fetch.ts'
import type { Sealer } from './seal.ts'

/**
 * What every handler may see: the settings and secrets of the install and what there is, never a connection. What
 * else belongs to an install is added where it is declared (`declare module`): here, or to `App` where it calls out.
 */
export interface Install {
  version: string
  config: Config
  sealer: Sealer
}

/** What an install is made of. Tasks and outbound operations see all of it. */
export interface App extends Install {
  started_at: string
  clock: Clock
  log: Log
  db: Db
  limits: Limits
  /** The only way to fetch an address that a user gave. */
  fetch: SafeFetch
}
