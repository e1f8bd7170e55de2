import Type from 'typebox'
import type { App } from '../operation/app.ts'
import { Shape } from '../operation/schema-names.ts'
import { Nullable } from '../operation/shape.ts'
import { type Clock, SECOND } from '../time/clock.ts'

/** Arguments of an adapter besides its settings. `timeout_ms` shortens the limit of each call. */
export type AdapterContext = { clock: Clock; user_agent: string; timeout_ms?: number }

export const contextOf = (
  { clock, config, version }: Pick<App, 'clock' | 'config' | 'version'>,
  limit: Pick<AdapterContext, 'timeout_ms'> = {},
): AdapterContext => ({ clock, user_agent: `Signalpost/${version} (+${config.site_url})`, ...limit })

/** One kind of adapter: where it may be plugged in, what it needs, how it is made. */
export type Adapter<Port, Settings> = {
  default_base_url: string | null
  /** Names of the settings that it cannot work without: `login` and `password`, `api_key`, or the `service_account`. */
  secrets: readonly ('login' | 'password' | 'api_key' | 'service_account')[]
  /** The vendor's limits for one account (Search Console: one property), in checks or in crawl orders. */
  limits?: { per_minute?: number; per_day?: number; zone?: string }
  /** Slots (`scan_standard`, `primary` …) that may use it. */
  slots: readonly string[]
  create(settings: Settings, context: AdapterContext): Port
}

/** A person waits for a test call or a balance, so an adapter that has not answered by then counts as broken. */
export const TEST_CALL = { timeout_ms: 10 * SECOND }

/** A supplier's address is a bare origin. */
export const BaseUrl = Type.String({ title: 'Base address', pattern: '^https?://[^/?#@\\s]+/?$', maxLength: 300 })

/** Where a connected adapter sends its secrets; null for one that sends none. */
export const destinationOf = (
  adapters: ReadonlyMap<string, Pick<Adapter<never, never>, 'default_base_url'>>,
  connected: { adapter: string; base_url: string | null } | null,
): string | null => connected && (connected.base_url ?? adapters.get(connected.adapter)?.default_base_url ?? null)

/** As it is kept. */
export const withoutSlash = <T extends string | null | undefined>(address: T): T =>
  (address?.replace(/\/$/, '') ?? address) as T

export const HintedSecret = Nullable(Shape('StoredSecret', { set: Type.Boolean(), hint: Type.String() }))
