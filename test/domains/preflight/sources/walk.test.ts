import { expect, test } from 'bun:test'
import { type Download, MOST_FILES, readSitemap, Walk } from '../../../../src/domains/preflight/index.ts'

const HOST = 'https://shop.bakery.example'

/** The files that a walk hands out below its indexes. */
function filesOf(address: string, indexes: number, files: number): number {
  const walk = new Walk(address)
  const entry = (url: string) => ({ url: `${HOST}/${url}`, lastmod: null })
  const list = (n: number, name: string) => Array.from({ length: n }, (_, i) => entry(`${name}${i}.xml`))
  walk.add(walk.next()!, indexes ? list(indexes, 'index') : list(files, 'file'))
  for (let i = 0; i < indexes; i++) walk.add(walk.next()!, list(files / indexes, `file${i}-`))
  let n = 0
  while (walk.next()) n++
  return n
}

test('a source has as many files as the largest index may list, and its index is none of them', () => {
  expect(filesOf(`${HOST}/sitemap.xml`, 0, MOST_FILES)).toBe(MOST_FILES)
  expect(filesOf(`${HOST}/robots.txt`, 4, MOST_FILES)).toBe(MOST_FILES)
  expect(() => filesOf(`${HOST}/sitemap.xml`, 0, MOST_FILES + 1)).toThrow('leads to more than 500 sitemaps')
  // Indexes of nothing but indexes end too.
  expect(() => filesOf(`${HOST}/robots.txt`, 600, 0)).toThrow('leads to more than 500 sitemaps')
})

test.each([
  ['a', 'itself'],
  ['b', `itself through ${HOST}/b.xml`],
])('an index of nothing but itself, by way of %s, is no source', async (name, way) => {
  const index = (path: string) => `<sitemapindex><sitemap><loc>${HOST}/${path}.xml</loc></sitemap></sitemapindex>`
  const files: Record<string, string> = { [`${HOST}/a.xml`]: index(name), [`${HOST}/b.xml`]: index('a') }
  const download: Download = async (url, take) => {
    await take(new TextEncoder().encode(files[url]))
    return false
  }
  const reading = readSitemap(`${HOST}/a.xml`, { download })
  await expect(reading).rejects.toThrow(`${HOST}/a.xml is an index of sitemaps that names ${way}`)
})
