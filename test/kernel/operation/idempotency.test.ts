import { afterEach, beforeEach, expect, test } from 'bun:test'
import { forgetOld, type KeyedRequest, remember, storedAnswer } from '../../../src/kernel/operation/idempotency.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const ASKED: KeyedRequest = {
  actor: 'key_ada',
  key: 'retry-1',
  operation: 'create_api_key',
  request: [{}, { name: 'Script' }],
}
const keep = (asked: KeyedRequest, data: unknown) =>
  w.db.write((tx) => remember(tx, w.app.sealer, asked, data) as undefined)
const find = (asked: KeyedRequest) => w.db.read((tx) => storedAnswer(tx, w.app.sealer, asked))

test('a retry finds the first answer, whoever else used the same key', () => {
  keep(ASKED, { id: 'key_1', secret: 'ipk_shown-once' })
  expect(find(ASKED)).toEqual({ data: { id: 'key_1', secret: 'ipk_shown-once' } })
  expect(find({ ...ASKED, actor: 'key_ben' })).toBeNull()
  expect(find({ ...ASKED, key: 'retry-2' })).toBeNull()
})

test('another operation, path or body under the same key is a conflict', () => {
  keep(ASKED, null)
  for (const other of [
    { operation: 'update_api_key' },
    { request: [{ id: 'x' }, { name: 'Script' }] },
    { request: [{}, {}] },
  ])
    expect(() => find({ ...ASKED, ...other })).toThrow('used for another request')
})

test('the answer lies sealed, in a place of its own', () => {
  keep(ASKED, { secret: 'ipk_shown-once' })
  keep({ ...ASKED, key: 'retry-2' }, { secret: 'ipk_another' })
  const rows = w.db.read((tx) => tx.rows('select * from idempotency_keys'))
  expect(JSON.stringify(rows)).not.toContain('ipk_')
  w.db.write((tx) =>
    tx.run(
      "update idempotency_keys set answer = (select answer from idempotency_keys where key = 'retry-2') where key = 'retry-1'",
    ),
  )
  expect(() => find(ASKED)).toThrow()
})

test('it is kept with the effect or not at all', () => {
  expect(() =>
    w.db.write((tx) => {
      remember(tx, w.app.sealer, ASKED, { id: 'x' })
      throw new Error('the effect failed')
    }),
  ).toThrow('the effect failed')
  expect(find(ASKED)).toBeNull()
})

test('after 48 hours the key is free, and its row is swept', () => {
  keep(ASKED, { id: 'first' })
  w.clock.turn(2 * DAY - 1)
  expect(find(ASKED)).not.toBeNull()
  expect(w.db.write((tx) => forgetOld(tx, 10))).toBe(0)
  w.clock.turn(1)
  expect(find(ASKED)).toBeNull()
  expect(find({ ...ASKED, request: 'another' })).toBeNull()
  expect(w.db.write((tx) => forgetOld(tx, 10))).toBe(1)
})

test('a key that is used again after its time holds the new answer', () => {
  keep(ASKED, { id: 'first' })
  w.clock.turn(2 * DAY)
  keep({ ...ASKED, request: 'another' }, { id: 'second' })
  expect(find({ ...ASKED, request: 'another' })).toEqual({ data: { id: 'second' } })
})

test('of an answer longer than 256 KiB the ids and counts are kept, in its own shape', () => {
  const long = Array.from({ length: 9_999 }, () => ({ given: 'x'.repeat(200), reason: 'no URL' }))
  keep(ASKED, { id: 'job_1', name: 'Ä'.repeat(300_000), accepted: 1, dropped: { invalid: 9_999 }, invalid: long })
  const data = { id: 'job_1', name: 'Ä'.repeat(2_000), accepted: 1, dropped: { invalid: 9_999 }, invalid: [] }
  expect(find(ASKED)).toEqual({ data })
  const { octets } = w.db.read(
    (tx) => tx.row<{ octets: number }>('select length(answer) as octets from idempotency_keys')!,
  )
  expect(octets).toBeLessThan(20_000)
  const short = { id: 'job_2', invalid: long.slice(0, 500) }
  keep({ ...ASKED, key: 'retry-2' }, short)
  expect(find({ ...ASKED, key: 'retry-2' })).toEqual({ data: short })
})
