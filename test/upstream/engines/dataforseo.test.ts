import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Engine, EngineSettings, LookAnswer, LookWaiting } from '../../../src/domains/checks/engine.ts'
import { DAY, HOUR, MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { type DataForSeoStandIn, dataForSeo } from '../../upstreams/dataforseo.ts'
import { failureOf } from '../failure.ts'

const LOGIN = 'ops@agency.example'
const PASSWORD = 'pw-9c1d7e'
const START = '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal

let now = START
let server: DataForSeoStandIn
let engine: Engine
const codes = new Map<string, number>()

const connect = (more: Partial<EngineSettings> = {}, timeout_ms?: number): Engine =>
  engineAdapters
    .get('dataforseo')!
    .create(
      { adapter: 'dataforseo', base_url: server.url, login: LOGIN, password: PASSWORD, ...more },
      { clock: { now: () => now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

beforeEach(() => {
  now = START
  codes.clear()
  server = dataForSeo({
    cites: (question) => (question === 'is 100% rye + water bread?' ? ['https://in.example/rye'] : []),
    now: () => now,
    login: LOGIN,
    password: PASSWORD,
    indexed: (url) => url.startsWith('https://in.example/'),
    neighbours: ['https://out.example/page-2', 'https://out.example/page/sub'],
    similar: (url) => url.endsWith('/similar'),
    code: (url) => codes.get(url),
  })
  engine = connect()
})
afterEach(() => server.stop())

const lastRequest = () => server.received.at(-1)!
const order = (url: string, ref = 'chk_1') => ({ ref, url })

/** Posts the orders and gives them as they wait. */
async function post(...orders: { ref: string; url: string }[]): Promise<LookWaiting[]> {
  const answers = await engine.look(orders, patient)
  return answers.map((answer, i) => {
    if (answer.state !== 'queued') throw new Error(`not queued: ${JSON.stringify(answer)}`)
    return { ...orders[i]!, handle: answer.handle, asked_at: now }
  })
}

/** The list of ready tasks is read again. */
const later = (): void => {
  now = plus(now, 31 * SECOND)
}

/** What one URL's look ends in, once its task is ready. */
async function lookAt(url: string): Promise<LookAnswer> {
  const waiting = await post(order(url))
  now = plus(now, 6 * MINUTE)
  const [answer] = await engine.collect!(waiting, patient)
  return answer!
}

describe('an order', () => {
  test('is one request for the whole batch, each task with our reference as tag', async () => {
    const answers = await engine.look(
      [order('https://in.example/a', 'chk_1'), order('https://in.example/b', 'chk_2')],
      patient,
    )
    expect(answers).toEqual([
      { ref: 'chk_1', state: 'queued', handle: server.tasks[0]!.id, cost_usd: 0.003 },
      { ref: 'chk_2', state: 'queued', handle: server.tasks[1]!.id, cost_usd: 0.003 },
    ])
    expect(server.received).toHaveLength(1)
    expect(lastRequest()).toMatchObject({
      method: 'POST',
      path: '/v3/serp/google/organic/task_post',
      headers: {
        authorization: `Basic ${btoa(`${LOGIN}:${PASSWORD}`)}`,
        'content-type': 'application/json',
        'user-agent': 'Signalpost/1',
      },
    })
    const google = { location_code: 2840, language_code: 'en', search_param: '&filter=0' }
    const shared = { ...google, depth: 10, group_organic_results: false, priority: 1 }
    expect(lastRequest().json).toEqual([
      { keyword: 'site:in.example/a', tag: 'chk_1', ...shared },
      { keyword: 'site:in.example/b', tag: 'chk_2', ...shared },
    ])
    expect(server.balance).toBe(49.994)
  })

  test('finds a page that Google hides as similar to others', async () => {
    const answer = await lookAt('https://in.example/similar')
    expect(answer).toMatchObject({ state: 'seen', sighting: { indexed: 'yes' } })
  })

  test('asks each URL in its own place, a phone by its name', async () => {
    const place = { country: 'DE', language: 'de', device: 'mobile' } as const
    await engine.look([{ ...order('https://in.example/a'), place }, order('https://in.example/b', 'chk_2')], patient)
    expect(lastRequest().json).toMatchObject([
      { location_code: 2276, language_code: 'de', device: 'mobile' },
      { location_code: 2840, language_code: 'en' },
    ])
    expect(server.tasks).toHaveLength(2)
  })

  test.each([
    ['https://in.example/', 'site:in.example/'],
    ['https://in.example/a/?q=1&r=2#part', 'site:in.example/a/?q=1&r=2'],
    ['http://in.example:8080/caf%C3%A9', 'site:in.example:8080/caf%25C3%25A9'],
    ['https://in.example/c++?a+b=%2B', 'site:in.example/c%2B%2B?a%2Bb=%252B'],
    ['https://bücher.example/', 'site:xn--bcher-kva.example/'],
  ])('for %s asks %s, since the server decodes the keyword once more', async (url, keyword) => {
    await engine.look([order(url)], patient)
    expect(lastRequest().json).toMatchObject([{ keyword }])
  })

  test('names a callback only when there is one, and its secret path shows nowhere', async () => {
    engine = connect({ postback_url: 'https://svc.example/hooks/dfs/s3cretpath?id=$id&tag=$tag' })
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    expect(await engine.collect!(waiting, patient)).toEqual([])
    const [answer] = await engine.collect!([{ ...waiting[0]!, ready: true }], patient)
    expect(server.received[0]!.json).toMatchObject([
      { postback_url: 'https://svc.example/hooks/dfs/s3cretpath?id=$id&tag=$tag', postback_data: 'regular' },
    ])
    expect(answer).toMatchObject({ state: 'seen' })
    expect(JSON.stringify(answer)).not.toContain('s3cretpath')
  })

  test('for a URL beyond 700 characters is invalid and not sent', async () => {
    const long = `https://in.example/${'x'.repeat(700)}`
    const answers = await engine.look([order(long, 'chk_1'), order('https://in.example/a', 'chk_2')], patient)
    expect(answers).toMatchObject([
      { ref: 'chk_1', state: 'failed', failure: 'invalid' },
      { ref: 'chk_2', state: 'queued' },
    ])
    expect(server.tasks).toHaveLength(1)
    expect(await engine.look([order(long)], patient)).toMatchObject([{ failure: 'invalid' }])
    expect(server.received).toHaveLength(1)
  })

  test.each([
    [40100, 'auth'],
    [40104, 'auth'],
    [40201, 'auth'],
    [40204, 'auth'],
    [40207, 'auth'],
    [40200, 'quota'],
    [40203, 'quota'],
    [40210, 'quota'],
    [40202, 'rate'],
    [40205, 'rate'],
    [40206, 'rate'],
    [40209, 'rate'],
    [40000, 'invalid'],
    [40006, 'invalid'],
    [40400, 'invalid'],
    [40402, 'invalid'],
    [40501, 'invalid'],
    [40502, 'invalid'],
    [40503, 'invalid'],
    [40506, 'invalid'],
    [50000, 'transient'],
    [50001, 'transient'],
    [50100, 'transient'],
    [50301, 'transient'],
    [50303, 'transient'],
    [50304, 'transient'],
    [59999, 'transient'],
  ] as const)(
    'refused with code %i is of class %s, at the top for all and at a task for that one',
    async (code, failure) => {
      const whole = { status_code: code, status_message: 'No.', tasks: null }
      server.fail({ status: code === 40100 ? 401 : 200, body: whole })
      expect(await failureOf(engine.look([order('https://in.example/a')], patient))).toMatchObject({
        failure,
        message: `DataForSEO refused: No. (${code})`,
      })

      const task = { id: null, status_code: code, status_message: 'No.', cost: 0, data: { tag: 'chk_2' }, result: null }
      const good = { ...task, id: 'id-1', status_code: 20100, cost: 0.003, data: { tag: 'chk_1' } }
      server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [task, good] } })
      const orders = [order('https://in.example/a', 'chk_1'), order('https://in.example/b', 'chk_2')]
      expect(await engine.look(orders, patient)).toEqual([
        { ref: 'chk_1', state: 'queued', handle: 'id-1', cost_usd: 0.003 },
        { ref: 'chk_2', state: 'failed', failure, message: `DataForSEO failed: No. (${code})` },
      ])
    },
  )

  test.each([
    ['html', 'answered with a web page instead of JSON'],
    ['garbage', 'answered with something that is not JSON'],
    ['empty', 'answered in an unexpected form'],
    [{ status: 502, body: '<html>Bad gateway</html>' }, 'answered 502'],
    [{ status: 504 }, 'answered 504'],
    ['cut', 'broke off the connection'],
  ] as const)('whose answer is %j is in doubt: it is never posted again unseen', async (fault, message) => {
    server.fail(fault)
    const error = await failureOf(engine.look([order('https://in.example/a')], patient))
    expect(error).toMatchObject({ failure: 'unknown' })
    expect(error.message).toContain(message)
  })

  test.each([
    [{ cost: 0.0006 }, {}, 0.0006],
    [{ cost: 0 }, {}, 0],
    [{ cost: null }, {}, 0.003],
    [{}, {}, 0.003],
    [{}, { cost_usd: 0.0045 }, 0.0045],
    [{ cost: 0.0006 }, { cost_usd: 0.0045 }, 0.0006],
  ])('answered %j with settings %j costs %d', async (billed, settings, cost_usd) => {
    const task = { id: 'id-1', status_code: 20100, status_message: 'Task Created.', data: { tag: 'chk_1' }, ...billed }
    server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [task] } })
    expect(await connect(settings).look([order('https://in.example/a')], patient)).toEqual([
      { ref: 'chk_1', state: 'queued', handle: 'id-1', cost_usd },
    ])
  })

  test('is of at most 100 URLs, of which two may be the same: their tags tell them apart', async () => {
    const orders = Array.from({ length: engine.per_call }, (_, i) => order('https://in.example/a', `r${i}`))
    const answers = await engine.look(orders, patient)
    expect(answers.map(({ ref, state }) => [ref, state])).toEqual(orders.map(({ ref }) => [ref, 'queued']))
    expect(new Set(server.tasks.map(({ id }) => id)).size).toBe(100)
    const tooMany = [...orders, order('https://in.example/b', 'r100')]
    expect(await failureOf(engine.look(tooMany, patient))).toMatchObject({ failure: 'invalid' })
  })

  test('is told apart by its tag, in whatever order the answer lists the tasks', async () => {
    const task = (n: number) => ({ id: `id-${n}`, status_code: 20100, status_message: 'Ok.', data: { tag: `r${n}` } })
    const tasks = [task(2), { ...task(9), data: null }, task(1)]
    server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks } })
    const orders = [1, 2, 3].map((n) => order(`https://in.example/${n}`, `r${n}`))
    expect(await engine.look(orders, patient)).toMatchObject([
      { ref: 'r1', state: 'queued', handle: 'id-1' },
      { ref: 'r2', state: 'queued', handle: 'id-2' },
      { ref: 'r3', state: 'failed', failure: 'unknown' },
    ])
  })

  test('that the answer does not mention is in doubt', async () => {
    server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [] } })
    expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([
      { ref: 'chk_1', state: 'failed', failure: 'unknown' },
    ])
  })

  test.each([
    [401, 'auth'],
    [402, 'quota'],
    [404, 'transient'],
    [500, 'transient'],
  ] as const)('refused with status %i and no envelope is of class %s', async (status, failure) => {
    server.fail({ status, body: 'no' })
    expect(await failureOf(engine.look([order('https://in.example/a')], patient))).toMatchObject({ failure })
  })

  test('beyond the balance is quota, for the tasks that it does not cover', async () => {
    server.balance = 0.005
    const answers = await engine.look(
      [order('https://in.example/a', 'r1'), order('https://in.example/b', 'r2')],
      patient,
    )
    expect(answers).toMatchObject([{ state: 'queued' }, { state: 'failed', failure: 'quota' }])
  })

  test('with wrong credentials fails as auth without repeating them', async () => {
    engine = connect({ password: 'wr0ng-pw' })
    const error = await failureOf(engine.look([order('https://in.example/a')], patient))
    expect(error.failure).toBe('auth')
    server.fail({ status: 401, body: { status_code: 40100, status_message: `No: ${LOGIN}:wr0ng-pw`, tasks: [] } })
    const { message } = await failureOf(engine.look([order('https://in.example/a')], patient))
    expect(message).toBe('DataForSEO refused: No: [secret]:[secret] (40100)')
  })
})

