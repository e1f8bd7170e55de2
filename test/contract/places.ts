/**
 * Where the things that the examples name stand once more: in the callers' own workspace, below it, beside it, above it
 * and at the top and below in a stranger's tree. An example can then be asked about any of these places.
 */

import type { Tx } from '../../src/kernel/database/database.ts'
import type { App } from '../../src/kernel/operation/app.ts'

export const PLACES = {
  own: { tenant_id: 'ten_team', offset: 100_000 },
  child: { tenant_id: 'ten_stall', offset: 200_000 },
  sibling: { tenant_id: 'ten_studio', offset: 300_000 },
  parent: { tenant_id: 'ten_northwind', offset: 400_000 },
  other: { tenant_id: 'ten_rival', offset: 500_000 },
  other_client: { tenant_id: 'ten_kiosk', offset: 600_000 },
} as const
export type Place = keyof typeof PLACES
export const ALL_PLACES = Object.keys(PLACES) as Place[]

/** Whether callers of the own workspace reach the place. */
export const within = (place: Place): boolean => place === 'own' || place === 'child'

/** The same example, about the things of a place. */
export type Move = <T>(example: T, place: Place) => T

const TREE = [
  ['ten_team', 'ten_northwind', '/ten_northwind/ten_team/', 'team'],
  ['ten_stall', 'ten_team', '/ten_northwind/ten_team/ten_stall/', 'client'],
  ['ten_studio', 'ten_northwind', '/ten_northwind/ten_studio/', 'team'],
  ['ten_kiosk', 'ten_rival', '/ten_rival/ten_kiosk/', 'client'],
] as const

/** The workspaces that the examples are about. */
const HOMES = ['ten_northwind', 'ten_bakery']

/**
 * Tables whose rows belong to a workspace, as these columns say, in the order in which they refer to each other. What
 * triggers keep follows by itself.
 */
const OWNED = `select name from sqlite_schema s where type = 'table'
  and exists (select 1 from pragma_table_info(s.name) where name in ('tenant_id', 'job_id', 'look_id', 'endpoint_id', 'issue_id', 'account_id'))
  and name not in ('members', 'purses', 'tenant_plans', 'billing_accounts', 'handed_on', 'audit')
  and not exists (select 1 from sqlite_schema where type = 'trigger' and sql like '%insert into ' || s.name || '%') order by rowid`
/** Columns whose values are names: each copy has its own, and whatever refers to it follows. */
const NAMES = ['id', 'ref', 'hash', 'token_hash', 'group_id', 'task_id']

type Cell = string | number | null
type Row = Record<string, Cell>

/** Adds the workspaces, each with Ben as a member, and in each place a copy of all that the examples are about. */
export function seedPlaces(tx: Tx, { sealer }: Pick<App, 'sealer'>): Move {
  for (const [id, parent_id, path, kind] of TREE)
    tx.run(
      'insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values (?1, ?2, ?3, ?4, ?1, ?5, ?5)',
      id,
      parent_id,
      path,
      kind,
      tx.now,
    )
  const owned = tx.rows<{ name: string }>(OWNED)
  const rows = owned.map(({ name }) => ({
    table: name,
    found: tx.rows<Row>(`select ${columnsOf(tx, name)} from ${name}`),
  }))
  const names = new Set(rows.flatMap(({ found }) => found.flatMap(namesOf)))
  const named = (value: Cell, place: Place): Cell => {
    if (HOMES.includes(value as string)) return PLACES[place].tenant_id
    if (!names.has(value)) return value
    return typeof value === 'number' ? value + PLACES[place].offset : `${value}.${place}`
  }
  const move = (value: unknown, place: Place): unknown => {
    if (Array.isArray(value)) return value.map((item) => move(item, place))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, move(item, place)]))
    return named(value as Cell, place)
  }
  const cell = (column: string, value: Cell, place: Place): Cell => {
    if (typeof value === 'number') return /(^|_)id$|_link$/.test(column) ? value + PLACES[place].offset : value
    const nested = typeof value === 'string' && value.startsWith('{')
    return nested ? JSON.stringify(move(JSON.parse(value), place)) : named(value, place)
  }
  for (const place of ALL_PLACES) {
    tx.run(
      "insert or ignore into members (tenant_id, user_id, role, created_at) values (?, 'usr_ben', 'member', ?)",
      PLACES[place].tenant_id,
      tx.now,
    )
    for (const { table, found } of rows)
      for (const row of found) {
        const copy = Object.entries(row).map(([column, value]) => [column, cell(column, value, place)])
        insert(tx, table, resealed(sealer, table, row, Object.fromEntries(copy)))
      }
  }
  balance(tx)
  return move as Move
}

/** Those that are written: SQLite works the others out. */
const columnsOf = (tx: Tx, table: string): string =>
  tx
    .rows<{ name: string }>('select name from pragma_table_info(?)', table)
    .map(({ name }) => name)
    .join(', ')

/** Small numbers are counters of the database and stand in no example. */
const namesOf = (row: Row): Cell[] =>
  NAMES.map((name) => row[name] ?? null).filter((value) => value !== null && !(Number(value) < 1000))

function insert(tx: Tx, table: string, row: Row): void {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  tx.run(`insert into ${table} (${columns.join(', ')}) values (${marks})`, ...Object.values(row))
}

/** Sealed values open only in their own row, so a copy is sealed anew. */
function resealed(sealer: App['sealer'], table: string, row: Row, copy: Row): Row {
  const place = (column: string, { id }: Row) => `${table}:${column}:${id}`
  const sealed = Object.entries(copy).filter(([column, value]) => column.endsWith('_sealed') && value !== null)
  const anew = sealed.map(([column, value]) => [
    column,
    sealer.seal(sealer.open(String(value), place(column, row)), place(column, copy)),
  ])
  return { ...copy, ...Object.fromEntries(anew) }
}

/** Purses, and what was used, as the copied lines and holds have them. */
function balance(tx: Tx): void {
  tx.run(
    `insert into purses (tenant_id, kind, available, reserved)
     select t.id, k.value,
       (select coalesce(sum(iif(direction = 'in', amount, -amount)), 0) from ledger where tenant_id = t.id and kind = k.value),
       (select coalesce(sum(reserved - used - returned), 0) from reservations where tenant_id = t.id and kind = k.value)
     from tenants t, json_each('["index", "check"]') k where true
     on conflict do update set available = excluded.available, reserved = excluded.reserved`,
  )
  tx.run('update credit_quarters set used = 0')
  tx.run(
    `insert into credit_quarters (tenant_id, quarter, kind, used)
     select tenant_id, ?, kind, sum(used) from reservations group by 1, 3
     on conflict do update set used = excluded.used`,
    tx.now,
  )
}
