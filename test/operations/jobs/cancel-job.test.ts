/** Links of a push that are called off by themselves: all that has not left, and nothing else. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { UpstreamError } from '../../../src/kernel/web-fetch/upstream-error.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'

let one: Awaited<ReturnType<typeof pushing>>
let ordered: string[]
let meet: () => Promise<void>

beforeEach(async () => {
  ordered = []
  meet = async () => {}
  const simulated = crawlAdapters.get('simulated')!
  const supplier = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): CrawlRoute => ({
      ...simulated.create(...made),
      async send(batch) {
        await meet()
        ordered.push(...batch.urls)
        return { task_id: batch.ref, rejected: [] }
      },
      find: async () => null,
    }),
  }
  one = await pushing(100, 100, { crawl_adapters: new Map([['simulated', supplier]]) })
})
afterEach(() => {
  expectBooksToBalance(one.db)
  one.close()
})

type Answer = { status: string; cancelled: number; kept: number }
const push = async (more: object = {}) =>
  (await one.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(6), preflight: false, ...more })).id
const links = (id: string) =>
  one.db.read((tx) =>
    tx.rows<{ id: number; url: string; state: string; credit: string }>(
      'select id, url, state, credit from links where job_id = ? order by id',
      id,
    ),
  )
const states = (id: string) => links(id).map(({ state }) => state)
/** Calls these off, by their place in the list. */
const stop = (id: string, ...places: number[]) =>
  one.call<Answer>('ada', 'cancel_job', { id, url_ids: places.map((place) => links(id)[place]!.id) })
const statusOf = (id: string) =>
  one.db.read((tx) => tx.row<{ status: string }>('select status from jobs where id = ?', id)!.status)
const batches = () => one.db.read((tx) => tx.rows('select state, url_count from batches order by id'))

test('only the chosen are not sent: their credits come back, those sent are told and stay, the others go on their days', async () => {
  const id = await push({ drip_days: 3 })
  await one.work()
  expect(await stop(id, 0, 2, 5)).toMatchObject({ status: 'sending', cancelled: 2, kept: 1 })
  expect(states(id)).toEqual(['sent', 'sent', 'cancelled', 'scheduled', 'scheduled', 'cancelled'])
  expect(one.credits().index).toEqual({ available: 96, reserved: 4 })
  expectBooksToBalance(one.db)
  for (const day of [1, 2]) await one.day(day)
  expect(ordered).toEqual([0, 1, 3, 4].map((place) => links(id)[place]!.url))
  expect(statusOf(id)).toBe('watching')
})

test('with nothing left to send the push goes on as if all had been sent, to its end', async () => {
  const id = await push({ drip_days: 3 })
  await one.work()
  expect(await stop(id, 2, 3, 4, 5, 5)).toMatchObject({ status: 'watching', cancelled: 4, kept: 0 })
  for (const day of [1, 3, 7]) await one.day(day)
  expect(statusOf(id)).toBe('done')
  expect(ordered).toHaveLength(2)
})

test('called off before any link has left, the whole push is cancelled', async () => {
  const credits = one.credits()
  for (const more of [{}, { smart: true }, { drip_days: 2, holdout_pct: 20 }]) {
    const id = await push(more)
    expect(await stop(id, 0, 1, 2, 3, 4, 5)).toMatchObject({ status: 'cancelled', cancelled: 6, kept: 0 })
    expect(one.credits()).toEqual(credits)
    await one.work()
    expect([statusOf(id), ordered]).toEqual(['cancelled', []])
  }
})

test('a link that waits for its look before the push gives its check credit back, too; the push goes on with the others', async () => {
  const early = await push({ pre_check: true })
  await stop(early, 0)
  expect(one.credits()).toEqual({ index: { available: 95, reserved: 5 }, check: { available: 95, reserved: 5 } })
  await one.run(advancePushesTask)
  expect(statusOf(early)).toBe('checking')
  await stop(early, 1)
  expect(one.credits()).toEqual({ index: { available: 96, reserved: 4 }, check: { available: 96, reserved: 4 } })
  expectBooksToBalance(one.db)
  await one.run(takeLooksTask, advancePushesTask)
  expect(one.credits().check).toEqual({ available: 96, reserved: 0 })
  await one.work()
  expect(states(early)).toEqual(['cancelled', 'cancelled', 'sent', 'sent', 'sent', 'sent'])
})

test('where the last look that a push waited for is of a link that is called off, it goes on at once', async () => {
  const id = await push({ pre_check: true, urls: urls(2) })
  await one.run(advancePushesTask)
  one.db.write((tx) => {
    const [first] = tx.rows<{ id: number }>('select id from looks where job_id = ? order by id', id)
    return tx.run("update looks set next_attempt_at = '2099-01-01T00:00:00.000Z' where id = ?", first!.id)
  })
  await one.run(takeLooksTask, advancePushesTask)
  expect(statusOf(id)).toBe('checking')
  await stop(id, 0)
  await one.work()
  expect(states(id)).toEqual(['cancelled', 'sent'])
})

test('a link leaves a batch that waits for its supplier; a batch without links is gone', async () => {
  meet = async () => {
    throw new UpstreamError('rate', 'slow down', 60_000)
  }
  const id = await push()
  await one.work()
  expect(batches()).toEqual([{ state: 'planned', url_count: 6 }])
  expect(await stop(id, 1)).toMatchObject({ cancelled: 1, kept: 0, status: 'sending' })
  expect(batches()).toEqual([{ state: 'planned', url_count: 5 }])
  await stop(id, 0, 2, 3, 4)
  const sites = one.db.read((tx) => tx.rows('select site from batch_sites'))
  expect([batches(), sites]).toEqual([[{ state: 'planned', url_count: 1 }], [{ site: 'bakery.example' }]])
  meet = async () => {}
  one.clock.turn(120_000)
  await one.work()
  expect(ordered).toEqual(['https://bakery.example/page-5'])
  const other = await push({ urls: urls(1, 'other') })
  meet = async () => {
    throw new UpstreamError('rate', 'slow down', 60_000)
  }
  await one.work()
  expect(await stop(other, 0)).toMatchObject({ status: 'cancelled', cancelled: 1 })
  expect(batches()).toHaveLength(1)
  expect(one.db.read((tx) => tx.rows('select site from batch_sites'))).toHaveLength(1)
})

