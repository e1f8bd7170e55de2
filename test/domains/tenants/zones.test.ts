import { afterEach, beforeEach, expect, test } from 'bun:test'
import { zoneOf } from '../../../src/domains/tenants/index.ts'
import { keepInstallZone } from '../../../src/kernel/time/install-zone.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const zone = (id: string) => w.db.read((tx) => zoneOf(tx, id))
const set = (id: string, time_zone: string | null) => w.call('ada', 'update_tenant', { id, time_zone })

test('a workspace has its own zone, else that of the nearest one above, else that of the install', async () => {
  expect([zone('ten_northwind'), zone('ten_bakery')]).toEqual(['UTC', 'UTC'])
  keepInstallZone(w.db, 'Asia/Tokyo')
  expect([zone('ten_northwind'), zone('ten_bakery')]).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
  await set('ten_northwind', 'America/New_York')
  expect([zone('ten_northwind'), zone('ten_bakery'), zone('ten_rival')]).toEqual([
    'America/New_York',
    'America/New_York',
    'Asia/Tokyo',
  ])
  await set('ten_bakery', 'europe/vienna')
  expect([zone('ten_northwind'), zone('ten_bakery')]).toEqual(['America/New_York', 'Europe/Vienna'])
  await set('ten_bakery', null)
  expect(zone('ten_bakery')).toBe('America/New_York')
})

test('an offset or an unknown name is no zone', async () => {
  for (const time_zone of ['+02:00', 'Europe/Atlantis', ''])
    expect((await refusal(set('ten_bakery', time_zone))).message).toBe(
      'time_zone: must be an IANA name, such as Europe/Vienna',
    )
  expect(zone('ten_bakery')).toBe('UTC')
})
