import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { SignIn } from '../../../src/domains/providers/account/sign-in.ts'
import { MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { createDeviceFlow } from '../../../src/upstream/suppliers/device-flow.ts'
import { type DeviceFlowOptions, type DeviceFlowStandIn, deviceFlow } from '../../upstreams/device-flow.ts'
import { failureOf } from '../failure.ts'

const START = '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal
const TOKENS = { access_token: 'planted-access-token-0', refresh_token: 'planted-refresh-token-0', expires_in: 3600 }

let now = START
let server: DeviceFlowStandIn

const serve = (more: Partial<DeviceFlowOptions> = {}): void => {
  server = deviceFlow({ now: () => now, client_id: 'signalpost', ...more })
}
const connect = (scope?: string): SignIn =>
  createDeviceFlow(
    {
      device_endpoint: `${server.url}/device`,
      token_endpoint: `${server.url}/token`,
      client_id: 'signalpost',
      ...(scope && { scope }),
    },
    { clock: { now: () => now }, user_agent: 'Signalpost/1' },
  )
const lastForm = () => Object.fromEntries(new URLSearchParams(server.received.at(-1)!.body))

beforeEach(() => {
  now = START
  serve()
})
afterEach(() => server.stop())

describe('the start', () => {
  test('is one form post that names us and the scope, where one is set (RFC 8628, 3.1)', async () => {
    expect(await connect('orders').start(patient)).toEqual({
      device_code: 'planted-device-code-71hd92',
      user_code: 'WDJB-MJHT',
      verification_uri: `${server.url}/approve`,
      verification_uri_complete: `${server.url}/approve?code=WDJB-MJHT`,
      expires_in: 900,
      interval: 5,
    })
    expect(server.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/device',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    })
    expect(lastForm()).toEqual({ client_id: 'signalpost', scope: 'orders' })
    await connect().start(patient)
    expect(lastForm()).toEqual({ client_id: 'signalpost' })
  })

  test('takes five seconds where no interval is named (RFC 8628, 3.2), and no address that is none', async () => {
    const grant = { device_code: 'd', user_code: 'u', verification_uri: 'https://a.example/', expires_in: 60 }
    server.fail({ status: 200, body: grant })
    expect(await connect().start(patient)).toEqual({ ...grant, verification_uri_complete: null, interval: 5 })
    server.fail({ status: 200, body: { ...grant, verification_uri: 'javascript:alert(1)' } })
    expect(await failureOf(connect().start(patient))).toMatchObject({ failure: 'transient' })
  })
})

describe('a question for the tokens', () => {
  const poll = (): ReturnType<SignIn['poll']> => connect().poll('planted-device-code-71hd92', patient)

  test('names the grant and the code (RFC 8628, 3.4)', async () => {
    await connect().start(patient)
    expect(await poll()).toEqual({ state: 'pending' })
    expect(server.received.at(-1)).toMatchObject({ method: 'POST', path: '/token' })
    expect(lastForm()).toEqual({
      client_id: 'signalpost',
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'planted-device-code-71hd92',
    })
  })

  test('asked too soon is told so, and the interval is five seconds longer from then on (RFC 8628, 3.5)', async () => {
    await connect().start(patient)
    const after = (seconds: number) => {
      now = plus(now, seconds * SECOND)
      return poll()
    }
    expect(await after(5)).toEqual({ state: 'pending' })
    expect(await after(4)).toEqual({ state: 'slow_down' })
    expect(await after(9)).toEqual({ state: 'slow_down' })
    expect(await after(15)).toEqual({ state: 'pending' })
    server.approve()
    expect(await after(15)).toEqual({ state: 'granted', tokens: TOKENS })
  })

  test.each([200, 400, 401, 403, 428, 429])(
    'is answered alike by a server that refuses with %i',
    async (refusal_status) => {
      server.stop()
      serve({ refusal_status })
      await connect().start(patient)
      expect(await poll()).toEqual({ state: 'pending' })
      expect(await poll()).toEqual({ state: 'slow_down' })
      now = plus(now, MINUTE)
      server.deny()
      expect(await poll()).toEqual({ state: 'denied' })
      now = plus(now, 15 * MINUTE)
      expect(await poll()).toEqual({ state: 'expired' })
    },
  )

  test.each([
    [{ status: 400, body: { error: 'invalid_grant' } }, 'auth'],
    [{ status: 401, body: { error: 'invalid_client' } }, 'auth'],
    [{ status: 200, body: { error: 'invalid_grant' } }, 'auth'],
    [{ status: 500, body: { error: 'authorization_pending' } }, 'transient'],
    [{ status: 400, body: { error: 'toString' } }, 'auth'],
    [{ status: 400, body: {} }, 'invalid'],
    [{ status: 429, body: {} }, 'rate'],
    ['html', 'transient'],
    ['empty', 'transient'],
  ] as const)('answered %j is a failure of the call: %s', async (fault, failure) => {
    server.fail(fault)
    expect(await failureOf(poll())).toMatchObject({ failure })
  })

  test('never shows the code in what a failure says', async () => {
    server.fail({ status: 400, body: { error: 'no such code: planted-device-code-71hd92' } })
    expect((await failureOf(poll())).message).toBe('The supplier’s sign-in answered 400: no such code: [secret]')
  })
})

describe('a renewal', () => {
  const signedIn = async (): Promise<SignIn> => {
    const door = connect()
    await door.start(patient)
    server.approve()
    await door.poll('planted-device-code-71hd92', patient)
    return door
  }

  test('gives new tokens for the refresh token (RFC 6749, 6)', async () => {
    const door = await signedIn()
    expect(await door.refresh('planted-refresh-token-0', patient)).toEqual({
      access_token: 'planted-access-token-1',
      refresh_token: 'planted-refresh-token-1',
      expires_in: 3600,
    })
    expect(lastForm()).toEqual({
      client_id: 'signalpost',
      grant_type: 'refresh_token',
      refresh_token: 'planted-refresh-token-0',
    })
  })

  test('keeps the refresh token where no new one comes with it', async () => {
    server.fail({ status: 200, body: { access_token: 'next' } })
    expect(await connect().refresh('kept', patient)).toEqual({
      access_token: 'next',
      refresh_token: 'kept',
      expires_in: null,
    })
  })

  test.each([200, 400, 401, 403])('that is refused with %i ends the sign-in', async (refusal_status) => {
    server.stop()
    serve({ refusal_status })
    const door = await signedIn()
    expect(await failureOf(door.refresh('planted-refresh-token-7', patient))).toMatchObject({ failure: 'auth' })
  })

  test.each([
    [{ status: 503, body: { error: 'temporarily_unavailable' } }, 'transient'],
    [{ status: 404, body: { error: 'not found' } }, 'transient'],
    [{ status: 408, body: { error: 'slow client' } }, 'transient'],
    [{ status: 429, body: { error: 'slow_down' } }, 'rate'],
    ['html', 'transient'],
    ['empty', 'transient'],
  ] as const)('answered %j does not end it', async (fault, failure) => {
    server.fail(fault)
    expect(await failureOf(connect().refresh('planted-refresh-token-0', patient))).toMatchObject({ failure })
  })
})
