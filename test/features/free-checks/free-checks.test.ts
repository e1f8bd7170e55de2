import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { migrations } from '../../../migrations/index.ts'
import {
  type AnswerCitation,
  askFreeCheck,
  checkAt,
  LURE,
  personsForm,
  signForm,
  type Xray,
} from '../../../src/features/free-checks/index.ts'
import type { Kind } from '../../../src/features/free-checks/shapes.ts'
import {
  forgetFreeChecksTask,
  reportFreeChecksTask,
  takeFreeChecksTask,
} from '../../../src/features/free-checks/tasks.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { DAY, HOUR, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { readHead } from '../../../src/kernel/web-fetch/http/head.ts'
import type { SafeFetchOptions, SafeResponse } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { AnswerResult } from '../../../views/free-checks/tools/answer-result.tsx'
import { serpApi } from '../../upstreams/serpapi.ts'
import { type World, world } from '../../world.ts'

const PAGE =
  '<html lang="en"><title>Bakery | Sourdough bread in Vienna</title><meta name=robots content=noindex><h1>Bread</h1>'
const IP = '8.8.8.8'

let w: World
let fetched: { url: string; party: string | undefined }[]
beforeEach(() => {
  fetched = []
  w = world({ fetch: async (address, options) => pageAt(String(address), options) })
})
afterEach(() => w.close())

async function pageAt(url: string, options: SafeFetchOptions = {}): Promise<SafeResponse> {
  fetched.push({ url, party: options.party?.agency })
  const robots = url.endsWith('/robots.txt')
  const type = `content-type: ${robots ? 'text/plain' : 'text/html'}\r\n`
  const { headers } = readHead(`HTTP/1.1 200 OK\r\n${type}`, 'GET')
  const body = new TextEncoder().encode(robots ? '' : PAGE)
  const hops = [{ url, ip: IP, status: 200, location: null }]
  return { url, status: 200, headers, body, truncated: false, head_ms: 1, hops }
}

let drawn = 0
const wish = (kind: Kind, given: string, question?: string) => ({
  kind,
  given,
  question,
  form: { id: `form ${++drawn}`, drawn_at: w.clock.now() },
})
const ask = (kind: Kind, given: string, { ip = IP, question }: { ip?: string; question?: string } = {}) =>
  askFreeCheck(w.app, wish(kind, given, question), ip)
const refusedFor = async (asking: Promise<unknown>): Promise<Fault> => {
  const error = await asking.then(
    () => null,
    (thrown) => thrown,
  )
  if (!(error instanceof Fault)) throw new Error('was not refused')
  return error
}
const found = async <T>(kind: Kind, given: string, more: { ip?: string; question?: string } = {}) => {
  const address = await ask(kind, given, more)
  await w.run(takeFreeChecksTask)
  const check = w.db.read((tx) => checkAt(tx, address))!
  return { ...check, found: JSON.parse(check.result ?? 'null') as T }
}
const log = (input = {}) =>
  w.call<{ items: Record<string, unknown>[]; total: number }>('pat', 'list_free_checks', input)
const caps = (given: object) => w.call('pat', 'update_free_check_settings', { ...given })
const live = (more = {}) =>
  w.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated', enabled: true, ...more } } })

