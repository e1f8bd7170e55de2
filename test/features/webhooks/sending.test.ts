/** Criteria 3, 4, 5 and 7: the schedule, fair turns, the guard, and what happens to an endpoint that only fails. */
import { afterEach, expect, test } from 'bun:test'
import { changeEndpoint } from '../../../src/features/webhooks/index.ts'
import { between, DAY, MINUTE, millis, SECOND } from '../../../src/kernel/time/clock.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch, SafeFetchError } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { housekeepingTask } from '../../../src/tasks/install/housekeeping.ts'
import { callerOf } from '../../world.ts'
import { type Got, type Hooks, hooks, receiver } from './receiving.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
function install(env?: Record<string, string>): Hooks {
  const w = hooks(env)
  closing.push(w.close)
  return w
}
function listen(answer?: (got: Got, n: number) => Response | Promise<Response>) {
  const to = receiver(answer)
  closing.push(to.stop)
  return to
}

type Row = { id: string; state: string; attempts: number; next_attempt_at: string | null; error: string | null }
const deliveries = (w: Hooks) => w.rows<Row>('select * from webhook_deliveries order by id')

/** Turns the clock to the next attempt and makes it; returns how long that was. */
async function nextAttempt(w: Hooks): Promise<number> {
  const { next_attempt_at } = deliveries(w)[0]!
  const waited = between(w.clock.now(), next_attempt_at!)
  w.clock.set(next_attempt_at!)
  await w.send()
  return waited
}

test('ten attempts at the listed pauses, 10 % around them, then dead; every attempt sends the same bytes', async () => {
  const w = install()
  const to = listen(() => new Response('no', { status: 500 }))
  w.add(to.origin)
  w.record()
  await w.send()
  const waits: number[] = []
  while (deliveries(w)[0]!.state === 'waiting') waits.push(await nextAttempt(w))
  const listed = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  expect(waits.length).toBe(9)
  const shares = waits.map((ms, i) => ms / SECOND / listed[i]!)
  for (const share of shares) expect(Math.abs(share - 1)).toBeLessThanOrEqual(0.1001)
  expect(new Set(shares.map((share) => share.toFixed(3))).size).toBeGreaterThan(1)
  expect(deliveries(w)[0]).toMatchObject({ state: 'dead', attempts: 10, error: 'Answered 500.' })
  expect(to.got.length).toBe(10)
  expect(new Set(to.got.map(({ body, headers }) => body + headers['webhook-id'])).size).toBe(1)
  expect(new Set(to.got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
})

test.each([
  [301, 'Answered 301: redirects are not followed.'],
  [404, 'Answered 404.'],
  [502, 'Answered 502.'],
])('an answer of %i is a failure', async (status, error) => {
  const w = install()
  const to = listen(() => new Response(null, { status, headers: { location: 'http://169.254.169.254/' } }))
  w.add(to.origin)
  w.record()
  await w.send()
  expect(deliveries(w)[0]).toMatchObject({ state: 'waiting', attempts: 1, error })
  expect(to.got.length).toBe(1)
})

test('a connection that is reset and an answer that does not come in time are failures', async () => {
  const w = install()
  const reset = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.terminate() } })
  closing.push(() => reset.stop(true))
  w.add(`http://127.0.0.1:${reset.port}/`)
  w.record()
  await w.send()
  expect(deliveries(w)[0]).toMatchObject({ state: 'waiting', attempts: 1, status: null })
  expect(deliveries(w)[0]!.error).toMatch(/^Not reached: .{8,}\.$/)
  const asked: unknown[] = []
  w.app.fetch = async (_, options) => {
    asked.push(options?.total_timeout_ms)
    throw new SafeFetchError('timeout', 'no answer in time')
  }
  w.record()
  await w.send()
  expect(deliveries(w)[1]).toMatchObject({ state: 'waiting', attempts: 1, error: 'No answer within 15 seconds.' })
  expect(asked).toEqual([15 * SECOND])
})

test('Retry-After is respected, and never shortens a pause', async () => {
  const w = install()
  const to = listen((_, n) => new Response(null, { status: 429, headers: { 'retry-after': n === 1 ? '120' : '1' } }))
  w.add(to.origin)
  w.record()
  await w.send()
  expect(await nextAttempt(w)).toBe(120 * SECOND)
  expect(await nextAttempt(w)).toBeGreaterThan(4 * MINUTE)
})

