/** What an attack on identity providers found, each as the guarantee that now holds. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { callerOfSession, openSession } from '../../../src/domains/accounts/index.ts'
import {
  attachPart,
  redeemOffer,
  redirectOf,
  SsoRefused,
  signOutBy,
  takeAnswer,
  undoConnection,
} from '../../../src/features/sso/index.ts'
import { DEFAULTS } from '../../../src/features/sso/options.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { identityProvider } from '../../upstreams/identity-provider.ts'
import type { World } from '../../world.ts'
import { addProvider, begin, end, FROM, letters, providerOf, sessions, signIn, ssoWorld, tokenIn } from './setting.ts'

let w: World
let op: ReturnType<typeof identityProvider>
let second: typeof op
beforeAll(() => {
  op = identityProvider(() => w.clock.now())
  second = identityProvider(() => w.clock.now())
})
afterAll(() => {
  op.stop()
  second.stop()
})
beforeEach(() => {
  w = ssoWorld()
  op.lie()
})
afterEach(() => w.close())

const EVE = { sub: 'eve', email: 'eve@bakery.example', email_verified: true, name: 'Eve' }
const ADA = { sub: 'a', email: 'ada@northwind.example', email_verified: true }
const OPEN = { creates: true, domains: ['bakery.example'] }
const reasonOf = (journey: Promise<unknown>) =>
  journey.then(
    () => null,
    (error: unknown) => (error instanceof SsoRefused ? error.reason : error),
  )
const count = (sql: string) => w.db.read((tx) => tx.number(sql))
const run = (sql: string, ...given: string[]) => w.db.write((tx) => tx.run(sql, ...given))
const addFactor = (user_id: string) =>
  w.db.write((tx) =>
    tx.run(
      "insert into factors (id, user_id, kind, name, confirmed_at, created_at) values ('f', ?1, 'totp', 'App', ?2, ?2)",
      user_id,
      tx.now,
    ),
  )
async function opened(id: string, claims: object = EVE) {
  const outcome = await signIn(w, op, id, { ...claims })
  if (outcome.act !== 'signed_in') throw new Error(outcome.act)
  return outcome.opened
}

describe('finding 4: a letter connects', () => {
  const UNVERIFIED: [string, object][] = [
    ['false', { email_verified: false }],
    ['absent', { email_verified: undefined }],
    ['the text "true"', { email_verified: 'true' }],
    ['absent and xms_edov false', { email_verified: undefined, xms_edov: false }],
  ]
  test.each(UNVERIFIED)('no account by an address with email_verified %s: there is no letter', async (_, claims) => {
    const id = await addProvider(w, op)
    expect((await signIn(w, op, id, { ...ADA, ...claims })).act).toBe('letter')
    expect([letters(w), count('select count(*) from sso_offers')]).toEqual([[], 0])
  })

  test('an address that Entra vouches for gets one, and by no other provider', async () => {
    const id = await addProvider(w, op)
    const claims = { ...ADA, email_verified: undefined, xms_edov: true }
    await signIn(w, op, id, claims)
    expect(letters(w)).toEqual([])
    run("update identity_providers set kind = 'entra' where id = ?", id)
    await signIn(w, op, id, claims)
    expect(letters(w)).toHaveLength(1)
  })

  test('only in the browser that signed in at the provider, and only with a proof of the last 15 minutes', async () => {
    const id = await addProvider(w, op)
    const mallory = await begin(w, op, id, ADA)
    await end(w, id, mallory)
    const token = tokenIn(w, 'connect_provider')
    const stale = { user_id: 'usr_ada', proved_until: w.clock.now() }
    const fresh = { user_id: 'usr_ada', proved_until: plus(w.clock.now(), MINUTE) }
    const given = { token, password: '', code: '', ip: null }
    const { browser } = await begin(w, op, id, ADA)
    expect(await refusal(redeemOffer(w.app, { ...given, browser, visitor: fresh }))).toMatchObject({ code: 'conflict' })
    expect(await refusal(redeemOffer(w.app, { ...given, browser: null, visitor: fresh }))).toMatchObject({
      code: 'conflict',
    })
    // Ada was signed in an hour ago, and has neither a password nor a factor to enter here.
    run("update users set password_hash = null, last_seen_at = ? where id = 'usr_ada'", w.clock.now())
    for (const visitor of [null, stale, { ...fresh, user_id: 'usr_ben' }])
      expect(await refusal(redeemOffer(w.app, { ...given, browser: mallory.browser, visitor }))).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Sign in first'),
      })
    expect(count('select count(*) from identities')).toBe(0)
    await redeemOffer(w.app, { ...given, browser: mallory.browser, visitor: fresh })
    expect(count("select count(*) from identities where user_id = 'usr_ada'")).toBe(1)
  })

  test('and says so afterwards, with a link that disconnects and signs out everywhere', async () => {
    const id = await addProvider(w, op)
    const { session_id } = await openSession(w.app, 'usr_ada', FROM)
    expect((await signIn(w, op, id, ADA, { purpose: 'link', session_id })).act).toBe('linked')
    const told = w.db.read((tx) => tx.rows("select to_address from mails where template = 'provider_connected'"))
    expect(told).toEqual([{ to_address: 'ada@northwind.example' }])
    const token = tokenIn(w, 'provider_connected')
    undoConnection(w.app, token, null)
    expect([count('select count(*) from identities'), sessions(w)]).toEqual([0, 0])
    expect(() => undoConnection(w.app, token, null)).toThrow('no such connection')
    expect(count("select count(*) from audit where action = 'delete_own_identity'")).toBe(1)
  })
})

test('finding 4: signed in, a person connects with a proof of the last 15 minutes when they come back', async () => {
  const id = await addProvider(w, op)
  const { session_id } = await openSession(w.app, 'usr_ada', FROM)
  const journey = { purpose: 'link', session_id } as const
  w.clock.turn(10 * MINUTE)
  const on_the_way = await begin(w, op, id, ADA, journey)
  w.clock.turn(6 * MINUTE)
  expect(await reasonOf(end(w, id, on_the_way, journey))).toBe('not_fresh')
  expect(count('select count(*) from identities')).toBe(0)
})

test('an answer counts at the address where the sign-in began, whatever the provider compares', async () => {
  const id = await addProvider(w, op, OPEN)
  op.lie({ unchecked: true })
  const journey = await begin(w, op, id, EVE)
  const at_own_domain = redirectOf('https://seo.bakery.example', id)
  expect(await reasonOf(end(w, id, { ...journey, redirect_uri: at_own_domain }))).toBe('nonce')
  expect(sessions(w)).toBe(0)
  expect((await end(w, id, await begin(w, op, id, EVE))).act).toBe('signed_in')
})

describe('finding 5: keys of a provider', () => {
  const rsa = (bits: number, e = 65_537) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: e })
    return { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
  }
  const keptKeys = (id: string): unknown[] => JSON.parse(providerOf(w, id).metadata!).keys
  /** Modulus and exponent of these sizes; no product of primes, as a stranger would send. */
  const odd = (bits: number, e = 'AQAB') => ({
    ...{ kty: 'RSA', use: 'sig', alg: 'RS256', e },
    n: Buffer.alloc(bits / 8, 0xff).toString('base64url'),
  })

  test('too large, too small, or with another exponent are not kept, and no more than ten of the others', async () => {
    const id = await addProvider(w, op)
    op.lie({ keys: Array.from({ length: 88 }, () => odd(16_384, 'AgAAAAE')) })
    await begin(w, op, id, EVE)
    expect(keptKeys(id)).toEqual([])
    const fine = rsa(2048)
    op.lie({ keys: [odd(4104), odd(2040), odd(2048, 'Aw'), { kty: 'oct', k: 'AAAA' }, ...Array(12).fill(fine)] })
    w.clock.turn(2 * HOUR)
    await begin(w, op, id, EVE)
    expect(keptKeys(id)).toHaveLength(10)
    expect(keptKeys(id)[0]).toMatchObject({ n: fine.n })
  })

  test('a token without kid counts only when one key fits', async () => {
    const id = await addProvider(w, op, OPEN)
    const one = await begin(w, op, id, EVE)
    op.lie({ header: { kid: undefined } })
    expect((await end(w, id, one)).act).toBe('signed_in')
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = { ...publicKey.export({ format: 'jwk' }), kid: 'k2' }
    w.clock.turn(2 * HOUR)
    op.lie()
    const known = JSON.parse(providerOf(w, id).metadata!).keys as object[]
    op.lie({ keys: [...known, other] as never })
    const two = await begin(w, op, id, EVE)
    op.lie({ header: { kid: undefined } })
    expect(await reasonOf(end(w, id, two))).toBe('key')
  })

  test('a logout token whose claims are wrong asks for no key', async () => {
    const id = await addProvider(w, op)
    const asked = op.received.length
    const out = (token: string) => signOutBy(w.app, providerOf(w, id), token, '192.0.2.9')
    expect(await reasonOf(out(op.logoutToken({ sub: 'eve', aud: 'somebody-else' })))).toBe('audience')
    expect(op.received.length).toBe(asked)
  })

  test('after ten bad tokens in a minute, from however many networks, only known networks are heard', async () => {
    const id = await addProvider(w, op, OPEN)
    await opened(id)
    const out = (token: string, ip: string) => signOutBy(w.app, providerOf(w, id), token, ip)
    expect(await out(op.logoutToken({ sub: 'nobody' }), '198.51.100.1')).toBe(0)
    for (let n = 0; n < 10; n++) expect(await reasonOf(out('a.b.c', `203.0.${n}.1`))).toBe('token')
    const refused = await out(op.logoutToken({ sub: 'eve' }), '203.0.99.1').catch((error) => error)
    expect(refused).toBeInstanceOf(Fault)
    expect(refused).toMatchObject({ code: 'rate_limited' })
    expect(await out(op.logoutToken({ sub: 'eve' }), '198.51.100.1')).toBe(1)
    w.clock.turn(MINUTE)
    expect(await out(op.logoutToken({ sub: 'eve' }), '203.0.99.1')).toBe(0)
  })
})

