/** Links that were found and wait to be pushed. */
import type { Db, ReadTx, Tx } from '../../../kernel/database/database.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import type { EntryChanges, KnownEntry } from '../reading/source-store.ts'

/** Text of URLs is kept for this many; a later run finds the others again. */
export const MOST_WAITING = 100_000
const PAGE = 1000

/** `lastmod` is -1 without any. */
export type Candidate = { hash: string; url: string; lastmod: number; is_new: number }

const HELD = `select id from standing_runs where push_id = (select id from standing_pushes where watch_id = ?1)
  and state = 'held' and decided is not 'push'`

export const countQueue = (tx: ReadTx, number: number): number =>
  tx.number('select count(*) from standing_queue where push = ?', number)

/** Links that need no person's decision; with `but`, without those of one run. */
export const countReady = (tx: ReadTx, number: number, but = ''): number =>
  tx.number(
    `select count(*) from standing_queue where push = ?1 and run_id <> ?2 and run_id not in (${HELD})`,
    number,
    but,
  )

export const countOfRun = (tx: ReadTx, number: number, run_id: string): number =>
  tx.number('select count(*) from standing_queue where push = ? and run_id = ?', number, run_id)

/** Changed links of a run by the hour of their date. */
export const changedByHour = (tx: ReadTx, number: number, run_id: string): { hour: number; n: number }[] =>
  tx.rows(
    `select lastmod / 3600 as hour, count(*) as n from standing_queue
     where push = ? and run_id = ? and is_new = 0 group by 1`,
    number,
    run_id,
  )

/** Links that may go out, newest first, in pages. */
export async function* readyPages(db: Pick<Db, 'read'>, number: number): AsyncGenerator<Candidate[]> {
  let [lastmod, hash] = [Number.MAX_SAFE_INTEGER, '0']
  for (;;) {
    const page = db.read((tx) =>
      tx.rows<Candidate>(
        `select cast(url_hash as text) as hash, url, lastmod, is_new from standing_queue
         where push = ?1 and lastmod <= ?2 and (lastmod < ?2 or url_hash > cast(?3 as integer))
           and run_id not in (${HELD})
         order by lastmod desc, url_hash limit ${PAGE}`,
        number,
        lastmod,
        hash,
      ),
    )
    if (page.length) yield page
    if (page.length < PAGE) return
    ;({ lastmod, hash } = page.at(-1)!)
    await pause()
  }
}

export function writeSlice(tx: Tx, number: number, run_id: string, { learn, take, redate, added }: EntryChanges): void {
  tx.run(
    `insert into watched_urls (push, url_hash, lastmod) select ?1, value ->> 0, value ->> 1 from json_each(?2) where true
     on conflict (push, url_hash) do update set lastmod = excluded.lastmod`,
    number,
    `[${learn.map(({ hash, lastmod }) => `[${hash},${lastmod}]`).join()}]`,
  )
  if (added) tx.run('update standing_pushes set known = known + ? where watch_id = ?', added, number)
  if (redate.length)
    tx.run(
      `update standing_queue set lastmod = given.lastmod
       from (select value ->> 0 as hash, value ->> 1 as lastmod from json_each(?2)) given
       where push = ?1 and url_hash = given.hash`,
      number,
      `[${redate.map(({ hash, lastmod }) => `[${hash},${lastmod ?? -1}]`).join()}]`,
    )
  if (take.length)
    tx.run(
      `insert into standing_queue (push, url_hash, url, lastmod, before, is_new, run_id)
       select ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?2 from json_each(?3)`,
      number,
      run_id,
      `[${take.map(({ hash, url, lastmod, before, is_new }) => `[${hash},${JSON.stringify(url)},${lastmod ?? -1},${before},${Number(is_new)}]`).join()}]`,
    )
}

/** Known rows of these URLs, by position. */
export const lookUp = (tx: ReadTx, number: number, hashes: readonly bigint[]): Map<number, KnownEntry> =>
  new Map(
    tx
      .rows<{ i: number; lastmod: number | null; queued: number }>(
        `select e.key as i, w.lastmod, exists (select 1 from standing_queue q where q.push = ?1 and q.url_hash = e.value) as queued
         from json_each(?2) e cross join watched_urls w on w.push = ?1 and w.url_hash = e.value`,
        number,
        `[${hashes.join()}]`,
      )
      .map(({ i, lastmod, queued }) => [i, { lastmod, is_queued: queued === 1 }]),
  )

export const dropFromQueue = (tx: Tx, number: number, links: readonly Candidate[]): number =>
  tx.run(
    'delete from standing_queue where push = ? and url_hash in (select value from json_each(?))',
    number,
    `[${links.map(({ hash }) => hash).join()}]`,
  )

/** Takes links of a held run out of the queue; `forget` undoes that they are known. Returns how many rows went. */
export function dropOfRun(tx: Tx, number: number, run_id: string, forget: boolean, limit: number): number {
  const some = 'select url_hash from standing_queue where push = ?1 and run_id = ?2 order by url_hash limit ?3'
  if (forget) {
    tx.run(
      `update watched_urls set lastmod = q.before from (select url_hash as h, before from standing_queue
         where push = ?1 and run_id = ?2 and is_new = 0 and url_hash in (${some})) q
       where push = ?1 and url_hash = q.h`,
      number,
      run_id,
      limit,
    )
    const gone = tx.run(
      `delete from watched_urls where push = ?1 and url_hash in (select url_hash from standing_queue
         where push = ?1 and run_id = ?2 and is_new = 1 and url_hash in (${some}))`,
      number,
      run_id,
      limit,
    )
    tx.run('update standing_pushes set known = known - ? where watch_id = ?', gone, number)
  }
  return tx.run(`delete from standing_queue where push = ?1 and url_hash in (${some})`, number, run_id, limit)
}
