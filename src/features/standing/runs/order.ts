/** Orders the links that wait: ordinary jobs, each in one transaction with the rows that it takes out of the queue. */

import { planOf } from '../../../domains/plans/index.ts'
import { indexedSince, isUpToDate, rememberSent, sentSince } from '../../../domains/pushes/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { MAX_URLS } from '../../../kernel/operation/shape.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { type Rules, rulesOf } from '../shapes.ts'
import type { PushRow } from '../tables.ts'
import type { Reason } from '../words.ts'
import { type CandidateMarks, choose } from './choose.ts'
import { type JudgedLinks, judgePages, keepDigests, type PageReads } from './judge-pages.ts'
import { orderLinks, pingLinks } from './order-links.ts'
import { type Candidate, countReady, dropFromQueue, readyPages } from './queue.ts'
import { allowanceNow, callerOf, noteSpent, spentOf } from './run-budget.ts'

/** Marks of candidates: pushed within the minimum days, seen in the index by a check. */
export function marksOf(tx: ReadTx, tenant_id: string, rules: Rules, page: readonly Candidate[]): CandidateMarks {
  const hashes = page.map(({ hash }) => BigInt(hash))
  const days = rules.not_yet_indexed_days
  return {
    sent: sentSince(tx, tenant_id, hashes, plus(tx.now, -rules.again_after_days * DAY)),
    indexed: days === null ? new Set() : indexedSince(tx, tenant_id, hashes, plus(tx.now, -days * DAY)),
  }
}

type PlacedOrder = { left: number; why: Reason; sent_lately: number }

/** Orders links within the limits and notes it in the run. Returns how many links still wait, and why. */
export async function orderWaiting(
  app: App,
  push_id: string,
  run_id: string,
  signal: AbortSignal,
): Promise<PlacedOrder> {
  const reads: PageReads = new Map()
  for (;;) {
    signal.throwIfAborted()
    await rememberSent(app.db, signal)
    const { row, rules, room, most } = app.db.read((tx) => read(tx, app, push_id))
    const links = Math.min(room.links, most)
    const { tenant_id, watch_id } = row
    const choice = await choose(
      readyPages(app.db, watch_id),
      (page) => app.db.read((tx) => marksOf(tx, tenant_id, rules, page)),
      links,
    )
    if (choice.take.length === 0 && choice.indexed.length === 0) {
      const left = app.db.read((tx) => countReady(tx, watch_id))
      return { left, why: room.why, sent_lately: choice.sent_lately }
    }
    const judged = await judgePages(app, { tenant_id, watch_id, rules }, choice.take, reads, signal)
    app.db.write((tx) => {
      if (!isUpToDate(tx)) return
      leaveOut(tx, watch_id, run_id, 'indexed', choice.indexed)
      for (const [reason, links] of judged.out) {
        leaveOut(tx, watch_id, run_id, reason, links)
        keepDigests(tx, watch_id, links, judged.digests)
      }
      if (judged.go.length) place(tx, app, push_id, run_id, judged)
    })
  }
}

function read(tx: ReadTx, app: App, push_id: string) {
  const row = tx.row<PushRow>('select * from standing_pushes where id = ?', push_id)!
  const rules = rulesOf(row)
  const most = Math.min(MAX_URLS, planOf(tx, app, row.tenant_id).urls_per_push)
  return { row, rules, room: allowanceNow(tx, row, rules), most }
}

function leaveOut(tx: Tx, number: number, run_id: string, reason: Reason, links: readonly Candidate[]): void {
  if (links.length === 0) return
  const n = dropFromQueue(tx, number, links)
  tx.run(
    `update standing_runs set skipped = json_set(skipped, '$.' || ?1, coalesce(skipped ->> ?1, 0) + ?2) where id = ?3`,
    reason,
    n,
    run_id,
  )
}

/** One job, or one announcement to IndexNow: written, taken out of the queue and counted, or nothing of it. */
function place(tx: Tx, app: App, push_id: string, run_id: string, { go, digests }: JudgedLinks): void {
  const { row, rules, room } = read(tx, app, push_id)
  const take = go.slice(0, room.links)
  if (take.length === 0) return
  const { tenant_id } = row
  const name = `Standing: ${row.name}, ${spentOf(tx, row).day}`
  const caller = callerOf(tx, tenant_id, `Standing: ${row.name}`)
  const urls = take.map(({ url }) => url)
  const { routes, smart } = rules
  const is_paid = routes !== 'indexnow'
  const id = is_paid
    ? orderLinks(tx, app, caller, { tenant_id, name, smart, indexnow: routes === 'both' }, urls)
    : pingLinks(tx, app, tenant_id, run_id, urls)
  keepDigests(tx, row.watch_id, take, digests)
  dropFromQueue(tx, row.watch_id, take)
  noteSpent(tx, 'standing_pushes', row, take.length, is_paid ? take.length : 0)
  tx.run(
    `update standing_runs set pushed = pushed + ?1, job_ids = iif(?2 is null, job_ids, json_insert(job_ids, '$[#]', ?2))
     where id = ?3`,
    take.length,
    id,
    run_id,
  )
}
