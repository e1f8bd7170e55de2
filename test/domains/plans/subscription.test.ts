import { afterEach, beforeEach, expect, test } from 'bun:test'
import { planInForce, planOf, subscribe } from '../../../src/domains/plans/index.ts'
import { rootOf } from '../../../src/domains/tenants/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const planNow = (tenant_id: string) => w.db.read((tx) => planOf(tx, w.app, tenant_id).plan)

test('clients use the plan of the agency at the root of their tree', () => {
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_starter' }))
  expect(planNow('ten_bakery')).toBe('agency_starter')
  expect(w.db.read((tx) => rootOf(tx, 'ten_bakery'))).toBe('ten_northwind')
  expect(planNow('ten_rival')).toBe('agency_scale')
})

test('a workspace that has subscribed to nothing is on the free plan', () => {
  w.db.write((tx) => tx.run("delete from tenant_plans where tenant_id = 'ten_northwind'"))
  expect(planNow('ten_northwind')).toBe('free')
  expect(planNow('ten_bakery')).toBe('free')
})

test('a failed payment leaves the plan in force for seven days, then only the free limits', () => {
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'past_due' }))
  w.clock.set(plus(START, 7 * DAY - 1))
  expect(planNow('ten_bakery')).toBe('agency_pro')
  w.clock.set(plus(START, 7 * DAY))
  expect(planNow('ten_bakery')).toBe('free')
})

test('telling of the failed payment again does not lengthen the grace', () => {
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'past_due' }))
  w.clock.turn(3 * DAY)
  const again = w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'past_due' }))
  expect(again.grace_until).toBe(plus(START, 7 * DAY))
  const paid = w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro' }))
  expect(paid).toMatchObject({ status: 'active', grace_until: null })
})

test('a canceled plan counts no more, whatever grace is noted', () => {
  const late = plus(START, DAY)
  expect(planInForce({ plan: 'agency_scale', status: 'canceled', grace_until: late }, START)).toBe('free')
  expect(planInForce({ plan: 'agency_scale', status: 'active', grace_until: null }, START)).toBe('agency_scale')
  expect(planInForce({ plan: 'agency_scale', status: 'past_due', grace_until: null }, START)).toBe('free')
  expect(planInForce(null, START)).toBe('free')
})

test('what is left out stays while the plan stays, and a new plan starts clean', () => {
  w.db.write((tx) =>
    subscribe(tx, 'ten_northwind', {
      plan: 'agency_pro',
      interval: 'year',
      current_period_end: plus(START, 300 * DAY),
    }),
  )
  const kept = w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', interval: null }))
  expect(kept).toMatchObject({ interval: null, current_period_end: plus(START, 300 * DAY) })
  const moved = w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_scale' }))
  expect(moved).toMatchObject({ interval: null, current_period_end: null, status: 'active' })
})
