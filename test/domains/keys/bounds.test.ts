/** A key gives no key, itself included, more than it has; only who may change a key may replace or delete it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { takeDailyCredits } from '../../../src/kernel/scheduling/limits.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

type Limits = { rate_per_min: number | null; rate_per_day: number | null; daily_credit_cap: number | null }
type Key = Limits & { id: string; secret: string; platform: boolean; status: string }

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const make = (who: Parameters<World['call']>[0], input: Record<string, unknown> = {}) =>
  w.call<Key>(who, 'create_api_key', input)
const change = (who: Parameters<World['call']>[0], input: Record<string, unknown>) =>
  w.call<Key>(who, 'update_api_key', input)
const callerWith = ({ secret }: Key): Caller => w.db.read((tx) => callerOfKey(tx, secret))!.caller
const spend = (key: Key, n: number) => w.db.write((tx) => void takeDailyCredits(tx, callerWith(key), n) as undefined)

const CAPPED = { role: 'admin', daily_credit_cap: 5, rate_per_min: 10 }
const FORBIDDEN = { code: 'forbidden', message: expect.stringContaining('more than it has') }

describe('a key with limits', () => {
  let key: Key
  let caller: Caller
  beforeEach(async () => {
    key = await make('ada', CAPPED)
    caller = callerWith(key)
  })

  test.each([
    { daily_credit_cap: null },
    { daily_credit_cap: 6 },
    { rate_per_min: 11 },
    { rate_per_min: null },
    { daily_credit_cap: null, rate_per_min: 600, rate_per_day: 100_000 },
  ])('cannot give itself %j', async (limits) => {
    expect(await refusal(change(caller, { id: key.id, ...limits }))).toMatchObject(FORBIDDEN)
    expect(await w.call<Key>('ada', 'get_api_key', { id: key.id })).toMatchObject(CAPPED)
  })

  test('may lower its own, and what is not limited for it is free', async () => {
    expect(
      await change(caller, { id: key.id, daily_credit_cap: 4, rate_per_min: 9, rate_per_day: 100_000 }),
    ).toMatchObject({ daily_credit_cap: 4, rate_per_min: 9, rate_per_day: 100_000 })
    expect(await change('ada', { id: key.id, daily_credit_cap: null, rate_per_min: null })).toMatchObject({
      daily_credit_cap: null,
      rate_per_min: null,
    })
  })

  test('makes keys with its own limits, and none with higher ones', async () => {
    expect(await make(caller)).toMatchObject({ daily_credit_cap: 5, rate_per_min: 10, rate_per_day: null })
    expect(await make(caller, { daily_credit_cap: 2 })).toMatchObject({ daily_credit_cap: 2, rate_per_min: 10 })
    for (const limits of [{ daily_credit_cap: 6 }, { daily_credit_cap: null }, { rate_per_min: 60 }])
      expect(await refusal(make(caller, limits))).toMatchObject(FORBIDDEN)
  })

  test('shares its ceiling with the keys that it makes, and those with theirs', async () => {
    const child = await make(caller, { role: 'admin' })
    const grandchild = await make(callerWith(child))
    spend(child, 2)
    spend(grandchild, 2)
    expect(() => spend(key, 2)).toThrow('5 credits a day')
    expect(() => spend(grandchild, 2)).toThrow('5 credits a day')
    spend(key, 1)
    await change('ada', { id: child.id, daily_credit_cap: 100 })
    spend(child, 50)
  })

  test('does not replace a key that has more, nor take its place', async () => {
    const free = await make('ada', { role: 'member' })
    expect(await refusal(make(caller, { replaces: free.id }))).toMatchObject(FORBIDDEN)
    expect(await make(caller, { replaces: key.id })).toMatchObject(CAPPED_LIMITS)
  })

  test('changes others as far as it raises nothing', async () => {
    const free = await make('ada', { role: 'member' })
    expect(await change(caller, { id: free.id, name: 'Other', rate_per_min: 50 })).toMatchObject({ rate_per_min: 50 })
    expect(await refusal(change(caller, { id: free.id, rate_per_min: 70 }))).toMatchObject(FORBIDDEN)
  })
})

const CAPPED_LIMITS = { daily_credit_cap: 5, rate_per_min: 10 }

test('a key without limits gives what a person can', async () => {
  const caller = callerWith(await make('ada', { role: 'owner' }))
  expect(await make(caller, { rate_per_min: 600, daily_credit_cap: 1000 })).toMatchObject({ rate_per_min: 600 })
})

describe('a key that can do more than the caller', () => {
  const admin: Caller = { ...callerOf('ada'), role: 'admin' }

  test('is neither replaced nor deleted by them, but stopped', async () => {
    const owners = await make('ada', { role: 'owner' })
    for (const act of [
      make(admin, { replaces: owners.id }),
      w.call(admin, 'delete_api_key', { id: owners.id }),
      change(admin, { id: owners.id, name: 'Mine' }),
    ])
      expect(await refusal(act)).toMatchObject({ code: 'forbidden' })
    expect(await w.call('ada', 'get_api_key', { id: owners.id })).toMatchObject({ status: 'active', revoked_at: null })
    expect(await w.call(admin, 'revoke_api_key', { id: owners.id })).toMatchObject({ status: 'revoked' })
  })

  test('because it carries the platform is left alone by an owner, too', async () => {
    const platform = await make('pat', { role: 'owner' })
    expect(platform.platform).toBe(true)
    const owner: Caller = { ...callerOf('pat'), platform: false }
    for (const act of [
      make(owner, { replaces: platform.id }),
      w.call(owner, 'delete_api_key', { id: platform.id }),
      change(owner, { id: platform.id, name: 'Mine' }),
    ])
      expect(await refusal(act)).toMatchObject({ code: 'forbidden' })
    await w.call('pat', 'delete_api_key', { id: platform.id })
  })
})
