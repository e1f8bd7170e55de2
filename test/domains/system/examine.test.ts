import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { damageIn, examine } from '../../../src/domains/system/index.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { handClock } from '../../world.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-examine-'))
  file = join(folder, 'signalpost.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = handClock()
const look = () => examine(file, migrations.length)

test('data from before an upgrade is sound, and its books are left to the program that knows them', () => {
  migrate(file, migrations.slice(0, 5), clock)
  expect(look()).toEqual({ schema: 5, unsound: null, wrong: [] })
  expect(damageIn(look())).toBeNull()
})

test('what SQLite changes outside Signalpost is no damage', () => {
  migrate(file, migrations, clock)
  const other = new Database(file)
  for (const sql of ["insert into settings values ('a', '1', '')", 'vacuum', 'pragma wal_checkpoint(truncate)'])
    other.run(sql)
  other.close()
  expect(look()).toEqual({ schema: migrations.length, unsound: null, wrong: [] })
})

test('a row that refers to nothing is damage', () => {
  migrate(file, migrations, clock)
  const other = new Database(file)
  other.run('pragma foreign_keys = off')
  other.run('create table things (id integer primary key, owner text references tenants (id))')
  other.run("insert into things values (1, 'ten_nobody')")
  other.close()
  expect(damageIn(look())).toBe('SQLite says: 1 rows refer to something that is not there, the first in things')
})

test('a file that is no database is damage, and no exception', async () => {
  await Bun.write(file, 'this is no database, and long enough to be taken for one. '.repeat(100))
  expect(damageIn(look())).toMatch(/^SQLite says: file is not a database/)
})
