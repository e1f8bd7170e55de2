import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, migrate } from '../../src/kernel/migrate.ts'
import { handClock } from '../world.ts'

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
