/** Connecting a supplier account by the device flow, from the code to the disconnection. */
import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { deviceFlow } from '../../upstreams/device-flow.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

async function start() {
  const one = await setting()
  open.push(one)
  const door = one.use(deviceFlow({ now: one.now, client_id: 'signalpost' }))
  const endpoints = {
    device_endpoint: `${door.url}/device`,
    token_endpoint: `${door.url}/token`,
    client_id: 'signalpost',
    scope: 'orders',
  }
  const finish = () => one.call<Status>('pat', 'finish_supplier_connect')
  return { ...one, door, endpoints, finish }
}

type Status = { connected: boolean; pending: unknown; synced: { ok: boolean; credits: number | null } | null }

test('a code, an approval, a sign-in: sealed, used as the primary’s key, renewed, and forgotten on disconnection', async () => {
  const one = await start()
  const speedy = one.use(
    speedyIndex({ now: one.now, api_key: 'planted-access-token-1', balance: { indexer: 77, checker: 0 } }),
  )
  await one.call('pat', 'update_crawl_settings', { routes: { primary: null } })
  await one.call('pat', 'update_crawl_settings', {
    routes: { primary: { adapter: 'speedyindex', base_url: speedy.url, enabled: false } },
  })
  const grant = await one.call('pat', 'connect_supplier', one.endpoints)
  expect(grant).toMatchObject({ user_code: 'WDJB-MJHT', verification_uri: `${one.door.url}/approve`, interval: 5 })
  expect(one.door.received.map(({ path, body }) => [path, body])).toEqual([
    ['/device', 'client_id=signalpost&scope=orders'],
  ])
  expect(grant).not.toHaveProperty('device_code')
  await expect(one.finish()).rejects.toMatchObject({ code: 'conflict', details: { state: 'pending' } })
  const asked = one.door.received.length
  await expect(one.finish()).rejects.toMatchObject({ code: 'conflict' })
  expect(one.door.received.length).toBe(asked)
  one.door.approve()
  one.clock.turn(6 * SECOND)
  expect(await one.finish()).toMatchObject({ connected: true, pending: null, synced: { ok: false } })
  await one.call('pat', 'update_crawl_settings', { routes: { primary: { enabled: true } } })
  one.clock.turn(59 * MINUTE + 30 * SECOND)
  expect(await one.call<Status>('pat', 'sync_supplier')).toMatchObject({ synced: { ok: true, credits: 77 } })
  expect(one.door.tokens).toHaveLength(2)

  const answers = JSON.stringify(await one.call('pat', 'get_supplier'))
  const files = readdirSync(one.folder).map((file) => readFileSync(join(one.folder, file), 'latin1'))
  for (const secret of ['planted-device-code', 'planted-access-token', 'planted-refresh-token'])
    expect([secret, answers.includes(secret), files.some((file) => file.includes(secret))]).toEqual([
      secret,
      false,
      false,
    ])
  expect(await one.call<Status>('pat', 'delete_supplier')).toMatchObject({ connected: false, synced: null })
  expect(one.db.read((tx) => tx.count("select count(*) from secrets where name like 'supplier%'"))).toBe(0)
})

test('a denied or expired code ends the try, and the next one begins anew', async () => {
  const one = await start()
  await expect(one.finish().then(() => one.call('pat', 'delete_supplier'))).resolves.toMatchObject({ connected: false })
  await one.call('pat', 'connect_supplier', one.endpoints)
  one.door.deny()
  await expect(one.finish()).rejects.toMatchObject({ code: 'conflict', details: { state: 'denied' } })
  await expect(one.finish()).rejects.toMatchObject({ code: 'conflict' })
  await one.call('pat', 'connect_supplier')
  one.clock.turn(16 * MINUTE)
  await expect(one.finish()).rejects.toMatchObject({ code: 'conflict', details: { state: 'expired' } })
  await one.call('pat', 'connect_supplier')
  one.door.approve()
  expect(await one.finish()).toMatchObject({ connected: true })
})

test('a sign-in that cannot be reached is told as the supplier’s failure', async () => {
  const one = await start()
  one.door.fail('html')
  await expect(one.call('pat', 'connect_supplier', one.endpoints)).rejects.toMatchObject({
    code: 'upstream_unavailable',
  })
})

test('an endpoint that begins like an address and is none is refused by its name', async () => {
  const one = await start()
  for (const field of ['device_endpoint', 'token_endpoint'])
    for (const text of ['http://#', 'https://x:99999/', 'https://xn--/'])
      await expect(one.call('pat', 'connect_supplier', { ...one.endpoints, [field]: text })).rejects.toMatchObject({
        code: 'validation_failed',
        details: { issues: [{ path: field }] },
      })
  expect(one.door.received).toEqual([])
})
