import { Database } from 'bun:sqlite'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { discard, type Install, median, setUp, start } from './install.ts'

const LINKS = 10_000
const ROUNDS = 5

export type PushBench = {
  raw_ms: number
  push_ms: number
  stall_ms: number
  full_push_ms: number
  full_stall_ms: number
}

/** A push of 10,000 links over HTTP against a raw insert of the same rows, then again with a million links stored. */
export async function pushes(): Promise<PushBench> {
  const { folder, key, tenant_id } = await setUp()
  const file = join(folder, 'data', 'signalpost.db')
  try {
    give(file, tenant_id)
    const raw_ms = rawInsert(file, tenant_id)
    const [push_ms, stall_ms] = await measure(folder, key)
    fill(file, tenant_id)
    const [full_push_ms, full_stall_ms] = await measure(folder, key)
    return { raw_ms, push_ms, stall_ms, full_push_ms, full_stall_ms }
  } finally {
    discard(folder)
  }
}

/** Median time to the answer, and the longest that a small request had to wait meanwhile. */
async function measure(folder: string, key: string): Promise<[number, number]> {
  const install = await start(folder)
  try {
    if (!(await connected(install, key))) throw new Error('the simulated supplier could not be connected')
    const times: number[] = []
    const stalls: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const watch = watchLoop(install)
      await Bun.sleep(50)
      const started = performance.now()
      const answer = await call(install, key, 'POST', '/jobs', { urls: urls(round), preflight: false })
      times.push(performance.now() - started)
      if (answer.status !== 200) throw new Error(await answer.text())
      stalls.push(await watch())
    }
    return [median(times), median(stalls)]
  } finally {
    await install.stop()
  }
}

export const connected = async (install: Install, key: string): Promise<boolean> =>
  (await call(install, key, 'PUT', '/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } }))
    .ok

export const call = ({ base }: Install, key: string, method: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${base}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Asks for /healthz again and again, in a process of its own; the slowest answer is the longest stall. */
function watchLoop({ base }: Install): () => Promise<number> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'watch.ts'), `${base}/healthz`], { stdout: 'pipe' })
  return async () => {
    child.kill('SIGTERM')
    return Number(await new Response(child.stdout).text())
  }
}

const urls = (round: number): string[] =>
  Array.from(
    { length: LINKS },
    (_, i) => `https://shop-${i % 200}.bakery.example/category/page-${Bun.hash(`${round}-${performance.now()}`)}-${i}`,
  )

/** The same rows into the same table of an install at rest, in one synced transaction. */
function rawInsert(file: string, tenant_id: string): number {
  const copy = `${file}-raw`
  copyFileSync(file, copy)
  const db = new Database(copy, { readwrite: true, create: false })
  for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) db.run(`PRAGMA ${pragma}`)
  const insert = db.query('insert into links (job_id, url, state, credit) values (?, ?, ?, ?)')
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const [id, list] = [addJob(db, tenant_id), urls(round)]
    const started = performance.now()
    db.transaction(() => {
      for (const url of list) insert.run(id, url, 'queued', 'reserved')
    })()
    return performance.now() - started
  })
  db.close()
  return median(times)
}

export function give(file: string, tenant_id: string): void {
  const db = new Database(file, { readwrite: true, create: false })
  db.query("update purses set available = 100000000 where tenant_id = ? and kind = 'index'").run(tenant_id)
  db.run(
    "insert into tenant_plans (tenant_id, plan, status, updated_at) select id, 'agency_scale', 'active', '' from tenants where true on conflict do nothing",
  )
  db.run('update api_keys set rate_per_min = 600, rate_per_day = 100000')
  db.close()
}

/** Finished jobs of 10,000 links each. */
export function fill(file: string, tenant_id: string, jobs = 100): void {
  const db = new Database(file, { readwrite: true, create: false })
  const rows = JSON.stringify(Array.from({ length: LINKS }, (_, i) => i))
  for (let n = 0; n < jobs; n++)
    db.transaction(() => {
      const id = addJob(db, tenant_id)
      db.query(
        "insert into links (job_id, url, state, credit) select ?, 'https://bakery.example/' || hex(randomblob(8)) || value, 'not_indexed', 'released' from json_each(?)",
      ).run(id, rows)
    })()
  db.close()
}

function addJob(db: Database, tenant_id: string): string {
  const id = Bun.randomUUIDv7()
  db.query(
    "insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at) values (?, ?, 'index', 'x', 'done', 'a', ?, '{}', '{}', '', '')",
  ).run(id, tenant_id, LINKS)
  return id
}
