/** Search Console has Google's own data, so it is asked first wherever a connected property covers the URL. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { secretHint } from '../../kernel/database/settings.ts'
import { type EngineSlot, tenantOf } from '../jobs/index.ts'
import { allConnected, propertiesFor } from './connected-properties.ts'
import { CLASS_OF, classNumber } from './looks/broker.ts'
import * as looks from './looks/look-states.ts'
import { propertyFor } from './property.ts'
import { engineInUse, integrations, SERVICE_ACCOUNT_SECRET } from './settings.ts'
import type { LookRow } from './tables.ts'

/** The operator pays for these, so the operator's own free tool answers them where it can. */
const OURS: LookRow['purpose'][] = ['guarantee', 'holdout']

/** Moves the checks just planned (ids above `after`) into the queue of the property that covers them. */
export function assignProperties(
  tx: Tx,
  plan: { job_id: string; engine: EngineSlot; purpose: LookRow['purpose'] },
  after: number,
): void {
  const properties = [...new Set([...ofServiceAccount(tx), ...propertiesFor(tx, tenantOf(tx, plan.job_id))])]
  const isSlotItself = engineInUse(tx, plan.engine)?.adapter === 'search_console'
  const first = isSlotItself || (plan.engine === 'scan_standard' && OURS.includes(plan.purpose))
  if (properties.length === 0 || !first) return
  const planned = tx.rows<{ id: number; url: string }>('select id, url from looks where id > ?', after)
  const covered = Map.groupBy(planned, ({ url }) => propertyFor(url, properties))
  for (const [property, of] of covered) {
    if (property === null) continue
    const ids = of.map(({ id }) => id)
    looks.putIntoQueue(tx, property, classNumber(CLASS_OF[plan.purpose]), ids)
  }
}

/** Moves checks of disconnected properties to their slot's engine. */
export function releaseProperties(tx: Tx): number {
  return looks.leaveQueues(tx, [...ofServiceAccount(tx), ...allConnected(tx)])
}

const ofServiceAccount = (tx: ReadTx): string[] =>
  secretHint(tx, SERVICE_ACCOUNT_SECRET) ? (integrations(tx).search_console?.properties ?? []) : []

/** Whether the slot's engine can be asked where Search Console had no answer. */
export function canPassOn(tx: Tx, look: LookRow): boolean {
  const engine = look.property !== null && engineInUse(tx, look.engine)
  return engine !== false && engine !== null && engine.adapter !== 'search_console'
}
