import { expect, test } from 'bun:test'
import { MINUTE } from '../../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../../pushing.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

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
    const { status, html } = await browserOf(office).visit(null, new URL(url).pathname)
    return { status, html, plain: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
  }
  expect((await seen()).plain).not.toContain('+43 1')
  await office.call('ada', 'share_month_report', month)
  const { status, html, plain } = await seen()
  expect(status).toBe(200)
  expect(html).toContain('data-do="print"')
  expect(plain).toContain('Questions? Ada, +43 1')
  expect(plain).toContain('As Google showed it on 4 November 2026.')
  expect(plain).toMatch(/\d+ new pages in Google/)
  expect(plain).toMatch(/ Waiting They are checked on day 1, 3 and 7/)
  expect(plain).toContain('Next check 5 Nov')
  expect(plain).not.toMatch(/Not final yet|Still checked/)
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
