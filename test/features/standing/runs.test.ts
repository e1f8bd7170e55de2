import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setZone } from '../../../src/domains/tenants/index.ts'
import { answerDeployHooksTask, runStandingPushesTask } from '../../../src/features/standing/tasks.ts'
import { createEndpoint } from '../../../src/features/webhooks/index.ts'
import { writeWebhookEventsTask } from '../../../src/features/webhooks/tasks.ts'
import { inPlainEnglish, unpackSaid } from '../../../src/kernel/language/say.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { keepTime, mayRun } from '../../../src/kernel/time/clock-doubt.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, START } from '../../world.ts'
import { index, type Page, pages, urlset, type Watching, watching } from './watching.ts'

let w: Watching
beforeEach(async () => {
  w = await watching()
})
afterEach(() => w.stop())

const put = (list: readonly Page[], path = '/sitemap.xml') => w.web.put(path, urlset(w.web.origin, list))

test('the first complete run only learns; then what is new or changed goes out, in one job', async () => {
  const list = pages(30)
  put(list)
  const push = w.create()
  await w.run()
  expect(w.lastRun(push)).toMatchObject({ state: 'done', seen: 30, pushed: 0, skipped: { baseline: 30 } })
  expect([w.pushed(), w.row(push).known]).toEqual([[], 30])
  put([...list.slice(0, 27), ['/p27', '2026-11-01'], ['/p28', '2026-11-02'], ['/p29'], ...pages(3, '2026-11-01', 100)])
  await w.turn(push)
  expect(w.pushed().sort()).toEqual(['/p100', '/p101', '/p102', '/p27', '/p28'])
  expect(w.lastRun(push)).toMatchObject({ new_urls: 3, changed_urls: 2, pushed: 5, skipped: { unchanged: 28 } })
  expect([w.jobs(), w.lastRun(push).job_ids.length]).toEqual([1, 1])
  await w.turn(push)
  expect([w.pushed().length, w.lastRun(push)]).toMatchObject([5, { files: 1, unchanged_files: 1, seen: 0 }])
})

test('criterion 2: a quiet index of many files costs one question, and writes no row of a URL', async () => {
  const files: Page[] = Array.from({ length: 40 }, (_, i) => [`/s${i}.xml`, '2026-10-01'])
  w.web.put('/sitemap.xml', index(w.web.origin, files))
  for (const [i, [path]] of files.entries()) put(pages(20, '2026-10-01', i * 20), path)
  const push = w.create()
  await w.run()
  expect(w.row(push).known).toBe(800)
  w.web.asked.length = 0
  await w.turn(push)
  expect([w.web.asked, w.lastRun(push).unchanged_files]).toEqual([['/sitemap.xml'], 41])
  // Without dates in the index each file is asked, and none sends a body.
  w.web.put(
    '/sitemap.xml',
    index(
      w.web.origin,
      files.map(([path]) => [path]),
    ),
  )
  await w.turn(push)
  const before = w.web.state.bodies
  w.web.asked.length = 0
  const changes = () => w.db.write((tx) => tx.number('select total_changes()'))
  const rows = changes()
  await w.turn(push)
  expect([w.web.asked.length, w.web.state.bodies - before]).toEqual([41, 0])
  // The rows of files, of the run and of the push alone.
  expect(changes() - rows).toBeLessThan(60)
})

describe('criterion 4', () => {
  test('ETags that change with equal bodies push nothing in 30 runs', async () => {
    let n = 0
    const body = urlset(w.web.origin, pages(50))
    w.web.put('/sitemap.xml', () => new Response(body, { headers: { etag: `"build-${++n}"` } }))
    const push = w.create()
    for (let i = 0; i < 31; i++) await w.turn(push)
    expect([w.runs(push).length, w.pushed(), w.lastRun(push).unchanged_files]).toEqual([31, [], 1])
  })

  test('all dates stamped at a build push nothing: one run is held, with one letter', async () => {
    put(pages(50))
    const push = w.create()
    await w.run()
    for (const day of [2, 3, 4]) {
      w.clock.set(plus(START, day * DAY))
      put(pages(50, plus(START, day * DAY - HOUR)))
      await w.run()
    }
    expect([w.pushed(), w.letters()]).toEqual([[], 1])
    expect(w.runs(push).map(({ state, held }) => [state, held])).toEqual([
      ['done', 0],
      ['held', 50],
      ['done', 0],
      ['done', 0],
    ])
    expect(w.lastRun(push).skipped).toEqual({ waiting: 50 })
  })
})

