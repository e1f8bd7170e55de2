import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

test('get_job_sync answers what is in force: the default, then what the operator saved, to everybody alike', async () => {
  expect(await w.call('vera', 'get_job_sync')).toEqual({ frequency: 'daily', time: '06:00', tz: 'UTC' })
  expect(await refusal(w.call('ada', 'update_job_sync', { frequency: '6h' }))).toMatchObject({ code: 'forbidden' })
  await w.call('pat', 'update_job_sync', { frequency: '6h', tz: 'Europe/Vienna' })
  for (const who of ['vera', 'ada', 'pat'] as const)
    expect(await w.call(who, 'get_job_sync')).toEqual({ frequency: '6h', time: '06:00', tz: 'Europe/Vienna' })
})
