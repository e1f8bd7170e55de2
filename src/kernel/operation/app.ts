import type { Db } from '../database/database.ts'
import type { Config } from '../environment/config.ts'
import type { Log } from '../environment/log.ts'
import type { Limits } from '../scheduling/limits.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { Clock } from '../time/clock.ts'
import type { SafeFetch } from '../web-fetch/safe-fetch.ts'

/**
 * The part of an install that every handler sees, without any connection. Modules add their own fields with
 * `declare module`: here, or to `App` where they call out.
 */
export interface Install {
  version: string
  config: Config
  sealer: Sealer
  ports: Ports
}

/** Ports of features: each declares its own, and its manifest fills them. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Ports {}

/** A whole install, as tasks and outbound operations see it. */
export interface App extends Install {
  started_at: string
  clock: Clock
  log: Log
  db: Db
  limits: Limits
  /** Fires when the process stops. Its reason is the refusal for all that still wait for an answer. */
  ending: AbortController
  /** The only way to fetch an address that a user gave. */
  fetch: SafeFetch
}
