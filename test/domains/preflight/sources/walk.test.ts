import { expect, test } from 'bun:test'
import { MOST_FILES, Walk } from '../../../../src/domains/preflight/index.ts'

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
