import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../../refusal.ts'
import { type World, world } from '../../../world.ts'

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

test('dismiss_setup hides the steps, check_site_address keeps its result, for the operator alone', async () => {
  await w.call('pat', 'dismiss_setup')
  const checked = await w.call<{ ok: boolean }>('pat', 'check_site_address')
  expect(await w.call<object>('pat', 'get_setup')).toMatchObject({ dismissed: true, address: checked })
  expect(await refusal(w.call('ada', 'dismiss_setup'))).toMatchObject({ code: 'forbidden' })
})

test('get_waitlist_request answers one request, and 404 for an id that is none', async () => {
  w.db.write(
    (tx) =>
      void tx.run(
        "insert into waitlist (id, email, status, created_at) values ('wai_a', 'quinn@quay.example', 'pending', ?)",
        tx.now,
      ),
  )
  expect(await w.call<object>('pat', 'get_waitlist_request', { id: 'wai_a' })).toMatchObject({
    email: 'quinn@quay.example',
    status: 'pending',
  })
  expect(await refusal(w.call('pat', 'get_waitlist_request', { id: 'none' }))).toMatchObject({ code: 'not_found' })
})
