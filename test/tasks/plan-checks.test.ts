import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { LOOKS_A_STEP } from '../../src/domains/checks/index.ts'
import { grant } from '../../src/domains/credits/index.ts'
import { planChecksTask } from '../../src/tasks/checks/plan-checks.ts'
import { takeLooksTask } from '../../src/tasks/checks/take-looks.ts'
import { expectBooksToBalance } from '../books.ts'
import { refusal } from '../refusal.ts'
import { type World, world } from '../world.ts'

let w: World
beforeEach(async () => {
  w = world()
  w.db.write((tx) => {
    grant(tx, { tenant_id: 'ten_northwind', kind: 'check', amount: 5_000, reason: 'adjustment', actor: 'pat' })
    return null
  })
  await connect()
})
afterEach(() => w.close())

const connect = (more: Record<string, unknown> = {}) =>
  w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true, ...more } } })

const N = 2 * LOOKS_A_STEP + 1
const urls = (n = N) => Array.from({ length: n }, (_, i) => `https://bakery.example/page-${i}`)
type Answer = { id: string; status: string; cancelled: number }
const check = (n = N) => w.call<Answer>('ada', 'check_index', { urls: urls(n) })
const statusOf = async ({ id }: Answer) => (await w.call<Answer>('ada', 'get_job_status', { id })).status
const looks = () => w.db.read((tx) => tx.row<{ n: number }>('select count(*) as n from looks')!.n)
const checks = async () =>
  (await w.call<{ check: { available: number; reserved: number } }>('ada', 'get_credits')).check

/** Runs the planner for so many transactions, as a kill would leave it. */
async function plan(steps: number) {
  const stop = new AbortController()
  let left = steps
  const write: typeof w.db.write = (work) => {
    left -= 1
    if (left < 1) stop.abort()
    return w.db.write(work)
  }
  await planChecksTask.run({ ...w.app, db: { ...w.db, write } }, stop.signal)
}

describe('a large check', () => {
  test('is answered before any of its looks is written, and planned in steps', async () => {
    const job = await check()
    expect([job.status, looks()]).toEqual(['queued', 0])
    expect(await checks()).toMatchObject({ available: 5_000 - N, reserved: N })
    for (const expected of [LOOKS_A_STEP, 2 * LOOKS_A_STEP, N]) {
      await plan(1)
      expect(looks()).toBe(expected)
    }
    expect(await statusOf(job)).toBe('checking')
    await w.run(planChecksTask)
    expect(looks()).toBe(N)
  })

  test('of few links is planned where it is ordered', async () => {
    const job = await check(LOOKS_A_STEP)
    expect([job.status, looks()]).toEqual(['checking', LOOKS_A_STEP])
  })

  test('is done with its last look, not while more are being planned', async () => {
    const job = await check()
    await plan(1)
    await w.run(takeLooksTask)
    expect(await statusOf(job)).toBe('queued')
    await w.run(planChecksTask, takeLooksTask)
    expect(await statusOf(job)).toBe('done')
    expect(await checks()).toMatchObject({ reserved: 0 })
    expectBooksToBalance(w.db)
  })

  test('that is cancelled half-way gives back what was not looked at', async () => {
    const job = await check()
    await plan(1)
    await w.run(takeLooksTask)
    await plan(1)
    const { cancelled } = await w.call<Answer>('ada', 'cancel_job', { id: job.id })
    expect(cancelled).toBe(N - LOOKS_A_STEP)
    expect(await checks()).toMatchObject({ reserved: 0 })
    await w.run(planChecksTask)
    expect([await statusOf(job), looks()]).toEqual(['cancelled', 2 * LOOKS_A_STEP])
    expectBooksToBalance(w.db)
  })

  test('counts towards the cap of the day when it is ordered, and cannot be ordered once more meanwhile', async () => {
    await connect({ daily_cap: N })
    const job = await check()
    expect(await refusal(check(1))).toMatchObject({ code: 'daily_cap', details: { used: N } })
    expect(await refusal(w.call('ada', 'recheck_job', { id: job.id }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('already being checked'),
    })
  })

  test('waits while its workspace is archived', async () => {
    const job = await check()
    w.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_northwind'", tx.now))
    await w.run(planChecksTask)
    expect(looks()).toBe(0)
    w.db.write((tx) => tx.run("update tenants set archived_at = null where id = 'ten_northwind'"))
    await w.run(planChecksTask)
    expect([await statusOf(job), looks()]).toEqual(['checking', N])
  })
})
