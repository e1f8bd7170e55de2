/** Callbacks of the check engine through the real door: unsigned, so the path is the secret and nothing they say is believed. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { type Agency, agency, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

let one: Agency
/** What the search engine shows; callbacks may claim otherwise. */
let shown: (url: string) => boolean
beforeEach(async () => {
  shown = () => true
  one = await agency({ shown: (url) => shown(url) })
})
afterEach(() => one.close())

type Result = { url: string; indexed: string; cost_usd: number; evidence: string }

const urls = (name: string, n = 3) => Array.from({ length: n }, (_, i) => `https://bakery.example/${name}-${i}`)
const check = async (name: string, n?: number) =>
  (await one.post<{ id: string }>('/check', { urls: urls(name, n), name })).id
const results = (id: string) => one.all<Result>(`/jobs/${id}/searchengine`)
const PATH = /^\/hooks\/dfs\/cb_\w{30,}$/

/** The address that the vendor was given, as it is reached here. */
function callback(): URL {
  const given = new URL(`${one.engine.tasks.at(-1)!.data.postback_url}`)
  expect(given.pathname).toMatch(PATH)
  return new URL(given.pathname, one.address())
}
/** Lets callbacks of the vendor come here, as a proxy in front would. */
function passCallbacksOn(): void {
  for (const { data } of one.engine.tasks)
    data.postback_url = `${data.postback_url}`.replace('http://push.northwind.example', one.address())
}
const bodyFor = (id: string, tag: string, more: object = {}) => ({
  tasks: [{ id, status_code: 20000, data: { tag }, result: [{ items: [] }], ...more }],
})
const post = (to: URL | string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(to, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

test('a callback that comes before the answer to the order, and instead of it, buys nothing twice', async () => {
  one.engine.fail('lost', 1, /task_post/)
  const id = await check('early')
  await until('the order', async () => one.engine.tasks.length === 3)
  passCallbacksOn()
  expect(await one.engine.deliverPostbacks()).toEqual([200, 200, 200])
  await one.kill()
  await one.start()
  await one.reaches(id, 'done')
  expect((await results(id)).map(({ indexed, cost_usd }) => [indexed, cost_usd])).toEqual(Array(3).fill(['yes', 0.003]))
  expect(one.engine.tasks).toHaveLength(3)
  expect(one.engine.balance).toBeCloseTo(1000 - 3 * 0.003)
})

test('callbacks that come again and again, and at once, settle each look once', async () => {
  const before = (await one.credits()).check.available
  one.engine.fail({ status: 500 }, 1000, /tasks_ready|task_get/)
  const id = await check('again', 20)
  await until('the orders', async () => one.engine.tasks.length === 20)
  passCallbacksOn()
  one.engine.heal()
  const deliveries = await Promise.all([1, 2, 3].map((times) => one.engine.deliverPostbacks({ times })))
  expect(new Set(deliveries.flat())).toEqual(new Set([200]))
  await one.reaches(id, 'done')
  expect(await one.engine.deliverPostbacks({ times: 2 })).toHaveLength(40)
  expect((await one.job(id)).status).toBe('done')
  expect(await results(id)).toHaveLength(20)
  expect(one.engine.balance).toBeCloseTo(1000 - 20 * 0.003)
  expect((await expectBooksToBalance(one)).check).toMatchObject({ available: before - 20, reserved: 0 })
})

test('what a callback claims is not believed, nor that one task is another', async () => {
  shown = (url) => url.endsWith('-0')
  one.engine.fail({ status: 500 }, 1000, /tasks_ready|task_get/)
  const id = await check('claims')
  await until('the orders', async () => one.engine.tasks.length === 3)
  const [first, second, third] = one.engine.tasks.map((task) => ({ id: task.id, tag: `${task.data.tag}` }))
  const door = callback()
  const claim = { result: [{ items: [{ type: 'organic', url: urls('claims')[1], title: 'Seen, honestly' }] }] }
  const bodies = [
    bodyFor(second!.id, second!.tag, claim),
    bodyFor(first!.id, second!.tag, claim),
    bodyFor('11210900-1535-0066-0000-999999999999', third!.tag, claim),
    bodyFor("' or 1=1; --", third!.tag, claim),
    { tasks: Array.from({ length: 5000 }, () => ({ id: third!.id, data: { tag: 7 } })) },
    { tasks: 'all of them' },
    ['tasks'],
    null,
  ]
  for (const body of bodies) {
    expect((await post(door, JSON.stringify(body))).status).toBe(200)
    expect(
      (await post(door, Bun.gzipSync(Buffer.from(JSON.stringify(body))), { 'content-encoding': 'gzip' })).status,
    ).toBe(200)
  }
  for (const query of [
    `id=${first!.id}&tag=${third!.tag}`,
    `id=${third!.id}&tag=${first!.tag}`,
    'id=1&id=2',
    'id=%00',
    'tag=x',
  ])
    expect((await post(`${door}?${query}`, 'not even JSON')).status).toBe(200)
  one.engine.heal()
  await one.tick()
  await one.reaches(id, 'done')
  expect((await results(id)).toSorted((a, b) => a.url.localeCompare(b.url)).map(({ indexed }) => indexed)).toEqual([
    'yes',
    'no',
    'no',
  ])
  expect(one.engine.tasks).toHaveLength(3)
})

test('nobody who does not know the path moves anything, or is told that there is one', async () => {
  one.engine.fail({ status: 500 }, 1000, /tasks_ready|task_get/)
  const id = await check('guessed')
  await until('the orders', async () => one.engine.tasks.length === 3)
  const door = callback()
  const task = one.engine.tasks[0]!.id
  // The list of what is ready is asked for every few seconds anyway.
  const asked = () => one.engine.received.filter(({ path }) => path.includes('task_get')).length
  const secret = door.pathname.split('/').at(-1)!
  const wrong = ['', 'cb_guessed', secret.slice(0, -1), `${secret}0`, secret.toUpperCase(), `x/${secret}`, '%00', '..']
  const before = asked()
  for (const guess of wrong) {
    const { status } = await post(`${one.address()}/hooks/dfs/${guess}?id=${task}`, '{}')
    expect([guess, status]).toEqual([guess, 404])
  }
  expect(asked()).toBe(before)
  expect(JSON.stringify([await one.get('/settings/integrations'), one.log()])).not.toContain(secret)
  one.engine.heal()
  await one.tick()
  await one.reaches(id, 'done')
})

test('who does not know the path is sent away before a byte of the body has come', async () => {
  const { hostname, port } = new URL(one.address())
  const { promise: answer, resolve } = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: (_, bytes) => resolve(`${bytes}`), close: () => resolve('nothing') },
  })
  socket.write(`POST /hooks/dfs/cb_guessed HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000\r\n\r\n`)
  expect(await answer).toStartWith('HTTP/1.1 404')
  socket.end()
})

