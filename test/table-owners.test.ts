/** Each table is written by its own domain alone. Reads across domains are free: lists and reports join as SQL does best. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Glob } from 'bun'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { world } from './world.ts'

const ROOT = resolve(import.meta.dir, '..')

/** The kernel has no Drizzle tables: it keeps what every domain uses. Counts that triggers keep have no writer. */
const KERNEL = [
  'settings',
  'secrets',
  'audit',
  'audit_erased',
  'audit_heads',
  'tracked_errors',
  'tracked_error_days',
  'idempotency_keys',
  'day_counters',
  'task_runs',
  'quotas',
]

const files = [...new Glob('src/**/*.ts').scanSync(ROOT)].sort()
const textOf = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8')

/** Names of tables by owner, and the names that Drizzle's descriptions have in code. */
async function owners() {
  const owner = new Map(KERNEL.map((name) => [name, 'kernel']))
  const described = new Map<string, string>()
  for (const path of files.filter((one) => one.endsWith('/tables.ts')))
    for (const [variable, table] of Object.entries((await import(resolve(ROOT, path))) as Record<string, unknown>))
      if (is(table, SQLiteTable)) {
        const { name } = getTableConfig(table)
        owner.set(name, path.split('/')[2]!)
        described.set(variable, name)
      }
  return { owner, described }
}

/** Tables that a text writes: in SQL, or through Drizzle's builders. With a name put in, it may write each that it quotes. */
function writes(text: string, owner: Map<string, string>, described: Map<string, string>): string[] {
  const sql = text.matchAll(/\b(?:insert (?:or \w+ )?into|replace into|update|delete from)\s+(\w+)\b/gi)
  const orm = text.matchAll(/\.orm\s*\.(?:insert|update|delete)\((\w+)\)/g)
  const put_in = /\b(?:into|update|delete from)\s+\$\{/i.test(text) ? text.matchAll(/'(\w+)'/g) : []
  return [
    ...[...put_in].map(([, name]) => name!).filter((name) => owner.has(name)),
    ...[...sql].map(([, name]) => name!).filter((name) => owner.has(name)),
    ...[...orm].flatMap(([, variable]) => described.get(variable!) ?? []),
  ]
}

const ownerOfFile = (path: string): string => {
  const [, storey, name] = path.split('/')
  return storey === 'domains' || storey === 'features' ? name! : storey!
}

test('no statement writes the table of another domain; operations and tasks write none', async () => {
  const { owner, described } = await owners()
  const foreign = files.flatMap((path) =>
    writes(textOf(path), owner, described)
      .filter((name) => owner.get(name) !== ownerOfFile(path))
      .map((name) => `${path} writes ${name}, which belongs to ${owner.get(name)}`),
  )
  expect(foreign).toEqual([])
})

test('the test sees what it looks for', async () => {
  const { owner, described } = await owners()
  const text = "tx.run('update links set x = 1'); tx.orm.insert(jobs).values({}); tx.run(`delete from purses where 1`)"
  expect(writes(text, owner, described)).toEqual(['links', 'purses', 'jobs'])
  expect(writes(`for (const one of ['links', 'it']) tx.run(\`delete from \${one}\`)`, owner, described)).toEqual([
    'links',
  ])
})

test('every table of the schema has an owner', async () => {
  const { owner } = await owners()
  const w = world()
  const names = w.db.read((tx) =>
    tx.rows<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    ),
  )
  w.close()
  expect(names.map(({ name }) => name).filter((name) => !owner.has(name))).toEqual([])
})
