/** A month of a workspace and those below it, by the pushes ordered in it. Months are UTC. */

import type { ReadTx } from '../../../kernel/database/database.ts'
import { trimmer } from '../../../kernel/operation/shape.ts'
import { DAY, dayOf, plus, plusMonths, type Time } from '../../../kernel/time/clock.ts'
import { JOB_COLUMNS, Job } from '../../jobs/index.ts'

export const MONTH = '^20[0-9]{2}-(0[1-9]|1[0-2])$'

const trimJob = trimmer(Job)

export const monthOf = (time: Time): string => time.slice(0, 7)
const startOf = (month: string): Time => `${month}-01T00:00:00.000Z`
const endOf = (month: string): Time => plusMonths(startOf(month), 1)
/** The last day of a month, `2026-11-30`. */
export const lastDayOf = (month: string): string => dayOf(plus(endOf(month), -1))

/** Days of the month, plus the days after it on which its pushes are still checked, up to today. */
export function daysOf(month: string, now: Time, watched: number): string[] {
  const last = [plus(endOf(month), watched * DAY), now].sort()[0]!
  const days: string[] = []
  for (let day = startOf(month); dayOf(day) <= dayOf(last); day = plus(day, DAY)) days.push(dayOf(day))
  return days
}

type PushRow = Record<string, unknown> & { first_link: number; last_link: number }
const PUSHES = `select ${JOB_COLUMNS}, j.first_link, j.last_link from jobs j join tenants t on t.id = j.tenant_id`
const asPush = (row: PushRow) => ({ ...trimJob(row), first_link: row.first_link, last_link: row.last_link })

/** The pushes of the month with their ranges of link ids, oldest first. */
export function pushesOf(tx: ReadTx, tenant_id: string, month: string) {
  const path = pathOfTenant(tx, tenant_id)
  const rows = tx.rows<PushRow>(
    `${PUSHES} where t.path >= ? and t.path < ? and j.type = 'index' and j.deleted_at is null and j.created_at >= ? and j.created_at < ?
     order by j.created_at, j.id`,
    path,
    `${path}~`,
    startOf(month),
    endOf(month),
  )
  return rows.map(asPush)
}
export type MonthPush = ReturnType<typeof asPush>

export const pushOf = (tx: ReadTx, job_id: string): MonthPush =>
  asPush(tx.row<PushRow>(`${PUSHES} where j.id = ?`, job_id)!)

/** Months with a push and their number, latest first. */
export function monthsOf(tx: ReadTx, tenant_id: string): { month: string; pushes: number }[] {
  const path = pathOfTenant(tx, tenant_id)
  return tx.remember(`months of ${path}`, () =>
    tx.rows<{ month: string; pushes: number }>(
      `select substr(j.created_at, 1, 7) as month, count(*) as pushes from tenants t join jobs j on j.tenant_id = t.id
       where t.path >= ? and t.path < ? and j.type = 'index' and j.deleted_at is null group by 1 order by 1 desc`,
      path,
      `${path}~`,
    ),
  )
}

/** The path of a workspace in the tree. */
export const pathOfTenant = (tx: ReadTx, id: string): string =>
  tx.row<{ path: string }>('select path from tenants where id = ?', id)!.path

/** Whether the month has begun; reports exist only for such months. */
export const hasBegun = (month: string, now: Time): boolean => month <= monthOf(now)