describe('finding 6: a proof at a provider counts', () => {
  const seconds = () => Math.floor(Date.parse(w.clock.now()) / 1000)

  test('not where a factor is asked for', async () => {
    const id = await addProvider(w, op, OPEN)
    const { session_id } = await opened(id)
    const { user_id } = w.db.read((tx) => tx.row<{ user_id: string }>('select user_id from identities'))!
    addFactor(user_id)
    w.clock.turn(HOUR)
    const proof = { purpose: 'proof', session_id } as const
    expect(await reasonOf(signIn(w, op, id, { ...EVE, auth_time: seconds() }, proof))).toBe('no_access')
  })

  test('not for a session that a password or another provider opened', async () => {
    const [id, other] = [await addProvider(w, op, OPEN), await addProvider(w, second)]
    await opened(id)
    const { user_id } = w.db.read((tx) => tx.row<{ user_id: string }>('select user_id from identities'))!
    const byPassword = await openSession(w.app, user_id, FROM)
    w.clock.turn(HOUR)
    const proof = { purpose: 'proof', session_id: byPassword.session_id } as const
    expect(await reasonOf(signIn(w, op, id, { ...EVE, auth_time: seconds() }, proof))).toBe('no_access')
    const { session_id } = await opened(id)
    run("insert into identities values ('i', ?, 'eve', ?, null, 'self', ?, null)", other, user_id, w.clock.now())
    const elsewhere = { ...EVE, auth_time: seconds() }
    expect(await reasonOf(signIn(w, second, other, elsewhere, { purpose: 'proof', session_id }))).toBe('no_access')
  })
})

