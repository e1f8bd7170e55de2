import { createHash } from 'node:crypto'
import type { Db, ReadTx, Tx } from '../../../kernel/database/database.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { restoredFrom } from '../../../kernel/scheduling/restored.ts'
import { taskName } from '../../../kernel/scheduling/task.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { type JobRows, tenantOf } from '../../jobs/index.ts'
import { type BatchRow, batches } from '../tables.ts'

export const SEND_LINKS = taskName('send_links')

type NewBatch = Pick<BatchRow, 'job_id' | 'url_count'>

/** Starts an empty batch; links join it in steps and carry its id. It is not ordered before it is closed. */
export function beginBatch(tx: Tx, batch: NewBatch): { id: string; url_count: number } {
  const id = newId()
  tx.orm
    .insert(batches)
    .values({
      ...batch,
      id,
      tenant_id: tenantOf(tx, batch.job_id),
      ref: `sp-${id}`,
      state: 'planned',
      created_at: tx.now,
    })
    .run()
  return { id, url_count: batch.url_count }
}

/** The open batch of a push. */
export const openBatch = (tx: Tx, job_id: string): { id: string; url_count: number } | null =>
  tx.row("select id, url_count from batches where job_id = ? and state = 'planned' and next_attempt_at is null", job_id)

/** The batch has all its links and can be ordered; an empty one is removed. */
export function closeBatch(tx: Tx, id: string): void {
  noteSites(tx, id)
  tx.run(
    `update batches set url_count = (select count(*) from links where batch_id = ?1), next_attempt_at = ?2 where id = ?1`,
    id,
    tx.now,
  )
  tx.run('delete from batches where id = ? and url_count = 0', id)
  nameByLinks(tx, id)
}

/** The reference follows from the links, so that a restored install asks for an order by the name that it had. */
function nameByLinks(tx: Tx, id: string): void {
  const links = tx.row<{ job_id: string; content: string }>(
    `select job_id, min(id) || ' ' || max(id) || ' ' || count(*) || ' ' || sum(id) as content from links where batch_id = ? group by job_id`,
    id,
  )
  if (!links) return
  const name = `sp-${createHash('sha256').update(`${links.job_id} ${links.content}`).digest('hex').slice(0, 32)}`
  const before = tx.number('select count(*) from batches where job_id = ? and ref glob ?', links.job_id, `${name}*`)
  tx.run('update batches set ref = ? where id = ?', before ? `${name}-${before + 1}` : name, id)
}

export type HoldoutBatch = { id: string; url_count: number; created_at: Time }

/** The batch of a push's control group: never ordered, it only counts results. */
export const holdoutBatch = (tx: Tx, job_id: string): HoldoutBatch | null =>
  tx.row("select id, url_count, created_at from batches where job_id = ? and state = 'held'", job_id)

export function beginHoldoutBatch(tx: Tx, batch: NewBatch): HoldoutBatch {
  const { id, url_count } = beginBatch(tx, batch)
  tx.run("update batches set state = 'held', sent_at = ? where id = ?", tx.now, id)
  return { id, url_count, created_at: tx.now }
}

/** Stores the sites of the links in this batch. */
export function noteSites(tx: Tx, batch_id: string): void {
  tx.run(`insert into batch_sites ${SITES} where batch_id = ?`, batch_id)
}

/** Keeps the unsent batches of a push from being ordered. */
export const withholdPlanned = (tx: Tx, job_id: string): number =>
  tx.run("update batches set next_attempt_at = null where job_id = ? and state = 'planned'", job_id)

/** Takes links out of uncalled batches; `leave` clears their ids. An open batch stays, another empty one goes. */
export function leavePlanned(
  tx: Tx,
  links: readonly { id: number; batch_id: string | null }[],
  leave: () => void,
): void {
  const gone = JSON.stringify(links.flatMap(({ id, batch_id }) => (batch_id === null ? [] : [id])))
  const batches = JSON.stringify([...new Set(links.flatMap(({ batch_id }) => batch_id ?? []))])
  const closed =
    "(select id from batches where state = 'planned' and next_attempt_at is not null and id in (select value from json_each(?)))"
  tx.run(
    `delete from batch_sites where (site, batch_id) in (${SITES} where id in (select value from json_each(?)))`,
    gone,
  )
  leave()
  tx.run(`insert or ignore into batch_sites ${SITES} where batch_id in ${closed}`, batches)
  tx.run(
    `update batches set url_count = (select count(*) from links where batch_id = batches.id) where id in ${closed}`,
    batches,
  )
  tx.run(
    `delete from batches where state = 'planned' and id in (select value from json_each(?))
       and not exists (select 1 from links where batch_id = batches.id)`,
    batches,
  )
}

/** When the backup was made from which this install was restored, if an order of this job may be lost since. */
export function lostSince(tx: ReadTx, job_id: string): Time | null {
  const from = restoredFrom(tx)
  if (!from?.asks_first) return null
  return tx.row('select 1 from jobs where id = ? and created_at <= ?', job_id, from.made_at) ? from.made_at : null
}

