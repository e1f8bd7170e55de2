/** Endpoints as people set them up. */
import { eq } from 'drizzle-orm'
import { assertAddress, assertHeaders } from '../../domains/branding/index.ts'
import { assertRoom } from '../../domains/plans/index.ts'
import { below, rootOf } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Condition, when } from '../../kernel/database/list.ts'
import { packSaid, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { conflict, forbidden, invalid, notFound } from '../../kernel/operation/fault.ts'
import { assertProvedPerson } from '../../kernel/operation/proof.ts'
import { assertEntered, isMoved } from '../../kernel/secrets/destination.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { type SealedColumn, type Sealer, sealContext } from '../../kernel/secrets/seal.ts'
import { type EndpointSecrets, newKeyPair, newSigningSecret } from '../../kernel/secrets/webhook-signatures.ts'
import { HOUR, plus, type Time } from '../../kernel/time/clock.ts'
import { CHOICES, GROUPS, isOfPlatform } from './catalog.ts'
import { dropHeld, sendHeld } from './deliveries.ts'
import { SEND_WEBHOOKS } from './record.ts'
import { type EndpointRow, webhookEndpoints } from './tables.ts'

const LOST = packSaid(said('Its secrets can no longer be read: the secret key of this install was lost.'))

/** Secrets of endpoints. One whose secrets cannot be read cannot sign, so it is turned off. */
export const ENDPOINT_SECRETS: SealedColumn = {
  table: 'webhook_endpoints',
  column: 'secrets_sealed',
  key: ['id'],
  what: 'secrets of webhooks',
  forget: `update webhook_endpoints set secrets_sealed = '', state = 'disabled', header_names = '[]',
    why_disabled = '${LOST}' where id = ?`,
  afterwards: 'these webhooks are off: make them again, with new secrets',
}

export function findEndpoint(tx: ReadTx, caller: Caller, id: string): EndpointRow {
  const row = tx.row<EndpointRow>('select * from webhook_endpoints where id = ?', id)
  if (!row || !inTree(tx, caller, row.tenant_id) || !isSeen(caller, row)) throw notFound('webhook')
  return row
}

/** An endpoint with the events of the install is there for platform admins alone. */
const isSeen = ({ platform }: Caller, { scope }: Pick<EndpointRow, 'scope'>): boolean =>
  platform || scope !== 'platform'

/** The endpoints that a caller sees, for lists. */
export const seenBy = ({ platform }: Caller): Condition | null => (platform ? null : when("scope <> 'platform'"))

export function secretsOf(sealer: Sealer, row: Pick<EndpointRow, 'id' | 'secrets_sealed'>): EndpointSecrets {
  if (row.secrets_sealed === '') throw conflict('The secrets of this webhook are lost. Make it again.')
  return JSON.parse(sealer.open(row.secrets_sealed, sealContext(ENDPOINT_SECRETS, row.id))) as EndpointSecrets
}

const sealed = (sealer: Sealer, id: string, secrets: EndpointSecrets): string =>
  sealer.seal(JSON.stringify(secrets), sealContext(ENDPOINT_SECRETS, id))

type EndpointInput = Pick<EndpointRow, 'url' | 'scope'> & { types: readonly string[]; headers: Record<string, string> }
type EndpointApp = Pick<App, 'catalog' | 'config' | 'sealer' | 'wake'>

/** Creates an endpoint and returns its signing secret, which no other answer shows. */
export function createEndpoint(
  tx: Tx,
  app: EndpointApp,
  caller: Caller,
  { tenant_id, ...wanted }: EndpointInput & { tenant_id: string },
): { row: EndpointRow; secret: string } {
  if (wanted.scope === 'platform') assertMayHearInstall(caller, tx.now)
  const url = assertAddress(tx, app, wanted.url)
  const headers = assertHeaders(wanted.headers)
  const id = newId()
  const { seed, public_key } = newKeyPair()
  const secret = newSigningSecret()
  tx.run(
    `insert into webhook_endpoints (id, tenant_id, url, types, scope, secrets_sealed, public_key, header_names, created_by,
       created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)`,
    id,
    tenant_id,
    url,
    JSON.stringify(assertTypes(wanted)),
    wanted.scope,
    sealed(app.sealer, id, { secret, old: null, seed, headers }),
    public_key,
    JSON.stringify(Object.keys(headers)),
    caller.label,
    tx.now,
  )
  const root = rootOf(tx, tenant_id)
  assertRoom(tx, app, root, 'webhooks', countEndpoints(tx, `/${root}/`))
  return { row: endpointById(tx, id), secret }
}

export const endpointById = (tx: ReadTx, id: string): EndpointRow =>
  tx.row<EndpointRow>('select * from webhook_endpoints where id = ?', id)!

export const countEndpoints = (tx: ReadTx, path: string): number =>
  tx.number(
    'select count(*) from webhook_endpoints where tenant_id in (select id from tenants where path >= ? and path < ?)',
    ...below(path),
  )

/** Only a signed-in platform admin sends events of the install elsewhere: a key that leaked sends none. */
function assertMayHearInstall(caller: Caller, now: Time): void {
  if (!caller.platform)
    throw forbidden('Only a platform admin may get events of the install. Choose the scope own or tree.')
  if (caller.via !== 'session' && caller.via !== 'system')
    throw forbidden('Only a signed-in platform admin sets up a webhook with events of the install. API keys cannot.')
  assertProvedPerson(caller, now)
}

/** Throws 422 for an unknown type, naming the nearest, and for one that the scope does not include. */
function assertTypes({ types, scope }: Pick<EndpointInput, 'types' | 'scope'>): string[] {
  const known: string[] = [...CHOICES, ...GROUPS]
  for (const [i, type] of types.entries()) {
    const path = `types.${i}`
    if (!known.includes(type))
      throw invalid({ path, message: `“${type.slice(0, 60)}” is no event type. Did you mean ${nearest(type, known)}?` })
    if (isOfPlatform(type) && scope !== 'platform')
      throw invalid({ path, message: `${type} is an event of the install: it needs the scope platform` })
  }
  return [...new Set(types)]
}

function nearest(type: string, known: readonly string[]): string {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)))
  const given = pairs(type.slice(0, 60).toLowerCase())
  const score = (name: string) => {
    const own = pairs(name)
    return [...own].filter((pair) => given.has(pair)).length / (own.size + given.size)
  }
  return known.toSorted((a, b) => score(b) - score(a))[0]!
}

