/** Criterion 9: sources that attack are refused in one sentence, and nothing of them is pushed. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { index, pages, urlset, type Watching, watching } from './watching.ts'

let w: Watching
beforeEach(async () => {
  w = await watching()
})
afterEach(() => w.stop())

const create = (path = '/sitemap.xml') => w.call('ada', 'create_standing_push', { address: w.web.at(path) })
const redirect = (location: string) => () => new Response('', { status: 302, headers: { location } })

/** Two octets at a time make a million tags without a million strings. */
const DEEP = `<urlset>${'<a>'.repeat(1_000_000)}`

test.each([
  ['a private address', redirect('http://169.254.169.254/latest/meta-data'), 'redirects to another host'],
  ['another host', redirect('https://rival.example/sitemap.xml'), 'redirects to another host'],
  ['a million tags within each other', () => DEEP, 'tags inside each other'],
  [
    'a bomb',
    () => new Response(gzipSync(`<urlset>${' '.repeat(2 ** 22)}`, { level: 9 })),
    'unpacks to more than 200 times its size',
  ],
  ['a page', () => '<!doctype html><html><body>Shop</body></html>', 'Give the address of a sitemap'],
])('%s is refused in one sentence', async (_, answer, why) => {
  w.web.put('/sitemap.xml', answer)
  await expect(create()).rejects.toThrow(why)
  expect([w.pushed(), w.jobs()]).toEqual([[], 0])
})

test('a source on a private address, and one with credentials in it, are refused', async () => {
  for (const address of ['http://10.0.0.1/sitemap.xml', 'http://ada:secret@shop.example/sitemap.xml'])
    await expect(w.call('ada', 'create_standing_push', { address })).rejects.toThrow()
  expect(w.db.read((tx) => tx.number('select count(*) from standing_pushes'))).toBe(0)
})

test('an entity is not resolved: neither a file nor an address is read for it', async () => {
  put_with_entity('file:///etc/passwd')
  const push = w.create()
  await w.run()
  put_with_entity(w.web.at('/stolen'))
  await w.turn(push)
  expect(w.web.asked.filter((path) => path !== '/sitemap.xml')).toEqual([])
  expect(w.pushed()).toEqual([])
})

function put_with_entity(address: string): void {
  const entity = `<!DOCTYPE urlset [<!ENTITY x SYSTEM "${address}"><!ENTITY y "&x;&x;&x;">]>`
  w.web.put(
    '/sitemap.xml',
    `${entity}<urlset><url><loc>&y;</loc></url><url><loc>${w.web.at('/p0')}</loc></url></urlset>`,
  )
}

test('links of foreign hosts are dropped and counted; sitemaps of foreign hosts are not read', async () => {
  w.web.put(
    '/sitemap.xml',
    index(w.web.origin, [['/a.xml']]).replace(
      '</sitemapindex>',
      '<sitemap><loc>https://rival.example/s.xml</loc></sitemap></sitemapindex>',
    ),
  )
  w.web.put('/a.xml', urlset(w.web.origin, pages(1)))
  const push = w.create()
  await w.run()
  w.db.write((tx) => tx.run('update standing_pushes set learned_at = ? where id = ?', tx.now, push.id))
  w.web.put(
    '/a.xml',
    urlset(w.web.origin, pages(2)).replace('</urlset>', '<url><loc>https://rival.example/x</loc></url></urlset>'),
  )
  await w.turn(push)
  expect([w.pushed(), w.lastRun(push).skipped.foreign_host]).toEqual([['/p1'], 1])
  expect(w.runs(push)[0]!.note).toContain(
    '1 sitemap is on another host and was not read, such as https://rival.example/s.xml',
  )
})

test('an index that names itself, directly or through another, is read once and refused in words', async () => {
  const ways: [path: string, names: string][] = [
    ['/sitemap.xml', 'itself'],
    ['/b.xml', `itself through ${w.web.at('/b.xml')}`],
  ]
  for (const [path, names] of ways) {
    const why = `${w.web.at('/sitemap.xml')} is an index of sitemaps that names ${names}`
    w.web.put('/sitemap.xml', index(w.web.origin, [[path]]))
    w.web.put('/b.xml', index(w.web.origin, [['/sitemap.xml']]))
    await expect(create()).rejects.toThrow(why)
    const asked = w.call('ada', 'preview_standing_push', { address: w.web.at('/sitemap.xml') })
    await expect(asked).rejects.toThrow(why)
    const push = w.create()
    const before = w.web.asked.length
    await w.run()
    expect(w.web.asked.slice(before).filter((asked) => asked === '/sitemap.xml').length).toBe(1)
    // One that has been read before, and later.
    w.db.write((tx) => tx.run('update standing_pushes set learned_at = ? where id = ?', tx.now, push.id))
    for (let n = 0; n < 2; n++) await w.turn(push)
    expect(w.runs(push).map(({ state, note }) => [state, note])).toEqual(Array(3).fill(['failed', why]))
    await w.call('ada', 'delete_standing_push', { id: push.id })
  }
})

test('an index that names itself beside sitemaps with pages is read, changed or not', async () => {
  w.web.put('/sitemap.xml', index(w.web.origin, [['/sitemap.xml'], ['/b.xml'], ['/c.xml', '2026-10-01']]))
  w.web.put('/b.xml', index(w.web.origin, [['/sitemap.xml'], ['/d.xml', '2026-10-01']]))
  for (const path of ['/c.xml', '/d.xml']) w.web.put(path, urlset(w.web.origin, [[`${path}/page`]]))
  const push = w.create()
  for (let n = 0; n < 3; n++) await w.turn(push)
  expect(w.runs(push).map(({ state, note }) => [state, note])).toEqual(Array(3).fill(['done', null]))
  expect(w.row(push).known).toBe(2)
})
