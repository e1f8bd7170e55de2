/**
 * `bun test/bench/herd.ts [SECONDS]`: an install of a million links with 50 browsers, 20 keys, 8 MCP agents, two people who
 * download all links, and a backup, at once and with its tasks on. Wall-clock times of reads, as their callers see them, and
 * the memory and the log of the database at their largest.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { MINUTE, SECOND, systemClock } from '../../src/kernel/time/clock.ts'
import { seedMany, seedTraces } from '../lists/seed.ts'
import { BINARY, discard, type Install, setUp, start } from './install.ts'
import { connected, give } from './pushes.ts'

const LINKS_OF_A_JOB = 500
const LINKS = Number(process.env.HERD_LINKS ?? 1_000_000)
const BROWSERS = 50
const KEYS = 20
const AGENTS = 8
const DOWNLOADS = 2
/** How long somebody takes before the next page, and a program before its next call. */
const READING = 3 * SECOND
const RESTING = SECOND

/** What deploy/signalpost.service sets. */
const AS_A_SERVICE = { BUN_JSC_forceRAMSize: '201326592' }

/** Below the workspace. */
const PAGES =
  ' jobs links links?q=bakery links?q=page-77 links?host=bakery.example links?verdict=waiting cohorts clients credits reports jobs?q=push'.split(
    ' ',
  )
const LISTS =
  '/jobs?page_size=50 /links?page_size=50 /links?q=page-77 /credits/ledger /summary /today /me /tenants'.split(' ')
const TOOLS = ['list_jobs', 'get_credits', 'list_tenants']

type Kind = 'page' | 'list' | 'push' | 'tool' | 'healthz'
export type Herd = Awaited<ReturnType<typeof herd>>

export async function herd(seconds: number) {
  const { folder, key, tenant_id } = await setUp()
  const file = join(folder, 'data/signalpost.db')
  fill(file, tenant_id)
  const install = await start(folder, { SIGNALPOST_PASSIVE: '0', ...AS_A_SERVICE })
  const took = new Map<Kind, number[]>()
  const lost: string[] = []
  let log = 0
  let looking: Timer | undefined
  try {
    if (!(await connected(install, key))) throw new Error('the simulated supplier could not be connected')
    await caughtUp(install)
    const cookies: string[] = []
    for (let i = 0; i < BROWSERS; i++) cookies.push(await enter(install))
    const keys = await keysOf(install, key)
    looking = setInterval(() => {
      log = Math.max(log, statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
    }, 50)
    // The memory of before, when the links that were filled in were indexed, is not of the herd.
    writeFileSync(`/proc/${install.pid}/clear_refs`, '5')
    const until = performance.now() + seconds * SECOND
    const timed = async (kind: Kind, path: string, init: RequestInit) => {
      const began = performance.now()
      try {
        const answer = await fetch(install.base + path, {
          ...init,
          redirect: 'manual',
          signal: AbortSignal.timeout(2 * MINUTE),
        })
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 100)}`)
        took.getOrInsertComputed(kind, () => []).push(performance.now() - began)
      } catch (error) {
        lost.push(`${kind} ${path}: ${error instanceof Error ? error.message : error}`)
      }
    }
    const each = async (rest: number, act: (n: number) => Promise<unknown>) => {
      await Bun.sleep(Math.random() * rest)
      for (let n = 0; performance.now() < until; n++) {
        await act(n)
        await Bun.sleep(rest * (0.5 + Math.random()))
      }
    }
    const many = (n: number, run: (i: number) => Promise<unknown>) => Array.from({ length: n }, (_, i) => run(i))
    const headers = (i: number) => ({
      authorization: `Bearer ${keys[i]}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    })
    let lines = 0
    const download = async () => {
      while (performance.now() < until) {
        const answer = await fetch(`${install.base}/api/v1/links/csv`, { headers: headers(0) })
        if (!answer.ok) lost.push(`csv: ${answer.status}`)
        for await (const part of answer.body ?? []) {
          lines += part.reduce((n, byte) => n + Number(byte === 10), 0)
          if (performance.now() > until) break
        }
      }
    }
    const backup = Bun.spawn([BINARY, 'backup', join(folder, 'one.backup')], {
      env: { ...process.env, SIGNALPOST_DATA_DIR: join(folder, 'data') },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await Promise.all([
      ...many(BROWSERS, (i) =>
        each(READING, (n) =>
          timed('page', `/app/w/${tenant_id}/${PAGES[(i + n) % PAGES.length]}`.replace(/\/$/, ''), {
            headers: { cookie: cookies[i]! },
          }),
        ),
      ),
      ...many(KEYS, (i) =>
        each(RESTING, (n) =>
          n % 2
            ? timed('list', `/api/v1${LISTS[(i + n) % LISTS.length]}`, { headers: headers(i) })
            : timed('push', '/api/v1/jobs', { method: 'POST', headers: headers(i), body: push() }),
        ),
      ),
      ...many(AGENTS, (i) =>
        each(RESTING, (n) => timed('tool', '/mcp', callOf(TOOLS[(i + n) % TOOLS.length]!, headers(KEYS + i)))),
      ),
      ...many(DOWNLOADS, download),
      each(100, () => timed('healthz', '/healthz', {})),
    ])
    const backup_done = backup.exitCode !== null
    backup.kill()
    const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${install.pid}/status`, 'utf8'))![1]
    const rows = [...took].map(([kind, times]) => ({
      kind,
      n: times.length,
      p50: at(times, 0.5),
      p99: at(times, 0.99),
      max: at(times, 1),
    }))
    return {
      rows,
      lost,
      lines,
      memory_mb: Math.round(Number(memory) / 1024),
      log_mb: Math.round(log / 1e6),
      backup_done,
    }
  } finally {
    clearInterval(looking)
    await install.stop()
    discard(folder)
  }
}

const at = (times: number[], share: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!)

const push = (): string =>
  JSON.stringify({
    urls: Array.from(
      { length: 5 + Math.floor(Math.random() * 60) },
      () => `https://bakery.example/${Bun.randomUUIDv7()}`,
    ),
    preflight: false,
  })

