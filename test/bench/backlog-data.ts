/** A great deal of work that waits, written by SQL: one order made by the product itself, copied as often as is wanted. */
import { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { discard, setUp, start } from './install.ts'

export const LINKS = 10_000

export type Base = { folder: string; key: string; tenant_id: string; file: string }

/** An install with this many pushes of 10,000 links waiting, every other one over 30 days. Nothing of it was begun. */
export async function waitingPushes(pushes: number, under?: string): Promise<Base> {
  const { folder, key, tenant_id } = await setUp(under)
  const file = `${folder}/data/signalpost.db`
  changing(file, (db) => {
    db.query("update purses set available = 100000000 where tenant_id = ? and kind = 'index'").run(tenant_id)
    db.run(
      `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, group_id, actor, created_at)
       select 'bench', tenant_id, kind, 'in', 100000000 - (select sum(iif(direction = 'in', amount, -amount)) from ledger l
         where l.tenant_id = p.tenant_id and l.kind = p.kind), 'adjustment', 100000000, 'bench', 'bench', '2026-01-01T00:00:00.000Z'
       from purses p where kind = 'index'`,
    )
    db.run(
      "insert into tenant_plans (tenant_id, plan, status, updated_at) select id, 'agency_scale', 'active', '' from tenants where true on conflict do update set plan = 'agency_scale'",
    )
  })
  const ids = await order({ folder, key, tenant_id, file })
  changing(file, (db) => {
    for (let n = 2; n < pushes; n++) copyPush(db, ids[n % 2]!, tenant_id)
  })
  return { folder, key, tenant_id, file }
}

/** The two orders that are copied: at once, and over 30 days. */
async function order({ folder, key }: Base): Promise<string[]> {
  const install = await start(folder)
  const ask = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${install.base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { data: { id: string } }).data
  }
  try {
    const simulated = { adapter: 'simulated', enabled: true }
    await ask('PUT', '/settings/crawl', { routes: { primary: simulated } })
    await ask('PUT', '/settings/integrations', { engines: { scan_standard: simulated, scan_bing: simulated } })
    const urls = Array.from(
      { length: LINKS },
      (_, i) => `https://shop-${i % 200}.bakery.example/category/a-page-of-some-length-${i}`,
    )
    const made = []
    for (const drip_days of [0, 30])
      made.push((await ask('POST', '/jobs', { name: 'Bench', urls, preflight: false, drip_days })).id)
    return made
  } finally {
    await install.stop()
  }
}

/** The same order once more: job, links, credits set aside and their line. */
function copyPush(db: Database, of: string, tenant_id: string): void {
  const id = Bun.randomUUIDv7()
  const copy = (table: string, where: string, changed: Record<string, string>) => {
    const names = db.query<{ name: string }, []>(`select name from pragma_table_info('${table}')`).all()
    const columns = names.map(({ name }) => name).filter((name) => changed[name] !== '')
    const values = columns.map((name) => changed[name] ?? name)
    db.query(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} where ${where}`,
    ).run(of)
  }
  db.transaction(() => {
    copy('jobs', 'id = ?', { id: `'${id}'` })
    copy('links', 'job_id = ?', { id: '', job_id: `'${id}'` })
    db.query(
      'update jobs set first_link = (select min(id) from links where job_id = ?1), last_link = (select max(id) from links where job_id = ?1) where id = ?1',
    ).run(id)
    copy('reservations', 'job_id = ?', { id: `'${Bun.randomUUIDv7()}'`, job_id: `'${id}'` })
    db.query(
      "update purses set available = available - ?1, reserved = reserved + ?1 where tenant_id = ?2 and kind = 'index'",
    ).run(LINKS, tenant_id)
    copy('ledger', "kind = 'index' and job_id = ?", {
      id: `'${Bun.randomUUIDv7()}'`,
      job_id: `'${id}'`,
      group_id: `'${Bun.randomUUIDv7()}'`,
      balance_after: `(select available from purses where tenant_id = '${tenant_id}' and kind = 'index')`,
    })
  })()
}

/** Works on the database of an install that is stopped, or reads in that of one that runs. */
export function changing<T>(file: string, work: (db: Database) => T, { readonly = false } = {}): T {
  const db = new Database(file, readonly ? { readonly } : { readwrite: true, create: false })
  try {
    if (readonly) return work(db)
    db.run('PRAGMA synchronous=OFF')
    db.run('PRAGMA cache_size=-262144')
    const result = work(db)
    db.run('PRAGMA wal_checkpoint(TRUNCATE)')
    return result
  } finally {
    db.close()
    if (!readonly) onDisk(file)
  }
}

/** Nothing above was synced: the first commit of the install would wait for gigabytes that it did not write. */
function onDisk(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

export const drop = ({ folder }: Base): void => discard(folder)
