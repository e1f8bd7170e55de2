/**
 * Every list, in every order, of a workspace with 1,000,000 links in 5,000 jobs beside one with 10,000 in 50: two
 * processes, asked in turn over HTTP, so that what the machine does meanwhile happens to both.
 */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { operations } from '../../src/operations/index.ts'
import { seedLarge, seedMany, seedTraces, seedTrail } from '../lists/seed.ts'
import { discard, type Install, median, setUp, start } from './install.ts'

export const PROMISED = 1.5
const ROUNDS = 15
const LINKS_OF_A_JOB = 200

export type ListBench = { what: string; ratio: number; small_ms: number; big_ms: number }

type Side = Install & { key: string; job: string }

/** `settled`: nothing was written meanwhile. `written`: a push was renamed just before each request. */
export async function lists(): Promise<{ settled: ListBench[]; written: ListBench[] }> {
  const small = await side(50)
  const big = await side(5000)
  try {
    const paths = everyList()
    return {
      settled: await compare(paths, small, big, async () => {}),
      written: await compare(paths, small, big, rename),
    }
  } finally {
    for (const { stop, folder } of [small, big]) {
      await stop()
      discard(folder)
    }
  }
}

/** An install whose agency has that many jobs together with its client; a stranger has half as many. */
async function side(jobs: number): Promise<Side> {
  const { folder, key, tenant_id } = await setUp()
  const file = join(folder, 'data', 'signalpost.db')
  const raw = new Database(file, { readwrite: true, create: false })
  // The limit of a key is a promise of its own; here it would only measure the refusals.
  raw.run('pragma ignore_check_constraints = on')
  raw.run('update api_keys set rate_per_min = 1000000000, rate_per_day = 1000000000')
  raw.run(
    `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values
       ('ten_bakery', '${tenant_id}', '/${tenant_id}/ten_bakery/', 'client', 'Bakery', '', ''), ('ten_rival', null, '/ten_rival/', 'agency', 'Rival', '', '')`,
  )
  raw.close()
  const db = openDatabase(file, systemClock)
  seedMany(db, { jobs: jobs * 1.5, links: LINKS_OF_A_JOB, tenants: [tenant_id, 'ten_bakery', 'ten_rival'] })
  seedTraces(db)
  seedTrail(db, [tenant_id, 'ten_bakery', 'ten_rival'], jobs * LINKS_OF_A_JOB)
  seedLarge(db, tenant_id, { links: 10_000, looks: 4 })
  db.close()
  return { ...(await start(folder)), key, job: 'job_3' }
}

/** Each list in each of its orders, with each of its filters, and what else adds up or follows links over jobs. */
function everyList(): string[] {
  const paths: string[] = []
  for (const { method, path, output, input } of operations) {
    if (
      method !== 'GET' ||
      !(output as { properties?: object }).properties ||
      !('items' in (output as { properties: object }).properties)
    )
      continue
    const { sort } = input.properties as { sort?: { enum?: string[] } }
    for (const order of sort?.enum ?? ['']) paths.push(`${path}?sort=${order}`)
  }
  return [
    ...paths,
    // With so few rows a page that the small install fills it too: otherwise the sizes of the answers are compared.
    ...['status=watching', 'type=check', 'tenant_id=ten_bakery', 'q=Push', 'q=Push 1', 'sort=name&dir=asc&page=10'].map(
      (q) => `/jobs?page_size=5&${q}`,
    ),
    ...['kind=index', 'direction=out', 'q=release'].map((q) => `/credits/ledger?${q}`),
    ...['status=sent', 'template=invite', 'q=vera', 'q=vera-7'].map((q) => `/emails?page_size=1&${q}`),
    ...['q=push', 'q=primary', 'site=bakery.example', 'site=other.example'].map(
      (q) => `/admin/providers/campaigns?page_size=5&${q}`,
    ),
    '/jobs/{id}/searchengine?page_size=1&url=https://bakery.example/page-405&all_jobs=true',
    '/jobs/{id}?url_limit=50',
    ...[
      'action=update_job',
      'tenant_id=ten_bakery',
      'tenant_id=ten_bakery&action=update_job',
      'q=ada',
      'q=198.51.100.7',
      'q=ada&action=update_job',
      'from=2026-01-02',
      'page=50',
    ].map((q) => `/audit?page_size=5&${q}`),
    ...['resolved=true', 'resolved=false&sort=count'].map((q) => `/errors?page_size=5&${q}`),
    '/credits',
    '/admin/margin',
  ]
}

async function compare(
  paths: string[],
  small: Side,
  big: Side,
  before: (one: Side, round: number) => Promise<void>,
): Promise<ListBench[]> {
  const rows: ListBench[] = []
  for (const path of paths) {
    const times: [number, number][] = []
    for (let round = 0; round < ROUNDS; round++) {
      const pair: number[] = []
      for (const one of round % 2 ? [small, big] : [big, small]) {
        await before(one, round)
        pair.push(await time(one, path))
      }
      times.push((round % 2 ? pair : pair.reverse()) as [number, number])
    }
    const [small_ms, big_ms] = [median(times.map(([ms]) => ms)), median(times.map(([, ms]) => ms))]
    rows.push({ what: path, ratio: big_ms / small_ms, small_ms, big_ms })
  }
  return rows
}

async function time({ base, key, job }: Side, path: string): Promise<number> {
  const id = path.startsWith('/tenants') ? 'ten_bakery' : path.startsWith('/admin') ? `cam_${job}` : job
  const url = `${base}/api/v1${path.replace('{id}', id)}`
  const started = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  await answer.text()
  const ms = performance.now() - started
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return ms
}

async function rename({ base, key, job }: Side, round: number): Promise<void> {
  const answer = await fetch(`${base}/api/v1/jobs/${job}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Renamed ${round}` }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.text()
}
