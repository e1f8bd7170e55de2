/** Connecting a supplier account by the device flow (RFC 8628), from the code to the disconnection. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { type DeviceFlowStandIn, deviceFlow } from '../../upstreams/device-flow.ts'
import { type Agency, agency } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const turning = test.skipIf(!CAN_TURN)

type Supplier = {
  connected: boolean
  expires_at: string | null
  pending: { interval: number; user_code: string } | null
  synced: { ok: boolean; message: string; credits: number | null } | null
}

let one: Agency
let door: DeviceFlowStandIn
/** The crawl supplier takes the token that was given last, and no other key. */
let accepts: () => string | undefined
beforeEach(async () => {
  accepts = () => door.tokens.at(-1)
  one = await agency({ crawl_key: () => accepts() })
  door = deviceFlow({ now: () => one.clock.now(), client_id: 'signalpost' })
  await one.put('/settings/crawl', { routes: { primary: null } })
  const named = { adapter: 'speedyindex', base_url: one.crawler.url, enabled: false }
  await one.put('/settings/crawl', { routes: { primary: named } })
})
afterEach(async () => {
  await one.close()
  door.stop()
})

const endpoints = () => ({
  device_endpoint: `${door.url}/device`,
  token_endpoint: `${door.url}/token`,
  client_id: 'signalpost',
  scope: 'orders',
})
const connect = (given: object = endpoints()) => one.post('/admin/providers/supplier/connect', given)
const finish = () => one.ask('POST', '/admin/providers/supplier/connect/finish', {})
const supplier = () => one.get<Supplier>('/admin/providers/supplier')
const polls = () => door.received.filter(({ path }) => path === '/token').length
const renewals = () => door.received.filter(({ body }) => body.includes('refresh_token=')).length
const primary = async () =>
  (await one.get<{ routes: { primary: { status: string; last_errors: unknown[] } } }>('/settings/crawl')).routes.primary
const push = async (name: string) => (await one.push([`https://bakery.example/${name}`], { name, preflight: false })).id
const useSignIn = () =>
  one.put('/settings/crawl', {
    routes: { primary: { adapter: 'speedyindex', base_url: one.crawler.url, enabled: true } },
  })

/** Signed in, and the sign-in is the key of the primary route. */
async function signIn(): Promise<void> {
  await connect()
  door.approve()
  expect((await finish()).status).toBe(200)
  await useSignIn()
}

turning('a code, an approval, a sign-in that orders links: asked no faster than the supplier wants', async () => {
  const grant = await connect()
  expect(grant).toMatchObject({ user_code: 'WDJB-MJHT', verification_uri: `${door.url}/approve`, interval: 5 })
  expect(grant).not.toHaveProperty('device_code')

  expect(await finish()).toMatchObject({ status: 409, error: { details: { state: 'pending' } } })
  const hasty = await Promise.all([finish(), finish()])
  expect(hasty.map(({ error }) => error.details?.state)).toEqual(['pending', 'pending'])
  expect(polls()).toBe(1)

  one.clock.turn(6 * SECOND)
  door.fail({ status: 400, body: { error: 'slow_down' } }, 1, /token/)
  expect(await finish()).toMatchObject({ status: 409, error: { details: { state: 'pending' } } })
  expect((await supplier()).pending).toMatchObject({ interval: 10 })
  one.clock.turn(6 * SECOND)
  expect((await finish()).status).toBe(409)
  expect(polls()).toBe(2)

  door.approve()
  one.clock.turn(6 * SECOND)
  expect(await finish()).toMatchObject({ status: 200, data: { connected: true, pending: null } })
  expect(polls()).toBe(3)
  expect(door.received.every(({ headers }) => headers['content-type'] === 'application/x-www-form-urlencoded')).toBe(
    true,
  )

  await useSignIn()
  await one.reaches(await push('first'), 'watching')
  expect(await one.post<Supplier>('/admin/providers/supplier/sync')).toMatchObject({
    synced: { ok: true, credits: 99_999, message: 'SpeedyIndex: 99999 indexer credits' },
  })
})

