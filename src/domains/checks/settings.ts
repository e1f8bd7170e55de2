import type { ReadTx } from '../../kernel/database/database.ts'
import { readSecret, readSetting } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Adapter, contextOf } from '../../kernel/web-fetch/adapter.ts'
import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import type { Place } from '../tenants/index.ts'
import type { Engine, EngineSettings, ServiceAccount } from './engine.ts'

export type StoredEngine = {
  adapter: string
  enabled: boolean
  base_url: string | null
  /** Checks per UTC day; null: no limit. */
  daily_cap: number | null
  /** Their cost per UTC day; null: no limit. */
  daily_cap_usd: number | null
  /** Cost of one check where the vendor does not give it. */
  cost_usd: number | null
}

/** The Search Console of the install. Its key is stored sealed elsewhere. */
export type StoredSearchConsole = {
  client_email: string | null
  base_url: string | null
  properties: string[]
  reserve_pct: number
}

export type Integrations = {
  engines: Partial<Record<EngineSlot, StoredEngine | null>>
  search_console?: StoredSearchConsole | null
  search_place?: Place
}

export const INTEGRATIONS_SETTING = 'integrations'
export const ENGINE_SECRETS = ['login', 'password', 'api_key'] as const
type EngineSecret = (typeof ENGINE_SECRETS)[number]
export const SERVICE_ACCOUNT_SECRET = 'search_console:service_account'
/** The secret part of the callback address for DataForSEO. */
export const POSTBACK_SECRET = 'dataforseo:postback'
export const POSTBACK_PATH = '/hooks/dfs/'

export const integrations = (tx: ReadTx): Integrations =>
  readSetting<Integrations>(tx, INTEGRATIONS_SETTING) ?? { engines: {} }

export const engineSecretName = (slot: EngineSlot, secret: EngineSecret): string => `engine:${slot}:${secret}`

/** The enabled engine of a slot, or null. */
export function engineInUse(tx: ReadTx, slot: EngineSlot): StoredEngine | null {
  const stored = integrations(tx).engines[slot]
  return stored?.enabled ? stored : null
}

/** The slots whose own engine can be asked in place of Search Console. */
export const slotsElsewhere = (tx: ReadTx): EngineSlot[] =>
  ENGINES.filter((slot) => {
    const engine = engineInUse(tx, slot)
    return engine !== null && engine.adapter !== 'search_console'
  })

type Opener = Pick<App, 'engines' | 'sealer' | 'clock' | 'config' | 'version'>
/** A shorter time-out, for calls that a person waits for. */
type Limit = { timeout_ms?: number }

/** The adapter of a slot with decrypted secrets; null when none is set up. */
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

/** The connected Search Console, whatever the slots use; null without key or property. */
export function openSearchConsole(tx: ReadTx, app: Opener, limit: Limit = {}): Engine | null {
  const stored = integrations(tx).search_console
  const adapter = app.engines.get('search_console')
  const service_account = stored && serviceAccount(tx, app)
  if (!adapter || !service_account || stored.properties.length === 0) return null
  const { base_url, properties } = stored
  const settings = { adapter: 'search_console', base_url: base_url ?? undefined, service_account, properties }
  return adapter.create(settings, contextOf(app, limit))
}

/** Search Console for one property: by the service account where it has it, else by the consent of its owner. */
export function openProperty(tx: ReadTx, app: App, property: string): Engine | null {
  if (integrations(tx).search_console?.properties.includes(property)) {
    const ours = openSearchConsole(tx, app)
    if (ours) return ours
  }
  const access = app.propertyAccess(tx, app, property)
  const { token, base_url } = access ?? {}
  const settings = { adapter: 'search_console', base_url: base_url ?? undefined, token, properties: [property] }
  return access && app.engines.get('search_console')!.create(settings, contextOf(app))
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

/** A vendor cannot call back an install at `localhost`; polling the ready list is enough there. */
function postbackUrl(tx: ReadTx, app: Pick<App, 'sealer' | 'config'>): string | undefined {
  const { site_url } = app.config
  if (new URL(site_url).hostname === 'localhost') return undefined
  const secret = readSecret(tx, app.sealer, POSTBACK_SECRET)
  return secret && `${site_url}${POSTBACK_PATH}${secret}?id=$id&tag=$tag`
}
