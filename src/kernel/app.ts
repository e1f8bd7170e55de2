import type { Engine, EngineSettings } from '../domains/checks/engine.ts'
import type { IndexNowEndpoint } from '../domains/indexnow/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import type { Job } from './job.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { AnyOperation } from './operation.ts'
import type { SafeFetch } from './safe-fetch.ts'
import type { Sealer } from './seal.ts'
import type { Courier, DrawLetter } from '../domains/mail/index.ts'
import type { Catalog } from '../domains/plans/index.ts'
import type { CrawlRoute, RouteSettings } from '../domains/providers/route.ts'
import type { SignIn, SignInSettings } from '../domains/providers/sign-in.ts'

/** What an adapter is made with, beside its settings. `timeout_ms` shortens the limit of each call. */
export type AdapterContext = { clock: Clock; user_agent: string; timeout_ms?: number }

/** One kind of adapter: where it may be plugged in, what it needs, how it is made. */
export type Adapter<Port, Settings> = {
  default_base_url: string | null
  /** Names of the settings that it cannot work without: `login` and `password`, `api_key`, or the `service_account`. */
  secrets: readonly ('login' | 'password' | 'api_key' | 'service_account')[]
  /** What the vendor lets one account (Search Console: one property) do: looks of an engine, orders of a crawl supplier. */
  limits?: { per_minute?: number; per_day?: number }
  /** Slots (`scan_standard`, `primary` …) that may use it. */
  slots: readonly string[]
  create(settings: Settings, context: AdapterContext): Port
}

/** What an install is made of. Jobs and outbound operations see all of it, the others only what cannot call out. */
export type App = {
  version: string
  started_at: string
  config: Config
  clock: Clock
  log: Log
  db: Db
  sealer: Sealer
  limits: Limits
  /** Plans, packs and prices, as built in or as `SIGNALPOST_CATALOG` has them. */
  catalog: Catalog
  /** The only way to fetch an address that a user gave. */
  fetch: SafeFetch
  /** Where pushed URLs are announced to the IndexNow engines. */
  indexnow: IndexNowEndpoint
  /** Hands letters to the mail server. */
  courier: Courier
  /** Draws the letters that go out by mail. */
  letters: DrawLetter
  engines: ReadonlyMap<string, Adapter<Engine, EngineSettings>>
  routes: ReadonlyMap<string, Adapter<CrawlRoute, RouteSettings>>
  /** Signs in at a supplier that offers the device flow. */
  signIn(settings: SignInSettings, context: AdapterContext): SignIn
  operations: readonly AnyOperation[]
  jobs: readonly Job[]
  /** Asks the scheduler to run a job soon (after a commit that made work for it). */
  wake(job: string): void
  /** Runs a job now and waits for it; one that is running is waited for first. */
  runJob(job: string, signal: AbortSignal): Promise<void>
}
