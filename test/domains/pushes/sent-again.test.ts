/** Failed links that were ordered to be sent again, and are not sent after all. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { DAY, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'
import { START } from '../../world.ts'

let one: Awaited<ReturnType<typeof pushing>>
let refused: string | null

beforeEach(async () => {
  refused = 'page-0'
  const simulated = crawlAdapters.get('simulated')!
  const picky = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): CrawlRoute => ({
      ...simulated.create(...made),
      send: async ({ ref, urls: sent }) => ({
        task_id: ref,
        rejected: sent
          .filter((url) => refused && url.endsWith(refused))
          .map((url) => ({ url, reason: 'No such page' })),
      }),
    }),
  }
  one = await pushing(100, 100, { crawl_adapters: new Map([['simulated', picky]]) })
})
afterEach(() => {
  expectBooksToBalance(one.db)
  one.close()
})

/** A push whose first link the supplier refused. */
async function push(more: object = {}): Promise<string> {
  const { id } = await one.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(4), preflight: false, ...more })
  await one.work()
  return id
}
const links = (id: string) =>
  one.db.read((tx) =>
    tx.rows<Record<string, string | null>>(
      'select state, credit, reason, settled_at, due_at from links where job_id = ? order by id',
      id,
    ),
  )
const job = (id: string) =>
  one.db.read((tx) => ({
    ...tx.row<{ status: string; finished_at: string | null }>('select status, finished_at from jobs where id = ?', id)!,
    told: tx.number("select count(*) from happenings where event = 'job_finished'"),
  }))
const failedAgain = (id: string) =>
  one.db.read((tx) => tx.number('select id from links where job_id = ? and again is not null', id))
/** As the page orders it: it goes in ten seconds. */
const retry = (id: string) => one.call('ada', 'retry_job', { id, delay_s: 10 })

test('what is held back is the retry alone, not a link whose day comes in the same millisecond', async () => {
  const id = await push({ drip_days: 2 })
  const before = links(id)
  expect(before.map(({ state }) => state)).toEqual(['failed', 'sent', 'scheduled', 'scheduled'])
  one.clock.set(before[2]!.due_at!)
  await retry(id)
  const at = plus(before[2]!.due_at!, 10 * SECOND)
  expect(links(id).map(({ due_at }) => due_at)).toEqual([at, null, before[2]!.due_at!, before[3]!.due_at!])
  await one.call('ada', 'cancel_job', { id })
  expect(links(id)).toEqual(before)
})

test('undone, a link says why and when it failed, as it did before', async () => {
  const id = await push()
  const before = links(id)
  expect(before[0]).toMatchObject({ state: 'failed', reason: 'No such page' })
  one.clock.set(plus(START, DAY / 2))
  await retry(id)
  expect(links(id)[0]).toMatchObject({ state: 'scheduled', reason: null, settled_at: null })
  await one.call('ada', 'cancel_job', { id })
  expect(links(id)).toEqual(before)
})

describe('a push that had been sent, retried and then cancelled whole,', () => {
  const orders = [
    ['by a program', (id: string) => one.call('ada', 'retry_job', { id })],
    ['on a page', retry],
  ] as const
  test.each(orders)('is watched as before, and its looks go on (%s)', async (_, order) => {
    const id = await push()
    const [before, credits] = [links(id), one.credits()]
    expect(job(id)).toMatchObject({ status: 'watching' })
    one.clock.set(plus(START, DAY / 2))
    await order(id)
    expect(job(id)).toMatchObject({ status: 'sending' })
    expect(await one.call('ada', 'cancel_job', { id })).toMatchObject({ cancelled: 1, kept: 3, status: 'watching' })
    expect(links(id)).toEqual(before)
    expect(one.credits()).toEqual(credits)
    for (const day of [1, 3, 7]) await one.day(day)
    expect(job(id)).toMatchObject({ status: 'done', told: 1 })
  })

  test.each(orders)('is over as before, at the same moment, and nobody is told twice (%s)', async (_, order) => {
    const id = await push()
    for (const day of [1, 3, 7]) await one.day(day)
    const [before, ended] = [links(id), job(id)]
    expect(ended).toMatchObject({ status: 'done', told: 1 })
    one.clock.set(plus(START, 8 * DAY))
    one.db.write((tx) => tx.run("delete from happenings where event = 'job_finished'"))
    await order(id)
    await one.call('ada', 'cancel_job', { id })
    expect([links(id), job(id)]).toEqual([before, { ...ended, told: 0 }])
    expect(one.call('ada', 'cancel_job', { id })).rejects.toThrow('already done')
    expect(await one.call('ada', 'retry_job', { id })).toMatchObject({ retried: 1 })
  })
})

test.each([
  ['undone', (id: string) => one.call('ada', 'cancel_job', { id })],
  ['stopped', (id: string) => one.call('ada', 'cancel_job', { id, url_ids: [failedAgain(id)] })],
] as const)(
  'a push whose last look comes within the seconds of a retry ends when that is %s, and it is told',
  async (_, end) => {
    const id = await push()
    for (const day of [1, 3, 7]) {
      if (job(id).status !== 'watching') break
      one.clock.set(plus(START, day * DAY - 2 * SECOND))
      await retry(id)
      await one.day(day)
      await end(id)
    }
    expect(job(id)).toMatchObject({ status: 'done', told: 1 })
  },
)

test('sent again and taken this time, a link forgets that it had failed', async () => {
  const id = await push()
  refused = null
  await one.call('ada', 'retry_job', { id })
  await one.work()
  expect(links(id)[0]).toMatchObject({ state: 'sent', reason: null, settled_at: null })
  expect(one.db.read((tx) => tx.number('select count(*) from links where again is not null'))).toBe(0)
})
