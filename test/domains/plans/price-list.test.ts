import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Plan } from '../../../src/domains/plans/index.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

type Plans = { items: (Plan & { current: boolean })[]; total: number }

test('anyone may read the plans, lowest first, with the own one marked', async () => {
  const { items, total } = await w.call<Plans>('vera', 'list_plans')
  expect(total).toBe(4)
  expect(items.map((plan) => [plan.plan, plan.current])).toEqual([
    ['free', false],
    ['agency_starter', false],
    ['agency_pro', false],
    ['agency_scale', true],
  ])
  const page = await w.call<Plans>('vera', 'list_plans', { dir: 'desc', page: 2, page_size: 3 })
  expect(page).toMatchObject({ total: 4, items: [{ plan: 'free' }] })
})

test('packs come in the order of the price list, or sorted', async () => {
  const names = async (input: object) =>
    (await w.call<{ items: { pack: string }[] }>('vera', 'list_packs', { ...input })).items.map((one) => one.pack)
  expect(await names({})).toEqual(['try', 'boost', 'pro', 'checks', 'checks_l'])
  expect(await names({ sort: 'check_credits', dir: 'desc', page_size: 2 })).toEqual(['checks_l', 'pro'])
})

test('the price list holds packs, plans, the guarantee and the rate limits', async () => {
  expect(await w.call('vera', 'get_pricing')).toMatchObject({
    currency: 'USD',
    packs: w.app.catalog.packs,
    plans: w.app.catalog.plans,
    guarantee: { look_days: [1, 3, 7] },
    rate_limits: { key_per_minute: 60, key_per_day: 10_000, session_per_minute: 300 },
  })
})
