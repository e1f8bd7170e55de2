import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { said } from '../../../kernel/language/say.ts'
import { conflict, Fault } from '../../../kernel/operation/fault.ts'
import { addToDay, countOfDay, untilMidnight } from '../../../kernel/scheduling/limits.ts'
import { taskName } from '../../../kernel/scheduling/task.ts'
import { dayOf, millis } from '../../../kernel/time/clock.ts'
import { type EngineSlot, tenantOf } from '../../jobs/index.ts'
import { PLACE_OF_CHECK } from '../../tenants/index.ts'
import { engineRefusal } from '../engine-refusal.ts'
import { assignProperties } from '../google/search-console-first.ts'
import { spentToday } from '../queues.ts'
import { otherDevice, PLACED, placeOfCheck } from '../search-place.ts'
import { engineInUse, type StoredEngine } from '../settings.ts'
import type { LookRow } from '../tables.ts'
import type { LookClass } from './broker.ts'

/** The task that makes due checks. */
export const TAKE_LOOKS = taskName('take_looks')

export type LookPlan = {
  job_id: string
  engine: EngineSlot
  purpose: LookRow['purpose']
  /** Check credits reserved for each check; 0 when the operator pays. */
  credits: number
  day?: number | null
  /** Asked as the other kind of device: another vantage in the same place. */
  other_device?: boolean
  /** Its turn at a property; left out: that of its purpose. */
  class?: LookClass
}

export const CREDITS_PER_CHECK: Readonly<Record<EngineSlot, number>> = {
  scan_standard: 1,
  scan_live: 5,
  scan_bing: 1,
  upstream: 1,
}
export const creditsOf = (engine: EngineSlot): number => CREDITS_PER_CHECK[engine]

const counterOf = (engine: EngineSlot): string => `looks:${engine}`

/** 409: no engine is connected under that name. */
export const noEngine = (name: string): Fault =>
  conflict(
    said('No check engine is connected as {name}. The platform admin connects one under Operator, Suppliers{route}.', {
      name,
      route: ' (PUT /settings/integrations)',
    }),
  )

/** Refuses checks that no engine can make: none connected (409), or over its cap for today (429). */
export function assertEngine(tx: ReadTx, engine: EngineSlot, n: number): StoredEngine {
  const inUse = engineInUse(tx, engine)
  if (!inUse) throw noEngine(engine)
  const used = countOfDay(tx, counterOf(engine), dayOf(tx.now))
  if (inUse.daily_cap !== null && used + n > inUse.daily_cap)
    throw capped(
      tx,
      `The check engine ${engine} has a cap of ${inUse.daily_cap} checks a day; ${used} are used and this order needs ${n}. Try again tomorrow, or with fewer URLs.`,
      { engine, cap: inUse.daily_cap, used, need: n },
    )
  const cap = inUse.daily_cap_usd ?? null
  const [spent, need] = cap === null ? [0, 0] : [spentToday(tx, engine), n * (inUse.cost_usd ?? 0)]
  if (cap === null || (spent < cap && spent + need <= cap)) return inUse
  throw capped(
    tx,
    `The check engine ${engine} has a cap of ${cap} USD a day; ${spent.toFixed(2)} are spent. Try again tomorrow, or with fewer URLs.`,
    { engine, cap, used: spent, need },
  )
}

const capped = (tx: ReadTx, message: string, details: Record<string, unknown>): Fault =>
  new Fault('daily_cap', message, { code: 'daily_cap', ...details }, untilMidnight(millis(tx.now)))

/** Plans and counts checks of the job's links that match the condition on `links l`. Returns how many. */
export function planLooks(tx: Tx, plan: LookPlan, where: string, ...params: (string | number)[]): number {
  const n = writeLooks(tx, plan, `l.job_id = ? and ${where}`, plan.job_id, ...params)
  countLooks(tx, plan.engine, n)
  return n
}

/** The same for links of the job by their ids: its other links, of which it may have very many, are not read. */
export function planLooksOf(tx: Tx, plan: LookPlan, links: readonly { link_id: number }[]): void {
  const ids = JSON.stringify(links.map(({ link_id }) => link_id))
  countLooks(tx, plan.engine, writeLooks(tx, plan, 'l.id in (select value from json_each(?))', ids))
}

/** Counts checks against their engine's cap of the day, when they are ordered and not when their rows are written. */
export function countLooks(tx: Tx, engine: EngineSlot, n: number): void {
  if (n > 0) addToDay(tx, counterOf(engine), dayOf(tx.now), n)
}

