/** Links that an engine dropped by its own choice are pushed again by the rule of a workspace. */
import { afterEach, expect, test } from 'bun:test'
import { pushAgain } from '../../../src/features/retention/drops/push-again.ts'
import { between, DAY, plus } from '../../../src/kernel/time/clock.ts'
import { daysOfZone } from '../../../src/kernel/time/zone-days.ts'
import { purgeDeletedJobsTask } from '../../../src/tasks/pushes/purge-deleted-jobs.ts'
import { some } from '../../long/whole.ts'
import { refusal } from '../../refusal.ts'
import { radar } from './radar.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

const page = () =>
  new Response('<html lang="en"><title>Bread</title><p>Rye, wheat and spelt from our own oven, each morning.</html>', {
    headers: { 'content-type': 'text/html' },
  })
type Rule = { re_push: 'off' | 'ask' | 'auto'; re_push_cap_day?: number; re_push_budget_month?: number }
type Pushed = { created_at: string; links: number; is_automatic: number; name: string; tenant_id: string }
const pushes = () =>
  w.rows<Pushed>(
    `select p.created_at, p.links, p.is_automatic, j.name, j.tenant_id from drop_pushes p join jobs j on j.id = p.job_id
     order by p.created_at, p.job_id`,
  )

/** Pages that dropped without a cause of their own, under a rule. */
async function dropped(n: number, rule: Rule) {
  w = await radar()
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
  const urls = Array.from({ length: n }, (_, i) => `/bread${i}`)
  for (const path of urls) w.web.put(path, page)
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000, ...rule })
  await w.push(urls.map((path) => w.web.at(path)))
  await w.go(5)
  w.state.sees = () => 'no'
  while (w.watches().some(({ drop_id }) => drop_id === null)) await w.go(1)
}

test('by rule a link is pushed again at most twice, 30 days apart, as an ordinary push with its own credit and refund', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  const before = w.credits().index.available
  expect(pushes()).toEqual([])
  await w.go(110)
  const found = pushes()
  expect(found.map(({ links, is_automatic }) => [links, is_automatic])).toEqual([
    [1, 1],
    [1, 1],
  ])
  const [drop] = w.drops()
  expect(between(w.watches()[0]!.dropped_at!, found[0]!.created_at) / DAY).toBeGreaterThanOrEqual(30)
  expect(between(found[0]!.created_at, found[1]!.created_at) / DAY).toBeGreaterThanOrEqual(30)
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set([`Dropped, ${drop!.host}`]))
  // Neither was found again, so both credits came back.
  expect(w.credits().index).toEqual({ available: before, reserved: 0 })
  const shown = await w.call<{ pushes: { automatic: boolean; links: number }[] }>('ada', 'get_drop', { id: drop!.id })
  expect(shown.pushes).toMatchObject([
    { automatic: true, links: 1 },
    { automatic: true, links: 1 },
  ])
})

test.each(some(['Pacific/Auckland', 'UTC'], 2))(
  'the rule keeps its cap of a day and its budget of a month, in %s',
  async (zone) => {
    await dropped(12, { re_push: 'auto', re_push_cap_day: 2, re_push_budget_month: 5 })
    await w.call('ada', 'update_tenant', { id: 'ten_northwind', time_zone: zone })
    await w.go(70, 12)
    const sums = (of: (time: string) => string) =>
      [...Map.groupBy(pushes(), ({ created_at }) => of(created_at)).values()].map((some) =>
        some.reduce((sum, { links }) => sum + links, 0),
      )
    const days = daysOfZone(zone)
    expect(Math.max(...sums(days.dayOf))).toBe(2)
    expect(Math.max(...sums(days.monthOf))).toBe(5)
  },
)

test('off and ask push nothing; ask makes the links a case of Today once they may be pushed', async () => {
  await dropped(2, { re_push: 'ask' })
  const cases = async () => {
    const { open } = await w.call<{ open: { kind: string; count: number }[] }>('ada', 'get_attention', {})
    return open.filter(({ kind }) => kind === 'drops').map(({ count }) => count)
  }
  await w.go(20)
  expect(await cases()).toEqual([])
  await w.go(14)
  expect(await cases()).toEqual([2])
  expect(pushes()).toEqual([])
  await w.call('ada', 'update_retention', { id: 'ten_northwind', re_push: 'off' })
  await w.go(5)
  expect(await cases()).toEqual([])
  expect(pushes()).toEqual([])
})

test('nothing is pushed by rule for a week after an event of the engine, nor after a person closed the drop', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  await w.go(28)
  w.db.write((tx) =>
    tx.run(
      "insert into engine_events (id, root_id, opened_at, until, hosts, clients) values ('e', 'ten_northwind', ?, ?, 6, 4)",
      tx.now,
      plus(tx.now, 7 * DAY),
    ),
  )
  await w.go(6)
  expect(pushes()).toEqual([])
  await w.go(3)
  expect(pushes()).toHaveLength(1)
  await w.call('ada', 'close_drop', { id: w.drops()[0]!.id, why: 'Old pages' })
  await w.go(40)
  expect(pushes()).toHaveLength(1)
})