test('other systems hear of a run that found something, of one that is held, and of one that failed', async () => {
  const endpoint = {
    url: 'https://receiver.example/hook',
    tenant_id: 'ten_northwind',
    scope: 'own' as const,
    headers: {},
  }
  w.db.write((tx) => createEndpoint(tx, w.app, callerOf('ada'), { ...endpoint, types: ['standing_push.*'] }))
  put(pages(40))
  const push = w.create({}, { interval: 60 })
  await w.run()
  put([...pages(40), ['/new']])
  await w.turn(push)
  await w.turn(push)
  put([...pages(40), ['/new'], ...pages(150, '2026-11-01', 1000)])
  await w.turn(push)
  w.web.put('/sitemap.xml', () => new Response('down', { status: 500 }))
  await w.turn(push)
  await writeWebhookEventsTask.run(w.app, new AbortController().signal)
  const told = w.db.read((tx) =>
    tx.rows<{ type: string; body: string }>('select type, body from webhook_events order by rowid'),
  )
  const facts = told.map(({ type, body }) => {
    const { data } = JSON.parse(body)
    return [type, data.new, data.pushed, data.held, data.why]
  })
  expect(facts).toEqual([
    ['standing_push.ran', 1, 1, 0, null],
    ['standing_push.held', 150, 0, 150, expect.stringContaining('150 links are new or changed at once')],
    ['standing_push.failed', 0, 0, 0, expect.stringContaining('answers 500')],
  ])
})

describe('a flood', () => {
  async function flooded() {
    put(pages(40))
    const push = w.create()
    await w.run()
    put([...pages(40), ...pages(150, '2026-11-01', 1000)])
    await w.turn(push)
    expect(w.lastRun(push)).toMatchObject({ state: 'held', held: 150, pushed: 0 })
    expect([w.pushed(), w.letters()]).toEqual([[], 1])
    return { push, run_id: w.lastRun(push).id }
  }
  const release = (id: string, run_id: string, act: string) => w.call('ada', 'release_held_urls', { id, run_id, act })

  test('is held, and pushed when a person says so', async () => {
    const { push, run_id } = await flooded()
    await release(push.id, run_id, 'push')
    await w.run()
    expect([w.pushed().length, w.lastRun(push).pushed, w.lastRun(push).carried]).toEqual([150, 150, 150])
  })

  test('is learned: never pushed as found, but pushed when it changes', async () => {
    const { push, run_id } = await flooded()
    await release(push.id, run_id, 'learn')
    await w.run()
    put([...pages(40), ...pages(149, '2026-11-01', 1000), ['/p1149', '2026-11-02']])
    await w.turn(push)
    expect(w.pushed()).toEqual(['/p1149'])
  })

  test('is dropped: found again by a later run', async () => {
    const { push, run_id } = await flooded()
    await release(push.id, run_id, 'drop')
    put([...pages(40), ...pages(50, '2026-11-01', 1000)])
    await w.turn(push)
    expect(w.pushed().length).toBe(50)
  })
})

