/** Where the checks of a workspace are asked: its own place, else that of the nearest workspace above, else the install's. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { EngineSlot } from '../jobs/index.ts'
import { FIRST_PLACE, findAbove, type Place, placeText } from '../tenants/index.ts'
import { integrations } from './settings.ts'

/** Engines with search results of a country; Bing and reports know none. */
export const PLACED: readonly EngineSlot[] = ['scan_standard', 'scan_live']

export const installPlace = (tx: ReadTx): Place => integrations(tx).search_place ?? FIRST_PLACE

/** `tenant_id`: the workspace that says so; null for the install. */
export function placeOf(tx: ReadTx, tenant_id: string): { place: Place; tenant_id: string | null } {
  const above = findAbove(tx, tenant_id)
  const own = tx.rows<{ id: string; search_place: string }>(
    'select id, search_place from tenants where search_place is not null and id in (select value from json_each(?))',
    JSON.stringify(above),
  )
  const nearest = above.map((id) => own.find((one) => one.id === id)).find((one) => one !== undefined)
  if (!nearest) return { place: installPlace(tx), tenant_id: null }
  return { place: JSON.parse(nearest.search_place) as Place, tenant_id: nearest.id }
}

/** The place of a new check as it is stored; null where the engine knows none. */
export const placeOfCheck = (tx: ReadTx, tenant_id: string, engine: EngineSlot): string | null =>
  PLACED.includes(engine) ? placeText(placeOf(tx, tenant_id).place) : null

/** The same place, asked as a phone instead of a desktop, or the other way round. */
export const otherDevice = (place: string): string =>
  place.endsWith('/mobile') ? place.slice(0, -'/mobile'.length) : `${place}/mobile`