describe('an X-ray', () => {
  test('tells what stands in the way, and what the page consists of, and costs nothing', async () => {
    const { state, found: xray, cost_usd } = await found<Xray>('xray', 'bakery.test/bread')
    expect([state, cost_usd]).toEqual(['done', 0])
    expect(xray.facts).toMatchObject({ url: 'https://bakery.test/bread', flags: ['noindex'] })
    expect(xray.page).toMatchObject({
      title: 'Bakery | Sourdough bread in Vienna',
      headings: [{ level: 1, text: 'Bread' }],
    })
  })

  test('comes last where requests take turns', async () => {
    await found('xray', 'bakery.test')
    expect([...new Set(fetched.map(({ party }) => party))]).toEqual(['strangers'])
  })

  test('of a page that was looked at within ten minutes is what was found then; a retry looks anew', async () => {
    await found('xray', 'https://bakery.test/')
    const before = fetched.length
    expect((await found('xray', 'bakery.test', { ip: '8.8.4.4' })).state).toBe('done')
    expect(fetched).toHaveLength(before)
    await found('xray_retry', 'bakery.test')
    expect(fetched.length).toBeGreaterThan(before)
    w.clock.turn(11 * 60 * SECOND)
    const since = fetched.length
    await found('xray', 'bakery.test')
    expect(fetched.length).toBeGreaterThan(since)
  })

  test.each(['', 'localhost', 'http://nas', 'http://[::1]/', 'ftp://bakery.test/', 'http://user:pw@bakery.test/'])(
    'of %j is refused before anything is asked, and is no check',
    async (given) => {
      expect((await refusedFor(ask('xray', given))).code).toBe('validation_failed')
      expect((await log()).total).toBe(0)
    },
  )

  test('of a private address tells nothing of where a name leads', async () => {
    const { app, close } = world()
    const mine = { ...app }
    const address = await askFreeCheck(mine, wish('xray', 'http://10.0.0.1/'), IP)
    await takeFreeChecksTask.run(mine, new AbortController().signal)
    const { result } = mine.db.read((tx) => checkAt(tx, address))!
    expect(JSON.parse(result!).facts.flags).toContain('private_address')
    expect(result!.replaceAll('http://10.0.0.1/', '')).not.toMatch(/10\.0\.0\.1|leads to \d/)
    close()
  })
})

describe('live searches', () => {
  test('without a live engine the check is not offered, and nothing is written down', async () => {
    expect((await refusedFor(ask('lens', 'bakery.test'))).code).toBe('conflict')
    expect((await log()).total).toBe(0)
  })

  test.each(['http://10.0.0.1/', '8.8.8.8'])('of %s none is paid for: searches show names', async (given) => {
    await live()
    for (const kind of ['lens', 'answer'] as const)
      expect((await refusedFor(ask(kind, given))).code).toBe('validation_failed')
  })

  test('a lens says whether a page is shown, and of a simulation that it is one', async () => {
    await live()
    const { found: lens } = await found('lens', 'bakery.test/bread')
    expect(lens).toMatchObject({ url: 'https://bakery.test/bread', simulated: true })
  })

  test('an answer takes its question from the first page of the domain, or from the visitor', async () => {
    await live()
    const { found: answer } = await found<{ question: string; references: unknown[] }>('answer', 'www.bakery.test')
    expect(answer).toMatchObject({ domain: 'bakery.test', question: 'Who is good at Sourdough bread in Vienna?' })
    expect(answer.references).toHaveLength(3)
    const { found: own } = await found('answer_edit', 'bakery.test', { question: '  Best   rolls? ' })
    expect(own).toMatchObject({ question: 'Best rolls?' })
    expect((await refusedFor(ask('answer_edit', 'bakery.test', { question: '?' }))).code).toBe('validation_failed')
  })

  test('sources are counted for the domain and its subdomains, and Cited is not said without one', async () => {
    const sources = {
      some: ['https://notbakery.test/', 'https://shop.bakery.test/rye'],
      none: [],
      others: ['https://a.test/'],
    }
    const server = serpApi({ now: w.clock.now, api_key: 'k', results: (_, q) => sources[q.slice(0, -1) as 'some'] })
    await live({ adapter: 'serpapi', api_key: 'k', base_url: server.url, cost_usd: 0.01 })
    const said: Record<string, string> = {}
    for (const question of ['some?', 'none?', 'others?']) {
      const { found: answer } = await found<AnswerCitation>('answer_edit', 'bakery.test', { question })
      const page = String(await AnswerResult({ answer, href: '', self: '', token: '' }))
      expect(page.includes('Cited')).toBe(answer.references.some(({ own }) => own))
      said[question] = `${answer.cited} of ${answer.references.length}`
    }
    expect(said).toEqual({ 'some?': '2 of 2', 'none?': 'null of 0', 'others?': 'null of 1' })
    server.stop()
  })

  test('are done within the USD of a day; then it is said that they are used up, and an X-ray still works', async () => {
    let calls = 0
    const paid = {
      adapter: 'paid',
      simulated: false,
      per_call: 1,
      concurrency: 1,
      report: async () => ({ ok: true, message: '' }),
      look: async ([order]: { ref: string }[]) => {
        calls++
        const sighting = {
          indexed: 'yes',
          method: 'search_result',
          evidence: 'Found',
          raw: '',
          cost_usd: 0.04,
        } as const
        return [{ ref: order!.ref, state: 'seen', sighting } as const]
      },
    }
    const adapter = { ...w.app.engines.get('serpapi')!, create: () => paid }
    Object.assign(w.app, { engines: new Map([...w.app.engines, ['serpapi', adapter]]) })
    await live({ adapter: 'serpapi', api_key: 'k', cost_usd: 0.04 })
    await caps({ daily_usd: 0.08 })
    expect(await found('lens', 'a.test')).toMatchObject({ state: 'done', cost_usd: 0.04 })
    expect((await found('lens', 'b.test')).state).toBe('done')
    expect((await refusedFor(ask('lens', 'c.test'))).code).toBe('daily_cap')
    // What is known costs nothing.
    expect((await found('lens', 'a.test')).state).toBe('done')
    expect(calls).toBe(2)
    expect((await found('xray', 'c.test')).state).toBe('done')
    w.clock.turn(DAY)
    expect((await found('lens', 'c.test')).state).toBe('done')
    expect((await w.call<{ caps: object }>('pat', 'get_free_checks', { days: '1' })).caps).toMatchObject({
      spent_usd: 0.04,
      live: 'open',
    })
  })
})

