/** Rules that ask more than the source: what pages say, where links go, and how the source is asked. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DEFAULT_RULES, previewRun, type Rules, type RunPreview } from '../../../src/features/standing/index.ts'
import { packSaid, said } from '../../../src/kernel/language/say.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { type Page, pages, urlset, type Watching, watching } from './watching.ts'

let w: Watching
beforeEach(async () => {
  w = await watching()
})
afterEach(() => w.stop())

const put = (list: readonly Page[]) => w.web.put('/sitemap.xml', urlset(w.web.origin, list))
const say = (path: string, words: string) =>
  w.web.put(
    path,
    () =>
      new Response(`<html><head><title>x</title></head><body><nav>7</nav><p>${words}</p></body></html>`, {
        headers: { 'content-type': 'text/html' },
      }),
  )
const preview = (push: { id: string }, rules: Partial<Rules>): Promise<RunPreview> => {
  const row = w.row(push)
  const asked = { tenant_id: row.tenant_id, address: row.address, rules: { ...DEFAULT_RULES, ...rules }, row }
  return previewRun(w.app, { ...asked, signal: new AbortController().signal })
}

describe('changed by content', () => {
  const rules = { changed_by: 'content', again_after_days: 1 } as const

  test('a later date pushes a page only when its words changed; the first reading is no change; the preview agrees', async () => {
    for (const path of ['/p0', '/p1']) say(path, 'Rye bread')
    put(pages(2))
    const push = w.create(rules, { interval: 2880 })
    await w.run()
    const turn = async (date: string) => {
      put(pages(2, date))
      const said = await preview(push, rules)
      const before = w.pushed().length
      await w.turn(push)
      expect(said.take.map((url) => url.replace(w.web.origin, ''))).toEqual(w.pushed().slice(before))
      expect(said.counts.skipped).toEqual(w.lastRun(push).skipped)
      w.clock.turn(2 * DAY)
      return [w.pushed().slice(before), w.lastRun(push).skipped]
    }
    expect(await turn('2026-10-02')).toEqual([[], { same_text: 2 }])
    say('/p1', 'Wheat bread')
    expect(await turn('2026-10-03')).toEqual([['/p1'], { same_text: 1 }])
    expect(await turn('2026-10-04')).toEqual([[], { same_text: 2 }])
    // Without words to read, the date decides.
    w.web.put('/p0', () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }))
    expect(await turn('2026-10-05')).toEqual([['/p0'], { same_text: 1 }])
  })

  test('a new page goes out, and its reading is the one that its first change is compared with', async () => {
    put(pages(1))
    const push = w.create(rules)
    await w.run()
    say('/p1', 'Rye bread')
    put([...pages(1), ['/p1', '2026-11-01']])
    await w.turn(push)
    expect(w.pushed()).toEqual(['/p1'])
    w.clock.turn(3 * DAY)
    say('/p1', 'Wheat bread')
    put([...pages(1), ['/p1', '2026-11-04']])
    await w.turn(push)
    expect(w.pushed()).toEqual(['/p1', '/p1'])
  })
})

describe('routes', () => {
  const submitted = () =>
    w.db.read((tx) =>
      tx
        .rows<{ url: string }>("select url from indexnow_urls where state in ('queued', 'sent') order by id")
        .map(({ url }) => url.replace(w.web.origin, '')),
    )
  const host = () =>
    w.db.write((tx) =>
      tx.run(
        `insert into indexnow_sites (id, tenant_id, host, scheme, key, enabled, status, verified_at, created_at, updated_at)
         values ('site_1', 'ten_northwind', ?1, 'http', '0123456789abcdef0123456789abcdef', 1, 'verified', ?2, ?2, ?2)`,
        new URL(w.web.origin).host,
        tx.now,
      ),
    )

  test('IndexNow alone costs no credit, makes no job, and is remembered; flagged pages are left out', async () => {
    host()
    put(pages(1))
    const push = w.create({ routes: 'indexnow', budget_month: 1 })
    await w.run()
    const before = w.credits().available
    for (const path of ['/a', '/b', '/c']) say(path, 'Rye bread')
    put([...pages(1), ['/a'], ['/b'], ['/c'], ['/gone']])
    const said = await preview(push, { routes: 'indexnow', budget_month: 1 })
    await w.turn(push)
    expect(submitted().toSorted()).toEqual(['/a', '/b', '/c'])
    expect(w.lastRun(push)).toMatchObject({ pushed: 3, job_ids: [], skipped: { unchanged: 1, flagged: 1 } })
    expect([said.take.length, said.counts.skipped]).toEqual([3, { unchanged: 1, flagged: 1 }])
    expect([w.jobs(), w.credits().available, w.row(push).month_pushed]).toEqual([0, before, 0])
    // One memory: a push by rule within the minimum days leaves it alone.
    put([...pages(1), ['/a', '2026-11-02'], ['/b'], ['/c'], ['/gone']])
    await w.turn(push)
    put([...pages(1), ['/a', '2026-11-03'], ['/b'], ['/c'], ['/gone']])
    await w.turn(push)
    expect(w.lastRun(push).skipped.pushed_lately).toBe(1)
    expect(submitted().length).toBe(3)
  })

  test('IndexNow alone leaves out links of hosts without a key', async () => {
    put(pages(1))
    const push = w.create({ routes: 'indexnow' })
    await w.run()
    say('/a', 'Rye bread')
    put([...pages(1), ['/a']])
    await w.turn(push)
    expect(w.lastRun(push)).toMatchObject({ pushed: 0, skipped: { unchanged: 1, no_indexnow: 1 } })
  })

  test.each([
    ['crawl', 0],
    ['both', 1],
  ] as const)('%s: a push whose IndexNow column is %p', async (routes, indexnow) => {
    put(pages(1))
    const push = w.create({ routes })
    await w.run()
    put([...pages(1), ['/a']])
    await w.turn(push)
    const jobs = w.db.read((tx) => tx.rows<{ indexnow: number }>('select indexnow from jobs'))
    expect(jobs).toEqual([{ indexnow }])
  })
})

describe('the authorization header', () => {
  const guarded = (secret: string) => (request: Request) =>
    request.headers.get('authorization') === secret
      ? urlset(w.web.origin, pages(2))
      : new Response('no', { status: 401 })
  const address = () => w.web.at('/sitemap.xml')
  const secret = 'Basic c2hvcDpicmVhZA=='

  test('is sent to the source alone, kept sealed, and never shown', async () => {
    w.web.put('/sitemap.xml', guarded(secret))
    const made = await w.call<{ id: string }>('ada', 'create_standing_push', {
      address: address(),
      authorization: secret,
    })
    await w.run()
    expect(w.lastRun(made)).toMatchObject({ state: 'done', seen: 2 })
    expect(made).toMatchObject({ authorization: { set: true } })
    expect(JSON.stringify([made, w.row(made)])).not.toContain(secret)
    const audit = w.db.read((tx) => JSON.stringify(tx.rows('select * from audit')))
    expect(audit).not.toContain('c2hvcDpicmVhZA')
    await w.call('ada', 'update_standing_push', { id: made.id, authorization: '' })
    await w.turn(made)
    expect(w.lastRun(made)).toMatchObject({
      state: 'failed',
      note: packSaid(said('{url} answers {status}', { url: address(), status: '401' })),
    })
  })

  test('does not follow a redirect to another scheme, host or port', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => Response.json([...request.headers]) })
    try {
      w.web.put('/sitemap.xml', () => new Response('', { status: 301, headers: { location: other.url.href } }))
      const refused = w.call('ada', 'create_standing_push', { address: address(), authorization: secret })
      await expect(refused).rejects.toThrow('redirects to another host')
    } finally {
      other.stop(true)
    }
  })
})

test('Today names a source that fails, a budget that is used up, and a source that has become quiet', async () => {
  const kinds = async () => {
    const { open } = await w.call<{ open: { kind: string; count: number }[] }>('ada', 'get_attention', {})
    return open.flatMap(({ kind, count }) => (kind.startsWith('standing') ? [[kind, count]] : []))
  }
  put(pages(1))
  const push = w.create({ budget_month: 2 }, { interval: 1440 })
  await w.run()
  for (const n of [2, 3, 6]) {
    put(pages(n))
    await w.turn(push)
  }
  expect(await kinds()).toEqual([['standing_budget', 3]])
  w.clock.turn(3 * DAY)
  await w.turn(push)
  w.clock.turn(2 * DAY)
  await w.turn(push)
  expect(await kinds()).toEqual([
    ['standing_budget', 3],
    ['standing_quiet', 5],
  ])
  w.web.put('/sitemap.xml', () => new Response('down', { status: 500 }))
  for (let i = 0; i < 3; i++) await w.turn(push)
  expect(await kinds()).toEqual([['standing_failing', 3]])
})
