/** Ten seconds in which an order of a person can be undone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SECOND } from '../../src/kernel/clock.ts'
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
  const { location } = await browser.send('ada', `${job}/undo`)
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
