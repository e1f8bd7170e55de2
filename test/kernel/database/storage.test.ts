import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { whyNot } from '../../../src/kernel/database/data-folder.ts'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import { hasNoRoom, Storage, type StorageState } from '../../../src/kernel/database/storage.ts'
import { handClock } from '../../world.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-storage-'))
  file = join(folder, 'test.db')
  const db = new Database(file, { create: true })
  db.run('PRAGMA journal_mode=WAL')
  db.run('create table things (id integer primary key, text text) strict')
  db.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const FULL = { code: 'storage', status: 503, details: { reason: 'full' } }
const FAILED = { code: 'storage', status: 503, details: { reason: 'failed' } }

/** The database, with what its disk came to, in order. */
function open() {
  const db = openDatabase(file, handClock())
  const seen: StorageState['state'][] = []
  db.storage.watch(({ state }) => seen.push(state))
  const add = (kilobytes = 1) =>
    db.write((tx) => tx.run('insert into things (text) values (?)', 'x'.repeat(1000 * kilobytes)))
  const count = () => db.read((tx) => tx.number('select count(*) from things'))
  return { db, seen, add, count }
}

const thrown = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
}

test('a full disk refuses a write and changes nothing; reads go on, and so do writes once there is room', () => {
  const { db, seen, add, count } = open()
  add()
  db.write((tx) => tx.rows('pragma max_page_count = 10'))
  expect(thrown(() => add(100))).toMatchObject({ ...FULL, retry_after: 10 })
  expect(thrown(() => add(100))).toMatchObject(FULL)
  expect([count(), db.storage.state.state, seen]).toEqual([1, 'full', ['full']])
  db.write((tx) => tx.rows('pragma max_page_count = 100000'))
  add(100)
  expect([count(), seen]).toEqual([2, ['full', 'sound']])
  db.close()
})

test('what is damaged is never answered from again, whoever catches the first error', () => {
  {
    const { db, add } = open()
    for (let i = 0; i < 500; i++) add(3)
    db.close()
  }
  const pages = statSync(file).size / 4096
  const child = Bun.spawnSync([
    'dd',
    'if=/dev/urandom',
    `of=${file}`,
    'bs=4096',
    'seek=3',
    `count=${pages - 3}`,
    'conv=notrunc',
  ])
  expect(child.exitCode).toBe(0)
  const { db, seen, add } = open()
  const text = () => db.read((tx) => tx.rows("select id from things where text like '%y'"))
  expect(thrown(text)).toMatchObject(FAILED)
  expect(thrown(() => add())).toMatchObject(FAILED)
  expect(thrown(() => db.read((tx) => tx.row('select 1')))).toMatchObject(FAILED)
  expect(seen).toEqual(['broken'])
  db.close()
})

test('a bug is no failure of the disk: writing through a read, a broken rule, a statement of nothing', () => {
  const { db, add, count } = open()
  expect(() => db.read((tx) => (tx as never as { run(sql: string): number }).run('delete from things'))).toThrow(
    'readonly',
  )
  expect(() => db.write((tx) => tx.run('insert into things (id) values (1), (1)'))).toThrow('UNIQUE')
  expect(() => db.write((tx) => tx.run('delete from nothing'))).toThrow('nothing')
  add()
  expect([count(), db.storage.state.state]).toEqual([1, 'sound'])
  db.close()
})

/** What waits for the next turn of the event loop has had it. */
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

test('the log is written back by ourselves, every 200 pages, in a turn after the commit', async () => {
  const { db, add } = open()
  const before = statSync(file).size
  for (let i = 0; i < 40; i++) add(4)
  await turn()
  expect(statSync(file).size).toBe(before)
  for (let i = 0; i < 40; i++) add(4)
  expect(statSync(file).size).toBe(before)
  await turn()
  expect(statSync(file).size).toBeGreaterThan(before + 200_000)
  expect(statSync(`${file}-wal`).size).toBeLessThan(300 * 4120)
  db.close()
})

test('where the event loop has no turn between commits, the log is written back at 1,000 pages', () => {
  const { db, add } = open()
  for (let i = 0; i < 1500; i++) add(4)
  expect(statSync(file).size).toBeGreaterThan(1_000_000)
  expect(statSync(`${file}-wal`).size).toBeLessThan(1100 * 4120)
  db.close()
})

/** Another program that reads one moment of the database, until it is let go. */
function reader(): () => void {
  const other = new Database(file, { readonly: true })
  other.run('BEGIN')
  other.query('select count(*) from things').get()
  return () => other.close()
}

