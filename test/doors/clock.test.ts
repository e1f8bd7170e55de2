/** A clock that cannot be right moves nothing; what it wrote already is put right. */
import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScheduler, type Scheduler } from '../../src/doors/ops/scheduler.ts'
import { DAY, HOUR, MINUTE, plus, type Time } from '../../src/kernel/time/clock.ts'
import { tasks } from '../../src/tasks/index.ts'
import { watchClockTask } from '../../src/tasks/install/watch-clock.ts'
import { expectBooksToBalance } from '../books.ts'
import { pages, type Setting, setting } from '../domains/providers/setting.ts'
import { startAsBinary } from '../e2e/binary.ts'
import { START } from '../world.ts'

setDefaultTimeout(600_000)

const FAR = '2099-06-01T09:00:00.000Z'

let one: Setting
let scheduler: Scheduler
const lines: string[] = []
beforeAll(startAsBinary, 600_000)
beforeEach(async () => {
  lines.length = 0
  const log = (message: string) => void lines.push(message)
  one = await setting({ index: 1000, log: { debug() {}, info: log, warn: log, error: log } })
  // A copy of the database at each turn of the clock would take most of the time, and shows nothing here.
  Object.assign(one.app.config, { backup_keep: 0 })
  scheduler = createScheduler(one.app)
  one.app.wake = scheduler.wake
  scheduler.start()
  await everything()
})
afterEach(async () => {
  await scheduler.stop()
  one.end()
})

/** Runs every task once, the clock's first, and what those wake. */
async function everything(rounds = 2): Promise<void> {
  const { signal } = new AbortController()
  for (let i = 0; i < rounds; i++)
    for (const { name } of [watchClockTask, ...tasks]) await scheduler.runTask(name, signal)
}

const rows = <T>(sql: string, ...params: string[]) => one.db.read((tx) => tx.rows<T>(sql, ...params))
const number = (sql: string) => one.db.read((tx) => tx.number(sql))
const money = () => rows('select tenant_id, kind, available, reserved from purses order by 1, 2')
const links = () =>
  rows<{ state: string; n: number }>('select state, count(*) as n from links group by state order by 1')

/** A push of which some is sent and some drips, a month of a plan, an answer kept for a retry. */
async function work() {
  await one.push(pages(5, 'sent.example'))
  const drip = await one.push(pages(30, 'drip.example'), { drip_days: 30 })
  await everything()
  const key = { idempotency_key: 'the same push' }
  const ordered = await one.call('ada', 'submit_index_job', { urls: pages(2, 'twice.example') }, key)
  await everything()
  return { drip, again: () => one.call('ada', 'submit_index_job', { urls: pages(2, 'twice.example') }, key), ordered }
}

test('at 2099 nothing is granted, sent, settled or forgotten; with the right clock all goes on by itself', async () => {
  const { again, ordered } = await work()
  const before = { money: money(), links: links(), keys: number('select count(*) from idempotency_keys') }
  one.clock.set(FAR)
  await everything()
  expect({ money: money(), links: links(), keys: number('select count(*) from idempotency_keys') }).toEqual(before)
  expect(await again()).toEqual(ordered)
  expect(lines.filter((line) => line.startsWith('The clock says 2099-06-01 09:00 UTC'))).toHaveLength(1)
  one.clock.set(plus(START, HOUR))
  await everything()
  expect(lines).toContain('the clock is in order again: everything goes on')
  expect(money()).toEqual(before.money)
  one.clock.set(plus(START, DAY + HOUR))
  await everything()
  expect(links()).not.toEqual(before.links)
  expectBooksToBalance(one.db)
})

test('operators are told once, by letter, and let it go on by a button; nobody else may', async () => {
  await work()
  one.clock.set(FAR)
  await everything()
  await everything()
  expect(rows('select to_address, template from mails where template = ?', 'operator_alert')).toEqual([
    { to_address: 'pat@platform.example', template: 'operator_alert' },
  ])
  const sent = number("select count(*) from links where state = 'sent'")
  await expect(one.call('ada', 'confirm_clock')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await one.call('pat', 'confirm_clock')).toMatchObject({ held: true, now: FAR })
  await everything()
  expect(number("select count(*) from links where state = 'sent'")).not.toBe(sent)
  expect(await one.call('pat', 'confirm_clock')).toMatchObject({ held: false })
  expectBooksToBalance(one.db)
})

