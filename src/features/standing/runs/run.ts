/** One run of a standing push: it reads its source, asks a person about a flood, and orders the rest. */

import { eq } from 'drizzle-orm'
import { readingFor } from '../../../domains/pushes/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { isOfStorage } from '../../../kernel/database/storage.ts'
import { type Said, said } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { noteHub } from '../hubs/subscriptions.ts'
import { authorizationOf } from '../pushes/authorization.ts'
import { Counts } from '../reading/counts.ts'
import { FileError } from '../reading/fetch-file.ts'
import { SOURCE_GAP } from '../reading/host-turns.ts'
import { readSource } from '../reading/read-source.ts'
import { floodReason } from '../reading/rules.ts'
import type { SourceReading } from '../reading/source-store.ts'
import { type Rules, rulesOf } from '../shapes.ts'
import { type PushRow, type RunRow, standingRuns } from '../tables.ts'
import type { Skipped } from '../words.ts'
import { announceGone, judgeMissing } from './missing.ts'
import { inOne, inShort } from './note.ts'
import { orderWaiting } from './order.ts'
import { changedByHour, countOfRun, countReady } from './queue.ts'
import { RunStore } from './run-store.ts'
import { runsBefore } from './runs-before.ts'
import { afterFailure, afterSuccess, tellHeld } from './schedule.ts'

type Running = { row: PushRow; rules: Rules; run: RunRow; counts: Counts; signal: AbortSignal }

/** Runs a push from its beginning, or goes on with a run that a kill interrupted. Returns the links pushed. */
export async function runPush(app: App, id: string, signal: AbortSignal): Promise<number> {
  const begun = app.db.write((tx) => begin(tx, id))
  if (!begun) return 0
  const running: Running = { ...begun, counts: countsOf(begun.run), signal }
  try {
    const reading = await read(app, running)
    await push(app, running, reading)
  } catch (error) {
    // A full disk of this install is no fault of the source: the run goes on when there is room.
    if (signal.aborted || isOfStorage(error)) throw error
    fail(app, running, error)
  }
  return app.db.read((tx) => tx.number('select pushed from standing_runs where id = ?', running.run.id))
}

function begin(tx: Tx, id: string): { row: PushRow; rules: Rules; run: RunRow } | null {
  const row = tx.row<PushRow>('select * from standing_pushes where id = ? and paused = 0', id)
  if (!row) return null
  const open = "select * from standing_runs where push_id = ? and state = 'running' order by id desc limit 1"
  if (!tx.row<RunRow>(open, id)) {
    const trigger = row.asked_at ? (row.asked_by ?? 'person') : 'clock'
    const run_id = newId()
    const run = { id: run_id, push_id: id, tenant_id: row.tenant_id, trigger, started_at: tx.now } as const
    tx.orm
      .insert(standingRuns)
      .values({ ...run, state: 'running' })
      .run()
    tx.run('update standing_pushes set asked_at = null, asked_by = null, ran_at = ? where id = ?', tx.now, id)
    if (trigger === 'hook')
      tx.run(
        `update deploy_calls set run_id = ? where wants_run = 1 and run_id is null and state = 'done'
           and hook_id in (select id from deploy_hooks where standing_push_id = ?)`,
        run_id,
        id,
      )
  }
  return { row, rules: rulesOf(row), run: tx.row<RunRow>(open, id)! }
}

function countsOf(run: RunRow): Counts {
  const { files, unchanged_files, seen, new_urls, changed_urls } = run
  const skipped = JSON.parse(run.skipped) as Skipped
  return Object.assign(new Counts(), { files, unchanged_files, seen, new_urls, changed_urls, skipped })
}

/** The counts go with the rows that were counted, in one transaction. */
function writeCounts(tx: Tx, { run, counts }: Running): void {
  const { files, unchanged_files, seen, new_urls, changed_urls, skipped } = counts
  changeRun(tx, run, { files, unchanged_files, seen, new_urls, changed_urls, skipped: JSON.stringify(skipped) })
}

const changeRun = (tx: Tx, { id }: RunRow, change: Partial<RunRow>): void =>
  void tx.orm.update(standingRuns).set(change).where(eq(standingRuns.id, id)).run()

