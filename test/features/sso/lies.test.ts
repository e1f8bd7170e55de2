/** A provider that lies in every way that a token, an answer or a key can be wrong: no session, and a line that says why. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { noteRefusedSignIn, SsoRefused } from '../../../src/features/sso/index.ts'
import { HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { inLongRun, WHOLE } from '../../long/whole.ts'
import { CLIENT, identityProvider, type Lies } from '../../upstreams/identity-provider.ts'
import type { World } from '../../world.ts'
import { addProvider, begin, end, providerOf, sessions, signIn, ssoWorld } from './setting.ts'

let w: World
let op: ReturnType<typeof identityProvider>
let id: string
beforeAll(() => {
  op = identityProvider(() => w.clock.now())
})
afterAll(() => op.stop())
beforeEach(async () => {
  w = ssoWorld()
  op.lie()
  id = await addProvider(w, op, { creates: true, domains: ['northwind.example'] })
})
afterEach(() => w.close())

const EVE = { sub: 'eve', email: 'eve@northwind.example', email_verified: true, name: 'Eve' }
const now = () => Math.floor(Date.parse(w.clock.now()) / 1000)

/** The refusal of a sign-in, written to the audit trail as the page does. */
async function refused(journey: Promise<unknown>): Promise<SsoRefused> {
  const error = await journey.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SsoRefused)
  noteRefusedSignIn(w.app, providerOf(w, id), error as SsoRefused, '192.0.2.7')
  return error as SsoRefused
}