describe('criterion 6', () => {
  test('a cap of a day leaves the rest for tomorrow, newest first', async () => {
    put([])
    w.web.put('/sitemap.xml', urlset(w.web.origin, pages(1)))
    const push = w.create({ cap_day: 4 }, { interval: 720 })
    await w.run()
    put([...pages(1), ...Array.from({ length: 10 }, (_, i): Page => [`/n${i}`, `2026-10-${10 + i}`])])
    w.clock.turn(HOUR)
    await w.turn(push)
    expect(w.pushed()).toEqual(['/n9', '/n8', '/n7', '/n6'])
    expect(w.lastRun(push).skipped).toEqual({ unchanged: 1, over_cap_day: 6 })
    await w.turn(push)
    expect(w.pushed().slice(4)).toEqual(['/n5', '/n4', '/n3', '/n2'])
    await w.turn(push)
    expect(w.pushed().length).toBe(8)
    await w.turn(push)
    expect(w.pushed().slice(8)).toEqual(['/n1', '/n0'])
  })

  test('the budget of a month ends it, and the next month begins in the time zone of the workspace', async () => {
    w.db.write((tx) => setZone(tx, 'ten_northwind', 'Pacific/Auckland'))
    put(pages(1))
    const push = w.create({ budget_month: 3 })
    await w.run()
    put([...pages(1), ...pages(5, '2026-10-20', 10)])
    await w.turn(push)
    expect([w.pushed().length, w.lastRun(push).skipped.over_budget]).toEqual([3, 2])
    // In Auckland it is December from 11:00 UTC on the 30th.
    w.clock.set('2026-11-30T10:30:00.000Z')
    await w.run()
    expect([w.pushed().length, w.lastRun(push).pushed, w.lastRun(push).skipped.over_budget]).toEqual([3, 0, 2])
    w.clock.set('2026-11-30T11:30:01.000Z')
    await w.run()
    expect(w.pushed().length).toBe(5)
  })

  test('without credits the links wait', async () => {
    w.stop()
    w = await watching(2)
    put(pages(1))
    const push = w.create()
    await w.run()
    put([...pages(1), ...pages(5, '2026-10-20', 10)])
    await w.turn(push)
    expect([w.pushed().length, w.lastRun(push).skipped.no_credits]).toEqual([2, 3])
  })
})

describe('one memory', () => {
  test('a link goes out once within its minimum days, pushes by hand included', async () => {
    put(pages(2))
    const push = w.create({ again_after_days: 7 })
    await w.run()
    await w.call('ada', 'submit_index_job', { urls: [w.web.at('/p0')], preflight: false })
    put([
      ['/p0', '2026-11-02T09:30:00Z'],
      ['/p1', '2026-11-02T09:30:00Z'],
    ])
    await w.turn(push)
    expect(w.pushed()).toEqual(['/p0', '/p1'])
    expect(w.lastRun(push).skipped).toEqual({ pushed_lately: 1 })
    w.clock.set(plus(START, 7 * DAY + HOUR))
    await w.turn(push)
    expect(w.pushed()).toEqual(['/p0', '/p1', '/p0'])
    const [first] = w.db.read((tx) => tx.rows<{ uid: number }>('select id as uid from links order by id'))
    const life = await w.call<{ last_pushed_at: string }>('ada', 'get_link', first)
    expect(life.last_pushed_at).toBe(w.clock.now())
  })
})

describe('partial reads', () => {
  test('add and change, and say so', async () => {
    w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml']]))
    put(pages(2), '/a.xml')
    put(pages(2, '2026-10-01', 10), '/b.xml')
    const push = w.create()
    await w.run()
    put([...pages(2), ['/new', '2026-11-01']], '/a.xml')
    w.web.put('/b.xml', null)
    await w.turn(push)
    expect([w.pushed(), w.lastRun(push).state, w.row(push).known]).toEqual([['/new'], 'partial', 5])
    expect(inPlainEnglish(unpackSaid(w.lastRun(push).note!))).toContain('/b.xml answers 404')
    put(pages(2, '2026-10-01', 10), '/b.xml')
    await w.turn(push)
    expect([w.pushed().length, w.lastRun(push).state]).toEqual([1, 'done'])
  })

  test('of the first run learn on, and push nothing before it was complete', async () => {
    w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml']]))
    put(pages(2), '/a.xml')
    const push = w.create()
    await w.run()
    expect([w.lastRun(push).state, w.row(push).learned_at]).toEqual(['partial', null])
    put(pages(200, '2026-10-01', 10), '/b.xml')
    await w.turn(push)
    expect([w.row(push).known, w.row(push).learned_at === null, w.pushed()]).toEqual([202, false, []])
  })
})