/** Writes checks for the links that match the condition, in one statement; `take_looks` makes them. */
export function writeLooks(tx: Tx, plan: LookPlan, where: string, ...params: (string | number)[]): number {
  const tenant_id = tenantOf(tx, plan.job_id)
  const n = tx.run(
    `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, day, place, sent_at, state, credits, next_attempt_at, created_at)
     select 'sp' || lower(hex(randomblob(12))), ?, l.job_id, l.id, l.url, ?, ?, ?, ?, l.sent_at, 'queued', ?, ?, ?
     from links l where ${where}`,
    tenant_id,
    plan.engine,
    plan.purpose,
    plan.day ?? null,
    placeFor(tx, tenant_id, plan),
    plan.credits,
    tx.now,
    tx.now,
    ...params,
  )
  if (n > 0) assignProperties(tx, plan, tx.number('select last_insert_rowid()') - n)
  return n
}

function placeFor(tx: ReadTx, tenant_id: string, { engine, other_device }: LookPlan): string | null {
  const place = placeOfCheck(tx, tenant_id, engine)
  return place !== null && other_device ? otherDevice(place) : place
}

type Unsure = { id: number; engine: EngineSlot; empty?: boolean }

/**
 * Repeats checks with a "no" that needs confirmation, as rows of their own. After an empty list another vendor is asked
 * where one is connected, since the same one may show it empty again. They are asked where the link was seen, or else
 * where it was first looked for: a changed setting alone refunds nothing.
 */
export function planConfirmations(tx: Tx, unsure: Unsure[]): void {
  const other = otherVendor(tx)
  for (const [engine, of] of Map.groupBy(unsure, ({ engine, empty }) => (empty && other) || engine)) {
    const n = tx.run(
      `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, day, place, sent_at, state, credits, confirms, next_attempt_at, created_at)
       select 'sp' || lower(hex(randomblob(12))), tenant_id, job_id, link_id, url, ?3, purpose, day, ${FIRST_ASKED}, sent_at, 'queued', 0, id, ?1, ?1
       from looks n where id in (select value from json_each(?2))`,
      tx.now,
      JSON.stringify(of.map(({ id }) => id)),
      engine,
    )
    if (n > 0) addToDay(tx, counterOf(engine), dayOf(tx.now), n)
  }
}

/** The place of the first check of the link that was answered; a check that saw it counts first. */
const FIRST_ASKED = `(select ${PLACE_OF_CHECK} from looks k where k.job_id = n.job_id and k.link_id = n.link_id
  and k.state = 'done' and k.method = 'search_result' and k.indexed <> 'unknown' and k.engine in (${PLACED.map((slot) => `'${slot}'`).join(', ')})
  order by k.indexed = 'yes' desc, k.id limit 1)`

/** The live engine, if it searches Google by another vendor than the standard one and takes work now. */
function otherVendor(tx: ReadTx): EngineSlot | null {
  const [standard, live] = [engineInUse(tx, 'scan_standard'), engineInUse(tx, 'scan_live')]
  if (!live || vendorOf(live.adapter) === vendorOf(standard?.adapter ?? '')) return null
  return engineRefusal(tx, 'scan_live') === null ? 'scan_live' : null
}

const vendorOf = (adapter: string): string => adapter.split('_')[0]!

/** Checks of a job without a result. */
export const openLooks = (tx: ReadTx, job_id: string): number =>
  tx.number("select count(*) from looks where job_id = ? and state <> 'done'", job_id)

/** Checks that a job waits for and that no call was made for. */
const UNASKED = "job_id = ? and state = 'queued' and purpose in ('before', 'check')"

export const countUnasked = (tx: ReadTx, job_id: string): number =>
  tx.number(`select count(*) from looks where ${UNASKED}`, job_id)

/** Credits of open checks that a cancel of the job leaves as they are. */
export const creditsOfAsked = (tx: ReadTx, job_id: string): number =>
  tx.number(
    `select coalesce(sum(credits), 0) from looks where job_id = ?1 and state <> 'done'
       and id not in (select id from looks where ${UNASKED.replace('?', '?1')})`,
    job_id,
  )

export const unaskedLooks = (tx: ReadTx, job_id: string, limit: number): LookRow[] =>
  tx.rows<LookRow>(`select * from looks where ${UNASKED} limit ?`, job_id, limit)

export const unaskedLooksAt = (tx: ReadTx, job_id: string, links: readonly number[]): LookRow[] =>
  tx.rows<LookRow>(
    `select * from looks where ${UNASKED} and link_id in (select value from json_each(?))`,
    job_id,
    JSON.stringify(links),
  )

/** How many of these links have no check before the push, planned or made. */
export const unplannedAmong = (tx: ReadTx, job_id: string, links: readonly number[]): number =>
  tx.number(
    `select count(*) from json_each(?) given where not exists (
       select 1 from looks where job_id = ? and link_id = given.value and purpose = 'before')`,
    JSON.stringify(links),
    job_id,
  )
