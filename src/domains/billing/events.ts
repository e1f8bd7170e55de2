import type { ReadTx, Tx } from '../../kernel/database.ts'
import { newId } from '../../kernel/ids.ts'
import { type ListArguments, type Listed, list, when } from '../../kernel/list.ts'
import type { EventQuery } from './shapes.ts'
import { type BillingEventRow, billingEvents } from './tables.ts'

type Told = Pick<BillingEventRow, 'ref' | 'type' | 'tenant_id' | 'mode' | 'cents' | 'actor'> &
  Partial<Omit<BillingEventRow, 'id' | 'recorded_at'>>

/** Writes an event down, once by its `ref`. Says whether it is new. */
export function recordEvent(tx: Tx, told: Told): boolean {
  const event = { state: 'settled' as const, created_at: tx.now, ...told, id: newId(), recorded_at: tx.now }
  const added = tx.orm.insert(billingEvents).values(event).onConflictDoNothing().returning({ id: billingEvents.id })
  return added.all().length === 1
}

export type EventRead = BillingEventRow & { tenant_name: string | null; usd: number }

const COLUMNS = 'e.*, e.cents / 100.0 as usd, (select name from tenants where id = e.tenant_id) as tenant_name'

/** A page of events, the newest first. How many there are is a sum over days. */
export function eventsPage(tx: ReadTx, query: EventQuery, page: ListArguments): Listed<EventRead> {
  return list<EventRead>(
    tx,
    {
      select: COLUMNS,
      from: 'billing_events e',
      core: { table: 'billing_events e', id: 'e.id' },
      where: conditionsOf(query),
      sorts: { created_at: 'e.created_at, e.id' },
      total: countOf(tx, query),
    },
    page,
  )
}

/** The next events for a file: those before `below`, the newest first. */
export const eventsStep = (tx: ReadTx, query: EventQuery, below: Pick<EventRead, 'created_at' | 'id'>, limit: number) =>
  list<EventRead>(
    tx,
    {
      select: COLUMNS,
      from: 'billing_events e',
      where: [...conditionsOf(query), when('(e.created_at, e.id) < (?, ?)', below.created_at, below.id)],
      sorts: { created_at: 'e.created_at, e.id' },
      total: 0,
    },
    { page_size: limit },
  ).items

/** Days compare as the moments that begin with them do; `~` comes behind every one of these. */
const conditionsOf = ({ type, tenant_id, from, to }: EventQuery) => [
  tenant_id ? when('e.tenant_id = ?', tenant_id) : null,
  type ? when('e.type = ?', type) : null,
  from ? when('e.created_at >= ?', from) : null,
  to ? when('e.created_at < ?', `${to}~`) : null,
]

function countOf(tx: ReadTx, { type, tenant_id = '', from = '', to = '~' }: EventQuery): number {
  const sql = 'select coalesce(sum(events), 0) from billing_days where tenant_id = ? and day >= ? and day <= ?'
  return type ? tx.count(`${sql} and type = ?`, tenant_id, from, to, type) : tx.count(sql, tenant_id, from, to)
}