describe('a finished task', () => {
  test('is a yes when a result is the URL itself, and keeps the answer as proof', async () => {
    const answer = await lookAt('https://in.example/a')
    expect(answer).toMatchObject({
      ref: 'chk_1',
      state: 'seen',
      sighting: {
        indexed: 'yes',
        method: 'search_result',
        evidence: 'Found: “Title of https://in.example/a”, https://in.example/a',
        cost_usd: 0,
      },
    })
    if (answer.state === 'seen') expect(JSON.parse(answer.sighting.raw)).toMatchObject({ status_code: 20000 })
    expect(server.received.map(({ method, path }) => `${method} ${path}`).slice(1)).toEqual([
      'GET /v3/serp/google/organic/tasks_ready',
      `GET /v3/serp/google/organic/task_get/regular/${server.tasks[0]!.id}`,
    ])
  })

  test.each([
    ['http://www.in.example/a', 'https://in.example/a'],
    ['https://in.example/a/', 'http://in.example/a'],
  ])('for %s is a yes on %s, which differs in scheme, www or the last slash alone', async (url, result) => {
    const waiting = await post(order(url))
    now = plus(now, 6 * MINUTE)
    const items = [{ type: 'organic', url: result, title: null }]
    server.fail(
      {
        status: 200,
        body: {
          status_code: 20000,
          status_message: 'Ok.',
          tasks: [{ status_code: 20000, status_message: 'Ok.', result: [{ items }] }],
        },
      },
      1,
      /task_get/,
    )
    expect(await engine.collect!(waiting, patient)).toMatchObject([{ sighting: { indexed: 'yes' } }])
  })

  test('is a no when only longer addresses or advertisements were found', async () => {
    expect(await lookAt('https://out.example/page')).toMatchObject({
      state: 'seen',
      sighting: { indexed: 'no', evidence: 'Not among the 2 results of site:out.example/page' },
    })
  })

  test.each([
    ['a featured snippet', [{ type: 'featured_snippet', url: 'https://in.example/a' }], 'yes'],
    ['an advertisement', [{ type: 'paid', url: 'https://in.example/a' }], 'no'],
    ['a box', [{ type: 'people_also_ask', url: 'https://in.example/a', items: null }], 'no'],
    ['a tagged address', [{ type: 'organic', url: 'https://in.example/a?srsltid=AfmBOop-1' }], 'yes'],
    ['a null address', [{ type: 'organic', url: null, title: null }], 'unknown'],
    ['no address', [{ type: 'organic' }, { type: 'organic', url: 'https://in.example/b' }], 'unknown'],
    ['no type', [{ url: 'https://in.example/b' }, null, 7].slice(1), 'unknown'],
  ] as const)('with %s is judged by what it proves: %#', async (_, items, indexed) => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    const task = { status_code: 20000, status_message: 'Ok.', cost: 0, result: [{ items }] }
    server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [task] } }, 1, /task_get/)
    expect(await engine.collect!(waiting, patient)).toMatchObject([{ state: 'seen', sighting: { indexed } }])
  })

  test('without any result (40102) is a no', async () => {
    expect(await lookAt('https://out.example/nothing')).toMatchObject({ state: 'seen', sighting: { indexed: 'no' } })
  })

  test.each([[null], [[]]])('with items %j is a no', async (items) => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    const task = { status_code: 20000, status_message: 'Ok.', cost: 0, result: [{ items }] }
    server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [task] } }, 1, /task_get/)
    expect(await engine.collect!(waiting, patient)).toMatchObject([{ state: 'seen', sighting: { indexed: 'no' } }])
  })

  test.each([40001, 40002, 40003, 40004, 40101, 40103, 40401, 40403, 40404, 50000, 50301, 50303])(
    'with code %i is never a no: it needs a new task',
    async (code) => {
      codes.set('https://in.example/a', code)
      expect(await lookAt('https://in.example/a')).toMatchObject({
        ref: 'chk_1',
        state: 'failed',
        failure: 'transient',
      })
    },
  )

  test('with a success but no result is never a no', async () => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    for (const result of [null, [], ['?']]) {
      later()
      const task = { status_code: 20000, status_message: 'Ok.', cost: 0, result }
      server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [task] } }, 1, /task_get/)
      expect(await engine.collect!(waiting, patient)).toMatchObject([{ state: 'failed', failure: 'transient' }])
    }
  })

  test.each([
    [401, 20000, 'auth'],
    [402, 50000, 'quota'],
    [429, 40501, 'rate'],
    [500, 40501, 'transient'],
    [404, 40501, 'invalid'],
  ] as const)('refused with status %i and code %i is of class %s', async (status, code, failure) => {
    const task = { id: 'id-9', status_code: 20100, status_message: 'Task Created.', data: { tag: 'chk_1' } }
    const tasks = status === 401 ? [task] : null
    server.fail({ status, body: { status_code: code, status_message: 'No.', tasks } })
    expect(await failureOf(engine.look([order('https://in.example/a', 'chk_1')], patient))).toMatchObject({ failure })
  })

  test('that is gone, told at the top alone, needs a new task', async () => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    const body = { status_code: 40401, status_message: 'Task Not Found.', tasks: null }
    server.fail({ status: 404, body }, 1, /task_get/)
    expect(await engine.collect!(waiting, patient)).toMatchObject([{ state: 'failed', failure: 'transient' }])
  })
})

