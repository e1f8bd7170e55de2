import type { Static } from 'typebox'
import type { Param, ReadTx } from '../../kernel/database/database.ts'
import { growingCount, type Span } from '../../kernel/database/growing-count.ts'
import type { ListArguments, Listed } from '../../kernel/database/list.ts'
import { skipScan } from '../../kernel/database/skip-scan.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { plus, type Time } from '../../kernel/time/clock.ts'
import { daysOf } from '../tenants/index.ts'
import type { AuditLine } from './shapes.ts'

export type AuditQuery = { q?: string; action?: string; tenant_id?: string; from?: Time; to?: Time }
type Line = Static<typeof AuditLine>
/** A query with its reader's limits: an owner reads one workspace, without names and addresses of platform admins. */
type TrailQuery = AuditQuery & Reader & { withheld: boolean }
/** The workspace in whose zone days are read. */
type Reader = { reader: string }
type Condition = { sql: string; params: Param[] }

export const readerOf = ({ platform, tenant_id }: Caller, query: AuditQuery): TrailQuery =>
  platform
    ? { ...query, reader: tenant_id, withheld: false }
    : { ...query, reader: tenant_id, tenant_id: query.tenant_id ?? tenant_id, withheld: true }

/**
 * A page of the audit trail, newest first. Each search field (actor, target …) has an index in the order of the list;
 * SQLite merges them while reading, so a page costs the same however long the trail is.
 */
export function auditPage(
  tx: ReadTx,
  app: Install,
  query: TrailQuery,
  { page = 1, page_size = 50, dir = 'desc' }: ListArguments,
): Listed<Line> {
  const span = spanOf(tx, query)
  const ways = waysOf(tx, query)
  const { withheld } = query
  const rows = linesOf(tx, ways, span, { withheld, dir, limit: page_size, offset: (page - 1) * page_size })
  return { items: rows, total: countOf(tx, app, ways, span), page, page_size }
}

/** The next entries of the CSV file, below number `below`, newest first. */
export function auditStep(tx: ReadTx, query: TrailQuery, below: number, limit: number): (Line & { seq: number })[] {
  const { first, last } = spanOf(tx, query)
  const { withheld } = query
  const span = { first, last: Math.min(last, below - 1) }
  return linesOf(tx, waysOf(tx, query), span, { withheld, dir: 'desc', limit, offset: 0 })
}

const COLUMNS = `a.seq, a.id, a.at as created_at, a.action, a.via, a.app, a.door, a.as_platform,
  a.tenant_id, t.name as tenant_name, a.target, a.before, a.after, a.request_id`
const WHO = 'a.actor, a.user_id, a.key_id, a.ip'
const WHO_WITHHELD = `iif(a.as_platform, 'operator', a.actor) as actor,
  ${['user_id', 'key_id', 'ip'].map((name) => `iif(a.as_platform, null, a.${name}) as ${name}`).join(', ')}`

function linesOf(
  tx: ReadTx,
  ways: Condition[],
  span: Span,
  { withheld, dir, limit, offset }: { withheld: boolean; dir: 'asc' | 'desc'; limit: number; offset: number },
): (Line & { seq: number })[] {
  const { sql, params } = found(ways, span)
  return tx.rows(
    `select ${COLUMNS}, ${withheld ? WHO_WITHHELD : WHO} from (${sql} order by seq ${dir} limit ? offset ?) page cross join audit a on a.seq = page.seq
     left join tenants t on t.id = a.tenant_id order by a.seq ${dir}`,
    ...params,
    limit,
    offset,
  )
}

/** Ids of the entries that match at least one of the conditions. */
const found = (ways: Condition[], { first, last }: Span): Condition => ({
  sql: ways.map(({ sql }) => `select seq from audit where ${sql}seq between ? and ?`).join(' union '),
  params: ways.flatMap(({ params }) => [...params, first, last]),
})

function waysOf(tx: ReadTx, { q, action, tenant_id, withheld }: TrailQuery): Condition[] {
  const text = q?.trim()
  // Owners search for whole names, because a part would tell who else is at this install.
  const actors = text && !withheld ? actorsWith(tx, text) : [text]
  const ways = text ? [...actors.map((actor) => ['actor', actor]), ...EXACT.map((column) => [column, text])] : [null]
  const others = { action, tenant_id }
  return ways.map((way) => {
    // The unary plus keeps SQLite from using another index; the one of the search leads to fewer entries.
    const plus = way ? '+' : ''
    const given = Object.entries(others).filter(([, value]) => value !== undefined)
    const hidden = withheld && (way?.[0] === 'actor' || way?.[0] === 'ip') ? ['+as_platform = 0'] : []
    return {
      sql: [...(way ? [`${way[0]} = ?`] : []), ...given.map(([name]) => `${plus}${name} = ?`), ...hidden]
        .map((one) => `${one} and `)
        .join(''),
      params: [...(way ? [way[1]!] : []), ...given.map(([, value]) => value!)],
    }
  })
}

const EXACT = ['target', 'ip', 'request_id']

/** With more names a statement gets slow; then the text must be longer. */
const MOST_ACTORS = 100

/** Actors with this text in their name or address. Jumps in the index from one name to the next. */
function actorsWith(tx: ReadTx, text: string): string[] {
  const all = tx.rows<{ actor: string }>(`select id as actor from ${skipScan('audit', 'actor', 'true')}`)
  const sought = text.toLowerCase()
  const fitting = all.flatMap(({ actor }) => (actor.toLowerCase().includes(sought) ? [actor] : []))
  if (fitting.length > MOST_ACTORS)
    throw invalid({ path: 'q', message: `fits ${fitting.length} names of those who acted; give more of one` })
  return fitting
}

/** Both days are inclusive. */
export function spanOf(tx: ReadTx, { from, to, reader }: AuditQuery & Reader): Span {
  const days = daysOf(tx, reader)
  const isDay = (given: string) => given.length === 10
  const ends = tx.row<{ first: number | null; last: number | null }>(
    'select (select min(seq) from audit) as first, (select max(seq) from audit) as last',
  )!
  const span = { first: ends.first ?? 1, last: ends.last ?? 0 }
  if (from) span.first = firstSince(tx, span, isDay(from) ? days.startOf(from) : plus(from, 0))
  if (to) span.last = firstSince(tx, span, isDay(to) ? days.moments(to, to).to : plus(to, 0)) - 1
  return span
}

/** The id of the first entry at or after `time`; entries have ascending times. */
function firstSince(tx: ReadTx, { first, last }: Span, time: Time): number {
  let [low, high] = [first, last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { at } = tx.row<{ at: Time }>('select at from audit where seq = ?', middle)!
    if (at < time) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of entries; without conditions it follows from the ids. */
function countOf(tx: ReadTx, app: Install, ways: Condition[], span: Span): number {
  if (ways.length === 1 && ways[0]!.sql === '') return Math.max(0, span.last - span.first + 1)
  return growingCount(app, `audit ${JSON.stringify(ways)}`, span, (part) => {
    const { sql, params } = found(ways, part)
    return tx.number(`select count(*) from (${sql})`, ...params)
  })
}
