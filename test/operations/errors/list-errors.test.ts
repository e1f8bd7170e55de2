import { afterEach, beforeEach, expect, test } from 'bun:test'
import { trackError } from '../../../src/kernel/environment/errors.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
  fail('first row is odd', 'take_looks')
  w.clock.turn(1000)
  fail('second row is odd', 'send_links', 3)
  w.clock.turn(1000)
  fail('the disk is slow', 'send_links')
})
afterEach(() => w.close())

function fail(message: string, where: string, times = 1): void {
  for (let i = 0; i < times; i++) trackError(w.app, new TypeError(message), { where, request_id: null }, w.clock.now())
}

type Found = { items: { id: string; message: string; place: string; count: number }[]; total: number }
const found = async (filter: Record<string, unknown> = {}) => {
  const { items, total } = await w.call<Found>('pat', 'list_errors', filter)
  expect(total).toBe(items.length)
  return items.map(({ message }) => message.replace('TypeError: ', ''))
}

test('list_errors answers each kind once, the latest first, or in the order that is asked for', async () => {
  expect(await found()).toEqual(['the disk is slow', 'second row is odd', 'first row is odd'])
  expect(await found({ sort: 'first_seen_at', dir: 'asc' })).toEqual([
    'first row is odd',
    'second row is odd',
    'the disk is slow',
  ])
  expect((await found({ sort: 'count' }))[0]).toBe('second row is odd')
})

test('list_errors searches message and place, and tells resolved ones from open ones', async () => {
  expect(await found({ q: 'ODD' })).toEqual(['second row is odd', 'first row is odd'])
  expect(await found({ q: 'send_links' })).toEqual(['the disk is slow', 'second row is odd'])
  const { items } = await w.call<Found>('pat', 'list_errors', { q: 'disk' })
  await w.call('pat', 'resolve_error', { id: items[0]!.id, resolved: true })
  expect(await found({ resolved: true })).toEqual(['the disk is slow'])
  expect(await found({ resolved: false, q: 'send_links' })).toEqual(['second row is odd'])
  expect(await refusal(w.call('ada', 'list_errors'))).toMatchObject({ code: 'forbidden' })
})