describe('collecting', () => {
  test('leaves alone what is not ready, and fetches nothing for it', async () => {
    const waiting = await post(order('https://in.example/a'))
    expect(await engine.collect!(waiting, patient)).toEqual([])
    expect(lastRequest().path).toEndWith('/tasks_ready')
  })

  test('answers for the given orders alone, whoever else uses the account', async () => {
    const [mine] = await post(order('https://in.example/a', 'mine'), order('https://in.example/b', 'theirs'))
    now = plus(now, 6 * MINUTE)
    expect(await engine.collect!([mine!], patient)).toMatchObject([{ ref: 'mine' }])
    expect(server.tasks.map(({ fetched }) => fetched)).toEqual([true, false])
  })

  test('fetches a result that a callback announced without reading the list', async () => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    server.received.length = 0
    const announced = waiting.map((order) => ({ ...order, ready: true }))
    expect(await engine.collect!(announced, patient)).toMatchObject([{ state: 'seen' }])
    expect(server.received).toHaveLength(1)
  })

  test('believes no announcement of a task that is still pending, or is not ours', async () => {
    const waiting = await post(order('https://in.example/a', 'mine'), order('https://out.example/b', 'theirs'))
    const announced = waiting.map((order) => ({ ...order, ready: true }))
    expect(await engine.collect!(announced, patient)).toEqual([
      { ref: 'mine', state: 'waiting' },
      { ref: 'theirs', state: 'waiting' },
    ])
    now = plus(now, 6 * MINUTE)
    const forged = { ...announced[0]!, handle: waiting[1]!.handle }
    expect(await engine.collect!([forged], patient)).toEqual([{ ref: 'mine', state: 'waiting' }])
  })

  test('reads the list at most every 30 s, and fetches 240 announced results without it', async () => {
    engine = connect({ postback_url: 'https://svc.example/hooks/dfs/s3cret?id=$id&tag=$tag' })
    const orders = Array.from({ length: 250 }, (_, i) => order(`https://in.example/${i}`, `r${i}`))
    const waiting: LookWaiting[] = []
    for (let from = 0; from < orders.length; from += 50) waiting.push(...(await post(...orders.slice(from, from + 50))))
    now = plus(now, 6 * MINUTE)
    let left = waiting
    for (let i = 0; i < 240; i += 4) {
      now = plus(now, SECOND)
      left = left.map((one, at) => (at < 4 ? { ...one, ready: true } : one))
      const refs = new Set((await connect().collect!(left, patient)).map(({ ref }) => ref))
      left = left.filter(({ ref }) => !refs.has(ref))
    }
    expect(left).toHaveLength(10)
    expect(server.received.filter(({ path }) => path.endsWith('tasks_ready'))).toHaveLength(2)
  })

  test('fetches announced results when the list is refused', async () => {
    const waiting = await post(order('https://in.example/a', 'r1'), order('https://in.example/b', 'r2'))
    now = plus(now, 6 * MINUTE)
    server.fail({ status: 200, body: { status_code: 40202, status_message: 'Slow.', tasks: null } }, 1, /tasks_ready/)
    const [first, second] = waiting
    expect(await engine.collect!([{ ...first!, ready: true }, second!], patient)).toMatchObject([
      { ref: 'r1', state: 'seen' },
    ])
  })

  test('asks for an overdue task that is on no list, such as one fetched before a crash', async () => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    await engine.collect!(waiting, patient)
    expect(await engine.collect!(waiting, patient)).toEqual([])
    now = plus(now, 5 * MINUTE)
    expect(await engine.collect!(waiting, patient)).toMatchObject([{ state: 'seen', sighting: { indexed: 'yes' } }])
  })

  test('asks for at most 20 overdue tasks a round, in turn', async () => {
    const orders = Array.from({ length: 50 }, (_, i) => order(`https://in.example/${i}`, `r${i}`))
    const waiting = await post(...orders)
    for (const task of server.tasks) task.fetched = true
    now = plus(now, 20 * MINUTE)
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++) {
      now = plus(now, 5 * SECOND)
      const answers = await connect().collect!(waiting, patient)
      expect(answers.length).toBeLessThanOrEqual(20)
      for (const { ref } of answers) seen.add(ref)
    }
    expect(seen.size).toBe(50)
  })

  test('gives up on a task that has no result after a day', async () => {
    const waiting = await post(order('https://in.example/a'))
    codes.set('https://in.example/a', 40601)
    now = plus(now, DAY - HOUR)
    expect(await engine.collect!(waiting, patient)).toEqual([])
    now = plus(now, 2 * HOUR)
    expect(
      await engine.collect!(
        waiting.map((order) => ({ ...order, handle: 'gone' })),
        patient,
      ),
    ).toMatchObject([{ state: 'failed', failure: 'transient' }])
  })

  test('keeps a task waiting when its fetch fails, and gives the others', async () => {
    const waiting = await post(order('https://in.example/a', 'r1'), order('https://in.example/b', 'r2'))
    now = plus(now, 6 * MINUTE)
    server.fail({ status: 500 }, 1, /task_get/)
    expect(await engine.collect!(waiting, patient)).toHaveLength(1)
    expect(await engine.collect!(waiting, patient)).toHaveLength(0)
    later()
    expect(await engine.collect!(waiting, patient)).toHaveLength(1)
  })

  test.each([
    [{ status: 200, body: { status_code: 40202, status_message: 'Slow.', tasks: null } }, 'rate'],
    [{ status: 500 }, 'transient'],
    ['html', 'transient'],
  ] as const)('throws when nothing could be asked (%j)', async (fault, failure) => {
    const waiting = await post(order('https://in.example/a'))
    now = plus(now, 6 * MINUTE)
    server.fail(fault, 1, /tasks_ready/)
    expect(await failureOf(engine.collect!(waiting, patient))).toMatchObject({ failure })
    later()
    server.fail(fault, 1, /task_get/)
    expect(await failureOf(engine.collect!(waiting, patient))).toMatchObject({ failure })
  })

  test('stops asking after a few failures, instead of hammering a service that is down', async () => {
    const waiting = await post(...Array.from({ length: 60 }, (_, i) => order(`https://in.example/${i}`, `r${i}`)))
    now = plus(now, 6 * MINUTE)
    server.received.length = 0
    server.fail({ status: 503 }, 100, /task_get/)
    expect(await failureOf(engine.collect!(waiting, patient))).toMatchObject({ failure: 'transient' })
    expect(server.received.length).toBeLessThan(20)
  })
})