test('finding 7: a provider says "mfa" for a rule only where a platform admin trusts it', async () => {
  await w.call('pat', 'update_security_settings', { second_factor: 'everyone', grace_days: 0 })
  const id = await addProvider(w, op, { ...OPEN, home: 'ten_northwind', default_role: 'member' })
  const must = async () =>
    (await callerOfSession(w.app, (await opened(id, { ...EVE, amr: ['mfa'] })).token))?.caller?.must_enrol
  expect(await must()).toBe(true)
  for (const who of ['ada', 'vera', 'rita'] as const)
    expect(await refusal(w.call(who, 'update_identity_provider', { id, trust_mfa: true }))).toMatchObject({
      code: 'forbidden',
    })
  await w.call('pat', 'update_identity_provider', { id, trust_mfa: true })
  expect(await must()).toBeUndefined()
})

describe('finding 7: a provider that is trusted less with a second factor', () => {
  const MFA = { ...EVE, amr: ['mfa'] }
  const trusting = () => addProvider(w, op, { ...OPEN, trust_mfa: true })
  const less: [string, object][] = [
    ['not at all', { trust_mfa: false }],
    ['for other values', { mfa_values: ['otp'] }],
  ]

  test.each(less)('%s: its sessions with one end, the others stay', async (_, change) => {
    const id = await trusting()
    const [mfa, plain] = [await opened(id, MFA), await opened(id)]
    expect(await w.call('pat', 'update_identity_provider', { id, ...change })).toMatchObject({ sessions_ended: 1 })
    expect(await callerOfSession(w.app, mfa.token)).toBeNull()
    expect(await callerOfSession(w.app, plain.token)).not.toBeNull()
  })

  test('ends none where it is trusted as before', async () => {
    const id = await trusting()
    await opened(id, MFA)
    for (const change of [{ name: 'Another' }, { trust_mfa: true }, { mfa_values: [...DEFAULTS.mfa_values, 'pop'] }])
      expect(await w.call('pat', 'update_identity_provider', { id, ...change })).toMatchObject({ sessions_ended: 0 })
  })

  test('is not believed in an answer that is on the way, nor in a session that is not complete', async () => {
    const id = await trusting()
    await opened(id, MFA)
    const before = providerOf(w, id)
    const journey = await begin(w, op, id, MFA)
    const part = w.db.read((tx) => tx.row<{ id: string }>('select id from sso_sessions'))!
    run('update sso_sessions set session_id = null')
    run('delete from sessions')
    await w.call('pat', 'update_identity_provider', { id, trust_mfa: false })
    const { session_id } = await openSession(w.app, 'usr_ben', FROM)
    expect(w.db.write((tx) => attachPart(tx, part.id, session_id))).toBe(false)
    const { query, browser, redirect_uri } = journey
    const back = { query, browser, redirect_uri, from: FROM, session_id: null }
    expect((await takeAnswer(w.app, before, back)).act).toBe('signed_in')
    expect(count("select count(*) from sessions where methods = 'sso'")).toBe(1)
    expect(count("select count(*) from sessions where methods = 'sso mfa'")).toBe(0)
  })
})

