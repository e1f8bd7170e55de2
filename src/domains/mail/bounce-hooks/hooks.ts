/** Addresses where mail services report bounces: one for each service, with a secret in it. */
import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { readSecret, readSetting, secretHint, writeSecret, writeSetting } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { invalid, notFound } from '../../../kernel/operation/fault.ts'
import { looksLikeSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { isSame } from '../../../kernel/secrets/signatures.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { assertKey, SIGNS } from './proofs.ts'
import { BOUNCE_SERVICES, type BounceHook, type BounceService } from './shapes.ts'

export const BOUNCE_PATH = '/hooks/bounces'
const PREFIX = 'spb'
const SETTING = 'bounce_hooks'

type Heard = {
  created_at: Time
  topic: string | null
  heard_at: Time | null
  said: string | null
  reported_at: Time | null
}
type StoredHooks = Partial<Record<BounceService, Heard>>
type HookApp = Pick<App, 'sealer' | 'config'>

const tokenName = (service: BounceService): string => `bounces:${service}`
const keyName = (service: BounceService): string => `bounces:${service}:key`
const stored = (tx: ReadTx): StoredHooks => readSetting<StoredHooks>(tx, SETTING) ?? {}

/** The hook of a service in the shape of the API; null where there is none. */
export function bounceHook(
  tx: ReadTx,
  { sealer, config }: HookApp,
  service: BounceService,
): Static<typeof BounceHook> | null {
  const heard = stored(tx)[service]
  const token = heard && readSecret(tx, sealer, tokenName(service))
  if (!token) return null
  const { created_at, heard_at, said, reported_at } = heard
  return {
    service,
    url: `${config.site_url}${BOUNCE_PATH}/${token}`,
    signing_key: secretHint(tx, keyName(service)),
    ...{ created_at, heard_at, said, reported_at },
  }
}

export const bounceHooks = (tx: ReadTx, app: HookApp): Static<typeof BounceHook>[] =>
  BOUNCE_SERVICES.flatMap((service) => bounceHook(tx, app, service) ?? [])

/** Makes a new address for the service: the one before ends at once. A key that is not given stays. */
export function renewBounceHook(
  tx: Tx,
  app: HookApp,
  service: BounceService,
  key?: string | null,
): Static<typeof BounceHook> {
  if (key && !SIGNS.has(service))
    throw invalid({ path: 'signing_key', message: 'is not used: this service signs nothing' })
  if (key) assertKey(service, key.trim())
  writeSecret(tx, app.sealer, tokenName(service), newSecret(PREFIX))
  if (key !== undefined) writeSecret(tx, app.sealer, keyName(service), key?.trim() ?? null)
  const fresh = { created_at: tx.now, topic: null, heard_at: null, said: null, reported_at: null }
  writeSetting(tx, SETTING, { ...stored(tx), [service]: fresh })
  return bounceHook(tx, app, service)!
}

/** Throws 404 where the service has no address. */
export function deleteBounceHook(tx: Tx, sealer: App['sealer'], service: BounceService): void {
  const { [service]: gone, ...rest } = stored(tx)
  if (!gone) throw notFound('address for reports of this service')
  writeSetting(tx, SETTING, rest)
  for (const name of [tokenName(service), keyName(service)]) writeSecret(tx, sealer, name, null)
}

export type OpenHook = { service: BounceService; key: string | undefined; topic: string | null }

/** The hook at a token; null: none. */
export function hookAt(tx: ReadTx, sealer: App['sealer'], token: string): OpenHook | null {
  if (!looksLikeSecret(PREFIX, token)) return null
  for (const [service, { topic }] of Object.entries(stored(tx)) as [BounceService, Heard][]) {
    const secret = readSecret(tx, sealer, tokenName(service))
    if (secret && isSame(secret, token)) return { service, topic, key: readSecret(tx, sealer, keyName(service)) }
  }
  return null
}

/** Keeps what the last call brought, for the page. `reported`: it had at least one bounce. */
export function noteCall(
  tx: Tx,
  { service }: OpenHook,
  said: string,
  more: { reported?: boolean; topic?: string } = {},
): void {
  const hooks = stored(tx)
  const hook = hooks[service]
  if (!hook) return
  const { reported = false, topic = hook.topic } = more
  const reported_at = reported ? tx.now : hook.reported_at
  writeSetting(tx, SETTING, { ...hooks, [service]: { ...hook, topic, heard_at: tx.now, said, reported_at } })
}
