/** The operator of a restored install sees what waits, and releases it. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { holdRestore } from '../../src/domains/system/index.ts'
import { pushing, urls } from '../pushing.ts'
import { browserOf } from './browser.ts'

const PAGE = '/app/platform/backups/restored'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  office = await pushing(100, 100)
  browser = browserOf(office)
})
afterEach(() => office.close())

test('Today leads to the page, which says what would go out, asks, and releases', async () => {
  expect((await browser.visit('pat', PAGE)).html).toContain('never restored')
  await office.call('ada', 'submit_index_job', { urls: urls(7, 'waiting'), preflight: false, delay_s: 600 })
  holdRestore(office.db, '/nowhere/signalpost.db', office.clock.now(), office.app.outgoing)
  const today = await browser.visit('pat', '/app/platform')
  expect(today.html).toContain('Nothing is sent: this install was restored')
  expect(today.html).toContain(PAGE)
  const { html } = await browser.visit('pat', PAGE)
  expect(html).toContain('7 links of 1 push may already be at')
  expect(html).toContain('There was no replaced database to ask')
  const refused = await browser.send('pat', PAGE, new URLSearchParams({ letters: 'send' }))
  expect(refused.status).toBe(422)
  const released = await browser.send('pat', PAGE, new URLSearchParams({ orders: 'cancel', letters: 'drop' }))
  expect(released.status).toBe(303)
  expect((await browser.visit('pat', PAGE)).html).toContain('and released. Nothing is held.')
  expect((await browser.visit('pat', '/app/platform')).html).not.toContain('Nothing is sent')
})
