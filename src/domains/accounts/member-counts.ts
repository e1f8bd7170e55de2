import type { ReadTx } from '../../kernel/database/database.ts'
import { below, NOT_ARCHIVED } from '../tenants/index.ts'

/** Memberships and open invitations. */
export const PLACES =
  '(select tenant_id, user_id, role from members union all select tenant_id, user_id, role from invitations)'

/** Number of people in the active workspaces at and below `path`. */
export const countPeople = (tx: ReadTx, path: string): number =>
  tx.number(
    `select count(distinct m.user_id) from tenants t join ${PLACES} m on m.tenant_id = t.id
     where t.path >= ? and t.path < ? and t.${NOT_ARCHIVED}`,
    ...below(path),
  )

/** Number of people of each workspace itself, invited ones included; workspaces without people are left out. */
export function countMembersOf(tx: ReadTx, ids: readonly string[]): Map<string, number> {
  const rows = tx.rows<{ id: string; n: number }>(
    `select w.value as id, count(*) as n from json_each(?) w cross join ${PLACES} m on m.tenant_id = w.value group by 1`,
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Number of active workspaces at and below `path` in which the person is counted. */
export const countPlaces = (tx: ReadTx, path: string, user_id: string): number =>
  tx.number(
    `select count(*) from ${PLACES} m join tenants t on t.id = m.tenant_id
     where m.user_id = ? and t.path >= ? and t.path < ? and t.${NOT_ARCHIVED}`,
    user_id,
    ...below(path),
  )