describe('finding 9: a stranger does not put a provider out of use', () => {
  test.each(['\0', '', 'a b', 'ä', 'x'.repeat(2049)])('by a code that is none (%#)', async (code) => {
    const id = await addProvider(w, op, OPEN)
    const journey = await begin(w, op, id, EVE)
    const asked = op.received.length
    expect(await reasonOf(end(w, id, { ...journey, query: { ...journey.query, code } }))).toBe('token')
    expect(op.received.length).toBe(asked)
  })

  test('by a code that the token endpoint answers with 503, from however many networks', async () => {
    const id = await addProvider(w, op, OPEN)
    op.fail({ status: 503 }, 3, /token/)
    for (const ip of ['192.0.2.7', '198.51.100.7', '203.0.113.7'])
      expect(await reasonOf(signIn(w, op, id, EVE, { ip }))).toBe('unreachable')
    expect((await signIn(w, op, id, EVE)).act).toBe('signed_in')
  })

  test('by failed connections that one network alone sees', async () => {
    const id = await addProvider(w, op, OPEN)
    op.fail('cut', 5, /token/)
    for (let n = 0; n < 5; n++) expect(await reasonOf(signIn(w, op, id, EVE))).toBe('unreachable')
    expect((await signIn(w, op, id, EVE)).act).toBe('signed_in')
  })
})

