/** Lists of all kinds, read by the one reader behind every door. */
import { describe, expect, test } from 'bun:test'
import { ListReader } from '../../src/domains/preflight/lists/list-reader.ts'
import { readList } from '../../src/domains/preflight/lists/read-list.ts'
import { inWords } from '../../src/domains/preflight/lists/reading.ts'
import { takeUrls } from '../../src/domains/preflight/url.ts'
import { EXPORTS, FORMATS, LISTS, type ListCase, QUOTES } from './list-cases.ts'

describe.each<[name: string, cases: ListCase[]]>([
  ['an export', EXPORTS],
  ['quotes', QUOTES],
  ['a list', LISTS],
  ['another format', FORMATS],
])('%s', (_, cases) => {
  test.each(cases)('$id ($source)', async ({ given, links, invalid, says }) => {
    const { entries, reading } = await readList(given)
    const taken = await takeUrls(entries)
    expect(taken.urls).toEqual(links)
    if (invalid) expect(taken.invalid.map((one) => one.given)).toEqual(invalid)
    if (says !== undefined) expect(inWords(reading)).toBe(says)
    // However it arrives, it is the same list.
    for (const size of [1, 7, given.length + 1]) {
      const again: string[] = []
      const reader = new ListReader((entry) => void again.push(entry.given))
      for (let at = 0; at < given.length; at += size) reader.write(given.slice(at, at + size))
      reader.end()
      expect(again).toEqual(entries.map((entry) => entry.given))
    }
  })
})
