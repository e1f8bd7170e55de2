import type { PartListed, ReportedPage } from '../../src/features/reports/index.ts'
import { NASTY, NOW } from './samples.ts'

const CHECK = { evidence: 'position 1 for site:', checked_at: NOW, engine: 'Google', method: 'search_result' } as const
const check = (day: number, indexed: 'yes' | 'no') => ({ ...CHECK, day, indexed })

const FOUND = `Found: “First editions and where they are kept: ${NASTY}”, https://hazel.example/blog/first-editions`

const page = (uid: number, path: string, more: Partial<ReportedPage> = {}): ReportedPage => ({
  uid,
  url: `https://hazel.example/${path}`,
  cause: null,
  before: false,
  found_at: NOW,
  checked_at: NOW,
  credit: 'consumed',
  checks: [check(1, 'no'), check(3, 'yes'), check(7, 'yes')],
  ...more,
})

const part = (name: PartListed['part'], pages: number, items: ReportedPage[]): PartListed => ({
  part: name,
  pages,
  items,
  page: 1,
  page_size: 5,
})

const MISSED = { found_at: null, checks: [check(1, 'no'), check(3, 'no'), check(7, 'no')] }

export const PARTS: PartListed[] = [
  part('visible', 902, [
    page(1, 'blog/first-editions', { checks: [{ ...check(3, 'yes'), evidence: FOUND }] }),
    page(2, `blog/${'very-long-'.repeat(30)}page`),
    page(3, NASTY),
    page(4, 'about', { before: true, found_at: null, checks: [] }),
  ]),
  part('declined', 142, [
    page(5, 'shop/bags', { ...MISSED, cause: 'not_taken' }),
    page(6, 'shop/old', { found_at: null, cause: 'lost' }),
  ]),
  part('blocked', 62, [
    page(7, 'shop/wrap', { cause: 'noindex', found_at: null, checks: [], checked_at: null }),
    page(8, 'gone', { cause: 'http_4xx', found_at: null, checks: [], checked_at: null }),
  ]),
  part('open', 200, [page(9, 'new', { cause: 'waiting', found_at: null, checks: [check(1, 'no')] })]),
  part('left_out', 4, [page(10, 'out', { cause: 'cancelled', found_at: null, checks: [], checked_at: null })]),
]
