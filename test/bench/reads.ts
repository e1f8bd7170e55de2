import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { discard, median, setUp, start } from './install.ts'

const ROUNDS = 3
export const WARM_UPS = 3
const SECONDS = 2

/** What a request costs the server: the second holds on a machine that has other things to do, too. */
export type Load = { rate: number; cpu_us: number }

/** Four reads of 50 rows, the appliance and the bare server in turn under the same load. */
export async function reads(): Promise<{ name: string; ours: Load; bare: Load }[]> {
  const { folder, key, tenant_id } = await setUp()
  const file = join(folder, 'data', 'signalpost.db')
  const job_id = seed(file, tenant_id)
  const install = await start(folder)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bare.ts'), file, tenant_id, job_id], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  const bare = `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`
  try {
    const rows = []
    for (const path of ['/me', '/jobs', `/jobs/${job_id}/urls`, '/tenants']) {
      await assertSame(`${install.base}/api/v1${path}`, `${bare}/api/v1${path}`, key)
      // Both have compiled what they run often before it counts; that takes the one with more code longer.
      for (let n = 0; n < WARM_UPS; n++) {
        await load(`${install.base}/api/v1${path}`, key)
        await load(`${bare}/api/v1${path}`, key)
      }
      const [ours, theirs]: [Load[], Load[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await costs(install.pid, `${install.base}/api/v1${path}`, key))
        theirs.push(await costs(child.pid, `${bare}/api/v1${path}`, key))
      }
      rows.push({ name: path.replace(job_id, '{id}'), ours: typical(ours), bare: typical(theirs) })
    }
    return rows
  } finally {
    child.kill()
    await install.stop()
    discard(folder)
  }
}

/** Both servers give the same answer, so that only the way to it is measured. */
async function assertSame(ours: string, bare: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const [one, other] = await Promise.all([ours, bare].map(async (url) => (await fetch(url, { headers })).json()))
  if (!Bun.deepEquals(one, other)) throw new Error(`${ours} and ${bare} do not give the same answer`)
}

export const typical = (loads: Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  cpu_us: Math.min(...loads.map(({ cpu_us }) => cpu_us)),
})

export async function costs(pid: number, url: string, key: string, ...more: string[]): Promise<Load> {
  const before = processorTime(pid)
  const { rate, requests } = await loaded(url, key, ...more)
  return { rate, cpu_us: (processorTime(pid) - before) / requests }
}

/** Microseconds that a process has used, threads that have ended included (proc(5): in ticks of 10 ms). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** One process, 32 connections: wrk where there is one, since a client in JavaScript is slower than what it measures. */
export const load = async (url: string, key: string, ...more: string[]): Promise<number> =>
  (await loaded(url, key, ...more)).rate

async function loaded(url: string, key: string, ...more: string[]): Promise<{ rate: number; requests: number }> {
  const run = Bun.spawn(['wrk', '-t1', '-c32', `-d${SECONDS}s`, '-H', `Authorization: Bearer ${key}`, ...more, url], {
    stdout: 'pipe',
  })
  const text = await new Response(run.stdout).text()
  if (/Non-2xx/.test(text)) throw new Error(`${url}: ${text}`)
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
  }
}

/** 60 workspaces, 60 jobs, 10,000 links in one of them; a key without a practical limit. */
export function seed(file: string, tenant_id: string): string {
  const db = new Database(file, { readwrite: true, create: false })
  const now = '2026-11-01T00:00:00.000Z'
  const outcome = JSON.stringify({
    links: 10,
    states: {
      queued: 0,
      flagged: 0,
      visible: 0,
      scheduled: 0,
      sent: 0,
      failed: 0,
      indexed: 7,
      not_indexed: 3,
      cancelled: 0,
      checked: 0,
    },
    indexed: { yes: 7, no: 3, unknown: 0 },
    indexed_rate: 0.7,
    credits: { reserved: 0, consumed: 7, released: 3, excluded: 0 },
    next_look_at: null,
  })
  const comparison = JSON.stringify({ before: 1, after: 7, gained: 6, lost: 0 })
  const { path } = db.query<{ path: string }, [string]>('select path from tenants where id = ?').get(tenant_id)!
  const job = db.query(
    "insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at) values (?, ?, 'index', ?, 'done', 'ada@northwind.example', ?, ?, ?, ?, ?)",
  )
  const tenant = db.query(
    "insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values (?, ?, ?, 'client', ?, ?, ?)",
  )
  const ids = Array.from({ length: 60 }, () => Bun.randomUUIDv7())
  db.transaction(() => {
    for (const [i, id] of ids.entries()) {
      job.run(id, tenant_id, `Guest posts ${i}`, i === 0 ? 10_000 : 10, outcome, comparison, now, now)
      const client = Bun.randomUUIDv7()
      tenant.run(client, tenant_id, `${path}${client}/`, `Client ${i}`, now, now)
    }
    db.query(
      "insert into links (job_id, url, state, indexed, credit) select ?, 'https://bakery.example/page-' || value, 'indexed', 'yes', 'consumed' from json_each(?)",
    ).run(ids[0]!, JSON.stringify(Array.from({ length: 10_000 }, (_, i) => i)))
    // The limit of a key is a promise of its own; here it would only measure the refusals.
    db.run('pragma ignore_check_constraints = on')
    db.run('update api_keys set rate_per_min = 1000000000, rate_per_day = 1000000000')
    db.query(
      'update jobs set first_link = (select min(id) from links), last_link = (select max(id) from links) where id = ?',
    ).run(ids[0]!)
  })()
  db.close()
  return ids[0]!
}
