import type { Db } from '../database/database.ts'
import type { Config } from '../environment/config.ts'
import type { Log } from '../environment/log.ts'
import type { Limits } from '../scheduling/limits.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { Clock } from '../time/clock.ts'
import type { SafeFetch } from '../web-fetch/safe-fetch.ts'

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
