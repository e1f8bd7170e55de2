/** Links that a source lists no more: noted after two complete readings, never pushed, announced where that is asked for. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { noteStatements } from '../../statements.ts'
import { index, type Page, pages, urlset, type Watching, watching } from './watching.ts'

let w: Watching
beforeEach(async () => {
  w = await watching()
})
afterEach(() => w.stop())

const put = (list: readonly Page[], at = '/sitemap.xml') => w.web.put(at, urlset(w.web.origin, list))
const rows = () => w.db.read((tx) => tx.number('select count(*) from standing_missing'))

/** One more run, and what it noted. */
async function turn(push: { id: string }) {
  await w.turn(push)
  const { state, gone } = w.lastRun(push)
  return [state, gone, w.row(push).known]
}

test('a link is gone when two complete readings lack it; a partial one between them says nothing', async () => {
  w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml']]))
  put(pages(5), '/a.xml')
  put(pages(5, '2026-10-01', 10), '/b.xml')
  const push = w.create()
  await w.run()
  put(pages(3), '/a.xml')
  expect(await turn(push)).toEqual(['done', 0, 10])
  w.web.put('/b.xml', null)
  expect(await turn(push)).toEqual(['partial', 0, 10])
  put(pages(5, '2026-10-01', 10), '/b.xml')
  expect(await turn(push)).toEqual(['done', 2, 8])
  expect(await turn(push)).toEqual(['done', 0, 8])
  expect([w.pushed(), rows()]).toEqual([[], 0])
  // What comes back is new.
  put(pages(4), '/a.xml')
  expect(await turn(push)).toEqual(['done', 0, 9])
  expect(w.pushed()).toEqual(['/p3'])
})

test('a link that moves to another file, is in another file all along, or comes back, is not gone', async () => {
  w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml'], ['/c.xml']]))
  put(pages(5), '/a.xml')
  put(pages(2, '2026-10-01', 10), '/b.xml')
  put([['/p1']], '/c.xml')
  const push = w.create()
  await w.run()
  put([['/p0'], ['/p2']], '/a.xml')
  put([...pages(2, '2026-10-01', 10), ['/p4', '2026-10-01']], '/b.xml')
  expect(await turn(push)).toEqual(['done', 0, 7])
  put([['/p0'], ['/p2'], ['/p3']], '/a.xml')
  expect(await turn(push)).toEqual(['done', 0, 7])
  expect(await turn(push)).toEqual(['done', 0, 7])
  expect([w.pushed(), rows()]).toEqual([[], 0])
})

test('the links of a file that its index drops are gone, but those that another file takes over', async () => {
  w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml']]))
  put(pages(3), '/a.xml')
  put(pages(3, '2026-10-01', 10), '/b.xml')
  const push = w.create()
  await w.run()
  w.web.put('/sitemap.xml', index(w.web.origin, [['/c.xml']]))
  put([...pages(3), ['/p10', '2026-10-01']], '/c.xml')
  expect(await turn(push)).toEqual(['done', 0, 6])
  expect(await turn(push)).toEqual(['done', 2, 4])
})

test('what is noted already is counted once a run, however much vanishes from however many files', async () => {
  w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/b.xml'], ['/c.xml']]))
  put(pages(1200), '/a.xml')
  put(pages(1200, '2026-10-01', 2000), '/b.xml')
  put(pages(5, '2026-10-01', 4000), '/c.xml')
  const push = w.create()
  await w.run()
  w.web.put('/sitemap.xml', index(w.web.origin, [['/a.xml'], ['/c.xml']]))
  put(pages(3), '/a.xml')
  const { noted } = noteStatements(w.app.db)
  expect(await turn(push)).toEqual(['done', 0, 2405])
  expect(rows()).toBe(2397)
  const counts = noted.filter(({ sql }) => /count\(\*\).*standing_missing/s.test(sql))
  expect(counts.length - 1).toBe(1)
})

test('nothing is gone from a feed, which lists only what is newest, nor by a rule that leaves links out', async () => {
  const items = (n: number, from: number) =>
    pages(n, '', from).map(([path]) => `<item><link>${w.web.at(path)}</link></item>`)
  w.web.put('/feed', `<rss><channel>${items(5, 0).join('')}</channel></rss>`)
  put(pages(5))
  const [feed, shop] = [w.create({}, { path: '/feed' }), w.create()]
  await w.run()
  w.web.put('/feed', `<rss><channel>${items(5, 4).join('')}</channel></rss>`)
  put([...pages(5), ['/q']])
  await w.call('ada', 'update_standing_push', { id: shop.id, rules: { exclude: ['/p3'] } })
  for (let n = 0; n < 3; n++) for (const push of [feed, shop]) expect((await turn(push))[1]).toBe(0)
  expect(rows()).toBe(0)
})

test('a run that is killed forgets nothing of what vanished, and notes it once', async () => {
  put(pages(9))
  const push = w.create()
  await w.run()
  put(pages(6))
  for (let at = 1, is_killed = true; is_killed; at++) is_killed = await killedAt(at)
  for (let at = 1, is_killed = true; is_killed; at++) is_killed = await killedAt(at)
  expect(await turn(push)).toEqual(['done', 0, 6])
  expect(w.runs(push).flatMap(({ gone }) => (gone ? [gone] : []))).toEqual([3])

  /** Runs what is due, or the next run, and ends the process at this write. */
  async function killedAt(write: number): Promise<boolean> {
    const { next_run_at } = w.row(push)
    if (next_run_at! > w.clock.now()) w.clock.set(next_run_at!)
    return await w.killedAt(write, w.run)
  }
})

test('IndexNow hears of pushed pages that are gone and answer 404 or 410, where the rule asks for it', async () => {
  w.db.write((tx) =>
    tx.run(
      `insert into indexnow_sites (id, tenant_id, host, scheme, key, enabled, status, verified_at, created_at, updated_at)
       values ('site_1', 'ten_northwind', ?1, 'http', '0123456789abcdef0123456789abcdef', 1, 'verified', ?2, ?2, ?2)`,
      new URL(w.web.origin).host,
      tx.now,
    ),
  )
  const announced = () =>
    w.db.read((tx) =>
      tx
        .rows<{ url: string }>("select url from indexnow_urls where state in ('queued', 'sent') order by id")
        .map(({ url }) => url.replace(w.web.origin, '')),
    )
  for (const announce_gone of [false, true]) {
    const path = `/${announce_gone}.xml`
    const at = (name: string): Page => [`/${announce_gone}-${name}`, '2026-11-01']
    put(pages(2), path)
    const push = w.create({ announce_gone, routes: 'crawl' }, { path })
    await w.run()
    put([...pages(2), at('dead'), at('alive')], path)
    w.web.put(at('alive')[0], new Response('<p>still here</p>', { headers: { 'content-type': 'text/html' } }))
    await w.turn(push)
    expect(w.lastRun(push).pushed).toBe(2)
    put(pages(1), path)
    await w.turn(push)
    expect(announced()).toEqual([])
    await w.turn(push)
    expect(w.lastRun(push).gone).toBe(3)
  }
  expect([announced(), rows()]).toEqual([['/true-dead'], 0])
})