describe('an order in doubt', () => {
  const inDoubt = async (): Promise<LookWaiting[]> => {
    server.fail('lost', 1, /task_post/)
    const orders = [order('https://in.example/a')]
    const error = await failureOf(connect({}, 100).look(orders, patient))
    expect(error.failure).toBe('unknown')
    return [{ ...orders[0]!, handle: null, asked_at: now }]
  }

  test('is found by its tag once it is ready, bought once, with the price that nobody told', async () => {
    const waiting = await inDoubt()
    expect(await engine.collect!(waiting, patient)).toEqual([])
    now = plus(now, 6 * MINUTE)
    const [found] = await engine.collect!(waiting, patient)
    expect(found).toMatchObject({ ref: 'chk_1', state: 'queued', handle: server.tasks[0]!.id, cost_usd: 0.003 })
    // The handle is kept before the result is fetched: once fetched it is on no list any more.
    const { handle } = found as { handle: string }
    later()
    expect(
      await engine.collect!(
        waiting.map((order) => ({ ...order, handle })),
        patient,
      ),
    ).toMatchObject([{ ref: 'chk_1', state: 'seen', sighting: { indexed: 'yes', cost_usd: 0 } }])
    expect(server.tasks).toHaveLength(1)
    expect(server.balance).toBe(49.997)
  })

  test('is given up only when the vendor surely never got it', async () => {
    const waiting = [{ ...order('https://in.example/a'), handle: null, asked_at: now }]
    now = plus(now, 45 * MINUTE)
    expect(await engine.collect!(waiting, patient)).toEqual([])
    now = plus(now, 6 * MINUTE)
    expect(await engine.collect!(waiting, patient)).toMatchObject([
      { ref: 'chk_1', state: 'failed', failure: 'transient', message: 'DataForSEO never got the task' },
    ])
  })

  test('with a callback, which no list shows, is found by its tag among all tasks, and is not bought twice', async () => {
    const posted = connect({ postback_url: 'https://svc.example/hooks/dfs/s3cret?id=$id&tag=$tag' }, 100)
    server.fail('lost', 1, /task_post/)
    expect((await failureOf(posted.look([order('https://in.example/a')], patient))).failure).toBe('unknown')
    const waiting = [{ ...order('https://in.example/a'), handle: null, asked_at: now }]
    now = plus(now, 6 * MINUTE)
    expect(await engine.collect!(waiting, patient)).toEqual([])
    now = plus(now, HOUR)
    expect(await engine.collect!(waiting, patient)).toMatchObject([{ state: 'queued', handle: server.tasks[0]!.id }])
  })

  test('is not given up because the list could not be read', async () => {
    const waiting = [{ ...order('https://in.example/a'), handle: null, asked_at: now }]
    now = plus(now, HOUR)
    const task = { status_code: 50000, status_message: 'Error.', cost: 0, result: null }
    server.fail({ status: 200, body: { status_code: 20000, status_message: 'Ok.', tasks: [task] } })
    expect(await failureOf(engine.collect!(waiting, patient))).toMatchObject({ failure: 'transient' })
  })
})

