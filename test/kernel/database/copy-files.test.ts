/** Copies of a database that another process writes without rest: each is one moment of it, and the log stays short. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultIn } from '../../../src/kernel/database/copy-database.ts'
import { type Pace, removeDatabaseFiles } from '../../../src/kernel/database/copy-files.ts'
import { WHOLE } from '../../long/whole.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-copies-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Moves amounts between two tables with an index, many pages each time, and writes the log back by turns. */
const WRITER = `
  import { Database } from 'bun:sqlite'
  const db = new Database(process.env.FILE)
  for (const pragma of ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=OFF', 'wal_autocheckpoint=' + process.env.PAGES]) db.run('pragma ' + pragma)
  db.run('create table if not exists a (id integer primary key, n integer, text)')
  db.run('create index if not exists a_n on a (n)')
  db.run('create table if not exists done (n integer)')
  db.run('with recursive i(x) as (select 1 union all select x + 1 from i where x < 4000) insert or ignore into a select x, 100, hex(randomblob(200)) from i')
  db.run('insert into done values (0)')
  console.log('ready')
  for (let n = 1; ; n++, Bun.sleepSync(1))
    db.transaction(() => {
      for (let k = 0; k < 20; k++) {
        const [from, to, amount] = [1 + (Math.random() * 4000 | 0), 1 + (Math.random() * 4000 | 0), Math.random() * 50 | 0]
        db.query('update a set n = n - ?, text = hex(randomblob(200)) where id = ?').run(amount, from)
        db.query('update a set n = n + ? where id = ?').run(amount, to)
      }
      db.query('update done set n = ?').run(n)
    })()
`

/** In a process of its own, as a backup is: `copyDatabaseFiles` ends the locks of its process. */
function copyOf(file: string, to: string, pace?: Pace): void {
  const words = `const { copyDatabaseFiles } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/kernel/database/copy-files.ts'))})
    copyDatabaseFiles(${JSON.stringify(file)}, ${JSON.stringify(to)}, ${JSON.stringify(pace)})`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', words])
  if (exitCode !== 0) throw new Error(stderr.toString())
}

const COPIES = WHOLE ? 40 : 3

/** Bytes. A later moment is held hundreds of times in a copy, after its every third part, and never. */
const PACES: Record<string, Pace | undefined> = {
  'held again after each read': { chunk: 4096, renewAt: 4096 },
  'held again sometimes': { chunk: 65_536, renewAt: 1 << 20 },
  'held once': undefined,
}

const cases = [1, 50, 1000, 100_000].flatMap((pages) =>
  Object.entries(PACES).map(([name, pace]) => ({ pages, name, pace })),
)
test.each(cases)('with a write-back at $pages pages, $name', async ({ pages, pace }) => {
  const file = join(folder, 'one.db')
  const writer = Bun.spawn([process.execPath, '-e', WRITER], {
    env: { ...process.env, FILE: file, PAGES: `${pages}` },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  await writer.stdout.getReader().read()
  let last = -1
  try {
    for (let i = 0; i < COPIES; i++) {
      const copy = join(folder, `copy-${i}.db`)
      copyOf(file, copy, pace)
      const opened = new Database(copy)
      expect(faultIn(opened)).toBeNull()
      expect(opened.query('select count(*) as n, sum(n) as sum from a').get()).toEqual({ n: 4000, sum: 400_000 })
      const { n } = opened.query<{ n: number }, []>('select n from done').get()!
      expect(n).toBeGreaterThanOrEqual(last)
      last = n
      opened.close()
      removeDatabaseFiles(copy)
    }
  } finally {
    writer.kill('SIGKILL')
    await writer.exited
  }
})

test('a database without a log, and one that nobody has open', () => {
  for (const mode of ['WAL', 'DELETE']) {
    const [file, copy] = [join(folder, `${mode}.db`), join(folder, `${mode}-copy.db`)]
    const db = new Database(file)
    db.run(`pragma journal_mode=${mode}`)
    db.run('create table a (n)')
    db.run('insert into a values (7)')
    db.close()
    copyOf(file, copy)
    expect(new Database(copy, { readonly: mode === 'DELETE' }).query('select n from a').get()).toEqual({ n: 7 })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
  }
})
