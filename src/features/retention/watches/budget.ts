/** The check credits that watching may use in a month, and what it used. */
import { siteOf } from '../../../domains/branding/index.ts'
import { creditsOf } from '../../../domains/checks/index.ts'
import { reserve } from '../../../domains/credits/index.ts'
import { daysOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { DAY, dayOf, plus, type Time } from '../../../kernel/time/clock.ts'
import { lastDayOf } from '../../../kernel/time/periods.ts'
import { quarterHourOf } from '../../../kernel/time/zone-days.ts'
import { callerOf } from '../../standing/index.ts'
import { recordEvent } from '../../webhooks/index.ts'
import type { Root } from '../settings.ts'
import type { Due } from './due-links.ts'

/** The slot that paid checks of watched links use. */
export const ENGINE = 'scan_standard'

/** `spent`: credits of a workspace today, and of the month. */
export type Budget = { used: number; left: number; spent: Map<string, { today: number; month: number }> }

/** Credits used this month, and left today: the rest of the month is spread over its days. */
export function budgetOf(tx: ReadTx, { tenant_id, budget_month }: Pick<Root, 'tenant_id' | 'budget_month'>): Budget {
  const days = daysOf(tx, tenant_id)
  const day = days.dayOf(tx.now)
  const sums = sumsOf(tx, tenant_id, days.startOf(`${day.slice(0, 7)}-01`), days.startOf(day))
  const before = sums.reduce((sum, one) => sum + one.before, 0)
  const now = sums.reduce((sum, one) => sum + one.today, 0)
  const days_left = Number(lastDayOf(day.slice(0, 7)).slice(8)) - Number(day.slice(8)) + 1
  const for_today = Math.ceil(Math.max(0, budget_month - before) / days_left)
  return {
    used: before + now,
    left: Math.max(0, for_today - now),
    spent: new Map(sums.map((one) => [one.tenant_id, { today: one.today, month: one.before + one.today }])),
  }
}

type Sums = { tenant_id: string; before: number; today: number }

/** Whole days (UTC) between the two moments are read as sums: a month of quarters of many clients takes 100 ms. */
function sumsOf(tx: ReadTx, root_id: string, month: Time, today: Time): Sums[] {
  const first = dayOf(plus(month, DAY - 1))
  const edge = first < today ? first : today
  return tx.rows<Sums>(
    `select tenant_id, sum(before) as before, sum(today) as today from (
       select tenant_id, credits as before, 0 as today from retention_spend_days where root_id = ?1 and day >= ?4 and day < ?5
       union all select tenant_id, credits, 0 from retention_spend where root_id = ?1 and quarter >= ?2 and quarter < ?6
       union all select tenant_id, credits, 0 from retention_spend where root_id = ?1 and quarter >= max(?5, ?6) and quarter < ?3
       union all select tenant_id, 0, credits from retention_spend where root_id = ?1 and quarter >= ?3)
     group by tenant_id`,
    ...[root_id, month, today, first, dayOf(today), edge],
  )
}

export function spend(tx: Tx, { tenant_id: root_id }: Root, paid: readonly Due[]): void {
  const quarter = quarterHourOf(tx.now)
  const rows = [...Map.groupBy(paid, ({ tenant_id }) => tenant_id)].map(([id, of]) => [
    id,
    of.length * creditsOf(ENGINE),
  ])
  tx.run(
    `insert into retention_spend (root_id, quarter, tenant_id, credits)
     select ?1, ?2, value ->> 0, value ->> 1 from json_each(?3) where true
     on conflict do update set credits = credits + excluded.credits`,
    root_id,
    quarter,
    JSON.stringify(rows),
  )
  for (const [job_id, of] of Map.groupBy(paid, ({ job_id }) => job_id)) {
    const { tenant_id } = of[0]!
    const note = `Still there? ${counted(of.length, 'link')}`
    const amount = of.length * creditsOf(ENGINE)
    reserve(tx, callerOf(tx, tenant_id, 'Still there?'), { tenant_id, kind: 'check', amount, job_id, note })
  }
}

/** Takes a check that ended without a result out of one budget of its time: of the settings that hold now, if they paid. */
export function giveBack(tx: Tx, tenant_id: string, root_id: string | null, created_at: Time, credits: number): void {
  tx.run(
    `update retention_spend set credits = credits - ?3 where tenant_id = ?1 and quarter = ?2 and root_id = (
       select root_id from retention_spend where tenant_id = ?1 and quarter = ?2 and credits >= ?3 order by root_id is ?4 desc limit 1)`,
    ...[tenant_id, quarterHourOf(created_at), credits, root_id],
  )
}

/** Links wait for the next month. */
export function noteUsedUp(tx: Tx, app: App, { tenant_id, budget_month: budget }: Root, used: number): void {
  const month = daysOf(tx, tenant_id).dayOf(tx.now).slice(0, 7)
  const url = `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/still-there`
  const ref = `budget ${tenant_id} ${month}`
  recordEvent(tx, app, { type: 'retention.budget_used', tenant_id, ref, data: { month, budget, used, url } })
}

/** Months in which nothing is counted any more. */
const KEPT = 93 * DAY

export const endSpend = (tx: Tx, limit: number): number =>
  tx.run(
    `delete from retention_spend where (root_id, quarter, tenant_id) in (
       select s.root_id, s.quarter, s.tenant_id from tenants t cross join retention_spend s on s.root_id = t.id and s.quarter < ? limit ?)`,
    plus(tx.now, -KEPT),
    limit,
  )