/** As a client of the newest revision calls a tool. */
const callOf = (name: string, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
})

async function enter({ base }: Install): Promise<string> {
  const answer = await fetch(`${base}/app/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@northwind.example', password: 'correct horse battery staple' }),
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'Firefox/145.0' },
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`sign-in: ${answer.status}`)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}

export function fill(file: string, tenant_id: string): void {
  const db = openDatabase(file, systemClock)
  db.write((tx) => {
    tx.run(
      "insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values ('ten_bakery', ?1, '/' || ?1 || '/ten_bakery/', 'client', 'Bakery', '', ''), ('ten_rival', null, '/ten_rival/', 'agency', 'Rival', '', '')",
      tenant_id,
    )
    return null
  })
  seedMany(db, { jobs: LINKS / LINKS_OF_A_JOB, links: LINKS_OF_A_JOB, tenants: [tenant_id, 'ten_bakery', 'ten_rival'] })
  seedTraces(db)
  db.close()
  give(file, tenant_id)
}

/** A key of each program's own. */
async function keysOf({ base }: Install, key: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const made: string[] = []
  for (let i = 0; i < KEYS + AGENTS; i++) {
    const body = JSON.stringify({ name: `Program ${i}`, role: 'owner', rate_per_min: 600 })
    const answer = await fetch(`${base}/api/v1/api-keys`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`a key: ${await answer.text()}`)
    made.push(((await answer.json()) as { data: { secret: string } }).data.secret)
  }
  return made
}

/** Waits until the tasks have caught up with the links that were filled in. */
async function caughtUp({ pid }: Install): Promise<void> {
  const written = () => Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
  for (let before = 0, now = written(); now - before > 1e6; now = written()) {
    before = now
    await Bun.sleep(3 * SECOND)
  }
}

if (import.meta.main) {
  const { rows, lost, ...rest } = await herd(Number(process.argv[2] ?? 60))
  console.table(rows)
  console.log({ ...rest, lost: lost.length }, lost.slice(0, 5))
}
