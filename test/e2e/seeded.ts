/** The compiled binary on a data folder that holds the contract's cast: asked over HTTP, its rows seen from outside. */
import { Database } from 'bun:sqlite'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSealer } from '../../src/kernel/secrets/seal.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { idsOf, readRows } from '../contract/kept-rows.ts'
import { seedCast } from '../contract/seed-cast.ts'
import { world } from '../world.ts'
import { listening } from './appliance.ts'
import { binary } from './binary.ts'

const SECRET_KEY = 'the key of an install that is there to be asked'
const DATABASE = 'signalpost.db'
/** Counts calls, whatever they are answered. */
const COUNTERS = ['day_counters']

export type Seeded = Awaited<ReturnType<typeof seededFolder>>
export type Install = Awaited<ReturnType<typeof runOn>>

/** A data folder with the cast in it, as of now. Nothing runs on it yet. */
export async function seededFolder({ of_each = 1 } = {}) {
  const w = world({ sealer: createSealer(SECRET_KEY) })
  w.clock.set(systemClock.now())
  const callers = await seedCast(w, { of_each })
  w.db.close()
  const folders = [w.folder]
  return {
    ...callers,
    folder: w.folder,
    /** Another folder with the same, changed. */
    copy(change: (database: Database) => void): string {
      const folder = mkdtempSync(join(tmpdir(), 'signalpost-seeded-'))
      folders.push(folder)
      cpSync(w.folder, folder, { recursive: true })
      using(join(folder, DATABASE), change)
      return folder
    },
    forget() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the binary on a copy of the folder. Passive: what is asked happens, and nothing else. */
export async function runOn(folder: string, env: Record<string, string> = {}) {
  const program = await binary()
  const own = mkdtempSync(join(tmpdir(), 'signalpost-install-'))
  let started = 0
  const start = async () => {
    const data = join(own, String(started++))
    cpSync(folder, data, { recursive: true })
    const environment = {
      TZ: 'UTC',
      SIGNALPOST_DATA_DIR: data,
      SIGNALPOST_LISTEN: '127.0.0.1:0',
      SIGNALPOST_SECRET_KEY: SECRET_KEY,
      SIGNALPOST_INDEXNOW_ENDPOINT: 'http://127.0.0.1:1/indexnow',
      SIGNALPOST_PASSIVE: '1',
      ...env,
    }
    const process = Bun.spawn([program, 'serve'], {
      cwd: own,
      env: environment,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    return { data, ...(await listening(process)), reader: readRows(join(data, DATABASE), COUNTERS) }
  }
  const end = async ({ process, data, reader }: Awaited<ReturnType<typeof start>>) => {
    reader.forget()
    process.kill('SIGKILL')
    await process.exited
    rmSync(data, { recursive: true, force: true })
  }
  let current = await start()
  let next: ReturnType<typeof start> | null = null
  return {
    get url() {
      return current.address
    },
    /** All is as it was seeded again: a fresh process takes over. The one after it is started meanwhile. */
    async renew() {
      const before = current
      current = await (next ?? start())
      next = start()
      await end(before)
    },
    /** All rows as text, but for counters of calls. */
    rows: (): string => current.reader.rows(),
    /** Ids of all rows there are. */
    ids: (): string[] => using(join(current.data, DATABASE), idsOf, true),
    /** Looks at, or changes, what no operation shows. */
    query: (sql: string): Record<string, unknown>[] =>
      using(join(current.data, DATABASE), (database) => {
        database.run('pragma busy_timeout = 5000')
        database.run('pragma foreign_keys = on')
        return database.query(sql).all() as Record<string, unknown>[]
      }),
    /** The most memory that the process has held, in bytes; 0 where the system does not tell. */
    peakMemory: (): number => peakOf(current.process.pid),
    async close() {
      await end(current)
      if (next) await end(await next)
      rmSync(own, { recursive: true, force: true })
    },
  }
}

function peakOf(pid: number): number {
  const file = `/proc/${pid}/status`
  const [, kib] = existsSync(file) ? (/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8')) ?? []) : []
  return Number(kib ?? 0) * 1024
}

function using<T>(file: string, work: (database: Database) => T, readonly = false): T {
  const database = new Database(file, readonly ? { readonly } : { readwrite: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
