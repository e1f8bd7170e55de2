import { expect, test } from 'bun:test'
import { outcomeOf } from '../../src/domains/jobs/index.ts'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { meaning, sentence } from '../../views/reports/report.tsx'
import { pushing, urls } from '../pushing.ts'
import { CAST } from '../world.ts'
import { browserOf } from './browser.ts'

const group = (state: string, indexed: string, n: number) => ({
  state,
  indexed,
  n,
  credit: null,
  before_indexed: null,
  next_look_at: null,
})

test('the report counts the pages that are visible, and names those that needed no push', () => {
  const outcome = outcomeOf([group('visible', 'yes', 1), group('not_indexed', 'no', 1), group('flagged', 'unknown', 4)])
  expect(sentence({ type: 'index', status: 'done' }, outcome, { visible: 1, total: 2 })).toBe(
    '1 of 2 pages are visible. 1 of them was visible already and not pushed.',
  )
})

test('a report of which no page was pushed says so', () => {
  const skipped = outcomeOf([group('flagged', 'unknown', 5)])
  expect(sentence({ type: 'index', status: 'done' }, skipped, { visible: 0, total: 0 })).toBe(
    'None of the 5 pages was pushed.',
  )
  const seen = outcomeOf([group('visible', 'yes', 2), group('flagged', 'unknown', 1)])
  expect(sentence({ type: 'index', status: 'done' }, seen, { visible: 2, total: 2 })).toBe(
    'None of the 3 pages was pushed. 2 were visible already.',
  )
})

test('the report says how many pages are still watched, while they are', () => {
  const outcome = outcomeOf([group('indexed', 'yes', 3), group('sent', 'unknown', 2)])
  const pages = { visible: 3, total: 5 }
  const watched = '3 of 5 pages are visible. 2 are still being watched until day 7.'
  expect(sentence({ type: 'index', status: 'watching' }, outcome, pages)).toBe(watched)
  expect(sentence({ type: 'index', status: 'done' }, outcome, pages)).toBe('3 of 5 pages are visible.')
})

test('what it means is said of what is seen first, and nothing of what is not', () => {
  const pages = { total: 9, visible: 3, before: 0, gained: 3 }
  const missing = [
    { cause: 'noindex' as const, who: 'client' as const, pages: 1, examples: [] },
    { cause: 'robots_blocked' as const, who: 'client' as const, pages: 2, examples: [] },
    { cause: 'waiting' as const, who: 'nobody' as const, pages: 1, examples: [] },
  ]
  expect(meaning({ pages, missing }).map((line) => line.split(':')[0])).toEqual([
    '3 pages can be found',
    '1 page is still being watched',
    '3 pages wait for the owner of the site',
  ])
  expect(meaning({ pages: { ...pages, visible: 0 }, missing: [] })).toEqual([])
})

test('a report says whom to ask, where that was made public, of which days it is, and where pages are gained', async () => {
  const office = await pushing(200, 200)
  const tenant_id = CAST.vera.tenant_id
  await office.call('ada', 'allocate_credits', { tenant_id, amount: 60 })
  const links = [...urls(20, 'blog/a'), ...urls(20, 'shop/b')]
  const order = { tenant_id, urls: links, preflight: false, drip_days: 3 }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  for (const day of [0, 1, 2]) await office.day(day)
  const month = { id: tenant_id, month: '2026-11' }
  await office.call('ada', 'save_month_report', { ...month, contact: 'Ada, +43 1' })
  const { url } = await office.call<{ url: string }>('ada', 'share_job_report', { id })
  const seen = async () => {
    const { status, text } = await browserOf(office).visit(null, new URL(url).pathname)
    return { status, plain: text.replace(/\s+/g, ' ') }
  }
  expect((await seen()).plain).not.toContain('+43 1')
  await office.call('ada', 'share_month_report', month)
  const { status, plain } = await seen()
  expect(status).toBe(200)
  expect(plain).toContain('Prepared by Northwind · Ada, +43 1')
  expect(plain).toContain('Pages pushed from 2 November 2026 to 4 November 2026, as search shows them on 4 November')
  expect(plain).toContain('Gains by section')
  expect(plain).toContain('What this means')
  expect(plain).toContain('Still being watched')
  await office.call('ada', 'unshare_month_report', month)
  expect((await seen()).plain).not.toContain('+43 1')
  office.close()
})

test('the page of a shared report can be had so often a minute, and then again', async () => {
  const office = await pushing(20, 20)
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(2, 'a'), preflight: false })
  const { url } = await office.call<{ url: string }>('ada', 'share_job_report', { id })
  const statuses = new Set<number>()
  const browser = browserOf(office)
  const visit = () => browser.visit(null, new URL(url).pathname)
  for (let n = 0; n < 120; n++) statuses.add((await visit()).status)
  expect([...statuses]).toEqual([200])
  const refused = await visit()
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('120 times a minute')])
  office.clock.turn(MINUTE)
  expect((await visit()).status).toBe(200)
  office.close()
})
