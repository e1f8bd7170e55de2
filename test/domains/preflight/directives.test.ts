import { describe, expect, test } from 'bun:test'
import {
  doubtfulRule,
  headerDirectives,
  metaDirectives,
  noindexRule,
} from '../../../src/domains/preflight/directives.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const inHeader = (header: string): string | null => noindexRule(headerDirectives([header]), ['googlebot'], NOW)
const inMeta = (name: string, content: string): string | null =>
  noindexRule(metaDirectives(name, content), ['googlebot'], NOW)

describe('X-Robots-Tag keeps Googlebot from indexing', () => {
  test.each([
    ['noindex', 'noindex'],
    ['NoIndex', 'noindex'],
    ['none', 'none'],
    ['nofollow, noindex', 'noindex'],
    ['index, noindex', 'noindex'],
    ['googlebot: noindex', 'googlebot: noindex'],
    ['Googlebot : NOINDEX, nofollow', 'googlebot: noindex'],
    ['otherbot: nofollow, googlebot: noindex', 'googlebot: noindex'],
    ['googlebot: nofollow, noindex', 'googlebot: noindex'],
    ['max-snippet: -1, max-image-preview: large, none', 'none'],
    ['googlebot: max-video-preview: 10, noindex', 'googlebot: noindex'],
    ['unavailable_after: 2026-11-20', 'unavailable_after: 2026-11-20'],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST', 'unavailable_after: 25 Jun 2010 15:00:00 PST'],
    ['unavailable_after: 25 Jun 2010 15:00:00 CEST', 'unavailable_after: 25 Jun 2010 15:00:00 CEST'],
    ['unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow', 'unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT'],
    ['unavailable_after: Friday, 25-Jun-10 15:00:00 UTC', 'unavailable_after: Friday, 25-Jun-10 15:00:00 UTC'],
    ['googlebot: unavailable_after: 2026-11-21T08:59:59Z', 'googlebot: unavailable_after: 2026-11-21T08:59:59Z'],
  ])('by %j', (header, rule) => {
    expect(inHeader(header)).toBe(rule!)
  })
})

describe('X-Robots-Tag does not keep Googlebot from indexing', () => {
  test.each([
    ...['', 'index', 'all', 'nofollow', 'nosnippet, noarchive', 'noindexing', 'xnoindex', 'otherbot: noindex'],
    ...['googlebot: nofollow, otherbot: noindex, nofollow', 'googlebot-news: noindex', 'max-snippet: noindex'],
    ...[
      'unavailable_after: 2026-11-21T09:00:01Z',
      'unavailable_after: Mon, 25 Jun 2040 15:00:00 GMT',
      'unavailable_after: soon',
    ],
    ...['unavailable_after', 'unavailable_after:', ',,,', ':', ': noindex:'],
  ])('by %j', (header) => {
    expect(inHeader(header)).toBeNull()
  })

  test('by not being there', () => {
    expect(headerDirectives([])).toEqual([])
  })
})

describe('X-Robots-Tag in several lines', () => {
  const inLines = (...lines: string[]) => {
    const rules = headerDirectives(lines)
    return [noindexRule(rules, ['googlebot'], NOW), doubtfulRule(rules, ['googlebot'], NOW)]
  }

  test("means everybody again after another robot's line", () => {
    expect(inLines('otherbot: noindex, nofollow', 'noindex')).toEqual(['noindex', null])
    expect(inLines('googlebot: nofollow', 'unavailable_after: 2020-01-01')).toEqual([
      'unavailable_after: 2020-01-01',
      null,
    ])
  })

  test('keeps each line to its robot', () => {
    expect(inLines('googlebot: nofollow', 'otherbot: noindex')).toEqual([null, null])
    expect(inLines('otherbot: noindex', 'googlebot: none')).toEqual(['googlebot: none', null])
    expect(inLines('nofollow', 'otherbot: nofollow, noindex')).toEqual([null, 'noindex'])
  })
})

describe("a rule that follows another robot's", () => {
  const inDoubt = (header: string) => doubtfulRule(headerDirectives([header]), ['googlebot'], NOW)

  // Two lines, `otherbot: noindex, nofollow` and `noindex`, are the first of these where a proxy joined them.
  test.each([
    ['otherbot: noindex, nofollow, noindex', 'noindex'],
    ['otherbot: nofollow, none', 'none'],
    ['a: nofollow, b: nofollow, NOINDEX', 'noindex'],
    ['otherbot: nofollow, unavailable_after: 2020-01-01', 'unavailable_after: 2020-01-01'],
  ])('may be meant for all: %j', (header, rule) => {
    expect(inHeader(header)).toBeNull()
    expect(inDoubt(header)).toBe(rule!)
  })

  test.each(['otherbot: noindex', 'otherbot: noindex, nofollow', 'googlebot: nofollow, index', 'nofollow'])(
    'is plain in %j',
    (header) => {
      expect(inDoubt(header)).toBeNull()
    },
  )
})

test('a meta element counts under the name robots or googlebot, and under no other', () => {
  expect(inMeta('robots', 'noindex')).toBe('noindex')
  expect(inMeta('robots', 'None')).toBe('none')
  expect(inMeta('googlebot', 'noindex')).toBe('googlebot: noindex')
  expect(inMeta('robots', 'unavailable_after: 2020-01-01')).toBe('unavailable_after: 2020-01-01')
  for (const name of ['googlebot-news', 'bingbot', 'description', '']) expect(inMeta(name, 'noindex')).toBeNull()
})

test('a header of a hundred thousand commas or blanks is read no further than it is worth', () => {
  expect(headerDirectives([','.repeat(100_000)])).toEqual([])
  expect(headerDirectives(['a,'.repeat(100_000)]).length).toBeLessThan(5_000)
  expect(headerDirectives([`a${' '.repeat(100_000)}: noindex`])).toEqual([
    { agent: null, rule: 'a', value: null, doubtful: false },
  ])
})