test('a batch whose filling was broken off is gone, too, once nothing is left to fill it with', async () => {
  const id = await push({ drip_days: 2 })
  await one.work()
  meet = async () => {
    throw new UpstreamError('rate', 'slow down', 60_000)
  }
  await one.day(1)
  one.db.write((tx) => void tx.run("update batches set next_attempt_at = null where state = 'planned'"))
  expect(await stop(id, 3, 4, 5)).toMatchObject({ cancelled: 3, status: 'watching' })
  expect(batches()).toEqual([{ state: 'sent', url_count: 3 }])
})

test('what the supplier is being given, or may have, is kept, not called off', async () => {
  const id = await push({ drip_days: 2 })
  let answer: Answer | undefined
  meet = async () => {
    answer = await stop(id, 0, 3)
    expect((await refusal(stop(id, 1))).message).toContain('None of these links waits to be sent')
    throw new UpstreamError('unknown', 'lost')
  }
  await one.run(advancePushesTask, sendLinksTask)
  expect(answer).toMatchObject({ cancelled: 1, kept: 1 })
  expect(batches()).toEqual([{ state: 'doubtful', url_count: 3 }])
  expect(await stop(id, 1, 4)).toMatchObject({ cancelled: 1, kept: 1 })
  expect(states(id)).toEqual(['scheduled', 'scheduled', 'scheduled', 'cancelled', 'cancelled', 'scheduled'])
})

test('a link that waits to be sent again is where it was: failed, for its reason', async () => {
  const id = await push({ drip_days: 3 })
  await one.work()
  one.db.write((tx) => {
    tx.run(
      "update links set state = 'failed', credit = 'released', reason = 'No such page' where id = ?",
      links(id)[0]!.id,
    )
    tx.run('update reservations set returned = returned + 1 where job_id = ?', id)
    tx.run("update purses set reserved = reserved - 1 where kind = 'index' and tenant_id = 'ten_northwind'")
    return null
  })
  await one.call('ada', 'retry_job', { id })
  expect(await stop(id, 0, 5)).toMatchObject({ cancelled: 2, status: 'sending' })
  expect(states(id)).toEqual(['failed', 'sent', 'scheduled', 'scheduled', 'scheduled', 'cancelled'])
  const reason = one.db.read((tx) => tx.row('select reason from links where id = ?', links(id)[0]!.id))
  expect(reason).toEqual({ reason: 'No such page' })
})

test('links of another job, links of a check and links that have all left are refused, and nothing moves', async () => {
  const [id, other] = [await push({ drip_days: 3 }), await push({ urls: urls(2, 'other') })]
  const strange = links(other)[0]!.id
  const mixed = one.call('ada', 'cancel_job', { id, url_ids: [links(id)[5]!.id, strange] })
  expect(await refusal(mixed)).toMatchObject({ code: 'validation_failed' })
  await one.work()
  expect(await refusal(stop(other, 0))).toMatchObject({ code: 'conflict' })
  expect(await refusal(stop(id, 0))).toMatchObject({ code: 'conflict' })
  const check = await one.call<{ id: string }>('ada', 'check_index', { urls: urls(2) })
  expect((await refusal(stop(check.id, 0))).message).toContain('This is a check')
  expect(states(id)).toEqual(['sent', 'sent', 'scheduled', 'scheduled', 'scheduled', 'scheduled'])
  const told = one.db.read((tx) => tx.number("select count(*) from audit where action = 'cancel_job'"))
  expect(told).toBe(0)
})

/** What the summary promises, and what the cancel then does. */
async function promised(id: string) {
  const { cancel } = await one.call<{ cancel: Preview | null }>('ada', 'get_job_summary', { id })
  const before = one.credits()
  const { cancelled } = await one.call<Answer>('ada', 'cancel_job', { id })
  const after = one.credits()
  const back = (kind: 'index' | 'check') => after[kind].available - before[kind].available
  return { cancel, done: { links: cancelled, index: back('index'), check: back('check') } }
}
type Preview = { links: number; index: number; check: number; again: boolean }

test('the summary says exactly what a cancel undoes, at every stage, and null once that is nothing', async () => {
  const agrees = async (id: string, links: number) => {
    const { cancel, done } = await promised(id)
    expect(cancel).toEqual({ ...done, links, again: false })
  }
  await agrees(await push(), 6)
  await agrees(await push({ pre_check: true }), 6)
  const asked = await push({ pre_check: true })
  await one.run(advancePushesTask)
  await agrees(asked, 6)
  const looked = await push({ pre_check: true })
  await one.run(advancePushesTask, takeLooksTask)
  await agrees(looked, 6)
  const drip = await push({ drip_days: 3 })
  await one.work()
  await agrees(drip, 4)
  const { id: check } = await one.call<{ id: string }>('ada', 'check_index', { urls: urls(5, 'checked') })
  await agrees(check, 5)
  const sent = await push()
  await one.work()
  for (const id of [sent, drip]) {
    expect(await one.call('ada', 'get_job_summary', { id })).toMatchObject({ cancel: null })
    expect(await refusal(one.call('ada', 'cancel_job', { id }))).toMatchObject({ code: 'conflict' })
  }
})
