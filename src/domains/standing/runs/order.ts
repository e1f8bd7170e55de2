/** Orders the links that wait: ordinary jobs, each in one transaction with what it takes out of the queue. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { MAX_URLS } from '../../../kernel/operation/shape.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { planOf } from '../../plans/index.ts'
import { indexedSince, isUpToDate, rememberSent, sentSince } from '../memory.ts'
import type { Rules } from '../shapes.ts'
import type { PushRow } from '../tables.ts'
import type { Reason } from '../words.ts'
import { choose, type Marks } from './choose.ts'
import { orderLinks } from './order-links.ts'
import { callerOf, roomNow, spentOf } from './place.ts'
import { type Candidate, countReady, dropFromQueue, readyPages } from './queue.ts'

/** What is known of candidates: pushed within the minimum days, seen in the index by a check. */
export function marksOf(tx: ReadTx, tenant_id: string, rules: Rules, now: Time, page: readonly Candidate[]): Marks {
  const hashes = page.map(({ hash }) => BigInt(hash))
  const days = rules.not_yet_indexed_days
  return {
    sent: new Set(sentSince(tx, tenant_id, hashes, plus(now, -rules.again_after_days * DAY))),
    indexed: new Set(days === null ? [] : indexedSince(tx, tenant_id, hashes, plus(now, -days * DAY))),
  }
}

export type Ordered = { left: number; why: Reason; sent_lately: number }

/** Orders what the limits allow and notes it in the run. Says what waits on, and why. */
export async function orderWaiting(
  app: App,
  { push_id, run_id, number }: { push_id: string; run_id: string; number: number },
  signal: AbortSignal,
): Promise<Ordered> {
  for (;;) {
    signal.throwIfAborted()
    await rememberSent(app.db, signal)
    const { row, rules, room, most } = app.db.read((tx) => read(tx, app, push_id))
    const links = Math.min(room.links, most)
    const choice = await choose(
      readyPages(app.db, number),
      (page) => app.db.read((tx) => marksOf(tx, row.tenant_id, rules, tx.now, page)),
      links,
    )
    if (choice.take.length === 0 && choice.indexed.length === 0) {
      const left = app.db.read((tx) => countReady(tx, number))
      return { left, why: room.why, sent_lately: choice.sent_lately }
    }
    app.db.write((tx) => {
      if (!isUpToDate(tx)) return
      skipIndexed(tx, number, run_id, choice.indexed)
      if (choice.take.length) place(tx, app, push_id, run_id, choice.take)
    })
  }
}

function read(tx: ReadTx, app: App, push_id: string) {
  const row = tx.row<PushRow>('select * from standing_pushes where id = ?', push_id)!
  const rules = JSON.parse(row.rules) as Rules
  const most = Math.min(MAX_URLS, planOf(tx, app, row.tenant_id).urls_per_push)
  return { row, rules, room: roomNow(tx, row, rules, tx.now), most }
}

function skipIndexed(tx: Tx, number: number, run_id: string, indexed: readonly Candidate[]): void {
  if (indexed.length === 0) return
  const n = dropFromQueue(
    tx,
    number,
    indexed.map(({ hash }) => hash),
  )
  tx.run(
    `update standing_runs set skipped = json_set(skipped, '$.indexed', coalesce(skipped ->> '$.indexed', 0) + ?) where id = ?`,
    n,
    run_id,
  )
}

/** One job: reserved, written, taken out of the queue and counted, or nothing of it. */
function place(tx: Tx, app: App, push_id: string, run_id: string, chosen: readonly Candidate[]): void {
  const { row, rules, room } = read(tx, app, push_id)
  const take = chosen.slice(0, room.links)
  if (take.length === 0) return
  const name = `Standing: ${row.name}, ${spentOf(tx, row, tx.now).day}`
  const caller = callerOf(tx, row.tenant_id, `Standing: ${row.name}`)
  const urls = take.map(({ url }) => url)
  const id = orderLinks(tx, app, caller, { tenant_id: row.tenant_id, name, smart: rules.smart }, urls)
  dropFromQueue(
    tx,
    row.watch_id,
    take.map(({ hash }) => hash),
  )
  const { day, month, day_pushed, month_pushed } = spentOf(tx, row, tx.now)
  tx.run(
    'update standing_pushes set day = ?, day_pushed = ?, month = ?, month_pushed = ? where id = ?',
    day,
    day_pushed + take.length,
    month,
    month_pushed + take.length,
    push_id,
  )
  tx.run(
    `update standing_runs set pushed = pushed + ?, job_ids = json_insert(job_ids, '$[#]', ?) where id = ?`,
    take.length,
    id,
    run_id,
  )
}
