import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type ListArguments, type Listed, list, when } from '../../kernel/database/list.ts'
import { holding, searchList } from '../../kernel/database/search.ts'
import type { Searched } from '../../kernel/database/search-steps.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { EventQuery } from './shapes.ts'
import { type BillingEventRow, billingEvents } from './tables.ts'

type NewEvent = Pick<BillingEventRow, 'ref' | 'type' | 'tenant_id' | 'mode' | 'cents' | 'actor'> &
  Partial<Omit<BillingEventRow, 'id' | 'recorded_at'>>

/** Writes an event, once by its `ref`. Returns whether it is new. */
export function recordEvent(tx: Tx, event: NewEvent): boolean {
  const row = { state: 'settled' as const, created_at: tx.now, ...event, id: newId(), recorded_at: tx.now }
  const added = tx.orm.insert(billingEvents).values(row).onConflictDoNothing().returning({ id: billingEvents.id })
  return added.all().length === 1
}

export type EventRead = BillingEventRow & { tenant_name: string | null; usd: number }

const EVENTS = {
  select: 'e.*, e.cents / 100.0 as usd, (select name from tenants where id = e.tenant_id) as tenant_name',
  from: 'billing_events e',
  sorts: { created_at: 'e.created_at, e.id' },
}

/** The texts that `q` searches. */
const SEARCHED = {
  tenant_name: "coalesce((select name from tenants where id = e.tenant_id), '')",
  reference: "coalesce(e.reference, '')",
  note: "coalesce(e.note, '')",
  actor: 'e.actor',
}

/** A page of events, newest first. Their total is a sum over days, which needs no count of rows. */
export function eventsPage(
  tx: ReadTx,
  query: EventQuery,
  page: ListArguments,
): Listed<EventRead> | Searched<Listed<EventRead>> {
  const core = { table: 'billing_events e', id: 'e.id' }
  const sought = { q: query.q, columns: Object.values(SEARCHED) }
  return searchList<EventRead>(
    tx,
    { ...EVENTS, core, where: conditionsOf(query), total: countOf(tx, query), sought },
    page,
  )
}

export const newestEvents = (tx: ReadTx, tenant_id: string, page_size: number): EventRead[] =>
  list<EventRead>(tx, { ...EVENTS, where: conditionsOf({ tenant_id }), total: 0 }, { page_size }).items

/** The next events for a file: those before `below`, newest first. */
export const eventsStep = (tx: ReadTx, query: EventQuery, below: Pick<EventRead, 'created_at' | 'id'>, limit: number) =>
  list<EventRead>(
    tx,
    {
      ...EVENTS,
      where: [...conditionsOf(query), when('(e.created_at, e.id) < (?, ?)', below.created_at, below.id)],
      total: 0,
    },
    { page_size: limit },
  ).items

/** Whether an event contains the text, by the same rule as the list. */
export function holdsText({ q }: EventQuery): (event: EventRead) => boolean {
  const names = Object.keys(SEARCHED) as (keyof typeof SEARCHED)[]
  const holds = holding(q ?? '')
  return (event) => names.some((name) => holds(event[name] ?? ''))
}

/** A date sorts before the times that begin with it; `~` sorts after all of them. */
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
