import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const update = (input: Record<string, unknown>) => w.call<{ tz: string }>('pat', 'update_job_sync', input)

test('keeps what is left out, and a time zone in its one spelling', async () => {
  expect(await update({ tz: 'europe/vienna' })).toMatchObject({ frequency: 'daily', tz: 'Europe/Vienna' })
  expect(await update({ frequency: '6h' })).toMatchObject({ frequency: '6h', tz: 'Europe/Vienna' })
})

test.each(['Middle/Earth', '+02:00', ''])('refuses the time zone "%s" by name', async (tz) => {
  expect(await refusal(update({ tz }))).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'tz' }] },
  })
})
