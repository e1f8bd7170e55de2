/**
 * Subscriptions to WebSub hubs (W3C WebSub, 2018). A hub's message is a trigger only: the source is still read as
 * always, and at its interval, so that a silent hub loses nothing.
 */
import { eq } from 'drizzle-orm'
import { NOT_ARCHIVED, partyIn } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pauseAfter } from '../../../kernel/scheduling/retries.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../../kernel/secrets/seal.ts'
import { DAY, HOUR, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { SafeFetchError } from '../../../kernel/web-fetch/safe-fetch.ts'
import { hubSubscriptions, type SubscriptionRow } from '../tables.ts'
import type { Hub } from './discover.ts'

export const HUB_SECRETS: SealedColumn = {
  table: 'hub_subscriptions',
  column: 'secret_sealed',
  key: ['push_id'],
  what: 'secrets of WebSub subscriptions',
  forget: 'delete from hub_subscriptions where push_id = ?',
  afterwards: 'they are made again when their feeds change',
}

export const HUB_PATH = '/hooks/websub'
export const HUB_PREFIX = 'spw'
const LEASE = 10 * DAY
const SHORTEST = HOUR
const TIMEOUT = 15 * SECOND
const MOST_READ = 16 * 1024
const MOST_REDIRECTS = 3
const AT_ONCE = 20

type Secrets = { token: string; secret: string }

export const secretsOf = ({ sealer }: Pick<App, 'sealer'>, row: SubscriptionRow): Secrets =>
  JSON.parse(sealer.open(row.secret_sealed, sealContext(HUB_SECRETS, row.push_id))) as Secrets

/** Notes the hub that a source names; null when it names none now, and calls of the former hub are refused. */
export function noteHub(tx: Tx, { sealer }: Pick<App, 'sealer'>, push_id: string, found: Hub | null): void {
  const row = tx.row<SubscriptionRow>('select * from hub_subscriptions where push_id = ?', push_id)
  if (found && row?.hub === found.hub && row.topic === found.topic) return
  if (row) tx.run('delete from hub_subscriptions where push_id = ?', push_id)
  if (!found) return
  const secrets: Secrets = { token: newSecret(HUB_PREFIX), secret: newSecret(HUB_PREFIX) }
  tx.run(
    'insert into hub_subscriptions (push_id, hub, topic, token_hash, secret_sealed, ask_at) values (?, ?, ?, ?, ?, ?)',
    push_id,
    found.hub,
    found.topic,
    hashSecret(secrets.token),
    sealer.seal(JSON.stringify(secrets), sealContext(HUB_SECRETS, push_id)),
    tx.now,
  )
}

type DueSubscription = SubscriptionRow & { tenant_id: string }

/** Asks hubs for subscriptions that are new or end soon. Returns how many were asked. */
export async function askHubs(app: App, signal: AbortSignal): Promise<number> {
  const due = app.db.read((tx) =>
    tx.rows<DueSubscription>(
      `select s.*, p.tenant_id from hub_subscriptions s join standing_pushes p on p.id = s.push_id
       where s.ask_at <= ? and p.paused = 0 and p.tenant_id in (select id from tenants where ${NOT_ARCHIVED})
       order by s.ask_at limit ${AT_ONCE}`,
      tx.now,
    ),
  )
  await Promise.all(due.map((row) => ask(app, row, signal)))
  return due.length
}

/** The hub may verify before it answers, so the expected question is noted first. */
async function ask(app: App, row: DueSubscription, signal: AbortSignal): Promise<void> {
  app.db.write((tx) =>
    tx.run(
      'update hub_subscriptions set awaits = 1, failures = failures + 1, ask_at = ? where push_id = ?',
      plus(tx.now, pauseAfter('hub', row.failures + 1)),
      row.push_id,
    ),
  )
  const note = await send(app, row, signal)
  app.db.write((tx) => change(tx, row, note === null ? { note } : { note, awaits: 0 }))
}

const change = (tx: Tx, { push_id }: SubscriptionRow, to: Partial<SubscriptionRow>): void =>
  void tx.orm.update(hubSubscriptions).set(to).where(eq(hubSubscriptions.push_id, push_id)).run()

/** Returns why the hub did not take it; null when it did. */
async function send(app: App, row: DueSubscription, signal: AbortSignal): Promise<string | null> {
  const { token, secret } = secretsOf(app, row)
  const body = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': row.topic,
    'hub.callback': `${app.config.site_url}${HUB_PATH}/${token}`,
    'hub.lease_seconds': String(LEASE / SECOND),
    'hub.secret': secret,
  }).toString()
  let url = row.hub
  try {
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const { status, headers } = await app.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        max_body: MOST_READ,
        on_too_large: 'truncate',
        hop_timeout_ms: TIMEOUT,
        total_timeout_ms: TIMEOUT,
        party: app.db.read((tx) => partyIn(tx, row.tenant_id)),
        signal,
      })
      if (status >= 200 && status < 300) return null
      const next = status === 307 || status === 308 ? URL.parse(headers.get('location') ?? '', url)?.href : undefined
      if (!next) return `The hub answered ${status}.`
      url = next
    }
    return 'The hub redirects too often.'
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return `The hub was not reached: ${error.message}.`.slice(0, 500)
  }
}

export const subscriptionAt = (tx: ReadTx, token: string): SubscriptionRow | null =>
  tx.row<SubscriptionRow>('select * from hub_subscriptions where token_hash = ?', hashSecret(token))

/** The hub has verified that we asked: it is asked again at three quarters of the lease. */
export function beginLease(tx: Tx, row: SubscriptionRow, seconds: number): void {
  const lease = Math.min(Math.max(seconds * SECOND, SHORTEST), 3 * LEASE)
  const [lease_until, ask_at] = [plus(tx.now, lease), plus(tx.now, lease * 0.75)]
  change(tx, row, { awaits: 0, failures: 0, note: null, lease_until, ask_at })
}

/** The hub refuses, or ends the subscription. It is asked again after a lease. */
export const endLease = (tx: Tx, row: SubscriptionRow, why: string): void =>
  change(tx, row, { awaits: 0, lease_until: null, ask_at: plus(tx.now, LEASE), note: why.slice(0, 500) })

export const hubOnWire = (
  tx: ReadTx,
  push_id: string,
): Pick<SubscriptionRow, 'hub' | 'lease_until' | 'heard_at' | 'ask_at' | 'note'> | null =>
  tx.row('select hub, lease_until, heard_at, ask_at, note from hub_subscriptions where push_id = ?', push_id)

export const isLeased = ({ lease_until }: SubscriptionRow, now: Time): boolean =>
  lease_until !== null && lease_until > now
