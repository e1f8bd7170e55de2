import { consume, release, reserve, transfer } from '../../../src/domains/credits/index.ts'
import { createJob, type LinkState, refreshOutcome } from '../../../src/domains/jobs/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { callerOf } from '../../world.ts'

/**
 * What the operations' examples name: pushes of the Bakery in every stage, with batches and looks behind them. Needs the
 * credits of `../credits/seed.ts`; the books balance.
 */
export function seedExamples(tx: Tx): void {
  for (const [kind, amount] of [
    ['index', 40],
    ['check', 100],
  ] as const)
    transfer(tx, 'ten_northwind', 'ten_bakery', { kind, amount, actor: 'ada@northwind.example' })
  seedPush(tx, 'job_settled', 'done', 9001, ['indexed', 'indexed', 'not_indexed'])
  seedPush(tx, 'job_guestposts', 'watching', 9101, ['sent', 'sent', 'indexed'])
  seedPush(tx, 'job_drip', 'sending', 9201, ['sent', 'scheduled', 'scheduled'])
  seedPush(tx, 'job_failed', 'watching', 9301, ['failed', 'sent'])
  seedLook(tx, 9501, { job_id: 'job_guestposts', link_id: 9101, indexed: 'no' })
  seedLook(tx, 9502, { job_id: 'job_guestposts', link_id: 9103, indexed: 'yes' })
  seedLook(tx, 9503, { job_id: 'job_settled', link_id: 9003, indexed: 'no' })
}

const SETTLED: Partial<Record<LinkState, 'consumed' | 'released'>> = {
  indexed: 'consumed',
  not_indexed: 'released',
  failed: 'released',
}

/** A push with one link a state, numbered from `first`. What was sent went out in one simulated batch a day ago. */
function seedPush(tx: Tx, id: string, status: 'sending' | 'watching' | 'done', first: number, states: LinkState[]) {
  const tenant_id = 'ten_bakery'
  const index = { tenant_id, kind: 'index', job_id: id } as const
  const yesterday = plus(tx.now, -DAY)
  reserve(tx, callerOf('ada'), { ...index, amount: states.length })
  const order = { id, tenant_id, type: 'index', name: 'Guest posts', status, sent_at: yesterday, simulated: 1 } as const
  const urls = states.map((_, i) => `https://bakery.example/${id}/${i + 1}`)
  tx.run("delete from sqlite_sequence where name = 'links'")
  tx.run("insert into sqlite_sequence (name, seq) values ('links', ?)", first - 1)
  createJob(tx, callerOf('ada'), order, { urls, state: 'queued', credit: 'reserved' })
  for (const [i, state] of states.entries()) {
    const credit = SETTLED[state]
    if (credit === 'consumed') consume(tx, { ...index, amount: 1 })
    if (credit === 'released') release(tx, { ...index, amount: 1, reason: 'release' })
    const sent = state === 'scheduled' ? null : yesterday
    tx.run(
      `update links set state = ?1, credit = ?2, indexed = ?3, sent_at = ?4, batch_id = iif(?4 is null, null, ?5),
         looks = iif(?4 is null, 0, 1), checked_at = ?4, due_at = iif(?4 is null, ?6, null),
         next_look_at = iif(?1 = 'sent', ?6, null), settled_at = iif(?2 = 'reserved', null, ?4) where id = ?7`,
      state,
      credit ?? 'reserved',
      state === 'indexed' ? 'yes' : sent ? 'no' : 'unknown',
      sent,
      `cam_${id}`,
      plus(tx.now, 2 * DAY),
      first + i,
    )
  }
  tx.run(
    `insert into batches (id, ref, job_id, tenant_id, state, route, adapter, simulated, task_id, url_count, attempts,
       report_due_at, created_at, sent_at)
     values (?1, 'sp-' || ?1, ?2, ?3, 'sent', 'primary', 'simulated', 1, 'simulated-sp-' || ?1, ?4, 1, ?5, ?6, ?6)`,
    `cam_${id}`,
    id,
    tenant_id,
    states.filter((state) => state !== 'scheduled').length,
    plus(tx.now, DAY),
    yesterday,
  )
  if (status === 'done') tx.run('update jobs set finished_at = ? where id = ?', tx.now, id)
  refreshOutcome(tx, id)
}

type Look = { job_id: string; link_id: number; indexed: 'yes' | 'no' }

/** A guarantee look that was taken, with the engine's stored answer. */
function seedLook(tx: Tx, id: number, { job_id, link_id, indexed }: Look): void {
  tx.run(
    `insert into looks (id, ref, tenant_id, job_id, link_id, url, engine, adapter, purpose, day, sent_at, state, indexed,
       method, evidence, created_at, ordered_at, finished_at)
     select ?1, 'sp-look-' || ?1, 'ten_bakery', ?2, ?3, url, 'scan_standard', 'simulated', 'guarantee', 1, sent_at, 'done', ?4,
       'simulated', 'Simulated', ?5, ?5, ?5 from links where id = ?3`,
    id,
    job_id,
    link_id,
    indexed,
    tx.now,
  )
  tx.run('insert into look_answers (look_id, body) values (?, ?)', id, JSON.stringify({ simulated: true, indexed }))
}