test('a cause on the page is never pushed by rule', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  w.db.write((tx) => {
    tx.run("update drops set cause = 'noindex'")
    return tx.run("update watches set cause = 'noindex'")
  })
  await w.go(40)
  expect(pushes()).toEqual([])
})

test('a kill between the order and its marks repeats nothing: both are one transaction', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  w.clock.turn(32 * DAY)
  const { write } = w.app.db
  const jobs = () => w.rows('select id from jobs').length
  const before = jobs()
  w.app.db.write = ((work: Parameters<typeof write>[0]) =>
    write((tx) => {
      work(tx)
      throw new Error('killed')
    })) as typeof write
  await expect(pushAgain(w.app, new AbortController().signal)).rejects.toThrow('killed')
  w.app.db.write = write
  expect(jobs()).toBe(before)
  expect(await pushAgain(w.app, new AbortController().signal)).toBe(1)
  expect(await pushAgain(w.app, new AbortController().signal)).toBe(0)
  expect(jobs()).toBe(before + 1)
  await w.work()
})

test('without index credits it waits, and the settings refuse a negative budget', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  w.db.write((tx) => tx.run("update purses set available = 0 where tenant_id = 'ten_northwind' and kind = 'index'"))
  w.clock.turn(32 * DAY)
  expect(await pushAgain(w.app, new AbortController().signal)).toBe(0)
  expect(
    await refusal(w.call('ada', 'update_retention', { id: 'ten_northwind', re_push_budget_month: -1 })),
  ).toMatchObject({ code: 'validation_failed' })
})

test('a page of two pushes is pushed again once, and one that comes back and drops not more often than twice', async () => {
  w = await radar()
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
  w.web.put('/rye', page)
  await w.call('ada', 'update_retention', {
    ...{ id: 'ten_northwind', on: true, budget_month: 1000, re_push: 'auto', re_push_budget_month: 100 },
  })
  for (let i = 0; i < 2; i++) await w.push([w.web.at('/rye')])
  await w.go(5)
  w.state.sees = () => 'no'
  while (w.watches().some(({ drop_id }) => drop_id === null)) await w.go(1)
  expect(w.watches()).toHaveLength(2)
  await w.go(34)
  expect(pushes().map(({ links }) => links)).toEqual([1])
  expect(w.watches().map(({ pushed_again }) => pushed_again)).toEqual([1, 1])
  // It comes back, also as a link of the new push, and drops again: all three links are one page.
  w.state.sees = () => 'yes'
  await w.go(40)
  expect(w.watches().map(({ state, pushed_again }) => [state, pushed_again])).toEqual([
    ['returned', 1],
    ['returned', 1],
    ['kept', 0],
  ])
  w.state.sees = () => 'no'
  await w.go(150)
  expect(pushes().map(({ links }) => links)).toEqual([1, 1])
})

test('a client that takes settings of its own while the rule runs is pushed by them alone', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  w.clock.turn(32 * DAY)
  const [drop] = w.drops()
  const { read } = w.app.db
  // Between the reading of drops and the order of the first one.
  w.app.db.read = ((find: Parameters<typeof read>[0]) => {
    const found = read(find) as unknown
    if (Array.isArray(found) && (found[0] as { id?: string })?.id === drop!.id)
      w.db.write((tx) => {
        tx.run("update drops set tenant_id = 'ten_bakery' where id = ?", drop!.id)
        return tx.run(
          "insert into retention (tenant_id, is_on, budget_month, k_min, k_max, changed_by, changed_at) values ('ten_bakery', 0, 0, 2, 4, 'ada', ?)",
          tx.now,
        )
      })
    return found
  }) as typeof read
  expect(await pushAgain(w.app, new AbortController().signal)).toBe(0)
  w.app.db.read = read
})

test('a push that is deleted and purged keeps its part of the budget, and counts among the two of its page', async () => {
  await dropped(1, { re_push: 'auto', re_push_budget_month: 100 })
  while (pushes().length === 0) await w.go(1)
  const [first] = w.drops()
  const [push] = (await w.call<{ pushes: { job_id: string }[] }>('ada', 'get_drop', { id: first!.id })).pushes
  await w.go(8)
  await w.call('ada', 'delete_job', { id: push!.job_id })
  await w.run(purgeDeletedJobsTask)
  expect(w.rows('select id from jobs where id = ?', push!.job_id)).toEqual([])
  expect(w.rows('select tenant_id, links, is_automatic from drop_pushes')).toEqual([
    { tenant_id: 'ten_northwind', links: 1, is_automatic: 1 },
  ])
  const seen = await w.call<{ pushes: object[] }>('ada', 'get_drop', { id: first!.id })
  expect(seen.pushes).toMatchObject([{ job_id: null, links: 1 }])
  // Another link of the page drops later.
  w.state.sees = () => 'yes'
  await w.push([w.web.at('/bread0')])
  await w.go(5)
  w.state.sees = () => 'no'
  while (w.watches().at(-1)!.drop_id === null) await w.go(1)
  expect(w.watches().at(-1)).toMatchObject({ pushed_again: 1 })
})
