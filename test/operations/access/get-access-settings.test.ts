import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

test('get_access_settings answers the mode in force, and the free plan of the catalog, to the operator alone', async () => {
  const before = await w.call<{ signup_mode: string; free_plan: object }>('pat', 'get_access_settings')
  expect(before).toMatchObject({ signup_mode: 'approval' })
  expect(before.free_plan).toMatchObject({ name: 'Free', monthly_index_credits: expect.any(Number) })
  await w.call('pat', 'update_access_settings', { signup_mode: 'open' })
  expect(await w.call('pat', 'get_access_settings')).toEqual({ ...before, signup_mode: 'open' })
  expect(await refusal(w.call('ada', 'get_access_settings'))).toMatchObject({ code: 'forbidden' })
})
