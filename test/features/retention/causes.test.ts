/** Causes of drops, and pushes that help. */
import { afterEach, describe, expect, test } from 'bun:test'
import { checkRepairs } from '../../../src/features/repairs/index.ts'
import { engineCause, pageCause } from '../../../src/features/retention/drops/causes.ts'
import { runStandingPushes } from '../../../src/features/standing/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { START } from '../../world.ts'
import { urlset } from '../standing/watching.ts'
import { radar } from './radar.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

const page =
  (head = '', text = 'Rye, wheat and spelt from our own oven, each morning.') =>
  () =>
    new Response(`<html lang="en"><title>Bread</title>${head}<p>${text}</p></html>`, {
      headers: { 'content-type': 'text/html' },
    })

/** A page that was found and is gone from the index after it changed. */
async function dropped(change: () => void, path = '/bread') {
  w = await radar()
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
  w.web.put(path, page())
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  await w.push([w.web.at(path)])
  await w.go(5)
  change()
  w.state.sees = () => 'no'
  await w.go(14)
  return w.drops()
}

const FAULTS: Record<string, () => void> = {
  noindex: () => w.web.put('/bread', page('<meta name="robots" content="noindex">')),
  http_4xx: () => void w.web.state.files.delete('/bread'),
  http_5xx: () => w.web.put('/bread', () => new Response('broken', { status: 500 })),
  robots_blocked: () => w.web.put('/robots.txt', 'User-agent: *\nDisallow: /bread'),
  redirected: () => w.web.put('/rolls', page()).set('/bread', () => Response.redirect(w.web.at('/rolls'))),
  canonical_elsewhere: () => w.web.put('/bread', page(`<link rel="canonical" href="${w.web.at('/rolls')}">`)),
  soft_404: () => w.web.put('/bread', notFound),
  // A redirect in a circle ends at no answer.
  unreachable: () => w.web.put('/bread', () => Response.redirect(w.web.at('/bread'))),
}

describe.each(Object.entries(FAULTS))('a page-side cause: %s', (cause, change) => {
  test('it is named, a push is refused, and the links are pushed within a day of the repair', async () => {
    expect(await dropped(change)).toMatchObject([{ cause, links: 1 }])
    const { id } = w.drops()[0]!
    expect(await refusal(w.call('ada', 'push_drop', { id }))).toMatchObject({ code: 'conflict', details: { cause } })
    const { link_id } = w.watches()[0]!
    // The pre-flight has no flag for it: nothing would say when it is fixed.
    if (cause === 'soft_404') return
    expect(await w.call<object>('ada', 'watch_repairs', { uids: [link_id] })).toEqual({ watched: 1 })
    w.clock.turn(DAY / 2)
    await checkRepairs(w.app, new AbortController().signal)
    expect(w.rows('select id from jobs')).toHaveLength(1)
    w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
    w.web.put('/bread', page())
    w.clock.turn(DAY)
    await checkRepairs(w.app, new AbortController().signal)
    expect(w.rows('select id from jobs')).toHaveLength(2)
  })
})

test('a page-side cause: left_sitemap, where the sitemap of the standing push that pushed it no longer lists the page', async () => {
  w = await radar()
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
  const list = (...paths: string[]) =>
    w.web.put(
      '/sitemap.xml',
      urlset(
        w.web.origin,
        paths.map((path) => [path]),
      ),
    )
  for (const path of ['/bread', '/rolls', '/cake']) w.web.put(path, page())
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  list('/cake')
  const push = await w.call<{ id: string }>('ada', 'create_standing_push', { address: w.web.at('/sitemap.xml') })
  const run = async () => {
    await w.go(1)
    await runStandingPushes(w.app, new AbortController().signal)
    await w.work()
  }
  await run()
  list('/cake', '/bread', '/rolls')
  await run()
  await w.go(2)
  expect(w.watches()).toHaveLength(2)
  list('/cake', '/rolls')
  for (let n = 0; n < 3; n++) await run()
  w.state.sees = () => 'no'
  await w.go(20)
  const causes = w.rows(
    'select l.url, d.cause from watches w join links l on l.id = w.link_id join drops d on d.id = w.drop_id order by l.url',
  )
  expect(causes).toEqual([
    { url: w.web.at('/bread'), cause: 'left_sitemap' },
    { url: w.web.at('/rolls'), cause: 'engine_choice' },
  ])
  const drop = w.drops().find(({ cause }) => cause === 'left_sitemap')!
  expect(await refusal(w.call('ada', 'push_drop', { id: drop.id }))).toMatchObject({ code: 'conflict' })
  // Listed again, it is new to its standing push, which pushes it.
  const jobs = w.rows('select id from jobs').length
  list('/cake', '/rolls', '/bread')
  await run()
  expect(w.rows('select id from jobs')).toHaveLength(jobs + 1)
  void push
})

