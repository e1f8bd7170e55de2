/** A page of a report is named by the title that the search engine showed, and its result is drawn as it was found. */

import { expect, test } from 'bun:test'
import type { ReportedPage, ReportPart } from '../../../../src/features/reports/index.ts'
import { ENGLISH } from '../../../../src/kernel/language/reader.ts'
import { PartOfReport } from '../../../../views/reports/part.tsx'
import { stateOf } from '../../../../views/reports/part-words.ts'
import type { ReportDocument } from '../../../../views/reports/shapes.ts'

const AT = '2026-11-05T09:00:00.000Z'
const page = (evidence: string | null, url = 'https://bakery.example/bread/rye') => ({
  uid: 1,
  url,
  cause: null,
  before: false,
  found_at: AT,
  checked_at: AT,
  credit: 'consumed' as const,
  checks: [
    { day: 1, indexed: 'yes' as const, checked_at: AT, engine: 'Google', method: 'search_result' as const, evidence },
  ],
})
const drawn = (...items: ReturnType<typeof page>[]): string =>
  String(
    <PartOfReport
      shown={{ part: 'visible', pages: items.length, items, page: 1, page_size: 5 }}
      report={
        {
          to: ENGLISH,
          engine: 'Google',
          pages: { gained: 1 },
          faults: [],
          asks: null,
          at: AT,
        } as unknown as ReportDocument
      }
    />,
  )

test('the title of the result names the page, with its address below', () => {
  const html = drawn(page('Found: “Rye bread, baked at night”, https://bakery.example/bread/rye'))
  expect(html).toContain('<b class="clip" dir="auto">Rye bread, baked at night</b>')
  expect(html).toContain('<small class="clip">bakery.example/bread/rye</small>')
  expect(html).toContain('<p class="serp-t" dir="auto">Rye bread, baked at night</p>')
  expect(html).not.toContain('Found:')
})

test('without a title the path names it, and another answer stands as it was stored', () => {
  const html = drawn(page('Found: https://bakery.example/bread/rye'), page('URL is on Google. Submitted and indexed'))
  expect(html).toContain('<b class="clip">/bread/rye</b>')
  expect(html).toContain('URL is on Google. Submitted and indexed')
})

test('markup and quotes in a title stay text', () => {
  const html = drawn(page('Found: “A “quoted” <img src=x>”, https://bakery.example/bread/rye'))
  expect(html).toContain('A “quoted” &lt;img src=x&gt;')
})

test('readers of a report meet the engine by name, never the word of the agency', () => {
  const { checks: _, ...bare } = page(null)
  const at = (part: ReportPart, more: Partial<ReportedPage> = {}) =>
    stateOf({ ...bare, checks: [], next_check_at: null, ...more } as ReportedPage, part, {
      to: ENGLISH,
      at: AT,
      engine: 'Bing',
    })
  expect([
    at('visible'),
    at('visible', { before: true }),
    at('declined', { cause: 'not_taken' }),
    at('declined', { cause: 'lost' }),
    at('blocked', { cause: 'noindex' }),
  ]).toEqual(['In Bing since 5 Nov', 'In Bing before', 'Not in Bing by day 7', 'No longer in Bing', 'noindex'])
})
