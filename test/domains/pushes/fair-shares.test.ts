/** One agency's pages that never answer hold up nobody else's. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import net from 'node:net'
import { grant } from '../../../src/domains/credits/index.ts'
import { takeTurns } from '../../../src/domains/pushes/side-by-side.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { MINUTE, stopwatch } from '../../../src/kernel/time/clock.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { expectBooksToBalance } from '../../books.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

setDefaultTimeout(600_000)

let w: World
let hung: net.Server
let well: ReturnType<typeof Bun.serve>
let asked = 0

beforeEach(async () => {
  asked = 0
  // Every address of 127/8 is this machine: hosts as many as one likes that accept and never answer.
  hung = net.createServer(() => asked++).listen(0, '0.0.0.0')
  await new Promise((resolve) => hung.once('listening', resolve))
  well = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('<title>Bread</title><p>Bread</p>') })
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  for (const tenant_id of ['ten_northwind', 'ten_rival'])
    w.db.write((tx) => {
      const credits = { tenant_id, kind: 'index', amount: 5_000, reason: 'adjustment', actor: 'test' } as const
      return void grant(tx, credits) as undefined
    })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
})
afterEach(async () => {
  await well.stop(true)
  hung.close()
  w.close()
})

const deadHost = (i: number) => `http://127.9.${i >> 8}.${(i & 255) + 1}:${(hung.address() as net.AddressInfo).port}/`
const healthy = () => `http://127.0.0.1:${well.port}/bread`
/** The owner of a new client of Northwind that has credits of its own. */
async function clientOf(name: string): Promise<Caller> {
  const { id } = await w.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client' })
  const credits = { tenant_id: id, kind: 'index', amount: 500, reason: 'adjustment', actor: 'test' } as const
  w.db.write((tx) => void grant(tx, credits) as undefined)
  return { ...callerOf('ada'), tenant_id: id, path: `/ten_northwind/${id}/` }
}
const push = async (who: Person | Caller, urls: string[]) =>
  (await w.call<{ id: string }>(who, 'submit_index_job', { urls })).id
const statusOf = (id: string) =>
  w.db.read((tx) => tx.row<{ status: string }>('select * from jobs where id = ?', id)!.status)

/** Gives up after a minute: by then the pages of an attack have not been given up yet, and nothing else takes so long. */
async function until(right: () => boolean): Promise<number> {
  const elapsed = stopwatch()
  while (!right() && elapsed() < MINUTE) await Bun.sleep(20)
  expect(right()).toBe(true)
  return elapsed()
}
const inPreflight = (ids: string[]) => ids.map(statusOf).filter((status) => status === 'preflight').length

/** Nine pushes of 300 links, each on a host of its own that never answers. */
async function attack(): Promise<string[]> {
  const pushes = Array.from({ length: 9 }, (_, n) => Array.from({ length: 300 }, (_, i) => deadHost(n * 300 + i)))
  const ids = []
  for (const urls of pushes) ids.push(await push('ada', urls))
  return ids
}

test('nine pushes to hosts that never answer: another agency is served within seconds, and a cancelled one stops', async () => {
  const attackers = await attack()
  const run = w.run(advancePushesTask)
  await until(() => asked >= 90)
  const victim = await push('rita', [healthy()])
  await until(() => statusOf(victim) === 'sending')
  const { counts } = await w.call<{ counts: { ready: number } }>('rita', 'preflight_urls', { urls: [healthy()] })
  expect(counts.ready).toBe(1)
  expect(inPreflight(attackers)).toBeGreaterThanOrEqual(6)
  for (const id of attackers) await w.call('ada', 'cancel_job', { id })
  const elapsed = stopwatch()
  await run
  expect(elapsed()).toBeLessThan(MINUTE)
  expectBooksToBalance(w.db)
})

test('nine pushes to hosts that never answer: another workspace of the agency is served within seconds, and a third', async () => {
  const attackers = await attack()
  const clients = [await clientOf('Mill'), await clientOf('Flowers')]
  const run = w.run(advancePushesTask)
  await until(() => asked >= 90)
  // The second place for newcomers is taken by pages that never answer as well.
  const also_slow = await push(
    clients[0]!,
    Array.from({ length: 40 }, (_, i) => deadHost(5_000 + i)),
  )
  await until(() => statusOf(also_slow) === 'preflight')
  const victim = await push(clients[1]!, [healthy()])
  const took = await until(() => statusOf(victim) === 'sending')
  expect(inPreflight(attackers)).toBeGreaterThanOrEqual(6)
  console.log(`another workspace was served after ${Math.round(took)} ms`)
  for (const id of attackers) await w.call('ada', 'cancel_job', { id })
  await w.call(clients[0]!, 'cancel_job', { id: also_slow })
  await run
  expectBooksToBalance(w.db)
})

test('a push that had its time goes to the end of the line, and loses nothing of what was found', async () => {
  const turns: string[] = []
  const ids: string[] = []
  for (let i = 0; i < 9; i++) ids.push(await push('ada', [`https://bakery.example/${i}`]))
  let over = 0
  await takeTurns(
    w.app,
    new AbortController().signal,
    async ({ id }, stopped) => {
      turns.push(id)
      // Of the first turns none ends by itself.
      if (turns.length > 6) return
      await new Promise((resolve) => stopped.addEventListener('abort', resolve))
      over++
    },
    100,
  )
  expect(over).toBe(6)
  expect(turns.slice(0, 9)).toEqual(ids)
  expect(turns.slice(9).toSorted()).toEqual(ids.slice(0, 6))
})

test('while nobody waits, a push takes the time it needs', async () => {
  const id = await push('ada', ['https://bakery.example/'])
  let stopped = false
  await takeTurns(
    w.app,
    new AbortController().signal,
    async (_, stop) => {
      await Bun.sleep(700)
      stopped = stop.aborted
    },
    100,
  )
  expect([id, stopped]).toEqual([id, false])
})

test('of several pushes that fail in one run none goes untold', async () => {
  const ids = [await push('ada', [healthy()]), await push('rita', [healthy()])]
  const lines: unknown[] = []
  const log = { ...w.app.log, error: (_: string, facts?: object) => void lines.push(facts) }
  const run = takeTurns({ ...w.app, log }, new AbortController().signal, async ({ id }) => {
    throw new Error(`no luck with ${id}`)
  })
  const thrown = await run.catch(String)
  expect([thrown, ...lines.map((facts) => (facts as { error: string }).error)].toSorted()).toEqual(
    ids.map((id) => `Error: no luck with ${id}`).toSorted(),
  )
})