describe('caps', () => {
  test('hold for an IP address, a network and the day, each until midnight', async () => {
    await caps({ ip_per_day: 2, network_per_day: 3, per_day: 4 })
    for (const given of ['a.test', 'b.test']) await ask('xray', given)
    expect(await refusedFor(ask('xray', 'c.test'))).toMatchObject({ code: 'rate_limited', retry_after: 15 * 3600 })
    await ask('xray', 'c.test', { ip: '8.8.8.9' })
    expect((await refusedFor(ask('xray', 'd.test', { ip: '8.8.8.10' }))).code).toBe('rate_limited')
    await ask('xray', 'd.test', { ip: '1.1.1.1' })
    expect((await refusedFor(ask('xray', 'e.test', { ip: '9.9.9.9' }))).code).toBe('rate_limited')
    w.clock.turn(DAY)
    await ask('xray', 'f.test')
    expect(await log({ blocked: '1' })).toMatchObject({
      total: 3,
      items: [{ refusal: 'cap', result_url: null }, {}, {}],
    })
  })

  test('hold for a /48 of IPv6 too: its many /64 have 60 between them, and others have theirs', async () => {
    Object.assign(w.app, { limits: { take: () => 1, save() {} } })
    for (let i = 0; i < 60; i++) await ask('xray', `p${i}.test`, { ip: `2a00:1:2:${i.toString(16)}::1` })
    expect((await refusedFor(ask('xray', 'z.test', { ip: '2a00:1:2:ff::1' }))).code).toBe('rate_limited')
    await ask('xray', 'z.test', { ip: '2a00:1:3::1' })
  })

  test('do not count what is known already', async () => {
    await caps({ ip_per_day: 1 })
    await found('xray', 'a.test')
    for (let i = 0; i < 3; i++) expect((await found('xray', 'a.test')).state).toBe('done')
    expect((await w.call<{ caps: object }>('pat', 'get_free_checks', { days: '1' })).caps).toMatchObject({ used: 1 })
    expect((await refusedFor(ask('xray', 'b.test'))).code).toBe('rate_limited')
  })

  test('of a network fifty refusals a day are written down, and all are counted', async () => {
    await caps({ ip_per_day: 0 })
    Object.assign(w.app, { limits: { take: () => 1, save() {} } })
    for (let i = 0; i < 60; i++) await refusedFor(ask('xray', `page${i}.test`))
    expect((await log()).total).toBe(50)
    expect(await w.call('pat', 'get_free_checks')).toMatchObject({
      checks: 0,
      refused: 50,
      unlogged: 10,
      ips: [{ name: IP, refused: 50, unlogged: 10 }],
    })
  })

  test('closed, they take nothing', async () => {
    await caps({ enabled: false })
    expect((await refusedFor(ask('xray', 'a.test'))).code).toBe('conflict')
  })
})

