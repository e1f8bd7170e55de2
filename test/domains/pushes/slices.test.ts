import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { UpstreamError } from '../../../src/kernel/web-fetch/upstream-error.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { settleCancelledTask } from '../../../src/tasks/pushes/settle-cancelled.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { inLongRun } from '../../long/whole.ts'
import { pushing, urls } from '../../pushing.ts'

/** Three slices of a push, and a bit. */
const LINKS = 1200

let one: Awaited<ReturnType<typeof pushing>>
let write: typeof one.app.db.write
let answer: (urls: string[]) => { url: string; reason: string }[]

beforeEach(async () => {
  answer = () => []
  const simulated = crawlAdapters.get('simulated')!
  const supplier = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): CrawlRoute => ({
      ...simulated.create(...made),
      send: async ({ ref, urls }) => ({ task_id: ref, rejected: answer(urls) }),
      find: async ({ ref }) => ({ task_id: ref, rejected: [] }),
    }),
  }
  one = await pushing(500_000, 500_000, { crawl_adapters: new Map([['simulated', supplier]]) })
  write = one.app.db.write
})
afterEach(() => {
  expectBooksToBalance(one.db)
  one.close()
})

const killed = new Error('killed')

/** Does the work, and kills the process before its n-th commit. Whether it came to that. */
async function killAt(n: number, work: () => Promise<unknown>): Promise<boolean> {
  let [commits, dead] = [0, false]
  one.app.db.write = (step) => {
    dead ||= commits++ === n
    if (dead) throw killed
    return write(step)
  }
  await work().catch((error) => {
    if (!dead) throw error
  })
  one.app.db.write = write
  return dead
}

/** The same order once for each commit there is, killed there, begun anew; what it comes to must always be the same. */
async function atEachCommit<T>(
  begin: () => Promise<T>,
  work: (made: T) => Promise<unknown>,
  end: (made: T) => Promise<void>,
) {
  for (let n = 0; ; n++) {
    const made = await begin()
    const dead = await killAt(n, () => work(made))
    expectBooksToBalance(one.db)
    await one.run(settleCancelledTask, advancePushesTask, sendLinksTask)
    expectBooksToBalance(one.db)
    await end(made)
    if (!dead) return n
  }
}

let orders = 0
const push = async (more: Record<string, unknown> = {}) =>
  (
    await one.call<{ id: string }>('ada', 'submit_index_job', {
      urls: urls(LINKS, `order-${orders++}`),
      preflight: false,
      ...more,
    })
  ).id
const outcome = (id: string) =>
  one.db.read((tx) => {
    const job = tx.row<{ status: string; finished_at: string | null; outcome: string }>(
      'select * from jobs where id = ?',
      id,
    )!
    const { states, credits } = JSON.parse(job.outcome) as Record<'states' | 'credits', Record<string, number>>
    const rows = tx.rows<{ state: string; n: number }>(
      'select state, count(*) as n from links where job_id = ? group by state',
      id,
    )
    // What is kept on the job is what its links are.
    expect(Object.fromEntries(Object.entries(states).filter(([, n]) => n > 0))).toEqual(
      Object.fromEntries(rows.map(({ state, n }) => [state, n])),
    )
    return { status: job.status, states, credits }
  })
const days = (id: string) =>
  one.db.read((tx) =>
    tx.rows<{ day: string; n: number }>(
      'select due_at as day, count(*) as n from links where job_id = ? and due_at is not null group by 1',
      id,
    ),
  )
const sendAll = async () => one.run(advancePushesTask, sendLinksTask)