type EndpointChange = Partial<EndpointInput> & { state?: 'on' | 'off' | undefined; held?: 'send' | 'drop' | undefined }

/** Changes the given fields. Turned on again, it first gets the held events in their order, unless they are dropped. */
export function changeEndpoint(
  tx: Tx,
  app: EndpointApp,
  caller: Caller,
  row: EndpointRow,
  { url, types, scope = row.scope, headers, state, held }: EndpointChange,
): EndpointRow {
  const hears_more = url !== undefined || types !== undefined || scope !== row.scope
  if (scope === 'platform' && hears_more) assertMayHearInstall(caller, tx.now)
  const secrets = secretsOf(app.sealer, row)
  const fixed = headers === undefined ? secrets.headers : assertHeaders(headers)
  const address = url === undefined ? row.url : assertAddress(tx, app, url)
  if (isMoved(row.url, address)) {
    assertProvedPerson(caller, tx.now)
    const stored = Object.keys(secrets.headers).length > 0
    assertEntered(row.url, address, [{ path: 'headers', stored, given: headers !== undefined }])
  }
  const chosen = assertTypes({ types: types ?? (JSON.parse(row.types) as string[]), scope })
  setEndpoint(tx, row.id, {
    url: address,
    types: JSON.stringify(chosen),
    scope,
    secrets_sealed: headers && sealed(app.sealer, row.id, { ...secrets, headers: fixed }),
    header_names: JSON.stringify(Object.keys(fixed)),
    updated_at: tx.now,
  })
  if (state === 'off' && row.state !== 'off') turnOff(tx, row.id)
  if (state === 'on') turnOn(tx, row.id, held ?? 'send')
  tx.afterCommit(() => app.wake(SEND_WEBHOOKS))
  return endpointById(tx, row.id)
}

export const setEndpoint = (tx: Tx, id: string, to: Partial<EndpointRow>): void =>
  void tx.orm.update(webhookEndpoints).set(to).where(eq(webhookEndpoints.id, id)).run()

function turnOn(tx: Tx, id: string, held: 'send' | 'drop'): void {
  const sound = { why_disabled: null, disabled_at: null, failing_since: null, failures: 0 }
  setEndpoint(tx, id, { ...sound, state: 'on', catching_up: 1 })
  if (held === 'send') sendHeld(tx, id)
  else dropHeld(tx, id)
}

/** A person wants nothing more from it: nothing waits, and nothing is kept for later. */
function turnOff(tx: Tx, id: string): void {
  setEndpoint(tx, id, { state: 'off', catching_up: 0 })
  dropHeld(tx, id)
}

export const deleteEndpoint = (tx: Tx, id: string): number => tx.run('delete from webhook_endpoints where id = ?', id)

/** A new secret signs from now on, the one before it too for some hours. The key pair stays. */
export function rotateSecret(tx: Tx, app: EndpointApp, row: EndpointRow, keep_hours: number): string {
  const secrets = secretsOf(app.sealer, row)
  const secret = newSigningSecret()
  const old = keep_hours > 0 ? secrets.secret : null
  const secrets_sealed = sealed(app.sealer, row.id, { ...secrets, secret, old })
  setEndpoint(tx, row.id, { secrets_sealed, old_until: old && plus(tx.now, keep_hours * HOUR), updated_at: tx.now })
  return secret
}