const TOLD: [what: string, reason: string, lies: () => Lies][] = [
  ['state', 'state', () => ({ answer: { state: 'sst_of_somebody_else' } })],
  ['no state', 'state', () => ({ answer: { state: undefined } })],
  ['nonce', 'nonce', () => ({ claims: { nonce: 'another' } })],
  ['no nonce', 'claims', () => ({ claims: { nonce: undefined } })],
  ['issuer of the token', 'issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['issuer of the answer', 'issuer', () => ({ answer: { iss: 'https://evil.example' } })],
  ['no issuer in the answer', 'issuer', () => ({ answer: { iss: undefined } })],
  ['issuer of the configuration', 'issuer', () => ({ configuration: { issuer: 'https://evil.example' } })],
  ['audience', 'audience', () => ({ claims: { aud: 'somebody-else' } })],
  ['authorized party', 'party', () => ({ claims: { azp: 'somebody-else' } })],
  ['two audiences without a party', 'audience', () => ({ claims: { aud: [CLIENT.client_id, 'somebody-else'] } })],
  ['expired', 'expired', () => ({ claims: { exp: now() - 61 } })],
  ['issued long ago', 'expired', () => ({ claims: { iat: now() - 3600 } })],
  ['issued in the future', 'clock', () => ({ claims: { iat: now() + 120, exp: now() + 500 } })],
  ['no expiry', 'claims', () => ({ claims: { exp: undefined } })],
  ['no subject', 'claims', () => ({ claims: { sub: undefined } })],
  ['signature of another key', 'signature', () => ({ signed_by: 'another key' })],
  ['no signature', 'algorithm', () => ({ signed_by: 'nobody' })],
  ['algorithm none', 'algorithm', () => ({ header: { alg: 'none' } })],
  ['the client secret as key', 'algorithm', () => ({ signed_by: 'the secret' })],
  ['algorithm of another key', 'algorithm', () => ({ header: { alg: 'RS256' } })],
  ['unknown kid', 'key', () => ({ header: { kid: 'k2' } })],
  ['a key for encryption', 'key', () => ({ keys: [{ kty: 'EC', crv: 'P-256', kid: 'k1', use: 'enc' }] })],
  ['a critical header', 'token', () => ({ header: { crit: ['b64'] } })],
  [
    'claims of 40 KB',
    'too_large',
    () => ({ claims: { groups: Array.from({ length: 4000 }, (_, n) => `group ${n}`) } }),
  ],
  ['a token of 70 KB', 'token', () => ({ token: { id_token: 'a'.repeat(70_000) } })],
  ['no ID token', 'token', () => ({ token: { id_token: undefined } })],
  ['an error', 'provider_error', () => ({ answer: { error: 'server_error', code: undefined } })],
  [
    'an endpoint that is no address',
    'provider_error',
    () => ({ configuration: { token_endpoint: 'javascript:alert(1)' } }),
  ],
  [
    'an endpoint on http elsewhere',
    'provider_error',
    () => ({ configuration: { jwks_uri: 'http://keys.example/jwks' } }),
  ],
]

test.each(TOLD)('%s: no session, no account, one line in the audit trail', async (what, reason, lies) => {
  const told = lies()
  if (told.keys) op.lie(told)
  const journey = what.includes('configuration') || what.includes('endpoint') ? null : await begin(w, op, id, EVE)
  op.lie(told)
  if (journey) Object.assign(journey.query, op.answer(journey.address, EVE))
  for (const [name, value] of Object.entries(told.answer ?? {}))
    if (journey && value === undefined) delete journey.query[name]
  const error = await refused(journey ? end(w, id, journey) : begin(w, op, id, EVE))
  expect(error.reason).toBe(reason as typeof error.reason)
  expect(sessions(w)).toBe(0)
  expect(w.db.read((tx) => tx.number("select count(*) from users where email = 'eve@northwind.example'"))).toBe(0)
  const lines = w.db.read((tx) => tx.rows<{ after: string }>("select after from audit where action = 'sign_in_failed'"))
  expect(lines.map(({ after }) => JSON.parse(after).reason)).toEqual([reason])
  expect(error.message).not.toContain('evil')
})

test('the honest provider signs in, so that each refusal above is of its lie', async () => {
  expect((await signIn(w, op, id, EVE)).act).toBe('signed_in')
  expect(sessions(w)).toBe(1)
})

test('another verifier than that of the browser is refused by the provider', async () => {
  const journey = await begin(w, op, id, EVE)
  const other = await begin(w, op, id, EVE)
  const swapped = { ...journey, query: { ...journey.query, code: other.query.code! } }
  expect((await refused(end(w, id, swapped))).reason).toBe('provider_error')
  expect(sessions(w)).toBe(0)
})

test('a code counts in its browser, once, for ten minutes', async () => {
  const stolen = await begin(w, op, id, EVE)
  const thief = await begin(w, op, id, EVE)
  expect((await refused(end(w, id, { ...stolen, browser: thief.browser }))).reason).toBe('state')
  expect((await refused(end(w, id, stolen))).reason).toBe('state')
  expect((await refused(end(w, id, { ...thief, browser: null as never }))).reason).toBe('state')
  const twice = await begin(w, op, id, EVE)
  await end(w, id, twice)
  expect((await refused(end(w, id, twice))).reason).toBe('state')
  expect(sessions(w)).toBe(1)
  const late = await begin(w, op, id, EVE)
  w.clock.turn(10 * MINUTE)
  expect((await refused(end(w, id, late))).reason).toBe('state')
  expect(sessions(w)).toBe(1)
})

test('200 parallel callbacks with one code open one session', async () => {
  const journey = await begin(w, op, id, EVE)
  const done = await Promise.allSettled(Array.from({ length: 200 }, () => end(w, id, journey)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(sessions(w)).toBe(1)
})

test('two providers with the same subject are two accounts, and an answer of one is refused at the other', async () => {
  const other = identityProvider(() => w.clock.now())
  try {
    const second = await addProvider(w, other, { creates: true, domains: ['rival.example'] })
    await signIn(w, op, id, EVE)
    await signIn(w, other, second, { ...EVE, email: 'eve@rival.example' })
    const users = w.db.read((tx) => tx.rows('select distinct user_id from identities'))
    expect(users).toHaveLength(2)
    const journey = await begin(w, op, id, EVE)
    expect((await refused(end(w, second, journey))).reason).toBe('state')
    expect(sessions(w)).toBe(2)
  } finally {
    other.stop()
  }
})

test('keys that were published since are found, and asked for at most once a minute', async () => {
  op.lie({ keys: [] })
  const journey = await begin(w, op, id, EVE)
  op.lie()
  expect((await refused(end(w, id, journey))).reason).toBe('key')
  w.clock.turn(MINUTE)
  expect((await signIn(w, op, id, EVE)).act).toBe('signed_in')
})

test('a provider that hangs is given up within 12 seconds, and left alone for 30 once two networks saw it', async () => {
  const journeys = ['192.0.2.7', '198.51.100.7'].map(async (ip) => ({
    ip,
    journey: await begin(w, op, id, EVE, { ip }),
  }))
  const [first, second] = await Promise.all(journeys)
  op.fail(WHOLE ? 'hang' : 'cut', 2, /token/)
  const began = performance.now()
  expect((await refused(end(w, id, first!.journey, first))).reason).toBe('unreachable')
  expect(performance.now() - began).toBeLessThan(12_000)
  await begin(w, op, id, EVE)
  expect((await refused(end(w, id, second!.journey, second))).reason).toBe('unreachable')
  const asked = op.received.length
  expect((await refused(begin(w, op, id, EVE))).reason).toBe('unreachable')
  expect(op.received.length).toBe(asked)
  w.clock.turn(HOUR)
  expect((await signIn(w, op, id, EVE)).act).toBe('signed_in')
})

test('while a provider hangs, others are served', async () => {
  const slow = identityProvider(() => w.clock.now())
  const slow_id = await addProvider(w, slow, { creates: true, domains: ['rival.example'] })
  slow.fail('hang', 100)
  const waiting = Array.from({ length: 20 }, () => begin(w, slow, slow_id, EVE).then(String, ({ reason }) => reason))
  expect((await signIn(w, op, id, EVE)).act).toBe('signed_in')
  expect(await w.call<{ items: unknown[] }>('pat', 'list_identity_providers')).toMatchObject({ total: 2 })
  slow.stop()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unreachable']))
})

inLongRun(
  'while a provider hangs, 99 of 100 sign-ins elsewhere take less than 100 ms',
  async () => {
    const slow = identityProvider(() => w.clock.now())
    const slow_id = await addProvider(w, slow, { creates: true, domains: ['rival.example'] })
    slow.fail('hang', 100)
    const began = performance.now()
    const waiting = Array.from({ length: 20 }, () =>
      begin(w, slow, slow_id, EVE).catch(() => performance.now() - began),
    )
    const times: number[] = []
    for (let n = 0; n < 200; n++) {
      const at = performance.now()
      await signIn(w, op, id, EVE)
      times.push(performance.now() - at)
    }
    expect(times.toSorted((a, b) => a - b)[197]!).toBeLessThan(100)
    expect(Math.max(...((await Promise.all(waiting)) as number[]))).toBeLessThan(12_000)
    slow.stop()
  },
  60_000,
)