/** Orders that a supplier was called for after the backup from which this install was restored, by the replaced database. */
export type LostCall = Pick<
  BatchRow,
  'id' | 'ref' | 'job_id' | 'tenant_id' | 'route' | 'adapter' | 'simulated' | 'url_count' | 'called_at' | 'created_at'
>

/** They count as interrupted: their suppliers are asked for them. */
export const keepLostCalls = (tx: Tx, calls: readonly LostCall[]): number =>
  tx.run(
    `insert into batches (id, ref, job_id, tenant_id, state, route, adapter, simulated, url_count, attempts, called_at, created_at, next_attempt_at)
     select value ->> 'id', value ->> 'ref', value ->> 'job_id', value ->> 'tenant_id', 'doubtful', value ->> 'route', value ->> 'adapter',
       value ->> 'simulated', value ->> 'url_count', 1, value ->> 'called_at', value ->> 'created_at', ?2
     from json_each(?1) where value ->> 'job_id' in (select id from jobs)
     on conflict (id) do update set state = 'doubtful', route = excluded.route, adapter = excluded.adapter,
       simulated = excluded.simulated, attempts = 1, called_at = excluded.called_at, next_attempt_at = excluded.next_attempt_at
     where state in ('planned', 'sending', 'doubtful')`,
    JSON.stringify(calls),
    tx.now,
  )

/** Removes the batches of a push without a call. Their links still carry their ids. */
export function dropPlanned(tx: Tx, job_id: string): void {
  const planned = "(select id from batches where job_id = ? and state = 'planned')"
  tx.run(`delete from batch_sites where (site, batch_id) in (${SITES} where batch_id in ${planned})`, job_id)
  tx.run(`delete from batches where id in ${planned}`, job_id)
}

/** A canonical URL always has a slash after the host: https://host[:port]/path. */
const SITES = `select distinct substr(url, instr(url, '//') + 2, instr(substr(url, instr(url, '//') + 2), '/') - 1), batch_id
  from links`

/** Additions of a link's check to the totals of its batch. */
export type BatchAdditions = {
  batch_id: string
  /** First seen by this check day, or later than the last; null when it was not. */
  seen: number | 'later' | null
  /** Check days whose result became known. */
  answered: readonly number[]
  /** The result of day 3 became known only after day 3. */
  late_day3: boolean
}

/** Adds to the totals of the batches, so that no page counts links. */
export function countSightings(tx: Tx, sightings: (BatchAdditions | null)[]): void {
  const counted = sightings.filter((sighted) => sighted !== null)
  for (const [batch_id, of] of Map.groupBy(counted, (sighted) => sighted.batch_id)) {
    const until = (day: number) => of.filter(({ seen }) => typeof seen === 'number' && seen <= day).length
    const known = (day: number) => of.filter(({ answered }) => answered.includes(day)).length
    tx.run(
      `update batches set indexed_day1 = indexed_day1 + ?, indexed_day3 = indexed_day3 + ?, indexed_day7 = indexed_day7 + ?,
         indexed_later = indexed_later + ?, answered_day1 = answered_day1 + ?, answered_day3 = answered_day3 + ?,
         answered_day7 = answered_day7 + ?, late_day3 = late_day3 + ? where id = ?`,
      until(1),
      until(3),
      until(7),
      of.filter(({ seen }) => seen === 'later').length,
      known(1),
      known(3),
      known(7),
      of.filter(({ late_day3 }) => late_day3).length,
      batch_id,
    )
  }
}

/** Rows read at a time (a few milliseconds). */
const PART = 2500

/** The links of a batch, in the given order. */
export async function urlsOf(db: Db, batch_id: string): Promise<string[]> {
  const urls: string[] = []
  for (let after = 0; ; ) {
    const part = db.read((tx) =>
      tx.rows<{ id: number; url: string }>(
        'select id, url from links where batch_id = ? and id > ? order by id limit ?',
        batch_id,
        after,
        PART,
      ),
    )
    for (const { url } of part) urls.push(url)
    if (part.length < PART) return urls
    after = part.at(-1)!.id
    await pause()
  }
}

/** A supplier's report names the links itself; only the simulated one needs those of the job. */
export const BATCHES_OF_JOBS: JobRows = {
  forget(tx, job_id) {
    tx.run('update batches set report_due_at = null where job_id = ? and simulated = 1', job_id)
    return 0
  },
}

/** Batches follow a push to another workspace; triggers count what they cost there. */
export const moveBatches = (tx: Tx, job_id: string, to: string): number =>
  tx.run('update batches set tenant_id = ? where job_id = ?', to, job_id)

/** Batches that wait to be retried are due now. */
export const hastenBatches = (tx: Tx): number =>
  tx.run('update batches set next_attempt_at = ? where next_attempt_at > ?', tx.now, tx.now)
