/** Who is asked to approve the reports of a workspace. Every admin may. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { inCharge } from '../mail/index.ts'
import { storedSchedule } from './schedules.ts'

type Person = { id: string; email: string; name: string }

/** The named approvers who can sign in, else owners and admins. */
export function approversOf(tx: ReadTx, tenant: { id: string; path: string }): Person[] {
  const { approvers } = storedSchedule(tx, tenant.id)
  const named = tx.rows<Person>(
    `select id, email, name from users where id in (select value from json_each(?)) and status = 'active' order by id`,
    JSON.stringify(approvers),
  )
  return named.length > 0 ? named : inCharge(tx, tenant.path)
}
