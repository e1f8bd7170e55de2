/** Limits of the outside services: a job says why it waits and until when, and goes on by itself once they allow it. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { between, DAY, dayOf, HOUR, MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { type Agency, agency, expectBooksToBalance, type Job } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const turning = test.skipIf(!CAN_TURN)

let one: Agency
beforeEach(async () => {
  one = await agency()
})
afterEach(() => one.close())

const urls = (name: string, n: number) => Array.from({ length: n }, (_, i) => `https://bakery.example/${name}-${i}`)
const push = (name: string, n = 2) => one.push(urls(name, n), { name, preflight: false })
const check = (name: string) => one.post<Job>('/check', { urls: urls(name, 2), name })
const noteOf = async ({ id }: { id: string }) => (await one.job(id)).note
const asked = () => one.engine.tasks.length
const orders = () => one.crawler.received.filter(({ path }) => /create/.test(path)).length

turning("looks beyond an engine's daily cap wait for midnight, and then are made by themselves", async () => {
  await one.put('/settings/integrations', { engines: { scan_standard: { daily_cap: 4 } } })
  const { id } = await push('capped', 6)
  await one.reaches(id, 'watching')
  const noon = `${dayOf(plus(one.clock.now(), 2 * DAY))}T12:00:00.000Z`
  one.clock.turn(between(one.clock.now(), noon))
  await one.tick()
  const midnight = dayOf(plus(noon, DAY))
  expect(await until('a note', () => noteOf({ id }))).toContain(
    `Checks wait for scan_standard: 4 a day are used, 0 left. Goes on at ${midnight} 00:00 UTC`,
  )
  expect(asked()).toBe(4)
  const refused = await one.ask('POST', '/check', { urls: urls('refused', 1) })
  expect(refused).toMatchObject({ status: 429, error: { code: 'daily_cap' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(11 * 3600)

  one.clock.turn(12 * HOUR + MINUTE)
  await until('the other looks', async () => asked() === 6)
  await one.tick()
  expect(await one.reaches(id, 'done')).toMatchObject({ note: null, outcome: { states: { indexed: 6 } } })
  expect((await expectBooksToBalance(one)).index.reserved).toBe(0)
})

turning('who is told to wait by a 429 waits as long as it says, in one queue a service, and says so', async () => {
  const wait = { status: 429, headers: { 'retry-after': '3600' }, body: { error: 'slow down' } }
  one.engine.fail(wait, 1, /task_post/)
  one.crawler.fail(wait, 1, /create/)
  const checks = [await check('first')]
  const pushes = [await push('first')]
  const resumes = plus(one.clock.now(), HOUR)
  await until('the refusals', async () => one.engine.received.length > 0 && orders() > 0)
  await until('a note', () => noteOf(pushes[0]!))
  checks.push(await check('second'))
  pushes.push(await push('second'))
  for (const job of checks)
    expect(await until('a note', () => noteOf(job))).toContain(
      'Checks wait for scan_standard: nothing more is taken for now',
    )
  const note = await until('a note', () => noteOf(pushes[1]!))
  expect(note).toStartWith("The crawl supplier's limit is reached (nothing more is taken for now). Sending goes on at ")
  const [, goes_on] = /(\d\d:\d\d) UTC/.exec(note)!
  expect([resumes, plus(resumes, MINUTE)].map((time) => time.slice(11, 16))).toContain(goes_on!)
  expect({ looks: asked(), orders: orders() }).toEqual({ looks: 0, orders: 1 })

  one.clock.turn(HOUR + 30 * SECOND)
  for (const { id } of pushes) expect(await one.reaches(id, 'watching')).toMatchObject({ note: null })
  await until('the looks', async () => asked() === 4)
  await one.tick()
  for (const { id } of checks) expect(await one.reaches(id, 'done')).toMatchObject({ note: null })
  expect({ looks: asked(), orders: orders() }).toEqual({ looks: 4, orders: 3 })
  expect(one.ordered().toSorted()).toEqual([...urls('first', 2), ...urls('second', 2)])
  await expectBooksToBalance(one)
})
