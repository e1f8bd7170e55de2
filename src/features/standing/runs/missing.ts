/** Links that a source no longer lists: two complete readings without one say that it is gone. They are never pushed. */

import { planPings, SEND_INDEXNOW } from '../../../domains/indexnow/index.ts'
import { screenUrls } from '../../../domains/preflight/index.ts'
import { readingFor } from '../../../domains/pushes/index.ts'
import type { Db, ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { EntryList, listKey } from '../reading/entry-list.ts'
import type { Rules } from '../shapes.ts'
import type { PushRow } from '../tables.ts'
import { filesOfLinks, listOf } from './files.ts'

/** Above this number, missing links are not noted. */
const MOST_MISSING = 100_000
const SLICE = 500
/** Removed pages that a run asks for; the next one goes on. */
const MOST_ASKED = 2000

export const countMissing = (tx: ReadTx, push: number): number =>
  tx.number('select count(*) from standing_missing where push = ?', push)

/** Notes links that a file has dropped; another may list them. `noted` are noted already; returns how many are then. */
export async function noteMissing(db: Db, push: number, hashes: Iterable<bigint>, noted: number): Promise<number> {
  let n = noted
  await inSlices(hashes, (some) => {
    if (n >= MOST_MISSING) return
    n += db.write((tx) =>
      tx.run(
        'insert or ignore into standing_missing (push, url_hash) select ?1, value from json_each(?2)',
        push,
        `[${some.join()}]`,
      ),
    )
  })
  return n
}

type Missing = { hash: string; was_missing: number }
type RunRef = { row: PushRow; run_id: string }

/** After a complete reading: a link in a list again is not missing, a link that was missing before too is gone. */
export async function judgeMissing(app: App, of: RunRef & { rules: Rules }, signal: AbortSignal): Promise<void> {
  const { db } = app
  const { row, rules, run_id } = of
  const breathe = pacer()
  let missing = db.read((tx) => missingOf(tx, row.watch_id, run_id)).map((one) => ({ ...one, hash: BigInt(one.hash) }))
  const back: bigint[] = []
  if (missing.length === 0) return
  for (const { address, digest } of db.read((tx) => filesOfLinks(tx, row.id))) {
    signal.throwIfAborted()
    const octets = digest && db.read((tx) => listOf(tx, row.watch_id, address, listKey(digest, rules)))
    // The content of this file is unknown, so missing links stay missing.
    if (!octets) return
    const list = EntryList.of(octets)
    const absent: typeof missing = []
    for (const [i, one] of missing.entries()) {
      if (list.lists(one.hash)) back.push(one.hash)
      else absent.push(one)
      if (i % 250 === 0) await breathe()
    }
    missing = absent
  }
  const hashes = (was: number) => missing.flatMap(({ hash, was_missing }) => (was_missing === was ? [hash] : []))
  await inSlices(back, (some) => db.write((tx) => forget(tx, row.watch_id, some)))
  await inSlices(hashes(0), (some) =>
    db.write((tx) =>
      tx.run(
        `update standing_missing set run_id = ? where push = ? and ${AMONG}`,
        run_id,
        row.watch_id,
        `[${some.join()}]`,
      ),
    ),
  )
  await inSlices(hashes(1), (some) => db.write((tx) => noteGone(tx, of, some)))
}

const AMONG = 'url_hash in (select value from json_each(?))'

/** Links that this run has not judged yet. A link that waits to be pushed is judged by its page first. */
const missingOf = (tx: ReadTx, push: number, run_id: string): Missing[] =>
  tx.rows<Missing>(
    `select cast(m.url_hash as text) as hash, m.run_id is not null as was_missing from standing_missing m
     where m.push = ?1 and m.is_gone = 0 and m.run_id is not ?2
       and not exists (select 1 from standing_queue q where q.push = ?1 and q.url_hash = m.url_hash)`,
    push,
    run_id,
  )

const forget = (tx: Tx, push: number, hashes: readonly (bigint | string)[]): number =>
  tx.run(`delete from standing_missing where push = ? and ${AMONG}`, push, `[${hashes.join()}]`)

/** A link that is gone is no longer known: one that comes back is new. */
function noteGone(tx: Tx, { row, rules, run_id }: RunRef & { rules: Rules }, hashes: readonly bigint[]): void {
  const some = `[${hashes.join()}]`
  const n = tx.run(`delete from watched_urls where push = ? and ${AMONG}`, row.watch_id, some)
  tx.run('update standing_pushes set known = known - ? where id = ?', n, row.id)
  tx.run('update standing_runs set gone = gone + ? where id = ?', n, run_id)
  if (rules.announce_gone)
    tx.run(
      `update standing_missing set is_gone = 1 where push = ? and ${AMONG} and exists (
         select 1 from sent_urls s where s.tenant_id = ? and s.url_hash = standing_missing.url_hash and s.link_id > 0)`,
      row.watch_id,
      some,
      row.tenant_id,
    )
  tx.run(`delete from standing_missing where push = ? and is_gone = 0 and ${AMONG}`, row.watch_id, some)
}

/** Tells IndexNow of pages that are gone. Only a link that was pushed still has its text. */
export async function announceGone(app: App, { row, run_id }: RunRef, signal: AbortSignal): Promise<void> {
  const { db } = app
  const { tenant_id, watch_id } = row
  for (let asked = 0; asked < MOST_ASKED; asked += SLICE) {
    const gone = db.read((tx) => goneOf(tx, row))
    if (gone.length === 0) return
    const urls = gone.flatMap(({ url }) => (url === null ? [] : [url]))
    const pages = await screenUrls(urls, readingFor(app, tenant_id, signal))
    const removed = pages.filter(({ status }) => status === 404 || status === 410)
    db.write((tx) => {
      const links = removed.map(({ url }) => ({ id: 0, url }))
      planPings(tx, { tenant_id, job_id: run_id, force: true, since: tx.now }, links)
      forget(
        tx,
        watch_id,
        gone.map(({ hash }) => hash),
      )
      tx.afterCommit(() => app.wake(SEND_INDEXNOW))
    })
  }
}

const goneOf = (tx: ReadTx, { tenant_id, watch_id }: PushRow): { hash: string; url: string | null }[] =>
  tx.rows(
    `select cast(m.url_hash as text) as hash, l.url from standing_missing m
       left join sent_urls s on s.tenant_id = ?1 and s.url_hash = m.url_hash left join links l on l.id = s.link_id
     where m.push = ?2 and m.is_gone = 1 limit ${SLICE}`,
    tenant_id,
    watch_id,
  )

async function inSlices(hashes: Iterable<bigint>, step: (some: bigint[]) => void): Promise<void> {
  const breathe = pacer()
  let some: bigint[] = []
  for (const hash of hashes) {
    if (some.push(hash) < SLICE) continue
    step(some)
    some = []
    await breathe()
  }
  if (some.length) step(some)
}