describe('a form', () => {
  const later = (ms: number) => plus(w.clock.now(), ms)

  test('is from a person when it was drawn here, not just now and not yesterday, and its unseen field is blank', () => {
    const token = signForm(w.app, w.clock.now())
    const isFromPerson = (form: Record<string, string>, ms: number) => personsForm(w.app, form, later(ms)) !== null
    expect(isFromPerson({ token }, 3 * SECOND)).toBe(true)
    expect(isFromPerson({ token, [LURE]: '' }, 3 * SECOND)).toBe(true)
    expect(isFromPerson({ token, [LURE]: 'https://spam.test' }, 3 * SECOND)).toBe(false)
    expect(isFromPerson({ token }, 200)).toBe(false)
    expect(isFromPerson({ token }, 13 * HOUR)).toBe(false)
    expect(isFromPerson({ token: `${token}x` }, 3 * SECOND)).toBe(false)
    expect(isFromPerson({}, 3 * SECOND)).toBe(false)
  })

  test('counts once, however its token is spelt, beyond midnight too', async () => {
    w.clock.turn(14 * HOUR)
    const token = signForm(w.app, w.clock.now())
    const send = (given: string, text = token) =>
      askFreeCheck(w.app, { ...wish('xray', given), form: personsForm(w.app, { token: text }, w.clock.now()) }, IP)
    w.clock.turn(3 * SECOND)
    await send('a.test')
    w.clock.turn(2 * HOUR)
    for (const again of [token, `${token}=`, ` ${token}`])
      expect((await refusedFor(send('b.test', again))).code).toBe('conflict')
    expect(await log({ blocked: '1' })).toMatchObject({ total: 3, items: [{ refusal: 'bot' }, {}, {}] })
    const other = signForm(w.app, w.clock.now())
    w.clock.turn(3 * SECOND)
    await send('b.test', other)
  })

  test('of a program is refused, and written down as such', async () => {
    const { code } = await refusedFor(askFreeCheck(w.app, { ...wish('xray', 'a.test'), form: null }, IP))
    expect(code).toBe('conflict')
    expect(await log()).toMatchObject({ items: [{ blocked: true, refusal: 'bot', asked: 'https://a.test/' }] })
  })
})

