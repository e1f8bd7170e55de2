/** Files of a data folder that do not belong together are refused before SQLite makes one thing of them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { newestSchema } from '../../../scripts/build.ts'
import { copyDatabaseFile } from '../../../src/kernel/database/copy-database.ts'
import { assertWhole, dropOldNote, numberRun, whyNot } from '../../../src/kernel/database/data-folder.ts'
import { type Db, openDatabase } from '../../../src/kernel/database/database.ts'
import { lockFolder } from '../../../src/kernel/database/lock.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { silentLog } from '../../../src/kernel/environment/log.ts'
import { inLongRun } from '../../long/whole.ts'
import { handClock } from '../../world.ts'

setDefaultTimeout(600_000)

let top: string
let folder: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'signalpost-folder-'))
  folder = join(top, 'data')
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const SOURCE = resolve(import.meta.dir, '../../../src')
/** One bundle for all starts: each process would translate a thousand files otherwise. */
const bundle = mkdtempSync(join(tmpdir(), 'signalpost-bundle-'))
const [BOOT, FOLDER, CONFIG] = ['boot', 'kernel/database/data-folder', 'kernel/environment/config'].map((name) =>
  join(bundle, `${name}.js`),
)
beforeAll(async () => {
  const entrypoints = ['boot', 'kernel/database/data-folder', 'kernel/environment/config'].map((name) =>
    join(SOURCE, `${name}.ts`),
  )
  const define = { NEWEST_SCHEMA: JSON.stringify(newestSchema()) }
  await Bun.build({ entrypoints, root: SOURCE, outdir: bundle, target: 'bun', splitting: true, minify: true, define })
})
afterAll(() => rmSync(bundle, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const whole = () => assertWhole({ data_dir: folder })

/** A database in the folder, with a number, open in this process. */
function opened(): Db {
  const clock = handClock()
  mkdirSync(folder)
  migrate(at('signalpost.db'), migrations, clock)
  const db = openDatabase(at('signalpost.db'), clock)
  numberRun(db, silentLog)
  return db
}

/** A start in a process of its own that writes `times` lines and then is killed, or stops. Its words when it refuses. */
async function live(end: 'kill' | 'stop', times = 5, first = ''): Promise<string> {
  const script = `
    const { boot } = await import(${JSON.stringify(BOOT)})
    const { readConfig } = await import(${JSON.stringify(CONFIG)})
    try {
      const app = boot(readConfig({ SIGNALPOST_DATA_DIR: ${JSON.stringify(folder)}, SIGNALPOST_LOG_LEVEL: 'error' }).config)
      ${first}
      for (let i = 0; i < ${times}; i++) app.db.write((tx) => tx.run("insert into settings values (?, '1', ?)", crypto.randomUUID(), tx.now))
      if ('${end}' === 'stop') app.db.close()
      process.kill(process.pid, 'SIGKILL')
    } catch (error) { console.log(error.message) }`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  await child.exited
  return said.trim()
}

test('after a kill, a stop, and a copy of the whole folder a start goes on', async () => {
  expect(await live('kill')).toBe('')
  expect(statSync(at('signalpost.db-wal')).size).toBeGreaterThan(0)
  expect(await live('kill')).toBe('')
  const before = folder
  folder = join(top, 'moved')
  cpSync(before, folder, { recursive: true, preserveTimestamps: true })
  expect(await live('stop')).toBe('')
  expect(statSync(at('signalpost.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  expect(await live('kill')).toBe('')
})

inLongRun(
  'a database file of a later time than its log, as after a clock that was set back, starts with what the log holds',
  async () => {
    await live('kill')
    const later = Date.now() / 1000 + 2 * 3600
    utimesSync(at('signalpost.db'), later, later)
    expect(
      await live(
        'kill',
        0,
        'console.log(app.db.read((tx) => tx.number("select count(*) from settings where value = \'1\'")))',
      ),
    ).toBe('5')
  },
)

test('a key without its database is a disk that is not there, and no new install', async () => {
  await live('stop')
  for (const name of readdirSync(folder)) if (name !== 'secret.key') rmSync(at(name))
  expect(await live('stop')).toMatch(
    /secret\.key is there, but .*signalpost\.db is not: mount its disk or put the database back/,
  )
  writeFileSync(at('signalpost.db'), '')
  expect(whole).toThrow('signalpost.db is not')
  rmSync(at('secret.key'))
  expect(whole).not.toThrow()
})

describe('a log that is left beside another database', () => {
  const refused =
    /signalpost\.db-wal belongs to another database\. If signalpost\.db is a restored backup, move signalpost\.db-wal out/

  test('of the same install, put there by a rename', async () => {
    await live('stop')
    cpSync(at('signalpost.db'), join(top, 'backup.db'))
    await live('kill')
    renameSync(join(top, 'backup.db'), at('signalpost.db'))
    expect(await live('kill')).toMatch(refused)
    renameSync(at('signalpost.db-wal'), join(top, 'kept-wal'))
    expect(await live('kill')).toBe('')
  })

  inLongRun('of an earlier run, written over the one that was there', async () => {
    await live('stop')
    const bytes = await Bun.file(at('signalpost.db')).bytes()
    await live('stop')
    await live('kill')
    const { ino } = statSync(at('signalpost.db'))
    writeFileSync(at('signalpost.db'), bytes)
    expect(statSync(at('signalpost.db')).ino).toBe(ino)
    expect(await live('kill')).toMatch(refused)
  })

  test('of this run, a copy from before the last hour written over it', async () => {
    const copied = `
      Bun.spawnSync(['cp', app.db.file, ${JSON.stringify(join(top, 'copy.db'))}])
      const { numberRun } = await import(${JSON.stringify(FOLDER)})
      numberRun(app.db, app.log)`
    expect(await live('kill', 5, copied)).toBe('')
    writeFileSync(at('signalpost.db'), await Bun.file(join(top, 'copy.db')).bytes())
    expect(await live('kill')).toMatch(refused)
  })
})

test('a copy made by us, written over the database beside the log of a kill, is refused', () => {
  const db = opened()
  const copy = join(top, 'copy.db')
  copyDatabaseFile(at('signalpost.db'), copy)
  db.write((tx) => tx.run("insert into settings values ('later', '1', ?)", tx.now))
  writeFileSync(at('signalpost.db'), readFileSync(copy))
  expect(whole).toThrow('belongs to another database')
  db.close()
})

test('a first page that is damaged says nothing: the log may heal it', () => {
  const db = opened()
  db.write((tx) => tx.run("insert into settings values ('later', '1', ?)", tx.now))
  const bytes = readFileSync(at('signalpost.db'))
  writeFileSync(at('signalpost.db'), bytes.fill(0, 0, 4096))
  expect(whole).not.toThrow()
})

test('a start that is killed before it has a number is whole, on a database that was put back', async () => {
  await live('stop')
  const bytes = readFileSync(at('signalpost.db'))
  await live('stop')
  writeFileSync(at('signalpost.db'), bytes)
  dropOldNote({ data_dir: folder })
  const db = openDatabase(at('signalpost.db'), handClock())
  db.write((tx) => tx.run("insert into settings values ('later', '1', ?)", tx.now))
  expect(whole).not.toThrow()
  db.close()
})

test('files of an install that runs are not compared, since they change meanwhile', async () => {
  await live('kill')
  lockFolder(folder)
  writeFileSync(at('signalpost.run'), JSON.stringify({ runs: ['another'], file: '', log: null }))
  expect(await live('stop')).toContain(`is in use by process ${process.pid}`)
})

describe('why a folder cannot be opened', () => {
  test('only a lock that is held says that somebody else runs', async () => {
    await live('stop')
    writeFileSync(at('lock.pid'), '4711\n')
    rmSync(at('lock.db'))
    writeFileSync(at('lock.db'), 'this is no database, and long enough to be looked at as one. '.repeat(20))
    expect(() => lockFolder(folder)).not.toThrow('4711')
    expect(await live('stop')).toStartWith(`the data folder ${folder}: `)
  })

  test('is said in words, with what to do', () => {
    const error = (code: string) => Object.assign(new Error('disk I/O error'), { code })
    expect(whyNot(error('SQLITE_FULL'), top)).toMatch(/^its disk is full \(\d+ bytes are free\): make room$/)
    expect(whyNot(error('ENOSPC'), top)).toContain('make room')
    expect(whyNot(error('SQLITE_CANTOPEN'), top)).toMatch(/^user \d+ may not write there \(SQLITE_CANTOPEN\)/)
    for (const code of ['SQLITE_IOERR_READ', 'EIO'])
      expect(whyNot(error(code), top)).toStartWith(`its disk fails (${code}): see the kernel's log (dmesg)`)
  })
})

test('a second name of the database is told by doctor', async () => {
  const { checkDatabase } = await import('../../../src/commands/server/doctor/folder.ts')
  await live('stop')
  const config = { data_dir: folder } as never
  expect(checkDatabase(config)).toMatchObject({ verdict: 'ok' })
  linkSync(at('signalpost.db'), join(top, 'other.db'))
  expect(checkDatabase(config)).toMatchObject({ verdict: 'fail', found: expect.stringContaining('hard link') })
})

test('a log that a reader holds is told by doctor beyond 64 MB', async () => {
  const { checkDatabase } = await import('../../../src/commands/server/doctor/folder.ts')
  await live('kill')
  truncateSync(at('signalpost.db-wal'), 65 << 20)
  expect(checkDatabase({ data_dir: folder } as never)).toMatchObject({
    verdict: 'warn',
    found: expect.stringContaining('its log has 68 MB: a reader holds the log'),
  })
})

// A file system of its own needs root, or a user of its own as root in there.
const CAN_MOUNT = Bun.spawnSync(['unshare', '-Urm', 'true']).success

test.skipIf(!CAN_MOUNT)('a full disk at the start says so, and names no process', async () => {
  const script = `
    const { boot } = await import(${JSON.stringify(BOOT)})
    const { readConfig } = await import(${JSON.stringify(CONFIG)})
    try { boot(readConfig({ SIGNALPOST_DATA_DIR: ${JSON.stringify(join(top, 'small'))} }).config); console.log('started') }
    catch (error) { console.log(error.message) }`
  const line =
    'mkdir "$2" && mount -t tmpfs -o size=256k tmpfs "$2" && echo 4711 >"$2/lock.pid"; cat /dev/zero >"$2/other" 2>/dev/null; exec "$0" -e "$1"'
  const child = Bun.spawn(['unshare', '-Urm', 'bash', '-c', line, process.execPath, script, join(top, 'small')], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = await new Response(child.stdout).text()
  expect(said).toMatch(/^the data folder .*small: its disk is full \(0 bytes are free\): make room\n$/)
})

test('a write-back that a kill cut off at any page leaves a folder that starts', () => {
  const file = at('signalpost.db')
  const db = opened()
  const grow = () => {
    for (let i = 0; i < 40; i++)
      db.write((tx) =>
        tx.run('insert into settings values (?, ?, ?)', `${i} ${Math.random()}`, `"${'x'.repeat(300)}"`, tx.now),
      )
  }
  const shrink = () => db.write((tx) => tx.run("delete from settings where value like '\"xxx%'"))
  const other = join(top, 'other')
  mkdirSync(other)
  for (let life = 0; life < 6; life++) {
    grow()
    numberRun(db, silentLog)
    shrink()
    numberRun(db, silentLog)
    grow()
    for (const name of ['signalpost.db-wal', 'signalpost.run']) copyFileSync(at(name), join(other, name))
    for (const bytes of cutOff(readFileSync(file), readFileSync(`${file}-wal`))) {
      writeFileSync(join(other, 'signalpost.db'), bytes)
      expect(() => assertWhole({ data_dir: other })).not.toThrow()
    }
  }
  db.close()
})

/** The database as it lies there when its log is written back, page by page, and that ends after each of them. */
function* cutOff(database: Buffer, log: Buffer): Generator<Buffer> {
  const SIZE = 4096
  const salts = log.subarray(16, 24)
  const pages = new Map<number, Buffer>()
  let pending = new Map<number, Buffer>()
  for (let at = 32; at + 24 + SIZE <= log.length && log.subarray(at + 8, at + 16).equals(salts); at += 24 + SIZE) {
    pending.set(log.readUInt32BE(at), log.subarray(at + 24, at + 24 + SIZE))
    if (log.readUInt32BE(at + 4) === 0) continue
    for (const [number, page] of pending) pages.set(number, page)
    pending = new Map()
  }
  const numbers = [...pages.keys()].sort((a, b) => a - b)
  const bytes = Buffer.alloc(Math.max(database.length, numbers.at(-1)! * SIZE))
  database.copy(bytes)
  for (const number of numbers) {
    pages.get(number)!.copy(bytes, (number - 1) * SIZE)
    yield bytes
  }
}