const LONG = `Our rye bread begins with a sourdough that was fed the evening before. We mix flour and water, cover the bowl
  and leave it near the oven. In the morning the dough smells of apples, and its surface is full of small bubbles. Then the
  rest of the flour, the salt and the caraway go in.`
const FLATS = `Our holiday flats lie a short walk from the beach. Each has two bedrooms, a kitchen and a balcony over the bay.
  Towels and linen are included, dogs are welcome. Guests arrive from three in the afternoon and leave by ten. Bicycles can
  be hired at the harbour, where the ferry departs.`

/** Pushes a page that the pre-flight reads, shows another one from day 5 on, and lets the engine drop it. */
async function droppedAfter(before: () => Response, after: () => Response, preflight = true) {
  w = await radar()
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
  w.web.put('/bread', before)
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  await w.call('ada', 'submit_index_job', { tenant_id: 'ten_northwind', urls: [w.web.at('/bread')], preflight })
  await w.work()
  await w.go(5)
  w.web.put('/bread', after)
  w.state.sees = () => 'no'
  await w.go(14)
  return w.drops()
}

describe('a page-side cause: content_changed', () => {
  test('it is named where the text is another than before the push, and pushed when a person wants it so', async () => {
    expect(await droppedAfter(page('', LONG), page('', FLATS))).toMatchObject([{ cause: 'content_changed', links: 1 }])
    const { id } = w.drops()[0]!
    expect(await w.call<object>('ada', 'get_drop', { id })).toMatchObject({
      title: 'The page says something else now',
      act: 'Push it again if its new text is wanted; if not, restore the old one.',
      ...{ push: 'now', pushable: 1 },
    })
    await w.call('ada', 'push_drop', { id })
    expect(w.rows('select id from jobs')).toHaveLength(2)
  })

  test('no rule pushes it: only a person knows whether the change is wanted', async () => {
    await droppedAfter(page('', LONG), page('', FLATS))
    await w.call('ada', 'update_retention', { id: 'ten_northwind', re_push: 'auto', re_push_budget_month: 100 })
    await w.go(40)
    expect(w.rows('select id from jobs')).toHaveLength(1)
  })

  test.each<[string, () => Response, () => Response, boolean]>([
    ['the page was edited', page('', LONG), page('', LONG.replace('small bubbles', 'tiny bubbles')), true],
    ['its text was not read before the push', page('', LONG), page('', FLATS), false],
    ['it had too little text before the push', page(), page('', FLATS), true],
  ])('it is not named where %s', async (_, before, after, preflight) => {
    expect(await droppedAfter(before, after, preflight)).toMatchObject([{ cause: 'engine_choice' }])
  })

  test('a fault of the page comes first', async () => {
    const forbidden = page('<meta name="robots" content="noindex">', FLATS)
    expect(await droppedAfter(page('', LONG), forbidden)).toMatchObject([{ cause: 'noindex' }])
  })
})

const notFound = () =>
  new Response('<html lang="en"><title>Page not found</title><p>Nothing is here, sadly.</p></html>', {
    headers: { 'content-type': 'text/html' },
  })

