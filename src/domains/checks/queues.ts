import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { forgetSetting, readSetting, writeSetting } from '../../kernel/database/settings.ts'
import { skipScan } from '../../kernel/database/skip-scan.ts'
import { said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { addToDay, countOfDay } from '../../kernel/scheduling/limits.ts'
import { type Allowance, endPauses, etaOf, type Headroom, headroom } from '../../kernel/scheduling/quota.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { DAY, dayOf, MINUTE, millis, plus, type Time } from '../../kernel/time/clock.ts'
import { ENGINES, type EngineSlot, jobStates } from '../jobs/index.ts'
import { reserveOf } from './google/connected-properties.ts'
import { propertyQueue } from './looks/broker.ts'
import * as looks from './looks/look-states.ts'
import { lostSince } from './lost-calls.ts'
import { integrations } from './settings.ts'

/**
 * A queue of checks: one for each slot's engine and one for each Search Console property. Its limits are the vendor's,
 * from the adapter, and the operator's caps.
 */
export type Queue = { slot: EngineSlot; property: null } | { slot: null; property: string }

export const nameOf = ({ slot, property }: Queue): string => (slot ? `engine:${slot}` : propertyQueue(property))

/** SQL for "a check of this queue". */
export const looksIn = ({ slot, property }: Queue): { sql: string; param: string } =>
  slot ? { sql: 'property is null and engine = ?', param: slot } : { sql: 'property = ?', param: property! }

/** The queues to serve: the slots, and the properties with checks. */
export const queuesOf = (tx: ReadTx): Queue[] => [
  ...ENGINES.map((slot): Queue => ({ slot, property: null })),
  ...tx
    .rows<{ property: string }>(
      `select property from looks where state = 'queued' and property is not null
       union select property from looks where state = 'ordering' and property is not null`,
    )
    .map(({ property }): Queue => ({ slot: null, property })),
]

type Limiter = Pick<App, 'engines' | 'broker'>

/** Google's published limits of a property, and the share of them that its owner keeps. */
export const publishedFor = (tx: ReadTx, app: Pick<App, 'engines'>, property: string): Allowance => ({
  ...app.engines.get('search_console')?.limits,
  reserve_pct: reserveOf(tx, property) ?? integrations(tx).search_console?.reserve_pct ?? 0,
})

export function allowanceOf(tx: ReadTx, app: Limiter, { slot, property }: Queue): Allowance {
  const { engines } = integrations(tx)
  if (!slot) return app.broker.allowance(tx, property, publishedFor(tx, app, property))
  const stored = engines[slot]
  const limits = app.engines.get(stored?.adapter ?? '')?.limits ?? {}
  const caps = [limits.per_day, stored?.daily_cap].filter((cap) => cap !== undefined && cap !== null)
  return caps.length ? { ...limits, per_day: Math.min(...caps) } : limits
}

/** How many checks the queue may order now, by its limits and the rest of the day's budget. */
export function headroomOf(tx: ReadTx, app: Limiter, queue: Queue): Headroom {
  const room = headroom(tx, nameOf(queue), allowanceOf(tx, app, queue))
  const cap = queue.slot && integrations(tx).engines[queue.slot]?.daily_cap_usd
  if (room.left === 0 || cap === null || cap === undefined) return room
  const left = cap - spentToday(tx, queue.slot!)
  if (left <= 0)
    return {
      left: 0,
      resumes_at: plus(tx.now, DAY - (millis(tx.now) % DAY)),
      why: `the cap of ${cap} USD a day is spent`,
      plainly: said('the budget of the day is spent'),
    }
  const price = priceOf(tx, queue.slot!)
  return price ? { ...room, left: Math.max(1, Math.min(room.left, Math.floor(left / price))) } : room
}

/** Cost of a slot's checks since 00:00 UTC, including those under way, calls in doubt and direct questions. */
export const spentToday = (tx: ReadTx, slot: EngineSlot): number =>
  tx.number(
    `select coalesce((select sum(cost_usd) from look_days where day = ?2 and engine = ?1), 0)
       + coalesce((select sum(cost_usd) from looks where engine = ?1 and state in ('waiting', 'doubtful')), 0)
       + coalesce((select sum(cost_usd) from looks where engine = ?1 and state = 'queued' and cost_usd > 0), 0)
       + ?3`,
    slot,
    dayOf(tx.now),
    inDoubtToday(tx, slot).cost_usd + countOfDay(tx, directOf(slot), dayOf(tx.now)) / MICRO,
  )

/** Adds the cost of direct questions to the day. */
export const addDirect = (tx: Tx, slot: EngineSlot, usd: number): number =>
  addToDay(tx, directOf(slot), dayOf(tx.now), Math.round(usd * MICRO))

const MICRO = 1_000_000
const directOf = (slot: EngineSlot): string => `direct:${slot}`

/** Paid calls of a slot whose bill is unknown: lost today, or orders still in doubt. */
export function inDoubtToday(tx: ReadTx, slot: EngineSlot): { calls: number; cost_usd: number } {
  const { calls, cost_usd } = lostSince(tx, slot, startOfDay(tx.now))
  // Repeats the condition of the partial index; without it SQLite reads every check ever made.
  const orders = tx.number(
    `select count(*) from looks
     where engine = ? and state in ('waiting', 'doubtful') and state = 'doubtful' and handle is null`,
    slot,
  )
  return { calls: calls + orders, cost_usd: cost_usd + (orders ? orders * priceOf(tx, slot) : 0) }
}

/** Estimated cost of one check of a slot, USD. */
export const priceOf = (tx: ReadTx, slot: EngineSlot): number =>
  integrations(tx).engines[slot]?.cost_usd || dearest(tx, slot)

const startOfDay = (now: Time): Time => `${dayOf(now)}T00:00:00.000Z`

/** The highest cost among the latest checks, as an estimate of the next. */
const dearest = (tx: ReadTx, slot: EngineSlot): number =>
  tx.number(
    `select coalesce(max(cost_usd), 0) from
     (select cost_usd from looks where engine = ? and finished_at is not null order by finished_at desc limit 20)`,
    slot,
  )

/** New settings may fix what the vendors refused, so refused checks are retried at once. */
export function resumeQueues(tx: Tx): void {
  endPauses(tx, 'engine:*', 'search_console:*')
  hasten(tx, 'refused')
}

/** Makes waiting checks due when the task next runs. */
export const hastenLooks = (tx: Tx): void => hasten(tx, 'all')

const HASTEN_SETTING = 'looks_to_hasten'
type Hasten = { which: 'all' | 'refused' }

/** There may be a million, so the request is stored and carried out in steps. */
const hasten = (tx: Tx, which: Hasten['which']): void =>
  writeSetting(tx, HASTEN_SETTING, { which: readSetting<Hasten>(tx, HASTEN_SETTING)?.which === 'all' ? 'all' : which })

/** Carries out the stored request. */
export async function hastenWanted({ db }: Pick<App, 'db'>, signal: AbortSignal): Promise<void> {
  if (!db.read((tx) => readSetting<Hasten>(tx, HASTEN_SETTING))) return
  await inSteps(db, signal, (tx, limit) => {
    const wanted = readSetting<Hasten>(tx, HASTEN_SETTING)
    const n = wanted ? looks.hasten(tx, wanted.which, limit) : 0
    if (n < limit) forgetSetting(tx, HASTEN_SETTING)
    return n
  })
}

/** Writes on the jobs whose checks wait why and roughly until when; clears the note of the others. */
export function noteWaiting(tx: Tx, app: Limiter, queue: Queue, moved: string[]): void {
  if (moved.length) jobStates.clearWaitingLooks(tx, [...new Set(moved)])
  const room = headroomOf(tx, app, queue)
  if (room.left > 0) return
  const { sql, param } = looksIn(queue)
  // Refused checks are retried when the queue goes on, so they wait for the same moment.
  const due = `state = 'queued' and ${sql} and next_attempt_at <= ?`
  const until = plus(room.resumes_at!, MINUTE)
  const waiting = tx.number(`select count(*) from (select 1 from looks where ${due} limit ${COUNTED})`, param, until)
  if (waiting === 0) return
  const jobs = tx.rows<{ job: string }>(
    `select open.id as job from ${WITH_OPEN_LOOKS} open where exists (
       select 1 from looks indexed by looks_open where job_id = open.id and state <> 'done' and ${due})`,
    param,
    until,
  )
  const eta = etaOf(tx, nameOf(queue), allowanceOf(tx, app, queue), waiting)
  const who = queue.slot ?? `Search Console (${queue.property})`
  const why = room.plainly ?? said('{used}, 0 left', { used: room.used! })
  const at = { who, why, next: { minute: room.resumes_at! }, end: { minute: eta } }
  const note =
    waiting < COUNTED
      ? said('Checks wait for {who}: {why}. Goes on at {next}; all done by about {end}.', at)
      : said('Checks wait for {who}: {why}. Goes on at {next}; all done after {end}.', at)
  jobStates.noteWaitingLooks(
    tx,
    jobs.map(({ job }) => job),
    note,
  )
}

/** Counted up to this number, because the count repeats in every run. */
const COUNTED = 20_000

/** The jobs with open checks, found one by one in an index that may hold a million checks of a hundred jobs. */
const WITH_OPEN_LOOKS = skipScan('looks', 'job_id', "state <> 'done'")
