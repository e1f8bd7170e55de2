/**
 * `bun test/bench/capacity.ts [LINKS …]`: what an install of so many links takes of disk, memory and processor, for
 * docs/capacity.md. Processor time, not wall clock, so that a machine with other work tells the same.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { seedMany, seedTraces } from '../lists/seed.ts'
import { BINARY, discard, setUp, start } from './install.ts'

const LINKS_OF_A_JOB = 500
const TICKS_A_SECOND = 100
const PUSHED = 10_000

const sizes = process.argv.slice(2).map(Number)
const rows = []
for (const links of sizes.length ? sizes : [100_000, 1_000_000]) rows.push(await measured(links))
console.table(rows)

async function measured(links: number) {
  const { folder, key, tenant_id } = await setUp()
  const file = join(folder, 'data/signalpost.db')
  const db = openDatabase(file, systemClock)
  db.write((tx) => {
    tx.run(
      "insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values ('ten_bakery', ?1, '/' || ?1 || '/ten_bakery/', 'client', 'Bakery', '', ''), ('ten_rival', null, '/ten_rival/', 'agency', 'Rival', '', '')",
      tenant_id,
    )
    tx.run("update tenant_plans set plan = 'agency_scale'")
    tx.run("update purses set available = 1000000 where tenant_id = ? and kind = 'index'", tenant_id)
    tx.run('update api_keys set rate_per_min = 600, rate_per_day = 100000')
    return null
  })
  seedMany(db, { jobs: links / LINKS_OF_A_JOB, links: LINKS_OF_A_JOB, tenants: [tenant_id, 'ten_bakery', 'ten_rival'] })
  seedTraces(db)
  db.close()
  // Statements that are not finished keep the file locked.
  Bun.gc(true)
  const bytes = statSync(file).size
  const install = await start(folder)
  const at = (what: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${install.pid}/status`, 'utf8'))![1]) / 1024
  const cpu = () => {
    const [user, system] = readFileSync(`/proc/${install.pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
    return ((Number(user) + Number(system)) / TICKS_A_SECOND) * 1000
  }
  const ask = async (path: string, body?: unknown, method = body ? 'POST' : 'GET') => {
    const answer = await fetch(`${install.base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : undefined,
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    await answer.text()
  }
  try {
    await ask('/settings/crawl', { routes: { primary: { adapter: 'simulated' } } }, 'PUT')
    const started = { cpu: cpu(), rss: at('VmRSS') }
    const before = cpu()
    for (let i = 0; i < 50; i++)
      for (const path of ['/jobs?page_size=50', '/credits/ledger?page_size=50', '/me']) await ask(path)
    const lists = (cpu() - before) / 150
    const size = statSync(file).size
    const beforePush = cpu()
    const urls = Array.from({ length: PUSHED }, (_, i) => `https://bakery.example/pushed/a-page-of-some-length-${i}`)
    await ask('/jobs', { urls, preflight: false })
    const push = cpu() - beforePush
    await ask('/jobs', { urls: urls.map((url) => `${url}-b`), preflight: false })
    const backup = Bun.spawnSync([BINARY, 'backup', join(folder, 'one.backup')], {
      env: { ...process.env, SIGNALPOST_DATA_DIR: join(folder, 'data') },
    })
    return {
      links,
      'database MB': mb(bytes),
      'bytes a link': Math.round(bytes / links),
      'start, CPU ms': Math.round(started.cpu),
      'after start, MB': Math.round(started.rss),
      'a list, CPU ms': lists.toFixed(2),
      'push of 10,000, CPU ms': Math.round(push),
      'grew by MB': mb(statSync(file).size - size),
      'most memory, MB': Math.round(at('VmHWM')),
      'backup, CPU ms': Math.round(Number(backup.resourceUsage?.cpuTime.total ?? 0) / 1000),
    }
  } finally {
    await install.stop()
    discard(folder)
  }
}

function mb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}
