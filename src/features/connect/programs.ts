/** Programs that call over MCP: each is noted once, so that the person who connects one sees its first call. */
import type { Static } from 'typebox'
import type { Db, ReadTx, Tx } from '../../kernel/database/database.ts'
import { noteUse } from '../../kernel/database/last-use.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import type { Program } from './shapes.ts'
import { programs } from './tables.ts'

/** Limit per key or connection, because a program can choose any name. */
const MOST_NAMES = 20
const DAYS_KEPT = 90
/** Entries remembered in this process; others are read from the database again. */
const MANY = 10_000

/** Ids of known programs, by key or connection and name; null above the limit. */
let noticed = new WeakMap<Db, Map<string, string | null>>()

/** Notes a call of a program, its first at once. A call without a name counts for the latest named program. */
export function noteProgram({ db, clock }: Pick<App, 'db' | 'clock'>, caller: Caller, name: string | undefined): void {
  const known = noticed.get(db) ?? new Map<string, string | null>()
  noticed.set(db, known)
  const label = `${caller.key_id} ${name ?? ''}`
  let id = known.get(label)
  if (id === undefined) {
    if (known.size >= MANY) known.clear()
    id = db.read((tx) => idOf(tx, caller, name)) ?? db.write((tx) => idOf(tx, caller, name) ?? add(tx, caller, name))
    known.set(label, id)
  }
  if (id !== null) noteUse(db, 'update programs set last_call_at = ? where id = ?', id, clock.now())
}

/** Programs of a workspace that a caller may see, newest first: a person's all, of a key or an app only its own. */
export function programsOf(tx: ReadTx, { via, user_id, key_id }: Caller, tenant_id: string): Static<typeof Program>[] {
  const [column, value] = via === 'session' ? ['user_id', user_id] : ['actor', key_id]
  return tx.rows(
    `select p.id, p.name, p.first_call_at, p.last_call_at, coalesce(k.name, g.client_name) as called_with
     from programs p left join api_keys k on k.id = p.actor left join oauth_grants g on g.id = p.actor
     where p.tenant_id = ? and p.${column} = ? order by p.first_call_at desc limit ${MOST_SHOWN}`,
    tenant_id,
    value,
  )
}

const MOST_SHOWN = 20

/** Deletes programs without a call for three months; returns their number. */
export function forgetPrograms(tx: Tx, limit: number): number {
  const gone = tx.run(
    'delete from programs where id in (select id from programs where last_call_at < ? limit ?)',
    plus(tx.now, -DAYS_KEPT * DAY),
    limit,
  )
  if (gone) tx.afterCommit(() => (noticed = new WeakMap()))
  return gone
}

const idOf = (tx: ReadTx, { key_id }: Caller, name: string | undefined): string | null =>
  tx.row<{ id: string }>(
    'select id from programs where actor = ?1 and (name = ?2 or ?2 is null) order by last_call_at desc limit 1',
    key_id,
    name ?? null,
  )?.id ?? null

function add(tx: Tx, { key_id, tenant_id, user_id }: Caller, name = ''): string | null {
  if (tx.number('select count(*) from programs where actor = ?', key_id) >= MOST_NAMES) return null
  const row = { id: newId(), actor: key_id!, name, tenant_id, user_id, first_call_at: tx.now, last_call_at: tx.now }
  tx.orm.insert(programs).values(row).run()
  return row.id
}
