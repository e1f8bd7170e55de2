import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { userById } from '../../../src/domains/accounts/index.ts'
import { startFreePlan } from '../../../src/domains/credits/index.ts'
import { DAY, HOUR, plusMonths, type Time } from '../../../src/kernel/time/clock.ts'
import { grantPlanCreditsTask } from '../../../src/tasks/grant-plan-credits.ts'
import { START, type World, world } from '../../world.ts'
import { expectBalanced } from './books.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

const verified = (id: string, email?: string) =>
  w.db.write((tx) => {
    if (email) tx.run('update users set email = ? where id = ?', email, id)
    startFreePlan(tx, w.app, userById(tx, id)!)
    return null
  })
const onFree = (id: string) => w.db.write((tx) => tx.run('delete from tenant_plans where tenant_id = ?', id))
const grants = () => w.run(grantPlanCreditsTask)
const purse = async (who: 'rita' | 'ada' = 'rita') => {
  const { index, check } = await w.call<Record<'index' | 'check', { available: number }>>(who, 'get_credits')
  return [index.available, check.available]
}
const on = (time: Time) => w.clock.set(time)
const setPlan = (plan: string, more: Record<string, unknown> = {}) =>
  w.call('pat', 'set_tenant_plan', { id: 'ten_rival', plan, ...more })

describe('the free plan', () => {
  beforeEach(() => onFree('ten_rival'))

  test('gives ten trial links and a hundred checks once the address is verified, and the checks again each month', async () => {
    await grants()
    expect(await purse()).toEqual([0, 0])
    verified('usr_rita')
    await grants()
    await grants()
    expect(await purse()).toEqual([10, 100])
    on(plusMonths(START, 1))
    await grants()
    await grants()
    expect(await purse()).toEqual([10, 200])
  })

  test('gives nothing while the address is not verified', async () => {
    w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', 'usr_rita'))
    verified('usr_rita')
    await grants()
    expect(await purse()).toEqual([0, 0])
  })

  test('gives the trial once a tree: a second owner brings no second one', async () => {
    verified('usr_rita')
    w.db.write((tx) =>
      tx.run(
        "insert into members (tenant_id, user_id, role, created_at) values ('ten_rival', 'usr_ben', 'owner', ?)",
        tx.now,
      ),
    )
    verified('usr_ben')
    expect((await purse())[0]).toBe(10)
  })

  test('gives the trial once a person: a second tree brings no second one', async () => {
    verified('usr_rita')
    onFree('ten_northwind')
    w.db.write((tx) =>
      tx.run(
        "insert into members (tenant_id, user_id, role, created_at) values ('ten_northwind', 'usr_rita', 'owner', ?)",
        tx.now,
      ),
    )
    verified('usr_rita')
    expect([(await purse())[0], (await purse('ada'))[0]]).toEqual([10, 0])
  })

  test('gives no trial to the owner of a paid tree', async () => {
    verified('usr_ada')
    await grants()
    expect(await purse('ada')).toEqual([0, 0])
  })
})

describe('the credits of a month', () => {
  test('of a paid plan follow each month, on the same day, however short a month is', async () => {
    on('2026-12-31T12:00:00.000Z')
    await setPlan('agency_starter', { grant_period: true, period_end: '2027-01-31T12:00:00Z' })
    expect(await purse()).toEqual([500, 2500])
    for (const [time, months] of [
      ['2027-01-31T11:59:59.999Z', 1],
      ['2027-01-31T12:00:00.000Z', 2],
      ['2027-02-28T12:00:00.000Z', 3],
      ['2027-03-31T11:00:00.000Z', 3],
      ['2027-03-31T12:00:00.000Z', 4],
    ] as const) {
      on(time)
      await grants()
      expect([time, await purse()]).toEqual([time, [500 * months, 2500 * months]])
    }
  })

  test('that fell due while the install was off are all granted, once', async () => {
    await setPlan('agency_starter')
    expect(await purse()).toEqual([0, 0])
    on(plusMonths(START, 3))
    await grants()
    expect(await purse()).toEqual([1500, 7500])
    await grants()
    expect(await purse()).toEqual([1500, 7500])
  })

  test('begin anew with a new plan, and are not moved by setting the same one again', async () => {
    await setPlan('agency_starter')
    w.clock.turn(20 * DAY)
    await setPlan('agency_starter', { interval: 'year' })
    on(plusMonths(START, 1))
    await grants()
    expect(await purse()).toEqual([500, 2500])
    await setPlan('agency_pro')
    on(plusMonths(plusMonths(START, 1), 1))
    await grants()
    expect(await purse()).toEqual([2500, 12_500])
  })

  test('wait while a payment is late, and come when it is paid', async () => {
    await setPlan('agency_starter')
    on(plusMonths(START, 1))
    await setPlan('agency_starter', { status: 'past_due' })
    await grants()
    w.clock.turn(6 * DAY)
    await grants()
    expect(await purse()).toEqual([0, 0])
    await setPlan('agency_starter', { status: 'active' })
    await grants()
    expect(await purse()).toEqual([500, 2500])
  })

  test('are those of the free plan once the grace is over, and paid features are locked from that moment', async () => {
    await setPlan('agency_pro')
    on(plusMonths(START, 1))
    await setPlan('agency_pro', { status: 'past_due' })
    const brand = () =>
      w.call('rita', 'put_branding', { id: 'ten_rival', from_name: 'Rival' }).then(
        () => 'set',
        (fault) => fault.code,
      )
    w.clock.turn(7 * DAY - 1)
    expect(await brand()).toBe('set')
    w.clock.turn(1)
    expect(await brand()).toBe('plan_required')
    await grants()
    expect(await purse()).toEqual([0, 100])
    expect(await w.call('rita', 'get_branding', { id: 'ten_rival' })).toMatchObject({
      from_name: 'Rival',
      allowed: { from_name: false },
    })
  })

  test('are not given to an archived workspace, and go on when it is back', async () => {
    await setPlan('agency_starter')
    await w.call('pat', 'update_tenant', { id: 'ten_rival', archived: true })
    on(plusMonths(START, 1))
    await grants()
    await w.call('pat', 'update_tenant', { id: 'ten_rival', archived: false })
    await grants()
    expect(await purse()).toEqual([0, 0])
    w.clock.turn(31 * DAY + HOUR)
    await grants()
    expect(await purse()).toEqual([500, 2500])
  })
})
