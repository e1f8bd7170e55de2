import { type Adapter, contextOf } from '../../kernel/adapter.ts'
import type { App } from '../../kernel/app.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { readSecret, readSetting } from '../../kernel/settings.ts'
import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import type { Engine, EngineSettings, ServiceAccount } from './engine.ts'

export type StoredEngine = {
  adapter: string
  enabled: boolean
  base_url: string | null
  /** Looks a UTC day; null: no limit. */
  daily_cap: number | null
  /** What they may cost a UTC day; null: no limit. */
  daily_cap_usd: number | null
  /** What one look costs where the vendor does not say. */
  cost_usd: number | null
}

/** The connected Search Console, of the whole install. Its key is sealed apart. */
export type StoredSearchConsole = {
  client_email: string | null
  base_url: string | null
  properties: string[]
  reserve_pct: number
}

export type Integrations = {
  engines: Partial<Record<EngineSlot, StoredEngine | null>>
  search_console?: StoredSearchConsole | null
}

export const INTEGRATIONS_SETTING = 'integrations'
export const ENGINE_SECRETS = ['login', 'password', 'api_key'] as const
export type EngineSecret = (typeof ENGINE_SECRETS)[number]
export const SERVICE_ACCOUNT_SECRET = 'search_console:service_account'
/** The unguessable part of the address that DataForSEO calls back. */
export const POSTBACK_SECRET = 'dataforseo:postback'
export const POSTBACK_PATH = '/hooks/dfs/'

export const integrations = (tx: ReadTx): Integrations =>
  readSetting<Integrations>(tx, INTEGRATIONS_SETTING) ?? { engines: {} }

export const engineSecretName = (slot: EngineSlot, secret: EngineSecret): string => `engine:${slot}:${secret}`

/** The engine of a slot that is in use, or null. */
export function engineInUse(tx: ReadTx, slot: EngineSlot): StoredEngine | null {
  const stored = integrations(tx).engines[slot]
  return stored?.enabled ? stored : null
}

type Opener = Pick<App, 'engines' | 'sealer' | 'clock' | 'config' | 'version'>
/** For calls that somebody waits for. */
type Limit = { timeout_ms?: number }

/** The adapter behind a slot, its secrets opened; null when none is set up. */
export function openEngine(tx: ReadTx, app: Opener, slot: EngineSlot, limit: Limit = {}): Engine | null {
  const { engines, search_console } = integrations(tx)
  const stored = engines[slot]
  const adapter = stored && app.engines.get(stored.adapter)
  if (!stored || !adapter) return null
  const console = adapter.secrets.includes('service_account') ? search_console : null
  const settings = {
    adapter: stored.adapter,
    base_url: stored.base_url ?? console?.base_url ?? undefined,
    cost_usd: stored.cost_usd ?? undefined,
    postback_url: postbackUrl(tx, app),
    ...slotSecrets(tx, app, slot, adapter),
    ...(console && { service_account: serviceAccount(tx, app), properties: console.properties }),
  }
  return adapter.create(settings, contextOf(app, limit))
}

/** Search Console as the operator connected it, whatever the slots use; null without key or property. */
export function openSearchConsole(tx: ReadTx, app: Opener, limit: Limit = {}): Engine | null {
  const stored = integrations(tx).search_console
  const adapter = app.engines.get('search_console')
  const service_account = stored && serviceAccount(tx, app)
  if (!adapter || !service_account || stored.properties.length === 0) return null
  const { base_url, properties } = stored
  const settings = {
    adapter: 'search_console',
    base_url: base_url ?? undefined,
    service_account,
    properties,
  }
  return adapter.create(settings, contextOf(app, limit))
}

export const isSlot = (name: string): name is EngineSlot => ENGINES.includes(name as EngineSlot)

function slotSecrets(
  tx: ReadTx,
  app: Pick<App, 'sealer'>,
  slot: EngineSlot,
  { secrets }: Pick<Adapter<Engine, EngineSettings>, 'secrets'>,
): Partial<EngineSettings> {
  const own = ENGINE_SECRETS.filter((name) => secrets.includes(name))
  return Object.fromEntries(own.map((name) => [name, readSecret(tx, app.sealer, engineSecretName(slot, name))]))
}

function serviceAccount(tx: ReadTx, app: Pick<App, 'sealer'>): ServiceAccount | undefined {
  const sealed = readSecret(tx, app.sealer, SERVICE_ACCOUNT_SECRET)
  return sealed === undefined ? undefined : (JSON.parse(sealed) as ServiceAccount)
}

/** Nobody calls back an install that is only known as `localhost`: there the ready list is enough. */
function postbackUrl(tx: ReadTx, app: Pick<App, 'sealer' | 'config'>): string | undefined {
  const { site_url } = app.config
  if (new URL(site_url).hostname === 'localhost') return undefined
  const secret = readSecret(tx, app.sealer, POSTBACK_SECRET)
  return secret && `${site_url}${POSTBACK_PATH}${secret}?id=$id&tag=$tag`
}