test('nothing runs while the clock is in doubt', () => {
  const tasks = [runStandingPushesTask, answerDeployHooksTask]
  const may = () => tasks.map((task) => mayRun(w.app, task))
  w.db.write((tx) => void keepTime(tx) as undefined)
  expect(may()).toEqual([true, true])
  Object.assign(w.clock, { passed: () => 0 })
  w.clock.turn(40 * DAY)
  expect(may()).toEqual([false, false])
})

describe('criterion 7', () => {
  test('429 with Retry-After: no question to that host for so long, whoever watches it', async () => {
    put(pages(1))
    const push = w.create()
    const other = w.create({}, { path: '/other.xml', interval: 15 })
    put(pages(1), '/other.xml')
    await w.run()
    w.web.put('/sitemap.xml', () => new Response('slow', { status: 429, headers: { 'retry-after': '3600' } }))
    w.clock.turn(HOUR)
    w.db.write((tx) =>
      tx.run('update standing_pushes set next_run_at = ? where id = ?', plus(tx.now, MINUTE), other.id),
    )
    await w.run()
    expect(w.lastRun(push)).toMatchObject({ state: 'failed' })
    w.web.asked.length = 0
    for (let i = 0; i < 59; i++) {
      w.clock.turn(MINUTE)
      await w.run()
    }
    const asked = await refusal(w.call('ben', 'preview_standing_push', { address: w.web.at('/third.xml') }))
    expect([asked.code, asked.message]).toEqual(['rate_limited', expect.stringContaining('asked to be left alone')])
    expect(w.web.asked).toEqual([])
    w.clock.turn(MINUTE + 1)
    await w.run()
    expect(w.web.asked).toEqual(['/other.xml'])
  })

  test('429 of one file of an index is heard by every push of that host, and so is one of a preview', async () => {
    w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml']]))
    put(pages(1), '/other.xml')
    const slow = () => new Response('slow', { status: 429, headers: { 'retry-after': '3600' } })
    w.web.put('/a.xml', slow)
    const push = w.create()
    await w.run()
    expect(w.lastRun(push).state).toBe('partial')
    w.create({}, { path: '/other.xml', tenant_id: 'ten_rival' })
    await w.run()
    expect(w.web.asked).toEqual(['/sitemap.xml', '/a.xml'])
    w.clock.turn(HOUR)
    const look = () => refusal(w.call('ben', 'preview_standing_push', { address: w.web.at('/a.xml') }))
    expect([(await look()).code, (await look()).code]).toEqual(['validation_failed', 'rate_limited'])
  })

  test('two workspaces that watch files of one host are served one file at a time', async () => {
    let [open, most] = [0, 0]
    for (const path of ['/one.xml', '/two.xml', '/three.xml']) {
      const body = urlset(w.web.origin, pages(1))
      w.web.put(path, () => {
        most = Math.max(most, ++open)
        const stream = new ReadableStream({
          async start(controller) {
            await Bun.sleep(20)
            open--
            controller.enqueue(body)
            controller.close()
          },
        })
        return new Response(stream)
      })
    }
    const made = [
      w.create({}, { path: '/one.xml' }),
      w.create({}, { path: '/two.xml', tenant_id: 'ten_rival' }),
      w.create({}, { path: '/three.xml', tenant_id: 'ten_rival' }),
    ]
    await w.run()
    expect([most, made.map((push) => w.lastRun(push).state)]).toEqual([1, ['done', 'done', 'done']])
  })

  test('a failing source is asked less and less, paused after seven days, with one letter', async () => {
    put(pages(1))
    const push = w.create({}, { interval: 15 })
    await w.run()
    w.web.put('/sitemap.xml', () => new Response('down', { status: 500 }))
    const delays: number[] = []
    for (let i = 0; i < 40 && !w.row(push).paused; i++) {
      await w.turn(push)
      const { next_run_at } = w.row(push)
      if (next_run_at) delays.push((Date.parse(next_run_at) - Date.parse(w.clock.now())) / MINUTE)
    }
    for (const [i, delay] of delays.entries()) {
      const whole = Math.min(1440, 15 * 2 ** (i + 1))
      expect(Math.abs(delay - whole)).toBeLessThanOrEqual(whole / 10)
    }
    expect(w.row(push)).toMatchObject({ paused: 1, paused_why: 'failing', next_run_at: null })
    expect(w.letters()).toBe(1)
    expect(Date.parse(w.clock.now()) - Date.parse(START)).toBeLessThan(9 * DAY)
  })

  test.each([
    ['gone', () => new Response('', { status: 410 })],
    ['other_document', () => '<!doctype html><title>Shop</title>'],
    ['moved', () => new Response('', { status: 301, headers: { location: 'https://elsewhere.example/sitemap.xml' } })],
  ])('a source that is %s is paused at once', async (why, answer) => {
    put(pages(1))
    const push = w.create()
    await w.run()
    w.web.put('/sitemap.xml', answer)
    await w.turn(push)
    expect([w.row(push).paused_why, w.letters()]).toEqual([why, 1])
  })
})

