/**
 * Links that were seen again and again test the engine before it is asked about others: where too many of them are
 * missing, the engine fails and not the pages. The operator pays for these few checks.
 */
import { type FinishedLook, planLooksOf } from '../../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { trackError } from '../../../kernel/environment/errors.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { DAY, dayOf, HOUR, plus, type Time } from '../../../kernel/time/clock.ts'
import { dayOfStep } from '../grid.ts'
import { falseNoRate, mostMissing, NOISE_DAYS, type Noise } from '../noise.ts'

/** How long a test holds; a failed one is repeated after a day. */
const HOLDS = 6 * HOUR
/** A batch that is not answered by then is given up. */
const PATIENCE = 12 * HOUR
/** With fewer there is no test: drops still need several noes on different days. */
const FEWEST = 5
const MOST = 30
/** Canaries of one host. */
const A_HOST = 2
const STEPS_SEEN = 2
const DAYS_VOID = 3

type Batch = {
  id: number
  planned_at: Time
  looks: number
  answered: number
  missing: number
  state: string
  ended_at: Time | null
}

/** Due links for each canary. */
const FOR_EACH = 20
export const MOST_TESTED = MOST * FOR_EACH

/** Whether links may be asked about now. Orders a test where the last one is old. */
export function engineIsSound(tx: Tx, due: number): boolean {
  const last = tx.row<Batch>('select * from canary_batches order by id desc limit 1')
  if (last?.state === 'sound' && plus(last.ended_at!, HOLDS) > tx.now) return true
  if (last?.state === 'void' && plus(last.planned_at, DAY) > tx.now) return false
  if (last?.state === 'open' && plus(last.planned_at, PATIENCE) > tx.now) return false
  const links = chosen(tx, Math.min(MOST, Math.max(FEWEST, Math.ceil(due / FOR_EACH))))
  if (links.length < FEWEST) return true
  tx.run("insert into canary_batches (planned_at, looks, state) values (?, ?, 'open')", tx.now, links.length)
  for (const [job_id, of] of Map.groupBy(links, ({ job_id }) => job_id))
    planLooksOf(tx, { job_id, engine: 'scan_standard', purpose: 'canary', credits: 0 }, of)
  return false
}

/** The oldest links that every check has seen, few of a host, others each day. */
const chosen = (tx: ReadTx, n: number): { link_id: number; job_id: string }[] =>
  tx.rows(
    `select link_id, job_id from (
       select link_id, job_id, row_number() over (partition by host order by (link_id * 7919 + ?1) % 1009) as place from (
         select link_id, job_id, host from watches indexed by watches_proven where state = 'kept' and first_seen_at < ?2 and counted >= ${STEPS_SEEN}
         order by first_seen_at limit 500))
     where place <= ${A_HOST} order by (link_id * 7919 + ?1) % 1009 limit ?3`,
    Number(dayOf(tx.now).replaceAll('-', '')),
    plus(tx.now, -dayOfStep(STEPS_SEEN) * DAY),
    n,
  )

/** Counts answers of a test; with the last one it is judged. */
export function settleCanaries(tx: Tx, looks: readonly FinishedLook[]): void {
  const open = tx.row<Batch>("select * from canary_batches where state = 'open' order by id desc limit 1")
  if (!open) return
  const answered = open.answered + looks.length
  const missing = open.missing + looks.filter(({ indexed }) => indexed !== 'yes').length
  const is_over = answered >= open.looks
  const is_void = missing > mostMissing(open.looks, noiseNow(tx)) && !isLasting(tx, missing / open.looks)
  const state = is_over ? (is_void ? 'void' : 'sound') : 'open'
  tx.run(
    'update canary_batches set answered = ?, missing = ?, state = ?, ended_at = ? where id = ?',
    ...[answered, missing, state, is_over ? tx.now : null, open.id],
  )
}

/** Some pages missing for days are gone: an engine that fails misses most, or is repaired. */
const isLasting = (tx: ReadTx, share: number): boolean =>
  share <= 0.5 &&
  tx.number(
    "select count(*) from (select state from canary_batches where state <> 'open' order by id desc limit ?) where state = 'void'",
    DAYS_VOID,
  ) === DAYS_VOID

/** One line in the errors of the install for a test that failed. */
export function noteVoid(app: Pick<App, 'version' | 'db' | 'clock'>): void {
  const found = app.db.write((tx) =>
    tx.row<Batch>("update canary_batches set noted = 1 where state = 'void' and noted = 0 returning *"),
  )
  if (!found) return
  const words = `the check engine missed ${found.missing} of ${found.looks} pages that it has shown for long, so no links were asked about`
  trackError(app, new Error(words), { where: 'task:watch_links', request_id: null }, app.clock.now())
}

/** The rate of false noes of the last weeks, of all engines. */
export function noiseNow(tx: ReadTx): number {
  const noise = tx.row<Noise>(
    'select coalesce(sum(looks), 0) as looks, coalesce(sum(flips), 0) as flips from engine_noise where day > ?',
    dayOf(plus(tx.now, -NOISE_DAYS * DAY)),
  )!
  return falseNoRate(noise)
}
