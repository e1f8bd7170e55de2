/** Connects check engines and Search Console: their settings, and their secrets. */
import type { Tx } from '../../kernel/database/database.ts'
import { patched, secretHint, writeSecret, writeSetting } from '../../kernel/database/settings.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { forgetAccount } from '../../kernel/scheduling/quota.ts'
import { assertEntered, isMoved } from '../../kernel/secrets/destination.ts'
import { newSecret } from '../../kernel/secrets/ids.ts'
import { destinationOf, withoutSlash } from '../../kernel/web-fetch/adapter.ts'
import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import type { Place } from '../tenants/index.ts'
import type { ServiceAccount } from './engine.ts'
import { TAKE_LOOKS } from './looks/plan-looks.ts'
import { nameOf, resumeQueues } from './queues.ts'
import {
  ENGINE_SECRETS,
  engineSecretName,
  INTEGRATIONS_SETTING,
  type Integrations,
  integrations,
  POSTBACK_SECRET,
  SERVICE_ACCOUNT_SECRET,
  type StoredEngine,
  type StoredSearchConsole,
} from './settings.ts'

type SlotInput = Partial<StoredEngine> & { login?: string | null; password?: string | null; api_key?: string | null }
export type EnginesGiven = Partial<Record<EngineSlot, SlotInput | null>>
export type ConsoleInput = Partial<Omit<StoredSearchConsole, 'client_email'>> & {
  service_account?: ServiceAccount | null
}

const NEW_ENGINE: Omit<StoredEngine, 'adapter'> = {
  enabled: true,
  base_url: null,
  daily_cap: null,
  daily_cap_usd: null,
  cost_usd: null,
}
/** By default a quarter of Search Console's quota is left to the operator. */
const NEW_CONSOLE: StoredSearchConsole = { client_email: null, base_url: null, properties: [], reserve_pct: 25 }

/** Omitted fields stay; null clears one. Returns the settings before and after, for the audit trail. */
export function connectEngines(
  tx: Tx,
  app: Pick<Install, 'sealer' | 'engines' | 'wake'>,
  engines: EnginesGiven,
  search_console: ConsoleInput | null | undefined,
  search_place?: Place | undefined,
) {
  const before = integrations(tx)
  const after = { ...before, engines: { ...before.engines }, ...(search_place && { search_place }) }
  if (search_console !== undefined)
    after.search_console = connectConsole(tx, app, before.search_console ?? null, search_console)
  for (const slot of ENGINES) {
    const wanted = engines[slot]
    if (wanted !== undefined) after.engines[slot] = connect(tx, app, slot, before.engines[slot] ?? null, wanted)
  }
  assertConsoleKeyStays(app, before, after, search_console)
  if (!secretHint(tx, POSTBACK_SECRET)) writeSecret(tx, app.sealer, POSTBACK_SECRET, newSecret('cb'))
  writeSetting(tx, INTEGRATIONS_SETTING, after)
  resumeQueues(tx)
  tx.afterCommit(() => app.wake(TAKE_LOOKS))
  return { before, after: { ...after, renewed: renewedIn(engines, search_console) } }
}

/** Names of the secrets that were set or cleared: the audit trail shows that one changed, but never its value. */
function renewedIn(engines: EnginesGiven, search_console?: ConsoleInput | null): string[] | undefined {
  const names = ENGINES.flatMap((slot) =>
    ENGINE_SECRETS.filter((name) => engines[slot]?.[name] !== undefined).map((name) => `${slot}.${name}`),
  )
  if (search_console?.service_account !== undefined) names.push('search_console.service_account')
  return names.length > 0 ? names : undefined
}

/**
 * The key of Search Console serves its own connection, and each slot that names it. Throws 422 when one of them would
 * lead to another address with the key that is stored.
 */
function assertConsoleKeyStays(
  app: Pick<Install, 'engines'>,
  before: Integrations,
  after: Integrations,
  wanted: ConsoleInput | null | undefined,
): void {
  const given = wanted === null || wanted?.service_account !== undefined
  const consoleAt = ({ search_console }: Integrations) =>
    destinationOf(app.engines, { adapter: 'search_console', base_url: search_console?.base_url ?? null })
  const stored = before.search_console?.client_email != null
  const secrets = [{ path: 'search_console.service_account', stored, given }]
  assertEntered(consoleAt(before), consoleAt(after), secrets)
  for (const slot of ENGINES) {
    const engine = after.engines[slot]
    if (engine?.base_url && app.engines.get(engine.adapter)?.secrets.includes('service_account'))
      assertEntered(consoleAt(after), engine.base_url, secrets)
  }
}

function connectConsole(
  tx: Tx,
  app: Pick<Install, 'sealer'>,
  was: StoredSearchConsole | null,
  wanted: ConsoleInput | null,
): StoredSearchConsole | null {
  const account = wanted === null ? null : wanted.service_account
  if (account !== undefined)
    writeSecret(tx, app.sealer, SERVICE_ACCOUNT_SECRET, account === null ? null : JSON.stringify(account))
  if (wanted === null) return null
  return patched(was ?? NEW_CONSOLE, {
    ...wanted,
    client_email: account === null ? null : account?.client_email,
    base_url: withoutSlash(wanted.base_url),
  })
}

function connect(
  tx: Tx,
  app: Pick<Install, 'sealer' | 'engines'>,
  slot: EngineSlot,
  was: StoredEngine | null,
  wanted: SlotInput | null,
): StoredEngine | null {
  if (wanted === null) {
    for (const name of ENGINE_SECRETS) writeSecret(tx, app.sealer, engineSecretName(slot, name), null)
    return null
  }
  const adapter = wanted.adapter ?? was?.adapter
  if (!adapter) throw invalid({ path: `engines.${slot}.adapter`, message: 'is required: name the engine' })
  const engine = patched({ adapter, ...NEW_ENGINE, ...was }, { ...wanted, base_url: withoutSlash(wanted.base_url) })
  const [from, to] = [destinationOf(app.engines, was), destinationOf(app.engines, engine)]
  const used = new Set<string>(app.engines.get(adapter)?.secrets)
  const secrets = ENGINE_SECRETS.filter((name) => used.has(name)).map((name) => ({
    path: `engines.${slot}.${name}`,
    stored: secretHint(tx, engineSecretName(slot, name)) !== null,
    given: wanted[name] !== undefined,
  }))
  assertEntered(from, to, secrets)
  for (const name of ENGINE_SECRETS) {
    // A secret that this engine does not use belongs to the previous one.
    const secret = wanted[name] ?? (isMoved(from, to) && !used.has(name) ? null : wanted[name])
    if (secret !== undefined) writeSecret(tx, app.sealer, engineSecretName(slot, name), secret)
  }
  if (engine.enabled) assertSecrets(tx, app, slot, adapter)
  if (ENGINE_SECRETS.some((name) => wanted[name] !== undefined) || was?.adapter !== adapter)
    forgetAccount(tx, nameOf({ slot, property: null }))
  return engine
}

/** Each adapter declares the secrets that it needs. */
function assertSecrets(tx: Tx, app: Pick<Install, 'engines'>, slot: EngineSlot, adapter: string): void {
  const missing = (app.engines.get(adapter)?.secrets ?? []).flatMap((name) => {
    const [stored, path] =
      name === 'service_account'
        ? [SERVICE_ACCOUNT_SECRET, 'search_console.service_account']
        : [engineSecretName(slot, name), `engines.${slot}.${name}`]
    return secretHint(tx, stored) ? [] : [{ path, message: 'is required before the engine can be used' }]
  })
  if (missing.length) throw invalid(...missing)
}