test('an outage of the server counts as unreachable, and every fault of the pre-flight has a cause', () => {
  expect(pageCause({ flags: ['unreachable'], warnings: [] })).toBe('unreachable')
  expect(pageCause({ flags: ['private_address'], warnings: [] })).toBe('unreachable')
  expect(pageCause({ flags: [], warnings: [] })).toBeNull()
})

test("Google's own record names the cause of a page without a fault", () => {
  const at = { google_cause: null, google_canonical: null, crawled_at: null }
  const cause = (known: object) => engineCause({ ...at, ...known }, START)
  expect(cause({})).toBe('engine_choice')
  expect(cause({ google_cause: 'other_canonical' })).toBe('canonical_chosen')
  expect(cause({ google_canonical: 'https://bakery.example/rolls' })).toBe('canonical_chosen')
  expect(cause({ crawled_at: plus(START, -131 * DAY), google_cause: 'declined' })).toBe('not_crawled_130')
  expect(cause({ crawled_at: plus(START, -20 * DAY), google_cause: 'declined' })).toBe('crawled_not_indexed')
  expect(cause({ google_cause: 'noindex' })).toBe('blocked_when_crawled')
  expect(cause({ google_cause: 'not_crawled' })).toBe('unknown_to_google')
})

test("the engine's choice is pushed at most twice, 30 days apart, with the rate of returns beside it", async () => {
  await dropped(() => {})
  const { id, cause } = w.drops()[0]!
  expect(cause).toBe('engine_choice')
  const read = () => w.call<Record<string, unknown>>('ada', 'get_drop', { id })
  expect(await refusal(w.call('ada', 'push_drop', { id }))).toMatchObject({ code: 'conflict' })
  expect(await read()).toMatchObject({ pushable: 0, push_from: expect.any(String), pushed_before: 0 })
  for (const n of [1, 2]) {
    await w.go(31)
    expect(await read()).toMatchObject({ pushable: 1 })
    expect(await w.call<object>('ada', 'estimate_drop_push', { id })).toMatchObject({ credits: 1 })
    const before = w.credits().index
    await w.call('ada', 'push_drop', { id })
    expect(w.credits().index.available).toBe(before.available - 1)
    expect(w.watches()[0]).toMatchObject({ pushed_again: n })
  }
  await w.go(31)
  expect(await refusal(w.call('ada', 'push_drop', { id }))).toMatchObject({ code: 'conflict' })
  expect(await read()).toMatchObject({ pushed_before: 1, returned_before: 0 })
})

test('a drop is a case of its client until it is closed with a reason, and a stranger does not find it', async () => {
  await dropped(() => {})
  const { id } = w.drops()[0]!
  const cases = async () => {
    const { open } = await w.call<{ open: { kind: string }[] }>('ada', 'get_attention', {})
    return open.filter(({ kind }) => kind === 'drops')
  }
  const name = w.watches()[0]!.host
  expect(await cases()).toMatchObject([{ count: 1, name, note: 'engine_choice', tenant_name: 'Northwind' }])
  expect(await w.call<object>('ben', 'close_drop', { id, why: 'Old pages' })).toMatchObject({
    state: 'closed',
    closed_why: 'Old pages',
  })
  expect(await cases()).toEqual([])
  expect(await refusal(w.call('ben', 'close_drop', { id, why: 'Again' }))).toMatchObject({ code: 'conflict' })
  expect(await refusal(w.call('rita', 'get_drop', { id }))).toMatchObject({ code: 'not_found' })
  expect(await w.call<object>('ada', 'list_drops', { state: 'open' })).toMatchObject({ total: 0 })
  const file = await w.call<{ lines: AsyncIterable<string> }>('ada', 'export_drops_csv', { state: 'closed' })
  expect((await Array.fromAsync(file.lines)).join('')).toContain(`,${w.watches()[0]!.host},engine_choice,closed,`)
  expect(await w.call<object>('ada', 'get_at_risk', {})).toEqual({ hosts: [] })
})