describe('rules', () => {
  test('each entry that is not pushed has one reason', async () => {
    put(pages(1))
    const push = w.create({ include: ['/shop/**', '/p*'], exclude: ['?*utm_*', '/shop/old/*'], only: 'new' })
    await w.run()
    const { origin } = w.web
    w.web.put(
      '/sitemap.xml',
      [
        `${origin}/p0`,
        `${origin}/shop/a`,
        `${origin}/shop/a`,
        `${origin}/shop/b?utm_x=1`,
        `${origin}/shop/old/c`,
        `${origin}/shop/old/c/d`,
        `${origin}/blog/e`,
        'https://rival.example/f',
        'http://',
      ].join('\n'),
    )
    await w.turn(push)
    expect(w.pushed().sort()).toEqual(['/shop/a', '/shop/old/c/d'])
    expect(w.lastRun(push).skipped).toEqual({ unchanged: 2, excluded: 2, not_included: 1, foreign_host: 1, invalid: 1 })
  })

  test('a page seen in the index by a check of its last push is left alone', async () => {
    put(pages(1))
    const push = w.create({ not_yet_indexed_days: 30, again_after_days: 1 })
    await w.run()
    const job = await w.call<{ id: string }>('ada', 'submit_index_job', { urls: [w.web.at('/p0')], preflight: false })
    w.db.write((tx) => tx.run("update links set indexed = 'yes', checked_at = ? where job_id = ?", tx.now, job.id))
    w.clock.turn(3 * DAY)
    put([
      ['/p0', '2026-11-04'],
      ['/p1', '2026-11-04'],
    ])
    await w.turn(push)
    expect(w.pushed()).toEqual(['/p0', '/p1'])
    expect(w.lastRun(push).skipped).toEqual({ indexed: 1 })
  })
})

test('a full disk of this install is no fault of the source: the run goes on when there is room', async () => {
  put(pages(3))
  const push = w.create()
  await w.run()
  put(pages(4000))
  const was = w.row(push)
  w.db.write((tx) => tx.rows(`pragma max_page_count = ${tx.number('pragma page_count') + 20}`))
  await expect(w.turn(push)).rejects.toMatchObject({ code: 'storage', details: { reason: 'full' } })
  expect(w.row(push)).toMatchObject({ failures: was.failures, failing_since: null })
  expect(w.runs(push).at(-1)!.state).toBe('running')
  w.db.write((tx) => tx.rows('pragma max_page_count = 1000000'))
  await w.run()
  // All are new at once, so they wait for a decision; none is lost.
  expect(w.lastRun(push)).toMatchObject({ state: 'held', held: 3997 })
})
