/** Orders the checks of watched links that are due: free ones by inspection, paid ones within the budget of the month. */
import { siteOf } from '../../../domains/branding/index.ts'
import { assertEngine, creditsOf, inspectable, planLooksOf, TAKE_LOOKS } from '../../../domains/checks/index.ts'
import { balancesOf, reserve } from '../../../domains/credits/index.ts'
import { daysOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { untilIdle } from '../../../kernel/scheduling/steps.ts'
import { between, DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { lastDayOf } from '../../../kernel/time/periods.ts'
import { quarterHourOf } from '../../../kernel/time/zone-days.ts'
import { callerOf } from '../../standing/index.ts'
import { recordEvent } from '../../webhooks/index.ts'
import { membersOf, type Root, rootsOn } from '../settings.ts'
import { engineIsSound } from './canaries.ts'
import { settleShown } from './impressions.ts'

const ENGINE = 'scan_standard'
/** A check that is overdue for longer is not watched: the budget or the credits do not reach it. */
export const UNREACHED_AFTER = 2 * DAY

/** Links of a transaction, shared by the clients; each gets some. */
const A_STEP = 200
const LEAST_EACH = 5

type Due = { link_id: number; job_id: string; tenant_id: string; url: string; state: string; streak: number }

export async function planWatches(app: App, signal: AbortSignal): Promise<number> {
  let planned = 0
  for (const root of app.db.read(rootsOn)) {
    planned += await untilIdle(signal, () => app.db.write((tx) => planStep(tx, app, root)))
    planned += await planBeyond(app, root, signal)
  }
  if (planned > 0) app.wake(TAKE_LOOKS)
  return planned
}

function planStep(tx: Tx, app: App, root: Root): number {
  const due = dueLinks(tx, membersOf(tx, root))
  if (due.length === 0) return 0
  const open = planFree(tx, due)
  const paid = within(tx, app, root, open)
  if (paid.length > 0) {
    spend(tx, root, paid)
    order(tx, paid, creditsOf(ENGINE))
  }
  return due.length - open.length + paid.length
}

/** Returns the links that cost a credit. */
function planFree(tx: Tx, due: readonly Due[]): Due[] {
  const open = settleShown(tx, due)
  const free = new Set(inspectable(tx, open))
  order(tx, [...free], 0)
  return open.filter((one) => !free.has(one))
}

/** Steps of a run behind the links that nobody pays for, and where the next run goes on. */
const STEPS_BEYOND = 20
const beyond = new WeakMap<App['db'], Map<string, number>>()

/** Free checks behind first links that wait for credits or a budget, which would hold them up for ever. */
async function planBeyond({ db }: App, root: Root, signal: AbortSignal): Promise<number> {
  const marks = beyond.get(db) ?? new Map<string, number>()
  beyond.set(db, marks)
  let planned = 0
  let step = marks.get(root.tenant_id) ?? 1
  for (const last = step + STEPS_BEYOND; step < last && !signal.aborted; step++) {
    const due = db.read((tx) => dueLinks(tx, membersOf(tx, root), step))
    if (due.length === 0) {
      step = 1
      break
    }
    planned += db.write((tx) => due.length - planFree(tx, due).length)
    await pause()
  }
  marks.set(root.tenant_id, step)
  return planned
}

/** The first due links of each client, or those of a later step: suspects, then those that are due for longest. */
function dueLinks(tx: ReadTx, members: readonly string[], step = 0): Due[] {
  const each = Math.max(LEAST_EACH, Math.ceil(A_STEP / Math.max(1, members.length)))
  const part = (rank: 0 | 1) =>
    `select link_id, job_id, tenant_id, state, streak from (select * from watches
       where tenant_id = m.value and rank = ${rank} and due_at <= ?2 order by due_at limit ?3 offset ?4)`
  const found = tx.rows<Due>(
    `select w.value ->> 0 as link_id, w.value ->> 1 as job_id, m.value as tenant_id, w.value ->> 2 as state, w.value ->> 3 as streak, l.url
     from json_each(?1) m cross join json_each((select json_group_array(json_array(link_id, job_id, state, streak))
       from (${part(0)} union all ${part(1)}))) w
     cross join links l on l.id = w.value ->> 0 cross join jobs j on j.id = l.job_id where j.deleted_at is null`,
    JSON.stringify(members),
    tx.now,
    each,
    each * step,
  )
  return found
}

/** The links that the budget, the credits and the engine allow: the next one of the client that had fewest today. */
function within(tx: Tx, app: App, root: Root, due: readonly Due[]): Due[] {
  if (due.length === 0 || root.budget_month === 0) return []
  const { today, left, used } = budgetOf(tx, root)
  if (used >= root.budget_month) noteUsedUp(tx, app, root, used)
  const purses = balancesOf(tx, [...new Set(due.map(({ tenant_id }) => tenant_id))])
  const lines = [...Map.groupBy(due, ({ tenant_id }) => tenant_id)].map(([id, links]) => ({
    links: links.slice(0, purses.get(id)!.check.available),
    used: today.get(id) ?? 0,
    at: 0,
  }))
  const taken: Due[] = []
  while (taken.length < left) {
    const next = lines.filter(({ at, links }) => at < links.length).sort((a, b) => a.used - b.used)[0]
    if (!next) break
    taken.push(next.links[next.at++]!)
    next.used++
  }
  return taken.length > 0 && mayAsk(tx, taken.length) && engineIsSound(tx, due.length) ? taken : []
}

/** Links wait for the next month. */
function noteUsedUp(tx: Tx, app: App, { tenant_id, budget_month: budget }: Root, used: number): void {
  const month = daysOf(tx, tenant_id).dayOf(tx.now).slice(0, 7)
  const url = `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/still-there`
  const ref = `budget ${tenant_id} ${month}`
  recordEvent(tx, app, { type: 'retention.budget_used', tenant_id, ref, data: { month, budget, used, url } })
}

function mayAsk(tx: ReadTx, n: number): boolean {
  try {
    assertEngine(tx, ENGINE, n)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

export type Budget = { used: number; left: number; today: Map<string, number> }

/** Credits used this month, and left today: the rest of the month is spread over its days. */
export function budgetOf(tx: ReadTx, { tenant_id, budget_month }: Pick<Root, 'tenant_id' | 'budget_month'>): Budget {
  const days = daysOf(tx, tenant_id)
  const day = days.dayOf(tx.now)
  const month = days.moments(`${day.slice(0, 7)}-01`, day)
  const sums = tx.rows<{ tenant_id: string; before: number; today: number }>(
    `select tenant_id, sum(iif(quarter < ?3, credits, 0)) as before, sum(iif(quarter >= ?3, credits, 0)) as today
     from retention_spend where root_id = ?1 and quarter >= ?2 group by tenant_id`,
    tenant_id,
    month.from,
    days.startOf(day),
  )
  const before = sums.reduce((sum, one) => sum + one.before, 0)
  const now = sums.reduce((sum, one) => sum + one.today, 0)
  const days_left = Number(lastDayOf(day.slice(0, 7)).slice(8)) - Number(day.slice(8)) + 1
  const for_today = Math.ceil(Math.max(0, budget_month - before) / days_left)
  return {
    used: before + now,
    left: Math.max(0, for_today - now),
    today: new Map(sums.map((one) => [one.tenant_id, one.today])),
  }
}

function spend(tx: Tx, { tenant_id: root_id }: Root, paid: readonly Due[]): void {
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

/** A repeated no is asked as the other device in turn: another vantage. */
function order(tx: Tx, links: readonly Due[], credits: number): void {
  const groups = Map.groupBy(links, ({ job_id, streak }) => `${job_id} ${streak > 0} ${streak % 2}`)
  for (const of of groups.values()) {
    const { job_id, streak } = of[0]!
    const plan = { job_id, engine: ENGINE, purpose: 'retention', credits, other_device: streak % 2 === 1 } as const
    const of_class = streak > 0 ? ({ class: 'confirmation' } as const) : {}
    planLooksOf(tx, { ...plan, ...of_class }, of)
  }
  tx.run(
    'update watches set due_at = null where link_id in (select value from json_each(?))',
    JSON.stringify(links.map(({ link_id }) => link_id)),
  )
}

export const isUnreached = (due_at: Time | null, now: Time): boolean =>
  due_at !== null && between(due_at, now) > UNREACHED_AFTER

/** Links of these workspaces that the budget or the credits do not reach. */
export const countUnreached = (tx: ReadTx, members: readonly string[]): number =>
  tx.number(
    `select count(*) from json_each(?) m cross join watches w on w.tenant_id = m.value and w.rank in (0, 1) and w.due_at < ?`,
    JSON.stringify(members),
    plus(tx.now, -UNREACHED_AFTER),
  )
