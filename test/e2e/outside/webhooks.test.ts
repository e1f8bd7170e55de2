/** Webhooks of the compiled binary: what a kill and a restored backup do to events that wait. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { type Got, receiver } from '../../features/webhooks/receiving.ts'
import { chance } from '../../upstreams/misfortune.ts'
import { type Appliance, appliance, until } from '../appliance.ts'
import { tally } from '../tally.ts'

setDefaultTimeout(600_000)

/** 200 before a release; a few here. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 2)
/** Events that one webhook gets at a time. */
const LANES_EACH = 4
const seed = Number(process.env.WEBHOOK_SEED ?? 20_261_123)
const { draw, upTo } = chance(seed)

let one: Appliance
let to: ReturnType<typeof receiver>
let webhook: string
beforeEach(async () => {
  to = receiver()
  one = await appliance({ SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' })
  await one.put('/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await one.put('/settings/integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
  await one.post('/credits/adjust', {
    tenant_id: one.tenant_id,
    kind: 'index',
    amount: 100_000,
    reason: 'for the test',
  })
  const { id } = await one.post<{ id: string }>('/webhooks', { url: `${to.origin}/`, types: ['push.accepted'] })
  webhook = id
})
afterEach(async () => {
  await one.close()
  to.stop()
})

const push = (n: number) =>
  one.post<{ id: string }>('/jobs', { urls: [`http://192.0.2.1/${n}`], name: `Push ${n}`, preflight: false })
const jobOf = ({ body }: Got): string => (JSON.parse(body) as { data: { id: string } }).data.id

/** The events of the install, by their id. */
function events() {
  const db = new Database(join(one.data_dir, 'signalpost.db'), { readonly: true })
  const rows = db.query<{ id: string; body: string }, []>('select id, body from webhook_events').all()
  const jobs = db.query<{ id: string }, []>('select id from jobs').all()
  db.close()
  return { bodies: new Map(rows.map(({ id, body }) => [id, body])), jobs: jobs.map(({ id }) => id) }
}

test(`after ${KILLS} kills, a flaky receiver has each event at least once, with one id and the same bytes, and none that did not happen`, async () => {
  console.info(`WEBHOOK_SEED=${seed}`)
  const taken: string[] = []
  const take = ({ headers }: Got) => {
    taken.push(headers['webhook-id']!)
    return new Response(null, { status: 204 })
  }
  to.state.answer = async (got) => {
    // A kill repeats what is in the air: the share of it is this time by that between two kills.
    await Bun.sleep(upTo(10))
    return draw() < 0.2 ? new Response(null, { status: 503 }) : take(got)
  }
  const acknowledged: string[] = []
  let n = 0
  for (let kill = 0; kill < KILLS; kill++) {
    let is_alive = true
    const pushing = Array.from({ length: 3 }, async () => {
      while (is_alive) {
        const made = await push(n++).catch(() => null)
        if (made) acknowledged.push(made.id)
        await Bun.sleep(50)
      }
    })
    await Bun.sleep(400 + upTo(1600))
    await one.kill()
    is_alive = false
    await Promise.all(pushing)
    await one.start()
  }
  to.state.answer = take
  await until('every event', async () => {
    one.clock.turn(10 * MINUTE)
    const { waiting } = await one.get<{ waiting: number }>(`/webhooks/${webhook}`)
    const { bodies, jobs } = events()
    return waiting === 0 && bodies.size === jobs.length
  })
  const { bodies, jobs } = events()
  expect(jobs).toEqual(expect.arrayContaining(acknowledged))
  expect([...bodies.values()].map((body) => jobOf({ body } as Got)).toSorted()).toEqual(jobs.toSorted())
  for (const { headers, body } of to.got) expect(bodies.get(headers['webhook-id']!)).toBe(body)
  expect(new Set(taken)).toEqual(new Set(bodies.keys()))
  // Only what was in the air at a kill is sent again.
  const twice = taken.length - bodies.size
  expect(twice).toBeLessThanOrEqual(KILLS * LANES_EACH)
  tally({ kills: KILLS, events: bodies.size, twice })
})

test('events that wait in a restored backup are held until a person sends or drops them', async () => {
  to.state.answer = () => new Response(null, { status: 503 })
  const { id } = await push(1)
  await until('a first attempt', async () => to.got.length > 0)
  expect(await one.run('backup', 'waiting.backup').exited).toBe(0)
  to.state.answer = () => new Response(null, { status: 204 })
  await one.stop()
  const restored = one.run('restore', 'waiting.backup', '--replace', '--json')
  expect(JSON.parse(await new Response(restored.stdout).text())).toMatchObject({ held_events: 1 })
  expect(await restored.exited).toBe(0)
  const before = to.got.length
  await one.start()
  await one.post('/system/restored/release', { orders: 'ask', letters: 'send' })
  await push(2)
  await until('a new event', async () => to.got.length > before)
  one.clock.turn(10 * MINUTE)
  await one.tick()
  expect(to.got.slice(before).map(jobOf)).not.toContain(id)
  const held = await one.get<{ waiting: number; held: number }>(`/webhooks/${webhook}`)
  expect(held).toMatchObject({ waiting: 0, held: 1 })

  const turned_on = await one.ask('PATCH', `/webhooks/${webhook}`, { state: 'on', held: 'send' })
  expect(turned_on.status).toBe(200)
  await until('the held event', async () => to.got.slice(before).map(jobOf).includes(id))
  expect(to.got.at(-1)!.headers['webhook-id']).toBe(to.got[0]!.headers['webhook-id'])
})