turning('two tries to finish at once ask the supplier once', async () => {
  await connect()
  door.approve()
  const statuses = (await Promise.all([finish(), finish(), finish()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409, 409])
  expect(await supplier()).toMatchObject({ connected: true })
  expect(door.tokens).toHaveLength(1)
})

turning(
  'a denied, an expired and an unanswered try end or go on as the standard says, and the next one begins anew',
  async () => {
    expect(await finish()).toMatchObject({ status: 409, error: { code: 'conflict' } })
    await connect()
    door.deny()
    expect(await finish()).toMatchObject({ status: 409, error: { details: { state: 'denied' } } })
    expect(await supplier()).toMatchObject({ connected: false, pending: null })

    // The endpoints are remembered.
    await connect({})
    door.fail({ status: 400, body: { error: 'expired_token' } }, 1, /token/)
    expect(await finish()).toMatchObject({ status: 409, error: { details: { state: 'expired' } } })
    await connect({})
    one.clock.turn(16 * MINUTE)
    const before = polls()
    expect(await finish()).toMatchObject({ status: 409, error: { details: { state: 'expired' } } })
    expect(polls()).toBe(before)

    await connect({})
    for (const fault of ['html', 'cut', { status: 503 }, { status: 400, body: { error: 'invalid_client' } }] as const) {
      door.fail(fault, 1, /token/)
      expect(await finish()).toMatchObject({ error: { code: 'upstream_unavailable' } })
      // Who gets no answer asks more slowly.
      const asked = polls()
      one.clock.turn(6 * SECOND)
      expect((await finish()).status).toBe(409)
      expect(polls()).toBe(asked)
      one.clock.turn(2 * MINUTE)
    }
    door.approve()
    expect(await finish()).toMatchObject({ status: 200, data: { connected: true } })
  },
)

turning(
  'the sign-in is renewed by itself before it ends, after a long rest as well, and no order ever meets an old one',
  async () => {
    await signIn()
    await one.reaches(await push('first'), 'watching')
    expect(renewals()).toBe(0)

    one.clock.turn(59 * MINUTE + 30 * SECOND)
    await until('the renewal', async () => renewals() === 1)
    await one.reaches(await push('second'), 'watching')

    await one.kill()
    one.clock.turn(5 * DAY)
    await one.start()
    await one.reaches(await push('third'), 'watching')
    expect(renewals()).toBe(2)
    expect(await primary()).toMatchObject({ status: 'closed', last_errors: [] })
    expect(one.crawler.received.filter(({ headers }) => !door.tokens.includes(`${headers.authorization}`))).toEqual([])
    expect((await supplier()).expires_at! > one.clock.now()).toBe(true)
  },
)

turning('many who need the sign-in renewed at once renew it once', async () => {
  await signIn()
  one.clock.turn(2 * HOUR)
  const sync = () => one.ask('POST', '/admin/providers/supplier/sync', {})
  const replies = await Promise.all([sync(), sync(), one.tick(), sync()])
  expect(replies.flatMap((reply) => ('status' in reply ? [reply.status] : []))).toEqual([200, 200, 200])
  expect(renewals()).toBe(1)
  expect(door.tokens).toHaveLength(2)
})

turning(
  'a sign-in that the supplier does not renew says so, is not asked for without end, and a new one sets the links going',
  async () => {
    await signIn()
    door.fail({ status: 400, body: { error: 'invalid_grant' } }, 1000, /token/)
    one.clock.turn(2 * HOUR)
    accepts = () => 'nothing'
    const id = await push('late')
    await until('the end of the sign-in', async () => (await supplier()).synced?.message.includes('Connect it again'))
    await one.reaches(id, 'sending')
    for (let i = 0; i < 3; i++) await one.tick()
    expect(renewals()).toBe(1)

    door.heal()
    accepts = () => door.tokens.at(-1)
    await connect({})
    door.approve()
    expect((await finish()).status).toBe(200)
    await one.reaches(id, 'watching')
  },
)

test('nothing of the sign-in is told, logged or left in the open, and a disconnection forgets all of it', async () => {
  await signIn()
  await one.post('/admin/providers/supplier/sync')
  const told = [
    JSON.stringify([await supplier(), await one.get('/settings/crawl')]),
    one.log(),
    ...readdirSync(one.data_dir).map((file) => readFileSync(join(one.data_dir, file), 'latin1')),
  ]
  for (const secret of ['planted-device-code', 'planted-access-token', 'planted-refresh-token'])
    expect([secret, told.some((text) => text.includes(secret))]).toEqual([secret, false])
  expect(await one.ask('DELETE', '/admin/providers/supplier')).toMatchObject({
    data: { connected: false, synced: null },
  })
  expect(await finish()).toMatchObject({ status: 409 })
})
