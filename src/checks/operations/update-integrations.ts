import Type from 'typebox'
import type { App } from '../../app.ts'
import { ENGINES, type EngineSlot } from '../../jobs/index.ts'
import type { Tx } from '../../kernel/database.ts'
import { invalid } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { secretHint, writeSecret, writeSetting } from '../../kernel/settings.ts'
import { integrationsStatus } from '../integrations-status.ts'
import { ENGINE_SECRETS, engineSecretName, INTEGRATIONS_SETTING, integrations, type StoredEngine } from '../settings.ts'
import { EnginesInput, IntegrationsStatus } from '../shapes.ts'

type SlotInput = Partial<StoredEngine> & { login?: string | null; password?: string | null; api_key?: string | null }

/** Which secrets an adapter cannot work without. */
const NEEDED: Record<string, readonly (typeof ENGINE_SECRETS)[number][]> = {
  dataforseo: ['login', 'password'],
  dataforseo_live: ['login', 'password'],
}

export const updateIntegrations = write({
  name: 'update_integrations',
  route: 'PUT /settings/integrations',
  role: 'platform',
  summary: 'Connect check engines and set their caps. A field left out stays; null clears it.',
  input: Type.Object({ engines: Type.Optional(EnginesInput) }),
  output: IntegrationsStatus,
  example: { engines: { scan_standard: { adapter: 'simulated', enabled: true } } },

  handle({ tx, app, changed }, { engines = {} }) {
    const before = integrations(tx)
    const after = { engines: { ...before.engines } }
    for (const slot of ENGINES) {
      const wanted = engines[slot] as SlotInput | null | undefined
      if (wanted !== undefined) after.engines[slot] = connect(tx, app, slot, before.engines[slot] ?? null, wanted)
    }
    writeSetting(tx, INTEGRATIONS_SETTING, after)
    changed({ target: 'integrations', before, after })
    tx.afterCommit(() => app.wake('take_looks'))
    return integrationsStatus(tx)
  },
})

function connect(
  tx: Tx,
  app: Pick<App, 'sealer'>,
  slot: EngineSlot,
  was: StoredEngine | null,
  wanted: SlotInput | null,
): StoredEngine | null {
  if (wanted === null) {
    for (const name of ENGINE_SECRETS) writeSecret(tx, app.sealer, engineSecretName(slot, name), null)
    return null
  }
  const adapter = wanted.adapter ?? was?.adapter
  if (!adapter) throw invalid({ path: `engines.${slot}.adapter`, message: 'is required: which engine is it?' })
  for (const name of ENGINE_SECRETS) {
    const secret = wanted[name]
    if (secret !== undefined) writeSecret(tx, app.sealer, engineSecretName(slot, name), secret)
  }
  const enabled = wanted.enabled ?? was?.enabled ?? true
  const missing = (NEEDED[adapter] ?? []).filter((name) => !secretHint(tx, engineSecretName(slot, name)))
  if (enabled && missing.length)
    throw invalid(
      ...missing.map((name) => ({
        path: `engines.${slot}.${name}`,
        message: 'is required before the engine can be used',
      })),
    )
  const kept = <F extends 'daily_cap' | 'cost_usd'>(field: F) =>
    wanted[field] === undefined ? (was?.[field] ?? null) : wanted[field]!
  const base_url =
    wanted.base_url === undefined ? (was?.base_url ?? null) : (wanted.base_url?.replace(/\/$/, '') ?? null)
  return { adapter, enabled, base_url, daily_cap: kept('daily_cap'), cost_usd: kept('cost_usd') }
}