test('410 turns the endpoint off at once, with one letter; what happens then is held and goes out in order', async () => {
  const w = install()
  const to = listen((_, n) => new Response(null, { status: n === 1 ? 410 : 200 }))
  const { row } = w.add(to.origin)
  w.record()
  await w.send()
  expect(w.endpoint(row.id)).toMatchObject({ state: 'disabled', why_disabled: '["It answered 410: it is gone."]' })
  const cases = async (who: 'ada' | 'ben') =>
    (await w.call<{ open: { kind: string }[] }>(who, 'get_attention')).open.filter(({ kind }) => kind === 'webhook')
  expect(await cases('ada')).toMatchObject([
    {
      id: row.id,
      name: new URL(to.origin).host,
      note: 'It answered 410: it is gone.',
      act: { operation: 'update_webhook', input: { id: row.id, state: 'on' } },
    },
  ])
  expect(await cases('ben')).toEqual([])
  const types = ['push.sent', 'push.finished', 'push.cancelled', 'credits.changed', 'push.look'] as const
  for (const type of types) {
    w.clock.turn(MINUTE)
    w.record(type)
  }
  await w.send()
  expect(to.got.length).toBe(1)
  expect(w.rows("select to_address from mails where template = 'webhook_disabled'").length).toBe(1)
  w.db.write((tx) => changeEndpoint(tx, w.app, callerOf('ada'), w.endpoint(row.id), { state: 'on' }))
  await w.send()
  const sent = to.got.slice(1).map(({ body }) => (JSON.parse(body) as { type: string }).type)
  expect(sent).toEqual(['push.accepted', ...types])
  expect(w.endpoint(row.id)).toMatchObject({ state: 'on', catching_up: 0 })
})

test('an endpoint that only fails for five days is turned off: one letter, events are held', async () => {
  const w = install()
  const to = listen(() => new Response(null, { status: 503 }))
  const { row } = w.add(to.origin)
  w.record()
  await w.send()
  for (let day = 0; day < 6; day++) {
    w.clock.turn(DAY)
    w.record()
    await w.send()
    await w.send()
  }
  expect(w.endpoint(row.id).state).toBe('disabled')
  expect(between(w.endpoint(row.id).failing_since!, w.endpoint(row.id).disabled_at!)).toBeGreaterThanOrEqual(5 * DAY)
  expect(w.rows("select 1 from mails where template = 'webhook_disabled'").length).toBe(1)
  expect(new Set(deliveries(w).map(({ state }) => state))).toEqual(new Set(['held']))
})

test('the guard refuses each private address at the attempt, whatever was saved, and nothing is connected', async () => {
  const inside = listen()
  const w = install({ SIGNALPOST_ALLOW_NETWORKS: '10.99.0.0/16' })
  const { port } = new URL(inside.origin)
  const { row } = w.add('https://shop.bakery.example/in')
  const places = [
    `127.1:${port}`,
    `0x7f000001:${port}`,
    `[::1]:${port}`,
    '[::ffff:169.254.169.254]',
    '[fd00::1]',
    `localhost:${port}`,
  ]
  for (const place of places) {
    w.db.write((tx) => tx.run('update webhook_endpoints set url = ? where id = ?', `http://${place}/`, row.id))
    w.record()
    await w.send()
    expect(deliveries(w).at(-1)).toMatchObject({ attempts: 1, state: 'waiting' })
    expect(deliveries(w).at(-1)!.error).toMatch(/^Not reached: .{8,}\.$/)
    w.clock.turn(10 * DAY)
    w.db.write((tx) => tx.run('delete from webhook_deliveries'))
    w.db.write((tx) => tx.run('update webhook_endpoints set failing_since = null, failures = 0'))
  }
  expect(inside.got).toEqual([])
})

test('a name leads nowhere when one of its addresses is private, whatever it led to before', async () => {
  const to = listen()
  const w = install()
  const leads = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1', '10.0.0.1'], ['fd00::1']]
  const { row } = w.add(to.origin)
  w.db.write((tx) => {
    const url = `http://shop.bakery.example:${new URL(to.origin).port}/`
    return tx.run('update webhook_endpoints set url = ? where id = ?', url, row.id)
  })
  for (const addresses of leads) {
    // A new guard has no memory of the name.
    w.app.fetch = createSafeFetch({
      allow_networks: w.app.config.allow_networks.flatMap(parseNetworks),
      user_agent: 'test',
      resolve: async () => addresses,
    })
    w.record()
    await w.send()
  }
  expect(to.got.length).toBe(1)
  const [reached, ...others] = deliveries(w)
  expect([reached!.state, others.length]).toEqual(['delivered', 3])
  for (const { error } of others) expect(error).toMatch(/^Not reached: .{8,}\.$/)
})

