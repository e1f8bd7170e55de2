/** Writes an event and its deliveries, in the transaction of the change. */

import { findAbove } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { covers, type DataOf, type EventType, isOfPlatform } from './catalog.ts'
import type { EndpointRow } from './tables.ts'

/** The task that sends due deliveries. */
export const SEND_WEBHOOKS = taskName('send_webhooks')

/** Octets of a body; a list in it is cut to fit. */
const MOST_OCTETS = 20 * 1024
const MOST_LISTED = 100

export type NewEvent<T extends EventType> = {
  type: T
  /** Null: the install. */
  tenant_id: string | null
  data: DataOf<T>
  /** Names the event where it may be found twice: it is written once. */
  ref?: string
}

type Listener = Pick<EndpointRow, 'id' | 'tenant_id' | 'scope' | 'state'> & { types: string }

/**
 * Records an event for every endpoint that listens, and wakes their sender after the commit. Its body is fixed here:
 * each attempt and each replay sends the same bytes. Returns the number of endpoints; without any, nothing is written.
 */
export function recordEvent<T extends EventType>(tx: Tx, app: Pick<App, 'wake'>, news: NewEvent<T>): number {
  const to = listenersOf(tx, news.type, news.tenant_id)
  if (to.length === 0) return 0
  const id = writeEvent(tx, news)
  if (id === null) return 0
  for (const { id: endpoint_id, state } of to)
    tx.run(
      `insert into webhook_deliveries (id, event_id, endpoint_id, type, state, next_attempt_at, created_at)
       values (?1, ?2, ?3, ?4, ?5, iif(?5 = 'waiting', ?6, null), ?6)`,
      newId(),
      id,
      endpoint_id,
      news.type,
      state === 'on' ? 'waiting' : 'held',
      tx.now,
    )
  tx.afterCommit(() => app.wake(SEND_WEBHOOKS))
  return to.length
}

/** Writes the event itself; null when one with its `ref` is there. */
export function writeEvent<T extends EventType>(tx: Tx, { type, tenant_id, data, ref }: NewEvent<T>): string | null {
  const id = `msg_${newId().replaceAll('-', '')}`
  const tenant_name = tenant_id && tx.row<{ name: string }>('select name from tenants where id = ?', tenant_id)!.name
  const bodyOf = (data: object) =>
    JSON.stringify({ type, timestamp: tx.now, data: { tenant_id, tenant_name, ...data } })
  const written = tx.run(
    'insert or ignore into webhook_events (id, ref, tenant_id, type, body, created_at) values (?, ?, ?, ?, ?, ?)',
    id,
    ref ?? null,
    tenant_id,
    type,
    fitted(data, bodyOf),
    tx.now,
  )
  return written > 0 ? id : null
}

/** The body, with as many of its links as fit. */
function fitted(data: object, bodyOf: (data: object) => string): string {
  const { links } = data as { links?: readonly object[] | number }
  if (!Array.isArray(links)) return bodyOf(data)
  const cut = { ...data, links: links.slice(0, MOST_LISTED), more: links.length > MOST_LISTED }
  for (;;) {
    const body = bodyOf(cut)
    if (Buffer.byteLength(body) <= MOST_OCTETS || cut.links.length === 0) return body
    cut.links = cut.links.slice(0, Math.floor(cut.links.length * 0.8))
    cut.more = true
  }
}

/** Endpoints that get an event of this workspace: its own, those of workspaces above that listen to their tree. */
function listenersOf(tx: ReadTx, type: EventType, tenant_id: string | null): Listener[] {
  const all = tx.remember('webhook listeners', () =>
    tx.rows<Listener>("select id, tenant_id, types, scope, state from webhook_endpoints where state <> 'off'"),
  )
  const above = tenant_id === null ? [] : findAbove(tx, tenant_id)
  return all.filter(
    (one) =>
      covers(JSON.parse(one.types) as string[], type) &&
      (isOfPlatform(type)
        ? one.scope === 'platform'
        : one.tenant_id === tenant_id || (one.scope === 'tree' && above.includes(one.tenant_id))),
  )
}