async function read(app: App, running: Running): Promise<SourceReading> {
  const { row, rules, counts, signal } = running
  const store = new RunStore(app.db, row, running.run.id, (tx) => writeCounts(tx, running))
  const { fetch: get, now } = readingFor(app, row.tenant_id, signal)
  try {
    const authorization = authorizationOf(app, row)
    const source = { address: row.address, rules, get, now, signal, gap: app.source_gap ?? SOURCE_GAP, authorization }
    const reading = await readSource(source, store, counts)
    await store.end(reading, signal)
    if (!reading.is_partial) await judgeMissing(app, { row, rules, run_id: running.run.id }, signal)
    await announceGone(app, { row, run_id: running.run.id }, signal)
    return reading
  } finally {
    store.close()
  }
}

/** A first run that stays incomplete counts as complete the third time. */
const PATIENCE = 3

async function push(app: App, running: Running, reading: SourceReading): Promise<void> {
  const { row, run, signal } = running
  const { db } = app
  if (row.learned_at === null) {
    db.write((tx) => {
      const complete = !reading.is_partial || row.incomplete + 1 >= PATIENCE
      tx.run(
        'update standing_pushes set learned_at = ?, incomplete = incomplete + 1 where id = ?',
        complete ? tx.now : null,
        row.id,
      )
      end(tx, app, running, reading, 0, null)
    })
    return
  }
  const why = db.write((tx) => {
    const why = floodOf(tx, row, run)
    const fresh = tx.number('select pushed = 0 from standing_runs where id = ?', run.id)
    if (fresh) changeRun(tx, run, { carried: countReady(tx, row.watch_id, run.id) })
    if (why) hold(tx, app, running, why)
    return why
  })
  const { left, why: limit, sent_lately } = await orderWaiting(app, row.id, run.id, signal)
  db.write((tx) => {
    const held = why ? countOfRun(tx, row.watch_id, run.id) : 0
    const skipped = JSON.parse(
      tx.row<{ skipped: string }>('select skipped from standing_runs where id = ?', run.id)!.skipped,
    ) as Skipped
    if (sent_lately) skipped.pushed_lately = sent_lately
    if (left > sent_lately) skipped[limit as 'over_cap_day'] = left - sent_lately
    changeRun(tx, run, { skipped: JSON.stringify(skipped) })
    end(tx, app, running, reading, held, why)
  })
}

/** From here on a person decides, even when this process ends before the run does. */
function hold(tx: Tx, app: App, { row, run }: Running, why: Said): void {
  const held = countOfRun(tx, row.watch_id, run.id)
  changeRun(tx, run, { state: 'held', held, note: inShort(why), ended_at: tx.now })
  tellHeld(tx, app, row, held, why)
}

/** Why a person must decide on the findings of the run; null when they may go out. */
function floodOf(tx: Tx, row: PushRow, run: RunRow): Said | null {
  const found = countOfRun(tx, row.watch_id, run.id)
  const known = tx.number('select known from standing_pushes where id = ?', row.id)
  const by_hour = changedByHour(tx, row.watch_id, run.id)
  return floodReason(runsBefore(tx, row, run.id), { found, known, by_hour })
}

function end(tx: Tx, app: App, { row, run }: Running, reading: SourceReading, held: number, why: Said | null): void {
  const state = held ? 'held' : reading.is_partial ? 'partial' : 'done'
  const note = inOne(why ? [why, ...reading.notes] : reading.notes)
  changeRun(tx, run, { state, ended_at: tx.now, held, note })
  const found = tx.number('select new_urls + changed_urls from standing_runs where id = ?', run.id)
  if (found) noteFind(tx, row.id)
  if (reading.hub !== undefined) noteHub(tx, app, row.id, reading.hub)
  afterSuccess(tx, row, reading)
}

/** The usual gap follows the last ones slowly. */
function noteFind(tx: Tx, id: string): void {
  tx.run(
    `update standing_pushes set found_at = ?1, found_gap = case when found_at is null then null
       when found_gap is null then unixepoch(?1) - unixepoch(found_at)
       else (3 * found_gap + unixepoch(?1) - unixepoch(found_at)) / 4 end where id = ?2`,
    tx.now,
    id,
  )
}

function fail(app: App, running: Running, error: unknown): void {
  const { row, run } = running
  const is_known = error instanceof FileError || error instanceof Fault
  const why = is_known ? error.said : said('An error of this install: its log says more')
  if (!is_known)
    app.log.error('a standing push failed', { push: row.id, error: String((error as Error)?.stack ?? error) })
  app.db.write((tx) => {
    writeCounts(tx, running)
    changeRun(tx, run, { state: 'failed', ended_at: tx.now, note: inShort(why) })
    afterFailure(tx, app, row, why, error instanceof FileError ? error.more : {})
  })
}
