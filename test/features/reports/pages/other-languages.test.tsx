/** Words that are put into sentences are in the language of the sentence. */
import { expect, test } from 'bun:test'
import { proposedComment } from '../../../../src/features/reports/issues/comment.ts'
import { CAUSES } from '../../../../src/features/reports/months/page-causes.ts'
import { LANGUAGES } from '../../../../src/kernel/language/catalogue.ts'
import { ENGLISH, readerOf } from '../../../../src/kernel/language/reader.ts'
import { Names } from '../../../../views/kit/chart-columns.tsx'
import { FigureTable } from '../../../../views/mail/letter-parts.tsx'
import { documentOfMonth } from '../../../../views/reports/months/month.tsx'
import { outcomeFor } from '../../../../views/reports/months/month-file.ts'
import { subOf } from '../../../../views/reports/part-words.ts'
import { sampleFile } from './report-file.ts'

const GERMAN = readerOf('UTC', 'de')
const BRAND = { name: 'Northwind', logo_url: null, css_href: null }

test.each([
  ['en', 'Google and Bing'],
  ['de', 'Google und Bing'],
  ['es', 'Google y Bing'],
])('two engines are a list in %s', (language, words) => {
  const { brand: _, corrected: __, ...file } = sampleFile(3)
  const document = { ...file.document, engine: 'Google and Bing' }
  const at = { brand: BRAND, only: null, self: '/r/t', asks: '/r/t', csv: '/r/t/csv' }
  expect(documentOfMonth({ ...file, ...at, document, to: readerOf('UTC', language) }).engine).toBe(words)
})

test('further faults are words of their sentence', () => {
  const part = { pages: { total: 3, visible: 0, before: 0, gained: 0 }, kind: 'index' } as const
  const faults = ['noindex', 'http_5xx', 'redirected'] as const
  expect(subOf('blocked', { ...part, faults, to: ENGLISH } as never)).toEndWith(
    'Also: server error and redirects elsewhere.',
  )
  expect(subOf('blocked', { ...part, faults, to: GERMAN } as never)).toEndWith(
    'Außerdem: Serverfehler und leitet woandershin weiter.',
  )
})

test('one page with a fault is “it”', () => {
  const summary = {
    pushed: 9,
    visible: 0,
    gained: 0,
    blocked: 1,
    refunded: 0,
    lost: 0,
    late: 0,
    late_visible: 0,
    open: 0,
  }
  const comment = (pages: number, cause: string) =>
    proposedComment(ENGLISH, { summary, pushes: [], missing: [{ cause, pages }] } as never)
  expect([comment(1, 'robots_blocked'), comment(2, 'robots_blocked')]).toEqual([
    '1 page cannot get in: robots.txt blocks it.',
    '2 pages cannot get in: robots.txt blocks them.',
  ])
  for (const cause of ['http_4xx', 'http_5xx', 'noindex', 'redirected', 'canonical_elsewhere', 'unreachable'])
    expect(comment(1, cause)).not.toMatch(/\b(they|them)\b/)
})

test('cells of files hold no spaces that people cannot type', () => {
  for (const language of LANGUAGES)
    for (const cause of CAUSES) {
      const row = { visible: 0, before: 0, cause, checked_at: null }
      const cells = Object.values(outcomeFor(readerOf('UTC', language))).map((cell) => String(cell(row)))
      expect(cells.join()).not.toMatch(/[\u00a0\u202f]/)
    }
})

test('a long period may break in the head of a letter’s figures, a month does not', () => {
  const head = (period: string) => String(FigureTable({ head: [period, ''], rows: [] }))
  expect(head('octubre a diciembre de 2026')).toContain('octubre a diciembre de 2026')
  expect(head('October 2026')).toContain('October\u00a02026')
})

test('on a phone, long names of days leave out every second', () => {
  const shown = (tick: string) =>
    String(Names({ columns: Array.from({ length: 30 }, () => ({ tick })) as never })).match(/<text(?![^>]*not-phone)/g)!
  expect([shown('29 Oct').length, shown('29 de out.').length]).toEqual([6, 3])
})
