/** The budget of a month: sums by day and quarters at its edges say what the quarters alone would. */
import { afterEach, expect, test } from 'bun:test'
import { budgetOf, endSpend, giveBack } from '../../../src/features/retention/watches/budget.ts'
import { DAY, HOUR, plus, type Time } from '../../../src/kernel/time/clock.ts'
import { daysOfZone, quarterHourOf } from '../../../src/kernel/time/zone-days.ts'
import { radar } from './radar.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

const AGENCY = 'ten_northwind'
const ROOT = { tenant_id: AGENCY, budget_month: 1_000_000 }
const CLIENTS = [AGENCY, 'ten_bakery']

const quarters = (from: Time, to: Time) => {
  const found: Time[] = []
  for (let at = quarterHourOf(from); at < to; at = plus(at, HOUR / 4)) found.push(at)
  return found
}

/** As `budgetOf`, from every quarter. */
const plainly = (zone: string) => {
  const days = daysOfZone(zone)
  const today = days.dayOf(w.clock.now())
  const [month, day] = [days.startOf(`${today.slice(0, 7)}-01`), days.startOf(today)]
  return w.rows<{ tenant_id: string; month: number; today: number }>(
    `select tenant_id, sum(credits) as month, sum(iif(quarter >= ?, credits, 0)) as today from retention_spend
     where root_id = ? and quarter >= ? group by 1 order by 1`,
    ...[day, AGENCY, month],
  )
}

const read = () =>
  [...w.db.read((tx) => budgetOf(tx, ROOT)).spent]
    .map(([tenant_id, of]) => ({ tenant_id, ...of }))
    .sort((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))

for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
  test(`in ${zone}`, async () => {
    w = await radar()
    await w.call('ada', 'update_tenant', { id: AGENCY, time_zone: zone })
    const begin = w.clock.now()
    w.db.write((tx) => {
      for (const [i, quarter] of quarters(plus(begin, -35 * DAY), plus(begin, 35 * DAY)).entries())
        tx.run('insert into retention_spend values (?, ?, ?, ?)', AGENCY, quarter, CLIENTS[i % 2]!, 1 + (i % 7))
      return null
    })
    // Every hour of the turn of a month, and one of each other day.
    for (let i = 0; i < 34 * 24; i++) {
      w.clock.turn(HOUR)
      const day = Number(w.clock.now().slice(8, 10))
      if (day > 2 && day < 30 && i % 23 > 0) continue
      expect([w.clock.now(), read()]).toEqual([w.clock.now(), plainly(zone)])
    }
  })

test('credits that come back leave the sums, and old quarters go', async () => {
  w = await radar()
  w.clock.turn(10 * DAY)
  const now = w.clock.now()
  w.db.write((tx) => {
    for (const at of [now, plus(now, -2 * DAY), plus(now, -100 * DAY)])
      tx.run(`insert into retention_spend values (?, ?, 'ten_bakery', 5)`, AGENCY, quarterHourOf(at))
    giveBack(tx, 'ten_bakery', AGENCY, plus(now, -2 * DAY), 2)
    return null
  })
  expect(read()).toEqual([{ tenant_id: 'ten_bakery', today: 5, month: 8 }])
  expect(w.db.write((tx) => endSpend(tx, 10))).toBe(1)
  expect(read()).toEqual([{ tenant_id: 'ten_bakery', today: 5, month: 8 }])
})
