/** Calls at Google, by class and by the workspaces that a person may see. */
import { afterEach, expect, test } from 'bun:test'
import { serveProperty } from '../../../src/domains/checks/index.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { momentAt } from '../../../src/kernel/time/zones.ts'
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { pages } from '../../domains/providers/setting.ts'
import { START } from '../../world.ts'
import { PROPERTY, type Queued, queued } from './queued.ts'

const open: Queued[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

type Quota = {
  properties: {
    property: string
    used: number
    left: number
    kept: number
    resets_at: string
    classes: { class: string; used: number; waiting: number; done_by: string | null }[]
    workspaces: { tenant_id: string; used: number }[]
    others: number
  }[]
}

test('the quota of a property has calls by class and workspace, what is left, and when those that wait are asked for', async () => {
  const one = await queued()
  open.push(one)
  one.clock.set(momentAt('America/Los_Angeles', '2026-11-10', 0))
  one.wait('ten_bakery', 30)
  one.wait('ten_northwind', 3000, 4, 'recheck')
  await one.until(momentAt('America/Los_Angeles', '2026-11-10', 3), 10 * MINUTE)
  const own = one.inspections().length
  const [shown] = (await one.call<Quota>('pat', 'get_google_quota')).properties
  expect(shown).toMatchObject({
    ...{ property: PROPERTY, per_day: 2000, kept: 500, ours: 1500, limited: null, day: '2026-11-10' },
    ...{ used: own, left: 1500 - own, others: 0, resets_at: '2026-11-11T08:00:00.000Z' },
  })
  expect(shown!.classes.map(({ class: of, used, waiting }) => [of, used, waiting])).toEqual([
    ['guarantee', 30, 0],
    ['confirmation', 0, 0],
    ['smart_filter', 0, 0],
    ['retention', own - 30, 3030 - own],
    ['person', 0, 0],
    ['backfill', 0, 0],
  ])
  // 1,500 a day: what is left of 3,000 ends on the third day.
  expect(shown!.classes[3]!.done_by).toStartWith('2026-11-12')
  expect(shown!.workspaces).toEqual([
    { tenant_id: 'ten_northwind', name: 'Northwind', used: own - 30 },
    { tenant_id: 'ten_bakery', name: 'Bakery', used: 30 },
  ] as never)
})

test('an agency sees properties that serve its workspaces, and of the calls of others their number alone', async () => {
  const one = await queued()
  open.push(one)
  one.wait('ten_rival', 5)
  one.wait('ten_bakery', 7)
  await one.take()
  const seen = async (who: 'ada' | 'rita') => (await one.call<Quota>(who, 'get_google_quota')).properties
  expect(await seen('ada')).toEqual([])
  one.db.write((tx) => serveProperty(tx, PROPERTY, [{ tenant_id: 'ten_bakery', reserve_pct: 40 }]) ?? null)
  expect(await seen('rita')).toEqual([])
  expect(await seen('ada')).toMatchObject([
    { used: 12, kept: 800, workspaces: [{ tenant_id: 'ten_bakery', used: 7 }], others: 5 },
  ])
  await expect(one.call('vera', 'get_google_quota')).rejects.toMatchObject({ code: 'forbidden' })
})

test('a push says how many of its checks Google answered, and until when the others are', async () => {
  const one = await queued()
  open.push(one)
  one.clock.set(momentAt('America/Los_Angeles', '2026-11-10', 0))
  const { id } = await one.push(['https://bakery.example/bread'])
  one.wait('ten_bakery', 40, 4, 'recheck')
  one.db.write((tx) => tx.run('update looks set job_id = ?', id))
  const before = await one.call<{ waiting: number; inspected_by: string }>('ada', 'get_job_google', { id })
  expect(before).toMatchObject({ inspected: 0, shown: 0, waiting: 40 })
  expect(before.inspected_by < '2026-11-11').toBe(true)
  await one.until(momentAt('America/Los_Angeles', '2026-11-10', 2), 10 * MINUTE)
  const after = { inspected: 40, shown: 0, waiting: 0, inspected_by: null }
  expect(await one.call('ada', 'get_job_google', { id })).toMatchObject(after)
})

test('a push says how many of its checks were free, and when those that wait are inspected: behind as many of each other workspace', async () => {
  const one = await queued()
  open.push(one)
  const { id } = await one.push(pages(5))
  await one.work()
  one.clock.set(plus(START, DAY))
  one.wait('ten_bakery', 3000)
  await one.run(recheckLinksTask)
  const checks = () => one.call('ada', 'get_job_google', { id })
  expect(await checks()).toMatchObject({ inspected: 0, shown: 0, waiting: 5, inspected_by: plus(START, DAY) })
  // All of its own workspace are ahead, and the paid engine is asked after a day.
  one.wait('ten_northwind', 3000)
  expect(await checks()).toMatchObject({ waiting: 5, inspected_by: plus(START, 2 * DAY) })
  await one.until(plus(START, DAY + HOUR), 5 * MINUTE)
  expect(await checks()).toMatchObject({ inspected: 5, shown: 0, waiting: 0, inspected_by: null })
})
