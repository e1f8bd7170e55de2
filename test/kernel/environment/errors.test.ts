import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { saveErrors, trackError } from '../../../src/kernel/environment/errors.ts'
import { newSecret } from '../../../src/kernel/secrets/ids.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const rows = () => w.db.read((tx) => tx.rows<Record<string, unknown>>('select * from tracked_errors order by id'))

function fail(message: string, { where = 'take_looks', version = '1.0.0', line = 10 } = {}, request_id = 'r1'): void {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}\n    at look (src/checks/take-looks.ts:${line}:3)`
  trackError({ ...w.app, version }, error, { where, request_id }, w.clock.now())
}

test('one failure is one tracked error however often it comes back, and opens again when it was resolved', async () => {
  fail('row 17 of ten_1 is odd')
  const [first] = rows()
  await w.call('pat', 'resolve_error', { id: String(first!.id), resolved: true })
  expect(rows()).toMatchObject([{ resolved: 1, reopened_at: null }])
  w.clock.turn(1000)
  fail('row 18 of ten_1 is odd', {}, 'r2')
  fail(`something else: ${newSecret('sps')}`, {}, 'r3')
  expect(rows()).toMatchObject([
    { count: 2, request_id: 'r2', resolved: 0, last_seen_at: w.clock.now(), reopened_at: w.clock.now() },
    { count: 1, request_id: 'r3', reopened_at: null },
  ])
  expect(JSON.stringify(rows())).not.toMatch(/sps_\w{10}/)
})

test('a resolved error opens again although its trace begins elsewhere, as with a statement that is compiled by then', async () => {
  const failIn = (frame: string) => {
    const error = new Error('cannot store REAL value in INTEGER column')
    error.stack = `Error: ${error.message}\n    at ${frame}`
    trackError(w.app, error, { where: 'operation', request_id: null }, w.clock.now())
  }
  failIn('#keep (src/kernel/database/statements.ts:45:30)')
  await w.call('pat', 'resolve_error', { id: String(rows()[0]!.id), resolved: true })
  failIn('run (unknown)')
  expect(rows()).toMatchObject([{ count: 2, resolved: 0, reopened_at: w.clock.now() }])
})

test('it stays one in a version in which the line is another, and says which versions met it', () => {
  fail('odd')
  fail('odd', { version: '1.1.0', line: 14 })
  fail('odd', { version: '1.0.0' })
  expect(rows()).toMatchObject([{ count: 3, versions: '["1.1.0","1.0.0"]' }])
})

test('days are counted in UTC, each with its number, and those of long ago are forgotten with the trail of tasks', async () => {
  fail('odd')
  w.clock.turn(2 * DAY)
  fail('odd')
  fail('odd')
  const { id } = rows()[0] as { id: string }
  const { days } = await w.call<{ days: { day: string; n: number }[] }>('pat', 'get_error', { id })
  expect(days).toHaveLength(30)
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-02', n: 1 },
    { day: '2026-11-03', n: 0 },
    { day: '2026-11-04', n: 2 },
  ])
  await w.call('pat', 'delete_error', { id })
  expect(w.db.read((tx) => tx.rows('select * from tracked_error_days'))).toEqual([])
})

describe('a flood', () => {
  test('costs at most twenty transactions a second, and none is left uncounted', () => {
    let writes = 0
    const { write } = w.db
    w.db.write = (work) => {
      writes++
      return write(work)
    }
    for (let i = 0; i < 5000; i++) fail(`row ${i} is odd`, { where: `operation ${i % 3}` })
    expect(writes).toBeLessThanOrEqual(20)
    saveErrors(w.db)
    expect(writes).toBeLessThanOrEqual(21)
    expect(rows().map(({ count }) => count)).toEqual([1667, 1667, 1666])
    saveErrors(w.db)
    expect(rows().map(({ count }) => count)).toEqual([1667, 1667, 1666])
  })

  test('of ever new kinds leaves a thousand: those that were resolved go first, then the oldest', () => {
    w.db.write((tx) => {
      for (let i = 0; i < 1000; i++)
        tx.run(
          `insert into tracked_errors (id, fingerprint, message, place, stack, count, first_seen_at, last_seen_at, resolved)
           values (?, ?, 'x', 'y', '', 1, ?, ?, ?)`,
          `err_${i}`,
          String(i),
          `2026-10-01T00:00:00.${String(i).padStart(3, '0')}Z`,
          `2026-10-01T00:00:00.${String(i).padStart(3, '0')}Z`,
          i === 7 ? 1 : 0,
        )
      return null
    })
    fail('new')
    fail('newer')
    expect(rows()).toHaveLength(1000)
    const kept = new Set(rows().map(({ id }) => id))
    expect(kept.has('err_7')).toBe(false)
    expect(kept.has('err_0')).toBe(false)
    expect(kept.has('err_1')).toBe(true)
  })
})
