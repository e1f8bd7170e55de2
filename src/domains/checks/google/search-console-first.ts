/** Search Console has Google's own data, so it is asked first wherever a connected property covers the URL. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { secretHint } from '../../../kernel/database/settings.ts'
import { type EngineSlot, tenantOf } from '../../jobs/index.ts'
import { CLASS_OF, classNumber, type LookClass } from '../looks/broker.ts'
import * as queues from '../looks/look-queues.ts'
import { engineInUse, integrations, SERVICE_ACCOUNT_SECRET } from '../settings.ts'
import type { LookRow } from '../tables.ts'
import { allConnected, propertiesFor } from './connected-properties.ts'
import { propertyFor } from './property.ts'

/** A test of the engine asks the engine. */
const asksEngine = ({ purpose, credits }: { purpose: LookRow['purpose']; credits: number }): boolean =>
  purpose === 'canary' || (purpose === 'retention' && credits > 0)

/** Free checks of watched links use what the guarantee leaves of a property's day. */
const FOR_RETENTION = 750

/** Moves the checks just planned (ids above `after`) into the queue of the property that covers them. */
export function assignProperties(
  tx: Tx,
  plan: { job_id: string; engine: EngineSlot; purpose: LookRow['purpose']; credits: number; class?: LookClass },
  after: number,
): void {
  const properties = propertiesOf(tx, tenantOf(tx, plan.job_id))
  const isSlotItself = engineInUse(tx, plan.engine)?.adapter === 'search_console'
  const first = isSlotItself || (plan.engine === 'scan_standard' && !asksEngine(plan))
  if (properties.length === 0 || !first) return
  const planned = tx.rows<{ id: number; url: string }>('select id, url from looks where id > ?', after)
  const covered = Map.groupBy(planned, ({ url }) => propertyFor(url, properties))
  for (const [property, of] of covered) {
    if (property === null) continue
    const ids = of.map(({ id }) => id)
    queues.putIntoQueue(tx, property, classNumber(plan.class ?? CLASS_OF[plan.purpose]), ids)
  }
}

const propertiesOf = (tx: ReadTx, tenant_id: string): string[] => [
  ...new Set([...ofServiceAccount(tx), ...propertiesFor(tx, tenant_id)]),
]

/** Whether Search Console is asked first when the standard engine is to check this page: its answer costs no credit. */
export const isCovered = (tx: ReadTx, tenant_id: string, url: string): boolean =>
  propertyFor(url, propertiesOf(tx, tenant_id)) !== null

type CoveredLink = { url: string; tenant_id: string }

/** Links whose next check of retention is free: a property covers them and has room. */
export function inspectable<L extends CoveredLink>(tx: ReadTx, links: readonly L[]): L[] {
  const known = new Map([...new Set(links.map(({ tenant_id }) => tenant_id))].map((id) => [id, propertiesOf(tx, id)]))
  const covered = Map.groupBy(links, ({ url, tenant_id }) => propertyFor(url, known.get(tenant_id)!))
  return [...covered].flatMap(([property, of]) =>
    property === null ? [] : of.slice(0, Math.max(0, FOR_RETENTION - waitingFor(tx, property))),
  )
}

/** Free checks of watched links whose property was disconnected: nobody has agreed to pay for them. */
export const strandedInspections = (tx: ReadTx, limit: number): LookRow[] =>
  tx.rows<LookRow>(
    `select * from looks where state = 'queued' and property is not null and purpose = 'retention'
       and property not in (select value from json_each(?)) limit ?`,
    JSON.stringify(connected(tx)),
    limit,
  )

const connected = (tx: ReadTx): string[] => [...ofServiceAccount(tx), ...allConnected(tx)]

/** Moves checks of disconnected properties to their slot's engine. */
export function releaseProperties(tx: Tx): number {
  return queues.leaveQueues(tx, connected(tx))
}

const ofServiceAccount = (tx: ReadTx): string[] =>
  secretHint(tx, SERVICE_ACCOUNT_SECRET) ? (integrations(tx).search_console?.properties ?? []) : []

/** Whether the slot's engine can be asked where Search Console had no answer. */
export function canPassOn(tx: Tx, look: LookRow): boolean {
  const is_unpaid = look.purpose === 'retention' && look.credits === 0
  const engine = look.property !== null && !is_unpaid && engineInUse(tx, look.engine)
  return engine !== false && engine !== null && engine.adapter !== 'search_console'
}

const waitingFor = (tx: ReadTx, property: string): number =>
  tx.number(
    `select count(*) from (select 1 from looks where property = ? and state = 'queued' limit ${FOR_RETENTION})`,
    property,
  )
