import type { ReportFile } from '../../../../src/features/reports/index.ts'
import { ENGLISH } from '../../../../src/kernel/language/reader.ts'

const PARTS = ['visible', 'declined', 'blocked', 'open'] as const
type Part = (typeof PARTS)[number]
const CAUSES = { visible: null, declined: 'not_taken', blocked: 'noindex', open: 'waiting' } as const

const pageOf = (part: Part, i: number) => ({
  uid: i,
  url: `https://www.marlow.example/${part}/page-${i}?lang=en`,
  cause: CAUSES[part],
  before: part === 'visible' && i % 5 === 0,
  found_at: part === 'visible' && i % 5 > 0 ? '2026-10-12T08:00:00.000Z' : null,
  checked_at: '2026-10-20T08:00:00.000Z',
  credit: 'consumed' as const,
  checks: [1, 3, 7].map((day) => ({
    day,
    indexed: part === 'visible' ? ('yes' as const) : ('no' as const),
    checked_at: '2026-10-20T08:00:00.000Z',
    engine: 'Google',
    method: 'search_result' as const,
    evidence: null,
  })),
})

/** A report with this many pages in each of four parts. */
export const sampleFile = (rows: number, over: Partial<ReportFile> = {}): ReportFile => ({
  to: ENGLISH,
  client: 'Łódź Straße Жук Ωμέγα Tiếng',
  month: '2026-10',
  comment: 'A good month.\n\nThe shop has pages with noindex 😀.',
  contact: 'Ada, ada@northwind.example',
  corrected: null,
  at: '2026-11-04T08:00:00.000Z',
  brand: { name: 'Northwind', accent: '#ffe600', logo: null },
  document: {
    engine: 'Google',
    ordered: 90,
    pages: { total: 87, visible: 61, before: 12, gained: 49 },
    refunded: 12,
    pushes: 4,
    watched_until: '2026-11-09T00:00:00.000Z',
    simulated: false,
    curve: Array.from({ length: 37 }, (_, i) => ({
      day: new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10),
      visible: Math.min(61, 12 + 2 * i),
    })),
    parts: PARTS.map((part) => ({
      part,
      pages: rows + 3,
      page: 1,
      page_size: 100,
      items: Array.from({ length: rows }, (_, i) => pageOf(part, i)),
    })),
    faults: ['noindex', 'robots_blocked'],
  },
  ...over,
})
