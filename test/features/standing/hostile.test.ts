/** Criterion 9: sources that attack are refused in one sentence, and nothing of them is pushed. */

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { inPlainEnglish, unpackSaid } from '../../../src/kernel/language/say.ts'
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
  expect(inPlainEnglish(unpackSaid(w.runs(push)[0]!.note!))).toContain(
    '1 sitemap is on another host and was not read, such as https://rival.example/s.xml',
  )
})

test('an index that lists itself is read once', async () => {
  w.web.put('/sitemap.xml', index(w.web.origin, [['/sitemap.xml'], ['/b.xml']]))
  w.web.put('/b.xml', index(w.web.origin, [['/sitemap.xml']]))
  w.create()
  await w.run()
  expect(w.web.asked.filter((path) => path === '/sitemap.xml').length).toBe(1)
})