test('beside a reader that holds the log, no commit tries to write it back until a second has passed', async () => {
  const { db, add } = open()
  add()
  const tries = spyOn(Database.prototype, 'query')
  const tried = () => tries.mock.calls.filter(([sql]) => sql.includes('PASSIVE')).length
  const letGo = reader()
  try {
    for (let i = 0; i < 100; i++) add(40)
    await turn()
    expect(tried()).toBe(1)
    letGo()
    const size = statSync(file).size
    for (let i = 0; i < 20; i++) {
      add(40)
      await turn()
    }
    expect([tried(), statSync(file).size]).toEqual([1, size])
    await Bun.sleep(1050)
    add()
    await turn()
    expect([tried(), db.writeBack()]).toEqual([2, true])
    expect(statSync(file).size).toBeGreaterThan(4_000_000)
  } finally {
    tries.mockRestore()
    db.close()
  }
})

test('a reader that holds more than 64 MB of log is reported once, and so is its end', async () => {
  const { db, seen, add, count } = open()
  add()
  const letGo = reader()
  for (let i = 0; i < 60; i++) add(1000)
  expect(seen).toEqual([])
  for (let i = 0; i < 10; i++) add(1000)
  for (let i = 0; i < 3; i++) expect(db.writeBack()).toBe(false)
  expect([seen, db.storage.state]).toEqual([
    ['held'],
    { state: 'held', why: expect.stringContaining('another program holds the log') },
  ])
  add()
  expect(count()).toBe(72)
  letGo()
  expect([db.writeBack(), seen]).toEqual([true, ['held', 'sound']])
  db.close()
})

test('a write-back that still waits for its turn touches nothing once the database is closed', async () => {
  const { db, add } = open()
  for (let i = 0; i < 80; i++) add(4)
  db.close()
  await turn()
  expect(db.storage.state.state).toBe('sound')
})

const DATABASE = resolve(import.meta.dir, '../../../src/kernel/database/database.ts')

/** A process whose files may not grow beyond a size: there, a write fails as on a broken disk. What it says, line by line. */
async function limited(kilobytes: number, script: string): Promise<string[]> {
  const code = `
    const { openDatabase } = await import(${JSON.stringify(DATABASE)})
    const db = openDatabase(${JSON.stringify(file)}, { now: () => new Date().toISOString() })
    db.storage.watch(({ state }) => console.log(state))
    const add = (kilobytes) => db.write((tx) => tx.run('insert into things (text) values (?)', 'x'.repeat(1000 * kilobytes)))
    const told = (work) => { try { work(); console.log('done') } catch (error) { console.log(error.code) } }
    ${script}
    process.exit(0)`
  const line = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$0" -e "$1"`
  const child = Bun.spawn(['bash', '-c', line, process.execPath, code], { stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return said.trim().split('\n')
}

test('a commit whose write fails is refused, and so is everything after it', async () => {
  const said = await limited(
    300,
    `told(() => add(1)); told(() => add(600)); told(() => add(1)); told(() => db.read((tx) => tx.row('select 1')))`,
  )
  expect(said).toEqual(['done', 'broken', 'storage', 'storage', 'storage'])
  const { count, db } = open()
  expect(count()).toBe(1)
  db.close()
})

test('a write-back that fails is noticed: the commit before it is kept, and nothing more is taken', async () => {
  {
    const { db, add } = open()
    for (let i = 0; i < 100; i++) add(6)
    db.close()
  }
  const kilobytes = Math.ceil(statSync(file).size / 1024)
  // The log starts anew and stays below the limit; the database is at it.
  const said = await limited(kilobytes, `for (let i = 0; i < 75; i++) told(() => add(6))`)
  const done = said.filter((word) => word === 'done').length
  expect(said).toContain('broken')
  expect(said.slice(said.indexOf('broken') + 2)).toEqual(
    Array(said.length - said.indexOf('broken') - 2).fill('storage'),
  )
  const { count, db } = open()
  expect(count()).toBe(100 + done)
  db.close()
})

test('a used-up quota is a full disk, not a failed one; SQLite says the same of both', () => {
  const failing = () => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
  }
  const full = new Storage(file, () => true)
  expect(thrown(() => full.guard(true, failing))).toMatchObject(FULL)
  expect(full.state.state).toBe('full')
  const broken = new Storage(file, () => false)
  expect(thrown(() => broken.guard(true, failing))).toMatchObject(FAILED)
  expect(broken.state.state).toBe('broken')
  expect(hasNoRoom(folder)).toBe(false)
})

test('a data folder that cannot be made is told with the setting', () => {
  expect(whyNot(Object.assign(new Error('x'), { code: 'ENOTDIR' }), '/dev/null/x')).toBe(
    'it cannot be made (ENOTDIR): set SIGNALPOST_DATA_DIR to a folder',
  )
})