describe('finding 11: a letter about a sign-in', () => {
  test('is not sent where the account may not be connected, and once a day over all providers', async () => {
    const ids = [await addProvider(w, op), await addProvider(w, second)]
    run("update users set status = 'suspended' where id = 'usr_ben'")
    await signIn(w, op, ids[0]!, { sub: 'b', email: 'ben@northwind.example', email_verified: true })
    expect(letters(w)).toEqual([])
    for (const sub of ['a', 'b']) {
      expect((await signIn(w, op, ids[0]!, { ...ADA, sub })).act).toBe('letter')
      expect((await signIn(w, second, ids[1]!, { ...ADA, sub })).act).toBe('letter')
    }
    expect(letters(w)).toHaveLength(1)
    w.clock.turn(DAY)
    await signIn(w, op, ids[0]!, ADA)
    expect(letters(w)).toHaveLength(2)
  })

  test('has no link in the name of the provider', async () => {
    const id = await addProvider(w, op, { name: 'Unlock at https://evil.example/0' })
    await signIn(w, op, id, ADA)
    const { provider } = JSON.parse(letters(w)[0]!.facts) as { provider: string }
    expect(provider).not.toMatch(/:\/\/|evil\.example/)
  })
})

describe('finding 12: with its provider', () => {
  const ended = async (act: (id: string) => Promise<{ sessions_ended: number }>) => {
    const id = await addProvider(w, op, OPEN)
    const { token } = await opened(id)
    const { user_id } = w.db.read((tx) => tx.row<{ user_id: string }>('select user_id from identities'))!
    const local = await openSession(w.app, user_id, FROM)
    addFactor(user_id)
    expect((await signIn(w, op, id, EVE)).act).toBe('second_step')
    expect(await act(id)).toMatchObject({ sessions_ended: 1 })
    expect(await callerOfSession(w.app, token)).toBeNull()
    expect(await callerOfSession(w.app, local.token)).not.toBeNull()
    expect(count('select count(*) from sign_in_steps')).toBe(0)
  }

  test('a sign-in that is not complete ends too: turned off, deleted, or signed out there', async () => {
    const acts: ((id: string) => Promise<unknown>)[] = [
      (id) => w.call('pat', 'update_identity_provider', { id, enabled: false }),
      (id) => w.call('pat', 'delete_identity_provider', { id }),
      (id) => signOutBy(w.app, providerOf(w, id), op.logoutToken({ sub: 'eve' }), '192.0.2.9'),
    ]
    for (const [n, act] of acts.entries()) {
      const id = await addProvider(w, op, OPEN)
      await opened(id, { ...EVE, email: `eve-${n}@bakery.example` })
      const part = w.db.read((tx) => tx.row<{ id: string }>('select id from sso_sessions'))!
      run('update sso_sessions set session_id = null where id = ?', part.id)
      const { session_id } = await openSession(w.app, 'usr_ben', FROM)
      await act(id)
      expect([n, w.db.write((tx) => attachPart(tx, part.id, session_id))]).toEqual([n, false])
      expect(count("select count(*) from sessions where user_id = 'usr_ben'")).toBe(0)
      run('delete from identity_providers')
    }
  })

  test('turned off, its sessions end', () =>
    ended((id) => w.call('pat', 'update_identity_provider', { id, enabled: false })))
  test('deleted, its sessions end', () => ended((id) => w.call('pat', 'delete_identity_provider', { id })))
})

test.each([
  'a>,<c@bakery.example',
  'a@b@bakery.example',
  '<script>alert(1)</script>@bakery.example',
  'аda@bakery.example',
])('finding 15: %s makes no account', async (email) => {
  const id = await addProvider(w, op, OPEN)
  expect(await reasonOf(signIn(w, op, id, { ...EVE, email }))).toBe('no_email')
  expect(count("select count(*) from users where email like '%bakery.example' and id <> 'usr_vera'")).toBe(0)
})
