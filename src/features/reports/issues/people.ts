/** The people of a workspace's reports: those who approve them, and those who get them. */

import { peopleInCharge } from '../../../domains/mail/index.ts'
import { idsOf } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { atLeast, type Caller } from '../../../kernel/operation/caller.ts'
import { forbidden } from '../../../kernel/operation/fault.ts'
import { storedSchedule } from './schedules.ts'

type Person = { id: string; email: string; name: string }

/** The named approvers who are still members and can sign in, else owners and admins. */
export function approversOf(tx: ReadTx, tenant: { id: string; path: string }): Person[] {
  const { approvers } = storedSchedule(tx, tenant.id)
  const named = tx.rows<Person>(
    `select id, email, name from users where id in (select value from json_each(?)) and status = 'active'
       and exists (select 1 from members m where m.user_id = users.id and m.role <> 'client_viewer'
         and m.tenant_id in (select value from json_each(?))) order by id`,
    JSON.stringify(approvers),
    JSON.stringify(idsOf(tenant.path)),
  )
  return named.length > 0 ? named : peopleInCharge(tx, tenant.path)
}

/** Admins may approve, and members whom the schedule names. @throws forbidden */
export function assertMayApprove(tx: ReadTx, caller: Caller, tenant_id: string): void {
  if (caller.platform || atLeast(caller.role, 'admin')) return
  if (caller.user_id !== null && storedSchedule(tx, tenant_id).approvers.includes(caller.user_id)) return
  throw forbidden('Only admins and the approvers of its schedule can approve this report. Ask one of them.')
}

/** Recipients `r` who get its letters now. */
export const GETS_REPORTS = "r.status = 'active' and r.removed_at is null"

export const hasReaders = (tx: ReadTx, tenant_id: string): boolean =>
  tx.row(`select 1 from report_recipients r where r.tenant_id = ? and ${GETS_REPORTS} limit 1`, tenant_id) !== null
