/** When each URL was last pushed by its workspace: one memory of pushes by hand and by rule, written from the links. */

import type { Db, ReadTx, Tx } from '../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import { MOST } from '../../kernel/operation/shape.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import { unwrittenFrom, writeUnwrittenLinks } from '../jobs/index.ts'
import { hashOf } from './url-hash.ts'

const UNTIL = 'sent_urls_until'
const DAYS_KEPT = 400

/** Whether every link that was ordered is remembered. */
export const isUpToDate = (tx: ReadTx): boolean =>
  Math.max(tx.number('select max(id) from links'), unwrittenFrom(tx).largest ?? 0) <=
  (readSetting<number>(tx, UNTIL) ?? 0)

/** Remembers the links ordered since the last time, in slices. */
export async function rememberSent(db: Db, signal: AbortSignal): Promise<number> {
  await writeUnwrittenLinks({ db }, null, signal)
  return inSteps(db, signal, rememberSome)
}

type OrderedLink = { id: number; tenant_id: string; url: string; at: Time; type: string }

function rememberSome(tx: Tx, limit: number): number {
  const rows = tx.rows<OrderedLink>(
    `select l.id, l.url, j.tenant_id, j.created_at as at, j.type from links l join jobs j on j.id = l.job_id
     where l.id > ? and l.id < ? order by l.id limit ?`,
    readSetting<number>(tx, UNTIL) ?? 0,
    unwrittenFrom(tx).least ?? MOST,
    limit,
  )
  remember(tx, rows)
  if (rows.length) writeSetting(tx, UNTIL, rows.at(-1)!.id)
  return rows.length
}

function remember(tx: Tx, links: readonly OrderedLink[]): void {
  const pushed = links.filter(({ type, at }) => type === 'index' && at > plus(tx.now, -DAYS_KEPT * DAY))
  tx.run(
    `insert into sent_urls (tenant_id, url_hash, sent_at, link_id)
     select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?) where true
     on conflict (tenant_id, url_hash) do update set sent_at = excluded.sent_at, link_id = excluded.link_id
     where excluded.sent_at >= sent_urls.sent_at`,
    `[${pushed.map(({ id, tenant_id, url, at }) => `["${tenant_id}",${hashOf(url)},"${at}",${id}]`).join()}]`,
  )
}

type MovedLinks = { job_id: string; from: string; to: string; links: { from: number; until: number } }

/** The memory of these links of a push follows it. Links that are not remembered yet will be there. */
export function moveSent(tx: Tx, { job_id, from, to, links }: MovedLinks): void {
  const rows = tx.rows<OrderedLink>(
    `select l.id, l.url, j.tenant_id, j.created_at as at, j.type from links l join jobs j on j.id = l.job_id
     where l.job_id = ? and l.id between ? and ? and l.id <= ? order by l.id`,
    job_id,
    links.from,
    links.until,
    readSetting<number>(tx, UNTIL) ?? 0,
  )
  tx.run(
    `delete from sent_urls where (tenant_id, url_hash, link_id) in
       (select ?1, value ->> 0, value ->> 1 from json_each(?2))`,
    from,
    `[${rows.map(({ id, url }) => `[${hashOf(url)},${id}]`).join()}]`,
  )
  remember(
    tx,
    rows.map((row) => ({ ...row, tenant_id: to })),
  )
}

/** Remembers URLs that were announced to IndexNow alone. */
export function rememberPinged(tx: Tx, tenant_id: string, urls: readonly string[]): void {
  tx.run(
    `insert into sent_urls (tenant_id, url_hash, sent_at, link_id) select ?1, value, ?2, 0 from json_each(?3) where true
     on conflict (tenant_id, url_hash) do update set sent_at = excluded.sent_at`,
    tenant_id,
    tx.now,
    `[${urls.map(hashOf).join()}]`,
  )
}

/** Finds positions in a list of hashes, by their last push. */
const positions =
  (where: string) =>
  (tx: ReadTx, tenant_id: string, hashes: readonly bigint[], since: Time): Set<number> => {
    const sql = `select e.key as i from json_each(?) e cross join sent_urls s on s.tenant_id = ? and s.url_hash = e.value`
    const found = tx.rows<{ i: number }>(`${sql} ${where}`, `[${hashes.join()}]`, tenant_id, since)
    return new Set(found.map(({ i }) => i))
  }

export const sentSince = positions('where s.sent_at > ?')

/** Found in the index by a check since then. */
export const indexedSince = positions(
  "cross join links l on l.id = s.link_id where l.indexed = 'yes' and l.checked_at > ?",
)

/** When the workspace last pushed a URL (canonical); null when it is not remembered. */
export const lastSent = (tx: ReadTx, tenant_id: string, url: string): Time | null =>
  tx.row<{ sent_at: Time }>(
    'select sent_at from sent_urls where tenant_id = ? and url_hash = cast(? as integer)',
    tenant_id,
    String(hashOf(url)),
  )?.sent_at ?? null

export const forgetSent = (tx: Tx, limit: number): number =>
  tx.run(
    `delete from sent_urls where (tenant_id, url_hash) in
       (select tenant_id, url_hash from sent_urls where sent_at < ? order by sent_at limit ?)`,
    plus(tx.now, -DAYS_KEPT * DAY),
    limit,
  )