describe('blocks', () => {
  const block = (target: string, more = {}) =>
    w.call<{ id: string; target: string }>('pat', 'create_free_check_block', { target, ...more })

  test.each([
    ['8.8.8.8', '8.8.8.8', '8.8.8.9'],
    ['8.8.8.77/24', '8.8.8.1', '8.8.9.1'],
    ['2a00:1::5', '2a00:1:0:0:0:0:0:5', '2a00:1::6'],
    ['2A00:0001:0:2::/64', '2a00:1:0:2:9::1', '2a00:1:0:3::1'],
  ])('%s keeps out %s and not %s', async (target, inside, outside) => {
    await block(target)
    expect((await refusedFor(ask('xray', 'a.test', { ip: inside }))).code).toBe('forbidden')
    await ask('xray', 'a.test', { ip: outside })
    expect(await log({ blocked: '1' })).toMatchObject({ total: 1, items: [{ refusal: 'block' }] })
  })

  test.each(['8.8.8.0/16', '2a00::/48', 'nonsense', '8.8.8.8/', '8.8.8.0/24/24', '300.1.1.1'])(
    '%s is none',
    async (target) => {
      expect((await refusedFor(block(target))).code).toBe('validation_failed')
    },
  )

  test('end after their hours, or when they are lifted; one target has one', async () => {
    const { id } = await block('8.8.8.8', { reason: 'A script' })
    expect((await refusedFor(block('8.8.8.8', { hours: 2 }))).code).toBe('conflict')
    await w.call('pat', 'delete_free_check_block', { id })
    await block('8.8.8.8', { hours: 2 })
    await refusedFor(ask('xray', 'a.test'))
    w.clock.turn(2 * HOUR)
    await ask('xray', 'a.test')
    await block('8.8.8.8')
    expect((await w.call<{ blocks: unknown[] }>('pat', 'get_free_checks')).blocks).toHaveLength(1)
  })
})

describe('the log', () => {
  beforeEach(async () => {
    await ask('xray', 'bakery.test/a')
    await ask('xray', 'www.rival.test', { ip: '193.99.144.80' })
    await ask('xray', 'bakehouse.test', { ip: '2a02:2e0:3fe:1001::1' })
  })
  const asked = async (input: object) => (await log(input)).items.map(({ domain }) => domain)

  test.each([
    ['8.8.8.8', ['bakery.test']],
    ['8.8.', ['bakery.test']],
    ['8.8.8.0/24', ['bakery.test']],
    ['2a02:2e0:3fe:1001::/64', ['bakehouse.test']],
    ['BAKE', ['bakehouse.test', 'bakery.test']],
    ['de', ['bakehouse.test', 'rival.test']],
    ['US', ['bakery.test']],
    ['none', []],
  ])('%s finds %j', async (q, domains) => {
    expect(await asked({ q })).toEqual(domains)
    expect((await log({ q })).total).toBe(domains.length)
  })

  test('tells kinds apart, goes both ways, and turns pages', async () => {
    await ask('xray_retry', 'bakery.test')
    expect(await asked({ kind: 'xray_retry' })).toEqual(['bakery.test'])
    expect(await asked({ dir: 'asc', page: 2, page_size: 2 })).toEqual(['bakehouse.test', 'bakery.test'])
    expect((await log({ q: 'bake', kind: 'xray' })).total).toBe(2)
    expect((await log({})).total).toBe(4)
  })

  test('has as many rows as the totals count, for each number of days: reused results, refusals, none of them twice', async () => {
    type Line = { name: string; checks: number; refused: number; unlogged: number }
    type Totals = Record<'kinds' | 'networks' | 'domains', Line[]> & Omit<Line, 'name'> & { caps: { used: number } }
    const agree = async (days: string) => {
      const totals = await w.call<Totals>('pat', 'get_free_checks', { days })
      const rows = async (more: object) => {
        const [all, refused] = [await log({ days, ...more }), await log({ days, blocked: '1', ...more })]
        return { checks: all.total - refused.total, refused: refused.total }
      }
      expect(totals).toMatchObject(await rows({}))
      for (const { name, ...line } of totals.kinds) expect(line).toMatchObject(await rows({ kind: name }))
      for (const { name, ...line } of [...totals.networks, ...totals.domains])
        expect([name, line]).toMatchObject([name, await rows({ q: name })])
      return totals
    }
    await w.run(takeFreeChecksTask)
    const { caps: before } = await w.call<Totals>('pat', 'get_free_checks')
    // Answered by the result of a minute ago.
    for (let n = 0; n < 3; n++) await ask('xray', 'bakery.test/a', { ip: '8.8.4.4' })
    await caps({ network_per_day: 0 })
    for (let n = 0; n < 60; n++) {
      w.clock.turn(5 * SECOND)
      await refusedFor(ask('xray_retry', `bakery.test/${n}`, { ip: '9.9.9.9' }))
    }
    expect(await agree('1')).toMatchObject({ checks: 6, refused: 50, unlogged: 10, caps: { used: before.used } })
    // An upgrade counts the same from the log and from the counts that there were.
    const counts = () => w.db.read((tx) => tx.rows('select * from free_check_days order by day, what, name'))
    const counted = counts()
    w.db.write((tx) => {
      tx.run(
        `update free_check_days set checks = checks - reused, refused = refused + unlogged, reused = 0, unlogged = 0`,
      )
      tx.run('delete from free_check_days where checks + refused = 0')
      const { sql } = migrations.find(({ name }) => name === '0086_free_check_counts')!
      return tx.run(sql.slice(sql.indexOf('insert')))
    })
    expect(counts()).toEqual(counted)
    await caps({ network_per_day: 30 })
    for (let day = 0; day < 31; day += 6) {
      w.clock.turn(6 * DAY)
      await ask('xray', 'new.test')
      for (const days of ['1', '7', '30']) await agree(days)
      await w.run(forgetFreeChecksTask)
      for (const days of ['1', '7', '30']) await agree(days)
    }
  })

  test('as CSV holds every column, a formula defused', async () => {
    const { lines } = await w.call<{ lines: AsyncIterable<string> }>('pat', 'export_free_checks_csv')
    const text = (await Array.fromAsync(lines)).join('')
    expect(text.split('\r\n')).toHaveLength(5)
    expect(text).toStartWith('id,created_at,kind,state,asked,')
    expect(text).toContain(',193.99.144.80,193.99.144.0/24,DE,')
  })

  test('and everything with an address in it is forgotten after 30 days', async () => {
    w.clock.turn(31 * DAY)
    await ask('xray', 'new.test')
    await w.run(forgetFreeChecksTask)
    expect(await asked({})).toEqual(['new.test'])
    expect((await w.call<{ ips: unknown[] }>('pat', 'get_free_checks', { days: '30' })).ips).toHaveLength(1)
    const days = w.db.read((tx) => tx.rows("select * from free_check_days where what = 'ip'"))
    expect(days).toHaveLength(1)
  })
})

