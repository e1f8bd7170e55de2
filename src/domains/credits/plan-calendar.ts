/** The monthly credits of plans. Due months are rows, so that a restart or a second run grants nothing twice. */

import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, dayOf, plus, plusMonths, type Time } from '../../kernel/time/clock.ts'
import type { ClockRepair } from '../../kernel/time/clock-repair.ts'
import { tellPlatform } from '../mail/index.ts'
import { type Plan, planInForce, planNamed, subscriptionOf } from '../plans/index.ts'
import { daysOf, readTenant } from '../tenants/index.ts'
import { grant, linesGranted } from './ledger.ts'
import { CREDIT_KINDS, type LedgerEntry } from './shapes.ts'

/** The task that grants due months. */
export const GRANT_PLAN_CREDITS = taskName('grant_plan_credits')

const AT_ONCE = 100

/** Starts the monthly credits of a workspace's plan at `due`. Returns false when they have started already. */
export const startCalendar = (tx: Tx, tenant_id: string, due: Time): boolean =>
  tx.run(
    'insert into plan_calendar (tenant_id, anchor_at, due_at) values (?1, ?2, ?2) on conflict (tenant_id) do nothing',
    tenant_id,
    due,
  ) === 1

/** Counts months from `due`: a new plan, or a period granted by hand, restarts them. */
export function restartCalendar(tx: Tx, tenant_id: string, due: Time): void {
  tx.run(
    `insert into plan_calendar (tenant_id, anchor_at, due_at) values (?1, ?2, ?2)
     on conflict (tenant_id) do update set anchor_at = ?2, due_at = ?2, paid_until = null`,
    tenant_id,
    due,
  )
}

/** Months are granted to the end of the paid period; later ones wait for a payment. Null: not paid by period. */
export function payCalendar(tx: Tx, tenant_id: string, paid_until: Time | null): void {
  tx.run('update plan_calendar set paid_until = ? where tenant_id = ?', paid_until, tenant_id)
}

/** Missed months that are granted automatically; more of them need a person's decision. */
const MOST_MISSED = 3

/** Grants all due months, including the last missed ones. Returns the number of months granted. */
export async function grantDue(app: GrantApp, signal: AbortSignal): Promise<number> {
  let months = 0
  app.db.write((tx) => skipMissed(tx, app))
  while (!signal.aborted) {
    const granted = app.db.write((tx) => {
      const due = tx.rows<DuePlan>(DUE, tx.now, tx.now, AT_ONCE)
      for (const one of due) grantMonth(tx, app, one)
      return due.length
    })
    // A round grants one month of each workspace; its next month may be due as well.
    if (granted === 0) break
    months += granted
    await Bun.sleep(0)
  }
  return months
}

type GrantApp = Pick<App, 'db' | 'catalog' | 'log' | 'letters' | 'sealer' | 'wake' | 'config'>

/** Skips the months before the last few, and writes to the platform admins which months these are. */
function skipMissed(tx: Tx, app: GrantApp): void {
  const long = plusMonths(tx.now, -MOST_MISSED)
  for (const { tenant_id, anchor_at, due_at } of tx.rows<DuePlan>(DUE, long, tx.now, -1)) {
    let first = due_at
    let missed = 0
    for (let at = due_at; at <= long; at = nextAfter(anchor_at, at), missed++) first = nextAfter(anchor_at, at)
    if (missed === 0) continue
    tx.run('update plan_calendar set due_at = ? where tenant_id = ?', first, tenant_id)
    const { name } = readTenant(tx, tenant_id)
    const what = `${name}: ${counted(missed, 'month')} of its plan from ${dayOf(due_at)} to ${dayOf(first)} were not granted, because this many at once can mean a wrong clock.`
    const facts = { what, advice: 'If they are due, grant them by hand: its plan, "Grant a period".' }
    app.log.warn(what, { tenant_id })
    tellPlatform(tx, app, { ref: `missed ${tenant_id} ${due_at}`, facts, link: `${app.config.site_url}/app` })
  }
}

