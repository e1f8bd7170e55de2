/** The log of free checks, searchable by origin or subject, newest first. */
import type { Static } from 'typebox'
import type { Param, ReadTx, Tx } from '../../kernel/database/database.ts'
import { growingCount, type Span } from '../../kernel/database/growing-count.ts'
import type { ListArguments, Listed } from '../../kernel/database/list.ts'
import type { Config } from '../../kernel/environment/config.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { dropOldBlocks } from './blocks.ts'
import { type FreeCheck, type Kind, LOG_COLUMNS } from './shapes.ts'
import { toolOf } from './submit.ts'
import type { FreeCheckRow } from './tables.ts'
import { firstDay } from './tally.ts'

type LogQuery = { q?: string; kind?: Kind; blocked?: boolean; days?: number }
type Row = Static<typeof FreeCheck>
/** `result_url` is the last part of its path. */
type Stored = Row & { seq: number }
/** A row of the CSV file, with its place. */
export type LoggedCheck = Row & { seq: number }
type Condition = { sql: string; params: Param[] }

/** A page of the log. Each search field has an index in the order of the list; SQLite merges them while reading. */
export function logPage(
  tx: ReadTx,
  app: Pick<Install, 'config'>,
  query: LogQuery,
  { page = 1, page_size = 50, dir = 'desc' }: ListArguments,
): Listed<Row> {
  const { days = DAYS_KEPT } = query
  const span = spanOf(tx, days)
  const ways = waysOf(tx, query)
  const found = foundIn(ways, span)
  const rows = tx.rows<Stored>(
    `select ${LOG_COLUMNS} from (${found.sql} order by seq ${dir} limit ? offset ?) page
     cross join free_checks c on c.seq = page.seq order by c.seq ${dir}`,
    ...found.params,
    page_size,
    (page - 1) * page_size,
  )
  return {
    items: rows.map((row) => shown(app.config, row)),
    total: countOf(tx, app, { ways, span, days }),
    page,
    page_size,
  }
}

/** The rows of the last UTC days, today included. */
const spanOf = (tx: ReadTx, days: number): Span =>
  tx.row<Span>(
    `select coalesce((select seq from free_checks where created_at >= ? order by created_at, seq limit 1),
         newest.seq + 1) as first, newest.seq as last
     from (select coalesce(max(seq), 0) as seq from free_checks) newest`,
    firstDay(tx.now, days),
  )!

type Searched = { ways: Condition[]; span: Span; days: number }

function countOf(tx: ReadTx, app: Pick<Install, 'config'>, { ways, span, days }: Searched): number {
  if (ways.length === 1 && ways[0]!.sql === '') return span.last - span.first + 1
  return growingCount(app, `free_checks ${days} ${JSON.stringify(ways)}`, span, (part) => {
    const { sql, params } = foundIn(ways, part)
    return tx.number(`select count(*) from (${sql})`, ...params)
  })
}

export const DAYS_KEPT = 30

/** The next rows of the CSV file below number `below`, newest first; none older than 30 days, removed or not. */
export function logStep(tx: ReadTx, config: Pick<Config, 'site_url'>, below: number, limit: number): LoggedCheck[] {
  const rows = tx.rows<Stored>(
    `select ${LOG_COLUMNS} from free_checks c where c.seq < ? and c.created_at >= ? order by c.seq desc limit ?`,
    below,
    firstDay(tx.now, DAYS_KEPT),
    limit,
  )
  return rows.map((row) => ({ ...shown(config, row), seq: row.seq }))
}

const shown = ({ site_url }: Pick<Config, 'site_url'>, row: Stored): Row => ({
  ...row,
  blocked: row.state === 'refused',
  result_url: row.result_url && `${site_url}${pathOf({ kind: row.kind, address: row.result_url })}`,
})

export const pathOf = ({ kind, address }: { kind: Kind; address: string }): string =>
  `/tools/${toolOf(kind)}/${address}`

export const checkAt = (tx: ReadTx, address: string): FreeCheckRow | null =>
  tx.row<FreeCheckRow>('select * from free_checks where address = ?', address)

/** Ids of the rows that match at least one of the conditions. */
const foundIn = (ways: Condition[], { first, last }: Span): Condition => ({
  sql: ways.map(({ sql }) => `select seq from free_checks where ${sql}seq between ? and ?`).join(' union '),
  params: ways.flatMap(({ params }) => [...params, first, last]),
})

function waysOf(tx: ReadTx, { q, kind, blocked }: LogQuery): Condition[] {
  const ways = q?.trim() ? placesWith(tx, q.trim().toLowerCase()) : [null]
  return ways.map((way) => {
    // The unary plus keeps SQLite from using another index; the one of the search leads to fewer rows.
    const plus = way ? '+' : ''
    const conditions = [way?.sql, kind && `${plus}kind = ?`, blocked && `${plus}state = 'refused'`].filter(Boolean)
    return {
      sql: conditions.map((one) => `${one} and `).join(''),
      params: [...(way?.params ?? []), ...(kind ? [kind] : [])],
    }
  })
}

/** A whole IP, network or country code, or the beginning of an IP, a domain or a city. */
function placesWith(tx: ReadTx, text: string): Condition[] {
  const is =
    (sql: string) =>
    (value: string): Condition => ({ sql, params: [value] })
  return [
    is('network = ?')(text),
    ...(/^[a-z]{2}$/.test(text) ? [is('country = ?')(text.toUpperCase())] : []),
    ...beginningWith(tx, 'ip', text).map(is('ip = ?')),
    ...beginningWith(tx, 'domain', text).map(is('domain = ?')),
    ...beginningWith(tx, 'city', text).map(is('city = ? collate nocase')),
  ]
}

/** With more names a statement gets slow; then the text must be longer. */
const MOST_NAMES = 100

/** The different names with this beginning. Jumps in the index from one name to the next. */
function beginningWith(tx: ReadTx, column: 'ip' | 'domain' | 'city', text: string): string[] {
  const name = column === 'city' ? 'city collate nocase' : column
  const next = (from: string) =>
    `select ${column} from free_checks where ${name} ${from} and ${name} < ?2 order by ${name} limit 1`
  const names = tx.rows<{ name: string }>(
    `with recursive known (name) as (select * from (${next('>= ?1')}) union all
       select (${next('> known.name')}) from known where name is not null limit ${MOST_NAMES + 2})
     select name from known where name is not null`,
    text,
    `${text}\u{10ffff}`,
  )
  if (names.length > MOST_NAMES)
    throw invalid({ path: 'q', message: `matches more than ${MOST_NAMES} names; give a longer text` })
  return names.map((row) => row.name)
}

/** Removes at most `limit` checks older than 30 days, with addresses and results, and the counts of those days. */
export function forgetFreeChecks(tx: Tx, limit: number): number {
  const day = firstDay(tx.now, DAYS_KEPT)
  const checks = tx.run(
    'delete from free_checks where seq in (select seq from free_checks where created_at < ? order by created_at limit ?)',
    day,
    limit,
  )
  if (checks >= limit) return checks
  const left = limit - checks
  const counts = tx.run(
    'delete from free_check_days where (day, what, name) in (select day, what, name from free_check_days where day < ? limit ?)',
    day,
    left,
  )
  return checks + counts + (counts < left ? dropOldBlocks(tx) : 0)
}