describe('the report', () => {
  test('is a free call that tells the balance', async () => {
    expect(await engine.report(patient)).toEqual({
      ok: true,
      message: 'DataForSEO: balance 50 USD',
      balance: { amount: 50, unit: 'USD' },
    })
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/v3/appendix/user_data', body: '' })
    expect(server.balance).toBe(50)
  })

  test('never throws', async () => {
    server.wrong_balance = 'plenty'
    expect(await engine.report(patient)).toEqual({ ok: false, message: 'DataForSEO answered without a balance' })
    for (const fault of ['html', 'garbage', 'empty'] as const) {
      server.fail(fault)
      expect(await engine.report(patient)).toMatchObject({ ok: false })
    }
  })
})

describe('live', () => {
  const live = (timeout_ms?: number) =>
    engineAdapters
      .get('dataforseo_live')!
      .create(
        { adapter: 'dataforseo_live', base_url: server.url, login: LOGIN, password: PASSWORD },
        { clock: { now: () => now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
      )

  test('answers at once, one task a call, at the price of the answer', async () => {
    const orders = [order('https://in.example/a', 'r1'), order('https://out.example/page', 'r2')]
    expect(await live().look(orders, patient)).toMatchObject([
      { ref: 'r1', state: 'seen', sighting: { indexed: 'yes', method: 'search_result', cost_usd: 0.01 } },
      { ref: 'r2', state: 'seen', sighting: { indexed: 'no', cost_usd: 0.01 } },
    ])
    expect(server.received).toHaveLength(2)
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/v3/serp/google/organic/live/regular' })
    expect(server.received[0]!.json).toEqual([
      {
        keyword: 'site:in.example/a',
        location_code: 2840,
        language_code: 'en',
        depth: 10,
        group_organic_results: false,
        search_param: '&filter=0',
        tag: 'r1',
      },
    ])
    expect(server.balance).toBe(49.98)
  })

  test('gives a failure that was billed with its price', async () => {
    codes.set('https://in.example/a', 40101)
    expect(await live().look([order('https://in.example/a')], patient)).toEqual([
      {
        ref: 'chk_1',
        state: 'failed',
        failure: 'transient',
        message: 'DataForSEO failed: Error 40101. (40101)',
        cost_usd: 0.01,
      },
    ])
  })

  test.each([
    [40202, 'rate'],
    [40209, 'rate'],
    [40210, 'quota'],
    [40501, 'invalid'],
    [50401, 'transient'],
  ] as const)('fails with code %i as %s', async (code, failure) => {
    codes.set('https://in.example/a', code)
    expect(await live().look([order('https://in.example/a')], patient)).toMatchObject([{ state: 'failed', failure }])
  })

  test('whose answer was lost may have been billed', async () => {
    server.fail('lost')
    expect(await live(100).look([order('https://in.example/a')], patient)).toMatchObject([
      { ref: 'chk_1', state: 'failed', failure: 'unknown' },
    ])
  })

  test('reports the same balance', async () => {
    expect(await live().report(patient)).toMatchObject({ ok: true, balance: { amount: 50, unit: 'USD' } })
  })
})

test('a question goes to AI Mode as it is given, and brings sources and price', async () => {
  const live = engineAdapters
    .get('dataforseo_live')!
    .create(
      { adapter: 'dataforseo_live', base_url: server.url, login: LOGIN, password: PASSWORD },
      { clock: { now: () => now }, user_agent: 'Signalpost/1' },
    )
  const ask = (query: string) => live.answer!({ ref: 'fre_1', query, near: 'in.example' }, patient)
  expect(await ask('is 100% rye + water bread?')).toEqual({
    surface: 'google_ai_mode',
    results: [{ url: 'https://in.example/rye', title: 'Title of https://in.example/rye' }],
    cost_usd: 0.004,
    units: 1,
  })
  expect(await ask('nobody knows')).toMatchObject({ results: [], cost_usd: 0.004 })
  server.balance = 0
  expect(await failureOf(ask('is 100% rye + water bread?'))).toMatchObject({ failure: 'quota' })
  expect(await failureOf(ask('why '.repeat(200)))).toMatchObject({ failure: 'invalid' })
})
