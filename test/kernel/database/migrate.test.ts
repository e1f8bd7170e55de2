import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { type Migration, migrate } from '../../../src/kernel/database/migrate.ts'
import { silentLog } from '../../../src/kernel/environment/log.ts'
import { plus } from '../../../src/kernel/time/clock.ts'
import { handClock, START } from '../../world.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-migrate-'))
  file = join(folder, 'signalpost.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = handClock()
const FIRST: Migration = {
  name: '0001_first',
  sql: `create table owners (id integer primary key) strict;
        create table things (id integer primary key, owner integer references owners (id)) strict;
        insert into owners values (1); insert into things values (7, 1);`,
}
const SECOND: Migration = { name: '0002_second', sql: 'alter table things add column name text;' }

const look = <T>(sql: string, at = file): T[] => {
  const db = new Database(at, { readonly: true })
  try {
    return db.query(sql).all() as T[]
  } finally {
    db.close()
  }
}
const version = (): number => look<{ user_version: number }>('pragma user_version')[0]!.user_version

test('a fresh database takes every step, and needs no copy', () => {
  expect(migrate(file, [FIRST, SECOND], clock)).toEqual({ from: 0, to: 2, copy: null })
  expect(version()).toBe(2)
  expect(look('select * from things')).toEqual([{ id: 7, owner: 1, name: null }])
  expect(existsSync(join(folder, 'backups'))).toBe(false)
})

test('the newest schema, of which later databases are made at once, is the one that the steps make', () => {
  const at = (name: string) => join(folder, name)
  const ofMany = () => [...migrations]
  for (const name of ['a', 'b']) migrate(at(name), ofMany(), clock)
  const steps = ofMany()
  for (const name of ['c', 'd'])
    expect(migrate(at(name), steps, clock)).toEqual({ from: 0, to: steps.length, copy: null })
  const rows = (name: string) => look('select type, name, tbl_name, sql from sqlite_schema order by rowid', at(name))
  expect(rows('d').length).toBeGreaterThan(500)
  for (const name of ['b', 'd']) expect(rows(name)).toEqual(rows('a'))
  for (const pragma of ['user_version', 'journal_mode', 'application_id', 'encoding'])
    expect(look(`pragma ${pragma}`, at('d'))).toEqual(look(`pragma ${pragma}`, at('a')))
})

test('where a step wrote rows, each database takes every step', () => {
  const steps = [FIRST, SECOND]
  for (const name of ['a', 'b']) migrate(join(folder, name), steps, clock)
  expect(look('select id from things', join(folder, 'b'))).toEqual([{ id: 7 }])
})

test('one that is up to date is left alone', () => {
  migrate(file, [FIRST], clock)
  expect(migrate(file, [FIRST], clock)).toEqual({ from: 1, to: 1, copy: null })
})

test('what holds data is copied before it is touched, and the copy is whole', () => {
  migrate(file, [FIRST], clock)
  const { copy } = migrate(file, [FIRST, SECOND], clock)
  expect(copy).toStartWith(join(folder, 'backups', 'before-schema-2-'))
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  expect(look('pragma integrity_check', copy!)).toEqual([{ integrity_check: 'ok' }])
  expect(look('select * from things', copy!)).toEqual([{ id: 7, owner: 1 }])
  expect(look('pragma user_version', copy!)).toEqual([{ user_version: 1 }])
})

test('an upgrade logs what it does, before the copy and after each step; a fresh database needs no words', () => {
  const lines: string[] = []
  const log = { ...silentLog, info: (message: string) => void lines.push(message) }
  migrate(file, [FIRST], clock, log)
  migrate(file, [FIRST], clock, log)
  expect(lines).toEqual([])
  migrate(file, [FIRST, SECOND], clock, log)
  expect(lines).toEqual([
    'upgrading the database: do not stop it; first it is copied',
    'the database is copied',
    'upgrade step 2 of 2 is done',
  ])
})

test('a newer database is refused and not touched', () => {
  migrate(file, [FIRST, SECOND], clock)
  expect(() => migrate(file, [FIRST], clock)).toThrow('written by a newer Signalpost (schema 2, this one knows 1)')
  expect(version()).toBe(2)
})

test('a step that fails leaves nothing of itself, and the steps before it', () => {
  const broken: Migration = {
    name: '0003_broken',
    sql: 'create table half (id text) strict; insert into nowhere values (1);',
  }
  expect(() => migrate(file, [FIRST, SECOND, broken], clock)).toThrow('nowhere')
  expect(version()).toBe(2)
  expect(look("select name from sqlite_schema where name = 'half'")).toEqual([])
})

test('a step that leaves a reference to nothing is refused', () => {
  const careless: Migration = { name: '0002_careless', sql: 'delete from owners;' }
  migrate(file, [FIRST], clock)
  expect(() => migrate(file, [FIRST, careless], clock)).toThrow('0002_careless leaves 1 broken references')
  expect(look('select id from owners')).toEqual([{ id: 1 }])
})

test('rebuilding a table that others refer to keeps their rows', () => {
  const rebuild: Migration = {
    name: '0002_rebuild',
    sql: `create table owners_new (id integer primary key, name text) strict; insert into owners_new (id) select id from owners;
          drop table owners; alter table owners_new rename to owners;`,
  }
  migrate(file, [FIRST], clock)
  migrate(file, [FIRST, rebuild], clock)
  expect(look('select * from things')).toEqual([{ id: 7, owner: 1 }])
})

describe('an upgrade that is cut off', () => {
  const THIRD: Migration = { name: '0003_third', sql: 'create table more (id integer primary key) strict;' }
  const BROKEN: Migration = { name: '0003_third', sql: 'insert into nowhere values (1);' }
  const copies = () => readdirSync(join(folder, 'backups')).filter((name) => name.startsWith('before-schema'))
  /** Each try at a moment of its own, as after a restart. */
  const again = (n: number, ...steps: Migration[]) => migrate(file, steps, handClock(plus(START, n * 1000)))

  test('leaves one copy of what it began with, however often it is tried', () => {
    again(0, FIRST)
    for (let n = 1; n <= 4; n++)
      expect(() => again(n, FIRST, SECOND, BROKEN)).toThrow('the upgrade stopped at 0003_third')
    expect(copies()).toHaveLength(1)
    expect(look('pragma user_version', join(folder, 'backups', copies()[0]!))).toEqual([{ user_version: 1 }])
    const { from, copy } = again(5, FIRST, SECOND, THIRD)
    expect([from, copy]).toEqual([2, join(folder, 'backups', copies()[0]!)])
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })

  test('before its first step, makes the copy anew: the database may have been used since', () => {
    again(0, FIRST)
    const broken: Migration = { ...BROKEN, name: '0002_broken' }
    expect(() => again(1, FIRST, broken)).toThrow()
    const db = new Database(file)
    db.run('insert into owners values (2)')
    db.close()
    const { copy } = again(2, FIRST, SECOND)
    expect(copies()).toHaveLength(1)
    expect(look('select id from owners', copy!)).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('leaves no half copies behind, those of a kill included', () => {
    again(0, FIRST)
    mkdirSync(join(folder, 'backups'))
    for (const name of ['before-schema-2-x.db.part', 'before-schema-2-x.db.part-journal', 'mine.db'])
      writeFileSync(join(folder, 'backups', name), 'x')
    again(1, FIRST, SECOND)
    expect(readdirSync(join(folder, 'backups')).sort()).toEqual([...copies(), 'mine.db'])
  })

  test('that was cut off after its last step is over', () => {
    again(0, FIRST)
    expect(() => again(1, FIRST, SECOND, BROKEN)).toThrow()
    again(2, FIRST, SECOND)
    again(3, FIRST, SECOND, THIRD)
    expect(copies()).toHaveLength(2)
  })

  test('a later upgrade has a copy of its own', () => {
    again(0, FIRST)
    again(1, FIRST, SECOND)
    again(2, FIRST, SECOND, THIRD)
    expect(copies()).toHaveLength(2)
  })
})

// A file system of its own needs root, or a user of its own as root in there.
const CAN_MOUNT = Bun.spawnSync(['unshare', '-Urm', 'true']).success

test.skipIf(!CAN_MOUNT)('without room for the copy nothing is begun, and the numbers are said', async () => {
  const script = `
    const { migrate } = await import(${JSON.stringify(resolve(import.meta.dir, '../../../src/kernel/database/migrate.ts'))})
    const { Database } = await import('bun:sqlite')
    const clock = { now: () => '2026-11-02T09:00:00.000Z' }
    const first = { name: '0001_first', sql: 'create table a (b text) strict' }
    migrate('small/signalpost.db', [first], clock)
    const db = new Database('small/signalpost.db')
    for (let i = 0; i < 100; i++) db.run("insert into a values (?)", ['x'.repeat(50000)])
    db.close()
    try { migrate('small/signalpost.db', [first, { name: '0002_second', sql: 'create table c (d text) strict' }], clock) }
    catch (error) { console.log(error.message) }
    console.log(require('fs').readdirSync('small/backups').length)`
  const line = 'mkdir small && mount -t tmpfs -o size=20m tmpfs small && exec "$0" -e "$1"'
  const child = Bun.spawn(['unshare', '-Urm', 'bash', '-c', line, process.execPath, script], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const [said, left] = (await new Response(child.stdout).text()).trim().split('\n')
  expect(said).toMatch(
    /^the upgrade needs \d+ MB beside small\/signalpost\.db, .*, and \d+ MB are free: make room; nothing was changed$/,
  )
  expect(left).toBe('0')
})