test('what was cut off: a page is looked at anew, a search that may have been paid for is not made twice', async () => {
  await live()
  const [page, lens] = [await ask('xray', 'a.test'), await ask('lens', 'a.test')]
  w.db.write((tx) => tx.run("update free_checks set state = 'running'"))
  await w.run(takeFreeChecksTask)
  const stateOf = (address: string) => w.db.read((tx) => checkAt(tx, address)!.state)
  expect([stateOf(page), stateOf(lens)]).toEqual(['done', 'failed'])
})

describe('the report', () => {
  const letters = () =>
    w.db.read((tx) =>
      tx.rows<{ to_address: string; subject: string }>("select * from mails where template = 'free_check_report'"),
    )

  test('comes once about the day before, to the platform admins, and not about a day without a check', async () => {
    await w.run(reportFreeChecksTask)
    await ask('xray', 'bakery.test')
    w.clock.turn(DAY)
    await w.run(reportFreeChecksTask, reportFreeChecksTask)
    expect(letters()).toMatchObject([
      { to_address: 'pat@platform.example', subject: 'Free checks of 2026-11-02: 1 free check' },
    ])
    w.clock.turn(DAY)
    await w.run(reportFreeChecksTask)
    expect(letters()).toHaveLength(1)
  })

  test('is turned off, and can be asked for all the same', async () => {
    await caps({ report: false })
    await ask('xray', 'bakery.test')
    w.clock.turn(DAY)
    await w.run(reportFreeChecksTask)
    expect(letters()).toHaveLength(0)
    expect(await w.call('pat', 'send_free_check_report')).toMatchObject({
      to: 'pat@platform.example',
      status: 'suppressed',
    })
  })
})
