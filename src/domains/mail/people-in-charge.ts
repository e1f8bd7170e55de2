import type { ReadTx } from '../../kernel/database/database.ts'
import { idsOf } from '../tenants/index.ts'

type PersonInCharge = { id: string; email: string; name: string }

/** Active owners and admins of the workspace at `path`, or of the nearest workspace above that has any. */
export function peopleInCharge(tx: ReadTx, path: string): PersonInCharge[] {
  const ids = idsOf(path)
  const people = tx.rows<PersonInCharge & { tenant_id: string }>(
    `select u.id, u.email, u.name, m.tenant_id from members m join users u on u.id = m.user_id
     where m.tenant_id in (select value from json_each(?)) and m.role in ('owner', 'admin') and u.status = 'active'
     order by u.id`,
    JSON.stringify(ids),
  )
  const nearest = ids.findLast((id) => people.some((person) => person.tenant_id === id))
  return people.filter((person) => person.tenant_id === nearest)
}
