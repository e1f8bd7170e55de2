import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '../../src/kernel/database.ts'
import { damagedPages, preparePageSums, sumsOf } from '../../src/kernel/page-sums.ts'
import { chance } from '../upstreams/misfortune.ts'
import { handClock } from '../world.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-sums-'))
  file = join(folder, 'test.db')
  const db = new Database(file, { create: true })
  db.run('PRAGMA journal_mode=WAL')
  db.run('create table things (id integer primary key, text text, n integer) strict')
  db.run('create index things_n on things (n)')
  db.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a disk does that forgets. Nobody has the file open meanwhile, so no lock is lost. */
function flip(at: number, bit: number): void {
  const opened = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(opened, byte, 0, 1, at)
  byte[0]! ^= 1 << bit
  writeSync(opened, byte, 0, 1, at)
  closeSync(opened)
}

test('every page follows what is written, in any order, grown, shrunk, vacuumed, with a reader in the way', async () => {
  const { upTo, draw } = chance(20_261_122)
  expect(preparePageSums(file)).toBe(true)
  const db = openDatabase(file, handClock())
  const other = new Database(file, { readonly: true })
  let reading = false
  for (let round = 0; round < 300; round++) {
    db.write((tx) => {
      for (let i = upTo(6); i > 0; i--)
        tx.run('insert into things (text, n) values (?, ?)', `${round} ${'x'.repeat(upTo(6000))}`, upTo(1e6))
      if (draw() < 0.3) tx.run('delete from things where id % 7 = ?', upTo(7))
      if (draw() < 0.3) tx.run('update things set text = text || ? where id % 11 = ?', 'y'.repeat(upTo(50)), upTo(11))
      return null
    })
    if (draw() < 0.1) {
      other.run(reading ? 'COMMIT' : 'BEGIN')
      if (!reading) other.query('select count(*) from things').get()
      reading = !reading
    }
  }
  if (reading) other.run('COMMIT')
  other.close()
  expect(db.writeBack()).toBe(true)
  const { pages, damaged } = await damagedPages(file)
  expect([pages > 50, damaged]).toEqual([true, []])
  db.close()
  expect(preparePageSums(file)).toBe(false)
  expect((await damagedPages(file)).damaged).toEqual([])
}, 30_000)

test('one flipped bit is found, wherever it is, where SQLite finds none', async () => {
  preparePageSums(file)
  const db = openDatabase(file, handClock())
  for (let i = 0; i < 400; i++)
    db.write((tx) => tx.run('insert into things (text, n) values (?, ?)', `a text of some length ${i}`.repeat(20), i))
  db.close()
  const { upTo } = chance(7)
  const { size } = statSync(file)
  let sound = 0
  for (let n = 0; n < 24; n++) {
    const [at, bit] = [100 + upTo(size - 100), upTo(8)]
    flip(at, bit)
    expect((await damagedPages(file, 0)).damaged).toEqual([Math.floor(at / 4096) + 1])
    const raw = new Database(file, { readonly: true })
    try {
      const [first] = raw.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
      if (first?.integrity_check === 'ok') sound++
    } catch {
      // It cannot even be read.
    }
    raw.close()
    flip(at, bit)
  }
  expect(sound).toBeGreaterThan(8)
  expect((await damagedPages(file)).damaged).toEqual([])
}, 60_000)

test('a kill at any moment, and a file that somebody else changed, are no damage', async () => {
  preparePageSums(file)
  const script = `
    const { openDatabase } = await import(${JSON.stringify(resolve(import.meta.dir, '../../src/kernel/database.ts'))})
    const db = openDatabase(${JSON.stringify(file)}, { now: () => '2026-11-22T09:00:00.000Z' })
    console.log('open')
    for (let i = 0; ; i++) db.write((tx) => tx.run('insert into things (text, n) values (?, ?)', 'x'.repeat(i * 37 % 9000), i))`
  for (let life = 0; life < 5; life++) {
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
    for await (const _ of child.stdout) break
    await Bun.sleep(60 + life * 37)
    child.kill('SIGKILL')
    await child.exited
    preparePageSums(file)
    const db = openDatabase(file, handClock())
    expect(db.writeBack()).toBe(true)
    expect((await damagedPages(file)).damaged).toEqual([])
    db.close()
  }
  const other = new Database(file)
  other.run('delete from things where id % 2 = 0')
  other.run('VACUUM')
  other.close()
  await Bun.sleep(5)
  expect(preparePageSums(file)).toBe(true)
  expect((await damagedPages(file)).damaged).toEqual([])
}, 60_000)

test('sums that cannot be written are none, and stop nothing', async () => {
  preparePageSums(file)
  const db = openDatabase(file, handClock())
  rmSync(sumsOf(file))
  for (let i = 0; i < 100; i++) db.write((tx) => tx.run('insert into things (text) values (?)', 'x'.repeat(9000)))
  expect(db.read((tx) => tx.number('select count(*) from things'))).toBe(100)
  db.close()
})