test('an answer of an allowed private address is never kept', async () => {
  const w = install()
  const to = listen(() => new Response('the inner secret'))
  w.add(to.origin)
  w.record()
  await w.send()
  expect(w.rows('select status, answer from webhook_attempts')).toEqual([{ status: 200, answer: null }])
})

test('an endpoint that hangs delays nobody else, takes one lane, and one that fails gets one probe', async () => {
  const w = install()
  const over = Promise.withResolvers<void>()
  const hanging = listen(() => over.promise.then(() => new Response(null, { status: 500 })))
  const to = listen()
  const { row } = w.add(hanging.origin, { tenant_id: 'ten_rival' })
  w.add(to.origin)
  for (let i = 0; i < 120; i++) w.record('push.accepted', 'ten_rival')
  const sending = w.send()
  while (hanging.got.length === 0) await Bun.sleep(5)
  for (let i = 0; i < 20; i++) w.record()
  while (to.got.length < 20) await Bun.sleep(5)
  over.resolve()
  await sending
  expect(hanging.got.length).toBeLessThanOrEqual(6)
  expect(hanging.state.most_open).toBeLessThanOrEqual(4)
  expect(w.endpoint(row.id).failing_since).not.toBeNull()
  hanging.state.answer = () => new Response('ok')
  w.clock.turn(10 * MINUTE)
  await w.send()
  expect(deliveries(w).every(({ state }) => state === 'delivered')).toBe(true)
}, 20_000)