describe('a kill between two slices loses no link and no credit', () => {
  test('of planning and sending: each link has one day, is in one batch, and is sent once', async () => {
    const commits = await atEachCommit(
      () => push({ drip_days: 3, holdout_pct: 10 }),
      sendAll,
      async (id) => {
        expect(outcome(id)).toMatchObject({
          status: 'sending',
          states: { sent: 360, scheduled: 720, held_out: 120 },
          credits: { reserved: 1080, excluded: 120 },
        })
        expect(days(id).map(({ n }) => n)).toEqual([360, 360])
        const batches = one.db.read((tx) =>
          tx.rows('select state, url_count, next_attempt_at from batches where job_id = ? order by state', id),
        )
        expect(batches).toEqual([
          { state: 'held', url_count: 120, next_attempt_at: null },
          { state: 'sent', url_count: 360, next_attempt_at: null },
        ])
      },
    )
    expect(commits).toBeGreaterThan(8)
  }, 600_000)

  inLongRun(
    'of what the supplier took: all are sent at the same moment, however long it takes to write down',
    async () => {
      await atEachCommit(
        () => push(),
        sendAll,
        async (id) => {
          expect(outcome(id)).toMatchObject({
            status: 'watching',
            states: { sent: LINKS },
            credits: { reserved: LINKS },
          })
          const moments = one.db.read((tx) =>
            tx.number('select count(distinct sent_at || next_look_at) from links where job_id = ?', id),
          )
          expect(moments).toBe(1)
        },
      )
    },
    600_000,
  )

  test('of a refusal: every link fails, every credit is back', async () => {
    answer = () => {
      throw new UpstreamError('invalid', 'not these')
    }
    await atEachCommit(
      () => push(),
      sendAll,
      async (id) => {
        // Killed before the refusal was written, its supplier is asked whether it has it: this one says yes.
        const { states, credits } = outcome(id)
        expect([states.failed, states.sent]).toContain(LINKS)
        expect([credits.released, credits.reserved]).toContain(LINKS)
      },
    )
  }, 600_000)

  test('of a cancel: whatever had not gone is cancelled and paid back, nothing is sent afterwards', async () => {
    await atEachCommit(
      async () => {
        const id = await push({ drip_days: 2 })
        await sendAll()
        return id
      },
      (id) => one.call('ada', 'cancel_job', { id }),
      async (id) => {
        const { status, states, credits } = outcome(id)
        if (status === 'cancelled') expect([states.cancelled, credits.excluded]).toEqual([600, 600])
        else expect([status, states.scheduled]).toEqual(['sending', 600])
        expect(states.sent).toBe(600)
      },
    )
  }, 600_000)

  inLongRun(
    'of a cancel before anything was planned, looks included',
    async () => {
      await atEachCommit(
        async () => {
          const id = await push({ smart: true })
          await one.run(advancePushesTask)
          return id
        },
        (id) => one.call('ada', 'cancel_job', { id }),
        async (id) => {
          const { status, states } = outcome(id)
          if (status === 'cancelled') expect(states.cancelled).toBe(LINKS)
          else await one.call('ada', 'cancel_job', { id })
        },
      )
    },
    600_000,
  )

  test('of links that are stopped: each is paid back with its state, and the same order stops the others', async () => {
    const commits = await atEachCommit(
      async () => {
        const id = await push({ drip_days: 2 })
        await sendAll()
        const ids = one.db.read((tx) => tx.rows<{ id: number }>('select id from links where job_id = ?', id))
        return { id, url_ids: ids.map((link) => link.id) }
      },
      (order) => one.call('ada', 'cancel_job', order),
      async (order) => {
        const { status, states } = outcome(order.id)
        if (status === 'sending') await one.call('ada', 'cancel_job', order)
        else expect([states.cancelled, states.scheduled]).toEqual([600, 0])
        expect(outcome(order.id)).toMatchObject({
          status: 'watching',
          states: { sent: 600, cancelled: 600 },
          credits: { reserved: 600, excluded: 600 },
        })
      },
    )
    expect(commits).toBeGreaterThan(2)
  }, 600_000)

  inLongRun(
    'of the way back from the archive: every day moves once, by the time that was waited',
    async () => {
      const tenant_id = 'ten_northwind'
      const archive = (archived: boolean) => one.call('pat', 'update_tenant', { id: tenant_id, archived })
      const shift: number[] = []
      await atEachCommit(
        async () => {
          const id = await push({ drip_days: 3 })
          await sendAll()
          const before = days(id)
          await archive(true)
          one.clock.turn(1.5 * DAY)
          await one.run(sendLinksTask)
          expect(days(id)).toEqual(before)
          one.clock.turn(2.25 * DAY)
          await archive(false)
          return { id, before }
        },
        () => one.run(sendLinksTask),
        async ({ id, before }) => {
          const after = days(id)
          // What had fallen due goes out at once.
          expect(after.map(({ n }) => n)).toEqual([400])
          shift.push((Date.parse(after[0]!.day) - Date.parse(before[1]!.day)) / DAY)
          await one.call('ada', 'cancel_job', { id })
        },
      )
      expect(new Set(shift)).toEqual(new Set([2.25]))
    },
    600_000,
  )
})

test('a push that was called off is gone from the queue of its supplier with the first commit', async () => {
  const id = await push()
  await one.run(advancePushesTask)
  await killAt(1, () => one.call('ada', 'cancel_job', { id }))
  await one.run(sendLinksTask)
  expect(one.db.read((tx) => tx.number("select count(*) from links where job_id = ? and state = 'sent'", id))).toBe(0)
  await one.run(settleCancelledTask)
  expect(outcome(id)).toMatchObject({ status: 'cancelled', states: { cancelled: LINKS } })
})

test('what the supplier rejects of ten thousand fails link by link, and the others are sent', async () => {
  answer = (urls) => urls.slice(0, 800).map((url) => ({ url, reason: 'no' }))
  const id = await push()
  await sendAll()
  expect(outcome(id)).toMatchObject({ states: { failed: 800, sent: 400 }, credits: { released: 800, reserved: 400 } })
})