test('vouched for before the doubt was noticed, everything held back by it is woken as well', async () => {
  one.clock.set(FAR)
  expect(await one.call('pat', 'confirm_clock')).toMatchObject({ held: true })
  await scheduler.runTask(watchClockTask.name, new AbortController().signal)
  expect(lines).toContain('the clock is in order again: everything goes on')
})

test('the word that `signalpost doctor --clock-is-right` leaves is taken once', async () => {
  one.clock.set(FAR)
  await everything()
  const word = join(one.folder, 'clock-is-right')
  writeFileSync(word, '')
  await scheduler.runTask(watchClockTask.name, new AbortController().signal)
  expect([existsSync(word), await one.call('pat', 'confirm_clock')]).toMatchObject([false, { held: false }])
  one.clock.set(plus(FAR, 40 * DAY))
  expect(await one.call('pat', 'confirm_clock')).toMatchObject({ held: true })
})

test('a machine that was off for a month goes on by itself', async () => {
  await work()
  const sent = number("select count(*) from links where state = 'sent'")
  one.clock.turn(34 * DAY)
  await everything()
  expect(number("select count(*) from links where state = 'sent'")).not.toBe(sent)
  expect(lines.filter((line) => line.startsWith('The clock says'))).toEqual([])
})

test('at most three missed months are granted by themselves; the rest is told', async () => {
  const lines = () => number("select count(*) from ledger where reason = 'plan_grant' and kind = 'index'")
  await one.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_pro' })
  await everything()
  const before = lines()
  for (let day = 30; day <= 300; day += 30) {
    // A process that runs, but for this task.
    one.clock.set(plus(START, day * DAY))
    await watchClockTask.run(one.app, new AbortController().signal)
  }
  await everything()
  const granted = lines() - before
  expect(granted).toBe(3)
  expect(
    rows<{ facts: string }>("select facts from mails where template = 'operator_alert'").map(({ facts }) => facts)[0],
  ).toContain('of its plan from')
  await everything()
  expect(lines() - before).toBe(3)
})

describe('rows that a wrong clock stamped', () => {
  /** As before there was any doubt: everything ran at that time. */
  async function unguarded(time: Time, then: () => Promise<unknown>): Promise<void> {
    one.clock.set(time)
    one.db.write((tx) => tx.run("delete from settings where name = 'clock'"))
    one.db.write((tx) => tx.run('delete from task_runs'))
    await then()
    one.clock.set(plus(START, 2 * HOUR))
    one.db.write((tx) => tx.run("delete from settings where name = 'clock'"))
    one.db.write((tx) =>
      tx.run("insert into task_runs (task, started_at, finished_at, done) values ('x', ?1, ?1, 0)", tx.now),
    )
  }

  test('are found at the next start, so that nothing waits for that time', async () => {
    await unguarded(FAR, async () => {
      await one.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_pro' })
      await one.push(pages(5, 'future.example'))
      await one.push(pages(10, 'drip.example'), { drip_days: 10 })
      await everything()
    })
    expect(number("select count(*) from links where sent_at > '2090'")).toBeGreaterThan(4)
    await everything()
    for (const [table, column] of [
      ['links', 'sent_at'],
      ['links', 'next_look_at'],
      ['links', 'due_at'],
      ['jobs', 'created_at'],
      ['batches', 'sent_at'],
      ['batches', 'report_due_at'],
      ['plan_calendar', 'due_at'],
      ['idempotency_keys', 'created_at'],
    ])
      expect([table, column, number(`select count(*) from ${table} where ${column} > '2027-01-15'`)]).toEqual([
        table,
        column,
        0,
      ])
    for (let day = 1; day <= 25; day++) {
      one.clock.set(plus(START, day * DAY + 3 * HOUR))
      await everything()
    }
    expect(links().filter(({ state }) => state === 'sent' || state === 'scheduled')).toEqual([])
    expectBooksToBalance(one.db)
  })

  test('no row is touched whose time may be right', async () => {
    await work()
    one.clock.turn(-30 * MINUTE)
    const all = () => [
      rows('select * from links order by id'),
      rows('select * from batches order by id'),
      rows('select * from plan_calendar'),
    ]
    const before = all()
    one.db.write((tx) =>
      tx.run("update settings set value = json_set(value, '$.repair', json('true')) where name = 'clock'"),
    )
    await scheduler.runTask(watchClockTask.name, new AbortController().signal)
    expect(all()).toEqual(before)
    expect(lines.filter((line) => line.startsWith('times in the future'))).toEqual([])
  })
})
