/** Small pushes while something else reads the database: our own backup, or a program that was left open. */
import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, discard, type Install, median, setUp, start } from './install.ts'
import { call, connected, fill, give } from './pushes.ts'

/** Jobs of 10,000 links: 370 MB. */
const JOBS = 150
const LONG_LOG_MB = 200

export type Beside = { what: string; median_ms: number; longest_ms: number; log_mb: number }

export async function beside(): Promise<Beside[]> {
  const { folder, key, tenant_id } = await setUp()
  const file = join(folder, 'data/signalpost.db')
  give(file, tenant_id)
  fill(file, tenant_id, JOBS)
  const install = await start(folder)
  const log_mb = () => Math.round((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 1e6)
  const timed = async (what: string, on: (n: number) => boolean): Promise<Beside> => {
    const times: number[] = []
    while (on(times.length)) times.push(await push(install, key, 3))
    return { what, median_ms: median(times), longest_ms: Math.max(...times), log_mb: log_mb() }
  }
  try {
    if (!(await connected(install, key))) throw new Error('the simulated supplier could not be connected')
    const rows = [await timed('with nothing beside it', (n) => n < 100)]
    const backup = Bun.spawn([BINARY, 'backup', join(folder, 'one.backup')], {
      env: { ...process.env, SIGNALPOST_DATA_DIR: join(folder, 'data') },
      stdout: 'ignore',
    })
    rows.push(
      await timed(`beside a backup of ${Math.round(statSync(file).size / 1e6)} MB`, () => backup.exitCode === null),
    )
    // 3: what was filled in has no books.
    if (backup.exitCode !== 3) throw new Error('the backup failed')
    const other = new Database(file, { readonly: true })
    other.run('BEGIN')
    other.query('select count(*) from tenants').get()
    while (log_mb() < LONG_LOG_MB) await push(install, key, 10_000)
    rows.push(await timed('beside a reader', (n) => n < 30))
    other.close()
    rows.push(await timed('after that reader', (n) => n < 100))
    return rows
  } finally {
    await install.stop()
    discard(folder)
  }
}

async function push(install: Install, key: string, links: number): Promise<number> {
  const urls = Array.from({ length: links }, () => `https://bakery.example/${Bun.randomUUIDv7()}`)
  // A key has 600 calls a minute.
  await Bun.sleep(100)
  const started = performance.now()
  const answer = await call(install, key, 'POST', '/jobs', { urls, preflight: false })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.text()
  return performance.now() - started
}
