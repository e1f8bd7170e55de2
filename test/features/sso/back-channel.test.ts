/** A provider says that a person signed out there: only a logout token of its own ends sessions, and only those before it. */
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { SsoRefused, signOutBy } from '../../../src/features/sso/index.ts'
import { HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { identityProvider } from '../../upstreams/identity-provider.ts'
import type { World } from '../../world.ts'
import { addProvider, providerOf, sessions, signIn, ssoWorld } from './setting.ts'

let w: World
let op: ReturnType<typeof identityProvider>
let id: string
beforeEach(async () => {
  w = ssoWorld()
  op = identityProvider(() => w.clock.now())
  id = await addProvider(w, op, { creates: true, domains: ['bakery.example'] })
  for (const name of ['eve', 'bo'])
    await signIn(w, op, id, { sub: name, sid: `sid-${name}`, email: `${name}@bakery.example`, email_verified: true })
})
afterEach(() => {
  op.stop()
  w.close()
})

const out = (token: string) => signOutBy(w.app, providerOf(w, id), token, '192.0.2.7')

test('a token ends the sessions of its subject or its session, and sent again ends no later one', async () => {
  const token = op.logoutToken({ sub: 'eve' })
  expect(await out(token)).toBe(1)
  expect(await out(op.logoutToken({ sid: 'sid-bo' }))).toBe(1)
  expect(sessions(w)).toBe(0)
  for (const later of [0, MINUTE]) {
    w.clock.turn(later)
    await signIn(w, op, id, { sub: 'eve', email: 'eve@bakery.example' })
    expect(await out(token)).toBe(0)
  }
  expect(sessions(w)).toBe(2)
})

test('a token whose sessions could not be ended counts when it is sent again', async () => {
  const token = op.logoutToken({ sub: 'eve' })
  const full = spyOn(w.app.db, 'write').mockImplementationOnce(() => {
    throw new Error('the disk is full')
  })
  await expect(out(token)).rejects.toThrow('the disk is full')
  full.mockRestore()
  expect(await out(token)).toBe(1)
})

const WRONG: [what: string, claims: Record<string, unknown>, header?: Record<string, unknown>][] = [
  ['of another issuer', { sub: 'eve', iss: 'https://evil.example' }],
  ['for another client', { sub: 'eve', aud: 'somebody-else' }],
  ['with a nonce', { sub: 'eve', nonce: 'n' }],
  ['without the event', { sub: 'eve', events: {} }],
  ['that names nobody', {}],
  ['without an id', { sub: 'eve', jti: undefined }],
  ['that is an ID token', { sub: 'eve' }, { typ: 'JWT' }],
  ['valid for an hour', { sub: 'eve', exp: Date.parse('2026-11-02T10:00:00Z') / 1000 }],
]
test.each(WRONG)('a token %s ends nothing', async (_, claims, header) => {
  const error = await out(op.logoutToken(claims, header)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SsoRefused)
  expect(sessions(w)).toBe(2)
})

test('an old token, and one signed by somebody else, end nothing', async () => {
  const old = op.logoutToken({ sub: 'eve' })
  w.clock.turn(HOUR)
  expect(await out(old).catch((thrown: unknown) => thrown)).toBeInstanceOf(SsoRefused)
  op.lie({ signed_by: 'another key' })
  const forged = op.logoutToken({ sub: 'eve' })
  expect(await out(forged).catch((thrown: unknown) => thrown)).toBeInstanceOf(SsoRefused)
  expect(sessions(w)).toBe(2)
})