test('a body without end, a bomb and a flood of tasks stop nothing and move nothing', async () => {
  one.engine.fail({ status: 500 }, 1000, /tasks_ready|task_get/)
  const id = await check('flood')
  await until('the orders', async () => one.engine.tasks.length === 3)
  const door = callback()
  const guessed = new URL('/hooks/dfs/cb_guessed', door)
  const gzip = { 'content-encoding': 'gzip' }
  const large = `{"tasks":[${'{"id":"x"},'.repeat(800_000)}{"id":"x"}]}`
  const bomb = Bun.gzipSync(Buffer.alloc(64 * 1024 * 1024, 32))
  const statuses = async (to: URL) => [
    (await post(to, large)).status,
    (await post(to, bomb, gzip)).status,
    (await post(to, 'not gzip at all', gzip)).status,
  ]
  expect(await statuses(guessed)).toEqual([404, 404, 404])
  expect(await statuses(door)).toEqual([413, 200, 200])
  expect(await one.get('/me')).toBeObject()
  expect(await results(id)).toEqual([])
  one.engine.heal()
  await one.tick()
  await one.reaches(id, 'done')
})

test.skipIf(!CAN_TURN)('a callback for what is over changes neither verdict nor credit', async () => {
  shown = () => false
  const { id } = await one.push(urls('over'), { preflight: false })
  await one.reaches(id, 'watching')
  for (const age of [1, 3, 7]) {
    one.clock.turn((age - one.clock.days()) * DAY)
    await one.tick()
  }
  await one.reaches(id, 'done')
  const before = [await expectBooksToBalance(one), await one.links(id), await results(id)]
  passCallbacksOn()
  shown = () => true
  expect(new Set(await one.engine.deliverPostbacks())).toEqual(new Set([200]))
  await one.tick()
  expect([await expectBooksToBalance(one), await one.links(id), await results(id)]).toEqual(before)
})
