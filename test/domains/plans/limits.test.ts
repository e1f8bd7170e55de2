import { afterEach, beforeEach, expect, test } from 'bun:test'
import { assertFeature, assertRoom, type PlanName, subscribe } from '../../../src/domains/plans/index.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const on = (plan: PlanName) => w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan }))

function faultOf(work: () => void): Fault | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

test.each([
  ['free', 'logo', 'agency_starter'],
  ['agency_starter', 'accent', 'agency_pro'],
  ['agency_starter', 'from_name', 'agency_pro'],
  ['agency_pro', 'domain', 'agency_scale'],
] as const)('on %s, %s is 403 and names %s and where to get it', (plan, feature, required_plan) => {
  on(plan)
  const fault = faultOf(() => w.db.read((tx) => assertFeature(tx, w.app, 'ten_bakery', feature)))
  expect(fault).toMatchObject({ code: 'plan_required', status: 403 })
  expect(fault?.details).toMatchObject({
    code: 'plan_required',
    required_plan,
    upgrade_url: 'http://localhost:8080/app/plan',
  })
  on(required_plan)
  expect(faultOf(() => w.db.read((tx) => assertFeature(tx, w.app, 'ten_bakery', feature)))).toBeNull()
})

test('the free plan takes 50 URLs in a push and refuses 51 with 429, the plan that takes them, and Retry-After', () => {
  on('free')
  const push = (urls: number) =>
    faultOf(() => w.db.read((tx) => assertRoom(tx, w.app, 'ten_bakery', 'urls_per_push', urls)))
  expect(push(50)).toBeNull()
  const fault = push(51)
  expect(fault).toMatchObject({ code: 'plan_limit', status: 429, retry_after: 86_400 })
  expect(fault?.details).toMatchObject({ code: 'plan_limit', allowed: 50, need: 51, required_plan: 'agency_starter' })
})

test('a limit names the lowest plan that allows what was asked', () => {
  on('agency_starter')
  const clients = (need: number) =>
    faultOf(() => w.db.read((tx) => assertRoom(tx, w.app, 'ten_northwind', 'clients', need)))?.details
  expect(clients(5)).toBeUndefined()
  expect(clients(6)?.required_plan).toBe('agency_pro')
  expect(clients(26)?.required_plan).toBe('agency_scale')
})

test('what is unlimited is never refused', () => {
  on('agency_scale')
  w.db.read((tx) => assertRoom(tx, w.app, 'ten_northwind', 'keys', 1_000_000))
})

test('where no plan on offer allows it, the refusal says so', () => {
  const plans = w.app.catalog.plans.map((plan) => ({ ...plan, keys: 3, features: [] }))
  const app = { ...w.app, catalog: { ...w.app.catalog, plans } }
  const limit = faultOf(() => w.db.read((tx) => assertRoom(tx, app, 'ten_northwind', 'keys', 4)))
  expect(limit?.details.required_plan).toBeNull()
  const feature = faultOf(() => w.db.read((tx) => assertFeature(tx, app, 'ten_northwind', 'logo')))
  expect(feature?.details.required_plan).toBeNull()
})

test('a refusal counts in good English', () => {
  on('free')
  const message = (limit: 'keys' | 'clients' | 'members' | 'urls_per_push', need: number) =>
    faultOf(() => w.db.read((tx) => assertRoom(tx, w.app, 'ten_northwind', limit, need)))?.message
  expect(message('keys', 3)).toBe('The plan Free allows 1 API key; 3 need the plan Agency Starter.')
  expect(message('clients', 1)).toBe('The plan Free allows no clients; 1 needs the plan Agency Starter.')
  expect(message('members', 6)).toBe('The plan Free allows 2 members; 6 need the plan Agency Pro.')
  expect(message('urls_per_push', 20_000)).toBe(
    'The plan Free allows 50 URLs in one push; 20,000 are on no plan on offer.',
  )
})

test('where only a late payment keeps the plan that was subscribed to out of force, the refusal says so', () => {
  const grace_until = w.clock.now()
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'past_due', grace_until }))
  const keys = (need: number) => faultOf(() => w.db.read((tx) => assertRoom(tx, w.app, 'ten_bakery', 'keys', need)))
  expect(keys(3)).toMatchObject({
    message:
      'The plan Free allows 1 API key; 3 need the plan Agency Pro. The feature returns as soon as the late payment arrives.',
    details: { plan: 'free', required_plan: 'agency_pro', payment_late: true },
  })
  expect(keys(21)?.details).toMatchObject({ required_plan: 'agency_scale', payment_late: false })
  const feature = (name: 'accent' | 'domain') =>
    faultOf(() => w.db.read((tx) => assertFeature(tx, w.app, 'ten_northwind', name)))
  expect(feature('accent')).toMatchObject({
    message: 'An own accent colour needs the plan Agency Pro. The feature returns as soon as the late payment arrives.',
    details: { required_plan: 'agency_pro', payment_late: true },
  })
  expect(feature('domain')?.details).toMatchObject({ required_plan: 'agency_scale', payment_late: false })
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'canceled' }))
  expect(keys(3)?.details).toMatchObject({ required_plan: 'agency_starter', payment_late: false })
})