/** Maximum length of a period that is granted by hand. */
const LONGEST_PERIOD = 400 * DAY

/** A due month further ahead than one month is set to the next month of its calendar. */
export const CALENDAR_IN_FUTURE: ClockRepair = {
  what: 'plan_calendar.due_at',
  repair(tx, limit) {
    const late = tx.rows<DuePlan>(
      'select tenant_id, anchor_at, due_at from plan_calendar where (due_at > ? and anchor_at <= ?) or due_at > ? limit ?',
      plus(tx.now, 32 * DAY),
      tx.now,
      plus(tx.now, LONGEST_PERIOD),
      limit,
    )
    for (const { tenant_id, anchor_at } of late) {
      const [anchor] = [anchor_at, tx.now].sort() as [Time, Time]
      tx.run(
        'update plan_calendar set anchor_at = ?, due_at = ? where tenant_id = ?',
        anchor,
        nextAfter(anchor, tx.now),
        tenant_id,
      )
    }
    return late.length
  },
}

type DuePlan = { tenant_id: string; anchor_at: Time; due_at: Time; archived_at: Time | null }

/**
 * While a payment is late and its grace runs, the month waits: it is granted when the plan is paid, or as the free
 * plan's month when the grace is over. A month that no invoice has paid for waits too.
 */
const DUE = `select c.tenant_id, c.anchor_at, c.due_at, t.archived_at from plan_calendar c
  join tenants t on t.id = c.tenant_id left join tenant_plans p on p.tenant_id = c.tenant_id
  where c.due_at <= ? and not (coalesce(p.status, '') = 'past_due' and coalesce(p.grace_until, '') > ?)
    and not (coalesce(p.status, 'canceled') <> 'canceled' and c.due_at >= coalesce(c.paid_until, '~'))
  order by c.due_at limit ?`

/** One month of one workspace; an archived workspace gets nothing for that month. */
function grantMonth(tx: Tx, app: Pick<App, 'catalog'>, { tenant_id, anchor_at, due_at, archived_at }: DuePlan): void {
  const end = nextAfter(anchor_at, due_at)
  const plan = planNamed(app, planInForce(subscriptionOf(tx, tenant_id), tx.now))
  if (archived_at === null)
    grantPlanPeriod(tx, tenant_id, plan, { start: due_at, end }, `month from ${due_at}`, 'system')
  tx.run('update plan_calendar set due_at = ? where tenant_id = ?', end, tenant_id)
}

/** The first anniversary of the anchor after `time`; a short month does not move the later ones. */
function nextAfter(anchor: Time, time: Time): Time {
  for (let months = 1; ; months++) {
    const next = plusMonths(anchor, months)
    if (next > time) return next
  }
}

export type Period = { start: Time; end: Time }

/**
 * Grants the index and check credits of one month of a plan, as lines of one group. `ref` names the period (an invoice,
 * `2026-11`): a second grant to the same workspace gives nothing, even on another plan. Returns the lines, or those of
 * the first grant.
 */
export function grantPlanPeriod(
  tx: Tx,
  tenant_id: string,
  plan: Plan,
  { start, end }: Period,
  ref: string,
  actor: string,
): { repeated: boolean; lines: LedgerEntry[] } {
  const before = linesGranted(tx, { reason: 'plan_grant', tenant_id, ref })
  if (before.length > 0) return { repeated: true, lines: before }
  const group_id = newId()
  const days = daysOf(tx, tenant_id)
  const note = `${plan.name}, ${days.dayOf(start)} to ${days.dayOf(end)}`
  const lines = CREDIT_KINDS.flatMap((kind) => {
    const amount = kind === 'index' ? plan.monthly_index_credits : plan.monthly_check_credits
    return amount === 0
      ? []
      : [grant(tx, { tenant_id, kind, amount, reason: 'plan_grant', ref, actor, note, group_id }).line]
  })
  return { repeated: false, lines }
}
