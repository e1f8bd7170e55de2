import type { App } from '../app.ts'
import type { EngineSlot } from '../jobs/index.ts'
import type { ReadTx } from '../kernel/database.ts'
import { readSecret, readSetting } from '../kernel/settings.ts'
import type { Engine } from './engine.ts'

export type StoredEngine = {
  adapter: string
  enabled: boolean
  base_url: string | null
  /** Looks a UTC day; null: no limit. */
  daily_cap: number | null
  /** What one look costs where the vendor does not say. */
  cost_usd: number | null
}
export type Integrations = { engines: Partial<Record<EngineSlot, StoredEngine | null>> }

export const INTEGRATIONS_SETTING = 'integrations'
export const ENGINE_SECRETS = ['login', 'password', 'api_key'] as const
export type EngineSecret = (typeof ENGINE_SECRETS)[number]

export const integrations = (tx: ReadTx): Integrations =>
  readSetting<Integrations>(tx, INTEGRATIONS_SETTING) ?? { engines: {} }

export const engineSecretName = (slot: EngineSlot, secret: EngineSecret): string => `engine:${slot}:${secret}`

/** The engine of a slot that is in use, or null. */
export function engineInUse(tx: ReadTx, slot: EngineSlot): StoredEngine | null {
  const stored = integrations(tx).engines[slot]
  return stored?.enabled ? stored : null
}

/** The adapter behind a slot, its secrets opened; null when none is set up. */
export function openEngine(
  tx: ReadTx,
  app: Pick<App, 'engines' | 'sealer' | 'clock' | 'config' | 'version'>,
  slot: EngineSlot,
): Engine | null {
  const stored = integrations(tx).engines[slot]
  const adapter = stored && app.engines.get(stored.adapter)
  if (!stored || !adapter) return null
  const secrets = Object.fromEntries(
    adapter.secrets.map((name) => [name, readSecret(tx, app.sealer, engineSecretName(slot, name))]),
  )
  const settings = {
    adapter: stored.adapter,
    base_url: stored.base_url ?? undefined,
    cost_usd: stored.cost_usd ?? undefined,
    ...secrets,
  }
  return adapter.create(settings, {
    clock: app.clock,
    user_agent: `Signalpost/${app.version} (+${app.config.site_url})`,
  })
}
