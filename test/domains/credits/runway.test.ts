/** How long credits last: what is available now by the average use, without reserved credits and expected refunds. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { consume, grant, reserve, runwaysOf } from '../../../src/domains/credits/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { callerOf, START, world } from '../../world.ts'

let w: ReturnType<typeof world>
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const at = (day: number) => w.clock.set(plus(START, day * DAY))
const of = (id: string) => w.db.read((tx) => runwaysOf(tx, [id], UTC_DAYS)).get(id)!
const give = (tenant_id: string, amount: number) =>
  w.db.write((tx) => void grant(tx, { tenant_id, kind: 'index', amount, reason: 'adjustment', actor: 'test' }))

/** Reserves for a job, of which some are used. */
function use(tenant_id: string, amount: number, reserved = amount) {
  w.db.write((tx) => {
    const job_id = `job_${tenant_id}_${tx.now}_${amount}`
    reserve(tx, callerOf('ada'), { tenant_id, kind: 'index', amount: reserved, job_id })
    if (amount > 0) consume(tx, { kind: 'index', amount, job_id })
  })
}

test('credits that are reserved or expected back do not make the balance last longer', () => {
  give('ten_bakery', 100)
  use('ten_bakery', 10, 100)
  expect(of('ten_bakery')).toMatchObject({ spendable: 0, used_per_day: 10, runway_days: 0, lacks: 300 })
})

test('the average is that of the last 28 days, or of the days since the first push', () => {
  give('ten_bakery', 1000)
  use('ten_bakery', 30)
  at(2)
  expect(of('ten_bakery')).toMatchObject({ used_per_day: 10, runway_days: 97 })
  at(27)
  use('ten_bakery', 26)
  expect(of('ten_bakery')).toMatchObject({ used_per_day: 2, runway_days: 472, lacks: 0 })
  at(28)
  expect(of('ten_bakery').used_per_day).toBeCloseTo(26 / 28)
  at(60)
  expect(of('ten_bakery')).toMatchObject({ used_per_day: 0, runway_days: null, lacks: 0 })
})

test('a reservation of which nothing is used yet says nothing of the pace', () => {
  give('ten_bakery', 100)
  use('ten_bakery', 0, 60)
  expect(of('ten_bakery')).toMatchObject({ spendable: 40, runway_days: null })
})

test('the figure of an agency sums the workspaces below it that are not archived', () => {
  give('ten_northwind', 50)
  give('ten_bakery', 100)
  use('ten_northwind', 10)
  use('ten_bakery', 20)
  expect(of('ten_northwind')).toMatchObject({ spendable: 120, used_per_day: 30, runway_days: 4 })
  expect(of('ten_bakery')).toMatchObject({ spendable: 80, used_per_day: 20, runway_days: 4 })
  w.db.write((tx) => void tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", tx.now))
  expect(of('ten_northwind')).toMatchObject({ spendable: 40, used_per_day: 10, runway_days: 4 })
})