test('an event of a client goes to its own endpoint and to a tree endpoint above, never to others', async () => {
  const w = install()
  const to = listen()
  const at = (path: string) => `${to.origin}/${path}`
  w.add(at('own'))
  w.add(at('tree'), { scope: 'tree' })
  w.add(at('client'), { tenant_id: 'ten_bakery' })
  w.add(at('rival'), { tenant_id: 'ten_rival', scope: 'tree' })
  w.add(at('none'), { tenant_id: 'ten_bakery', types: [] })
  w.record('push.finished', 'ten_bakery')
  await w.send()
  expect(to.got.map(({ path }) => path).sort()).toEqual(['/client', '/tree'])
  w.record('push.finished', 'ten_northwind')
  await w.send()
  expect(
    to.got
      .slice(2)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/own', '/tree'])
  expect(millis(w.clock.now())).toBeGreaterThan(0)
})

test('after an outage the first success makes what was missed due; what is refused alone keeps its pauses', async () => {
  const w = install()
  let isDown = true
  const to = listen(({ body }) => {
    const isRefused = (JSON.parse(body) as { type: string }).type === 'push.look'
    return new Response(null, { status: isDown ? 503 : isRefused ? 400 : 200 })
  })
  w.add(to.origin)
  for (let i = 0; i < 40; i++) w.record()
  w.record('push.look')
  for (let minutes = 0; minutes < 60; minutes++) {
    await w.send()
    w.clock.turn(MINUTE)
  }
  const waits = () => deliveries(w).filter(({ state }) => state === 'waiting')
  expect(waits().length).toBe(41)
  expect(waits().every(({ next_attempt_at }) => next_attempt_at! > w.clock.now())).toBe(true)
  isDown = false
  w.record()
  await w.send()
  // The one that is refused failed once more, and waits as before.
  expect(waits().length).toBe(1)
  const tries = to.got.length
  for (let i = 0; i < 10; i++) {
    w.record()
    await w.send()
  }
  expect(to.got.length).toBe(tries + 10)
  expect(waits().map(({ error }) => error)).toEqual(['Answered 400.'])
})

test('an outage with a crowd of events is noticed to be over within five minutes, whatever its events wait for', async () => {
  const w = install()
  let isDown = true
  const to = listen(() => new Response(null, { status: isDown ? 503 : 200 }))
  w.add(to.origin)
  for (let i = 0; i < 150; i++) w.record()
  for (let minutes = 0; minutes < 10 * 60; minutes++) {
    await w.send()
    w.clock.turn(MINUTE)
  }
  expect(to.got.length).toBeLessThanOrEqual(4 + 10 * 12)
  isDown = false
  w.clock.turn(5 * MINUTE)
  await w.send()
  expect(deliveries(w).every(({ state }) => state === 'delivered')).toBe(true)
})

test('a refused event does not wait behind every first attempt: one lane in four is for repeats', async () => {
  const w = install()
  const to = listen(({ body }, n) => new Response(null, { status: n === 1 && body.includes('push.look') ? 500 : 200 }))
  w.add(to.origin)
  w.record('push.look')
  await w.send()
  w.clock.turn(6 * SECOND)
  for (let i = 0; i < 60; i++) w.record()
  to.state.answer = () => Bun.sleep(5).then(() => new Response())
  // Its receiver is well: only what it refused waits for its pause.
  w.db.write((tx) => tx.run('update webhook_endpoints set failing_since = null, failures = 0'))
  await w.send()
  const place = to.got.slice(1).findIndex(({ body }) => body.includes('push.look'))
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThan(4)
})

test('repeats that hang take one lane of their endpoint while first attempts wait', async () => {
  const w = install()
  const to = listen(() => new Response(null, { status: 500 }))
  w.add(to.origin)
  for (let n = 0; n < 5; n++) w.record('push.look')
  await w.send()
  w.clock.turn(6 * SECOND)
  expect(deliveries(w).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  w.db.write((tx) => tx.run('update webhook_endpoints set failing_since = null, failures = 0'))
  for (let n = 0; n < 20; n++) w.record()
  const over = Promise.withResolvers<void>()
  const began = { repeats: 0, firsts: 0, beside: 0 }
  to.state.answer = async ({ body }) => {
    if (body.includes('push.look')) {
      began.repeats++
      await over.promise
    } else if (++began.firsts === 20) {
      began.beside = began.repeats
      over.resolve()
    }
    return new Response()
  }
  await w.send()
  expect(began).toEqual({ repeats: 5, firsts: 20, beside: 1 })
})

test('what still waits after a month is dead and listed for a week: nothing is dropped silently', async () => {
  const w = install()
  const to = listen(() => new Response(null, { status: 500 }))
  const { row } = w.add(to.origin)
  w.record()
  w.record()
  await w.send()
  const [first, second] = deliveries(w)
  w.db.write((tx) =>
    tx.run("update webhook_deliveries set state = 'delivered', next_attempt_at = null where id = ?", first!.id),
  )
  w.clock.turn(30 * DAY + MINUTE)
  await w.run(housekeepingTask)
  expect(deliveries(w)).toMatchObject([
    { id: first!.id, state: 'delivered' },
    { id: second!.id, state: 'dead', error: 'Waited for 30 days, then dropped. Answered 500.' },
  ])
  const again = w.call('ada', 'replay_webhook', { id: row.id, delivery_ids: [second!.id] })
  await expect(again).rejects.toThrow('delivery_ids.0: must be within')
  w.clock.turn(7 * DAY)
  await w.run(housekeepingTask)
  expect(deliveries(w)).toEqual([])
})

test('one endpoint that hangs delays nobody: at its host, at another host of its agency, of another agency', async () => {
  const w = install()
  const over = Promise.withResolvers<void>()
  const shared = listen(({ path }) =>
    path === '/hangs' ? over.promise.then(() => new Response()) : new Response('ok'),
  )
  const other = listen()
  w.add(`${shared.origin}/hangs`)
  w.add(`${shared.origin}/beside`)
  w.add(`${other.origin}/agency`)
  w.add(`${shared.origin}/rival`, { tenant_id: 'ten_rival' })
  for (let i = 0; i < 20; i++) w.record()
  const sending = w.send()
  const count = (path: string) => [...shared.got, ...other.got].filter((one) => one.path === path).length
  while (count('/hangs') < 4) await Bun.sleep(1)
  const waited: number[] = []
  for (let n = 1; n <= 10; n++) {
    const began = performance.now()
    w.record()
    w.record('push.accepted', 'ten_rival')
    while (count('/beside') < 20 + n || count('/agency') < 20 + n || count('/rival') < n) {
      await Bun.sleep(1)
      if (performance.now() - began > 5000) break
    }
    waited.push(performance.now() - began)
  }
  over.resolve()
  await sending
  expect(Math.max(...waited)).toBeLessThan(1000)
}, 20_000)
