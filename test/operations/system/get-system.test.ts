import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readSetting, writeSetting } from '../../../src/kernel/database/settings.ts'
import { recordRun, taskName } from '../../../src/kernel/scheduling/task.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { housekeepingTask } from '../../../src/tasks/install/housekeeping.ts'
import { START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

// biome-ignore lint/suspicious/noExplicitAny: a large answer, of which each test looks at a part
const system = () => w.call<any>('pat', 'get_system')

test('tells of every task when it ran, for how long, when it runs next, and how it failed last', async () => {
  w.clock.turn(60_000)
  const run = { task: taskName('housekeeping'), started_at: w.clock.now() }
  w.clock.turn(250)
  w.db.write((tx) => recordRun(tx, { ...run, finished_at: tx.now, done: 0, error: 'no room' }) as undefined)
  w.db.write((tx) => recordRun(tx, { ...run, finished_at: tx.now, done: 3, error: null }) as undefined)
  const { tasks } = await system()
  expect(tasks.map(({ name }: { name: string }) => name).sort()).toEqual(w.app.tasks.map(({ name }) => name).sort())
  expect(tasks.find(({ name }: { name: string }) => name === 'housekeeping')).toMatchObject({
    last_at: run.started_at,
    took_ms: 250,
    done: 3,
    next_at: '2026-11-02T10:01:00.000Z',
    error: 'no room',
  })
})

test('tells when the disk is full at the pace of the last days', async () => {
  expect((await system()).disk).toMatchObject({ bytes_a_day: null, full_on: null })
  await w.run(housekeepingTask)
  const days = w.db.read((tx) => readSetting<{ day: string; bytes: number }[]>(tx, 'size_by_day'))!
  expect(days).toMatchObject([{ day: START.slice(0, 10) }])
  w.clock.turn(10 * DAY)
  const { disk } = await system()
  const grown = { day: days[0]!.day, bytes: days[0]!.bytes - 10 * disk.free_bytes }
  w.db.write((tx) => writeSetting(tx, 'size_by_day', [grown]) as undefined)
  const { full_on, bytes_a_day } = (await system()).disk
  expect(bytes_a_day).toBeGreaterThan(0)
  expect(full_on).toMatch(/^2026-11-1[23]$/)
})

test('tells of damage that the check before a backup found', async () => {
  w.db.write((tx) =>
    tx.run(
      `insert into backups (id, name, place, state, encrypted, started_at, finished_at, error)
       values ('b1', 'x', '/y', 'failed', 0, '${START}', '${START}', 'the database /z is damaged: row 7 missing from index')`,
    ),
  )
  const { database, backups } = await system()
  expect(database).toMatchObject({ checked_at: START, damage: expect.stringContaining('row 7 missing') })
  expect(backups.error).toContain('is damaged')
})
