/** Ten seconds in which an order of a person can be undone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SECOND } from '../../src/kernel/clock.ts'
import { whatCameBack } from '../../views/jobs/undo.tsx'
import { expectBooksToBalance } from '../books.ts'
import { pushing } from '../pushing.ts'
import { CAST } from '../world.ts'
import { browserOf } from './browser.ts'

const PUSH = `/app/w/${CAST.ada.tenant_id}/push`
const LIST = Array.from({ length: 12 }, (_, i) => `http://127.0.0.1:9/${i}`)

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>

beforeEach(async () => {
  office = await pushing(100, 100, { env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(office)
})
afterEach(() => {
  expectBooksToBalance(office.db)
  office.close()
})

/** Pushes by the page; the address of the job. Nobody answers there, so the links are pushed anyway. */
async function push(more: Record<string, string> = {}): Promise<string> {
  const form = { urls: LIST.join('\n'), anyway_flag: 'unreachable', client: 'Northwind', ...more }
  const { html } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec(html) ?? []
  const { location } = await browser.send('ada', PUSH, { ...form, step: 'push', quoted })
  return location!
}
const idIn = (job: string): string => job.split('/').at(-1)!
const statusOf = async (job: string) =>
  (await office.call<{ status: string }>('ada', 'get_job_status', { id: idIn(job) })).status
const wordOf = (headers: Headers): string => decodeURIComponent(headers.get('set-cookie')!).replaceAll('+', ' ')
const turn = (seconds: number) => office.clock.turn(seconds * SECOND)

test('for ten seconds nothing of a push leaves; then all does', async () => {
  const job = await push()
  await office.work()
  expect((await browser.visit('ada', job)).text).toContain('Nothing has left yet.')
  expect(await statusOf(job)).toBe('queued')
  turn(9.9)
  await office.work()
  expect(await statusOf(job)).toBe('queued')
  turn(0.1)
  await office.work()
  expect(await statusOf(job)).toBe('watching')
  expect((await browser.visit('ada', job)).text).not.toContain('Nothing has left yet.')
})

test('undone in time, every credit is back and New push has the order again', async () => {
  const before = office.credits()
  const job = await push({ name: 'Autumn', smart: 'true', drip_days: '3' })
  expect(office.credits().index.available).toBe(before.index.available - 12)
  turn(5)
  await office.work()
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect(wordOf(headers)).toContain('Every credit is back.')
  expect(office.credits()).toEqual(before)
  expect(await statusOf(job)).toBe('cancelled')
  const { html } = await browser.visit('ada', location!)
  expect(/<textarea[^>]*>([^<]*)</.exec(html)![1]!.trim().split('\n')).toEqual(LIST)
  expect(html).toMatch(/name="name"[^>]*value="Autumn"/)
  expect(html).toMatch(/name="smart"[^>]*checked/)
  expect(html).toMatch(/<option value="3" selected/)
  turn(60)
  await office.work()
  expect(await statusOf(job)).toBe('cancelled')
})

test('undone too late, nothing is cancelled, and what can still be done is said', async () => {
  const job = await push({ drip_days: '3' })
  turn(11)
  await office.work()
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect(location).toBe(job)
  expect(decodeURIComponent(headers.get('set-cookie')!)).toContain('Cancel push')
  expect(await statusOf(job)).toBe('sending')
})

test('undone twice, it is said to be undone already, and what is still set aside is named', async () => {
  const job = await push()
  await browser.send('ada', `${job}/undo`)
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect([location, wordOf(headers)]).toEqual([job, expect.stringContaining('undone or cancelled already')])
  expect(whatCameBack({ index: 0, check: 0 })).toBe('Every credit is back.')
  expect(whatCameBack({ index: 3, check: 1 })).toStartWith('3 index credits and 1 check credit are still set aside')
})

test('the same form, sent again from the history after an undo, says that nothing was pushed; the next click pushes', async () => {
  const before = office.credits()
  const key = { idempotency_key: 'once-0001' }
  const job = await push(key)
  await browser.send('ada', `${job}/undo`)
  const form = { urls: LIST.join('\n'), anyway_flag: 'unreachable', client: 'Northwind' }
  const { html: bill } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const quoted = /name="quoted" value="([^"]+)"/.exec(bill)![1]!
  const seen = await browser.send('ada', PUSH, { ...form, ...key, step: 'push', quoted })
  expect([seen.status, seen.location]).toEqual([200, null])
  expect(seen.text).toContain('was undone, so nothing was pushed now')
  expect(office.credits()).toEqual(before)
  const fresh = /name="idempotency_key" value="([^"]+)"/.exec(seen.html)![1]!
  expect(fresh).not.toBe(key.idempotency_key)
  expect(seen.html).toContain(`name="quoted" value="${quoted}"`)
  const again = await browser.send('ada', PUSH, { ...form, step: 'push', quoted, idempotency_key: fresh })
  expect(again.location).not.toBe(job)
  expect(office.credits().index.available).toBe(before.index.available - 12)
})

test('as much as can be paid, undone and sent again from the history, keeps the whole list', async () => {
  const urls = Array.from({ length: 120 }, (_, i) => `http://127.0.0.1:9/${i}`).join('\n')
  const form = { urls, anyway_flag: 'unreachable', client: 'Northwind', idempotency_key: 'first-0001' }
  const { html } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const first = { ...form, step: 'first', quoted: /name="quoted" value="([^"]+)"/.exec(html)![1]! }
  expect((await browser.send('ada', PUSH, first)).text).toContain('The other 20 are still here')
  const { items } = await office.call<{ items: { id: string }[] }>('ada', 'list_jobs')
  await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/jobs/${items[0]!.id}/undo`)
  const seen = await browser.send('ada', PUSH, first)
  expect(seen.text).toContain('was undone, so nothing was pushed now')
  expect(/<textarea[^>]*>([^<]*)</.exec(seen.html)![1]!.trim().split('\n')).toHaveLength(120)
  expect(office.credits().index.available).toBe(100)
})

test('an order by API begins at once; what was ordered on a page is nothing for a viewer to undo', async () => {
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', { urls: LIST, preflight: false })
  await office.work()
  expect(await statusOf(id)).toBe('watching')
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20 })
  const job = idIn(await push({ client: 'Bakery' }))
  const there = `/app/w/${CAST.vera.tenant_id}/jobs/${job}`
  expect((await browser.visit('ada', there)).text).toContain('Nothing has left yet.')
  expect((await browser.visit('vera', there)).text).not.toContain('Nothing has left yet.')
  expect((await browser.send('vera', `${there}/undo`)).status).toBe(403)
  expect((await browser.send('rita', `/app/w/${CAST.rita.tenant_id}/jobs/${job}/undo`)).status).not.toBe(200)
  expect(await statusOf(job)).toBe('queued')
})
