/** Passkeys: WebAuthn answers of a software authenticator, each refusal with no session. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  type VerifyAuthenticationResponseOpts,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  assertAnswer,
  PasskeyRefused,
  readAnswer,
  readNewPasskey,
} from '../../../../src/domains/accounts/factors/webauthn.ts'
import {
  closeSessionsOf,
  openSession,
  passkeySite,
  proofOptions,
  SecondStep,
  signIn,
  signInByPasskey,
  signInOptions,
} from '../../../../src/domains/accounts/index.ts'
import { MINUTE } from '../../../../src/kernel/time/clock.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf, type World, world } from '../../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../seed.ts'
import { type Algorithm, authenticator, type Twist } from './authenticator.ts'

const ORIGIN = 'https://push.northwind.example'
const SITE = { rp_id: 'push.northwind.example', origin: ORIGIN }
const FROM = { ip: '192.0.2.7', user_agent: 'Firefox' }
const BROWSER = 'a browser'

let w: World
let ada: ReturnType<typeof callerOf>
beforeEach(async () => {
  w = world({ env: { SIGNALPOST_SITE_URL: ORIGIN } })
  w.db.write((tx) => seedPassword(tx))
  ada = await signedIn()
})
afterEach(() => w.close())

async function signedIn(domain_of: string | null = null) {
  const { session_id } = await openSession(w.app, 'usr_ada', { ...FROM, domain_of })
  return { ...callerOf('ada'), session_id, proof: { until: '2099-01-01T00:00:00.000Z', by: ['passkey' as const] } }
}

type Options = Parameters<ReturnType<typeof authenticator>['create']>[0] & Record<string, unknown>
type Added = { factor: { id: string }; recovery_codes: string[] | null }

const begin = async (): Promise<Options> =>
  JSON.parse((await w.call<{ options: string }>(ada, 'begin_passkey')).options) as Options
const finish = (response: string, name = 'Notebook') => w.call<Added>(ada, 'add_passkey', { name, response })

async function enrol(algorithm: Algorithm = -7, twist: Twist = {}) {
  const key = authenticator(ORIGIN, algorithm)
  const { factor, recovery_codes } = await finish(key.create(await begin(), twist))
  return { key, id: factor.id, recovery_codes }
}

const asked = (browser = BROWSER) => w.db.write((tx) => signInOptions(tx, SITE, browser)) as Options
const enter = (response: string, browser = BROWSER) => signInByPasskey(w.app, { site: SITE, browser }, response, FROM)
/** Sessions opened by a passkey. */
const entered = () => w.db.read((tx) => tx.number("select count(*) from sessions where methods = 'webauthn'"))
const letters = () => w.db.read((tx) => tx.number("select count(*) from mails where template = 'factors_changed'"))

describe.each([-7, -8, -257] as const)('a passkey of algorithm %d', (algorithm) => {
  test('signs in alone, and the library judges its answers as we do', async () => {
    const key = authenticator(ORIGIN, algorithm)
    const options = await begin()
    const response = key.create(options)
    const ours = readNewPasskey(readAnswer(response), SITE)
    const expected = { expectedOrigin: ORIGIN, expectedRPID: SITE.rp_id, requireUserVerification: true }
    const theirs = await verifyRegistrationResponse({
      ...expected,
      response: { ...JSON.parse(response), clientExtensionResults: {} },
      expectedChallenge: options.challenge,
    })
    const { id, publicKey, counter } = theirs.registrationInfo!.credential
    expect([ours.credential_id, ours.public_key, ours.counter]).toEqual([
      id,
      Buffer.from(publicKey).toString('base64url'),
      counter,
    ])
    await finish(response)
    for (const twist of TWISTS) {
      const request = asked()
      const answer = key.get(request, twist)
      const given = {
        ...expected,
        response: { ...JSON.parse(answer), clientExtensionResults: {} },
        expectedChallenge: request.challenge,
        credential: { id, publicKey, counter },
      } as VerifyAuthenticationResponseOpts
      const library = await verifyAuthenticationResponse(given).then(
        ({ verified }) => verified,
        () => false,
      )
      expect([twist, accepts(answer, ours.public_key)]).toEqual([twist, library])
    }
    await enter(key.get(asked()))
    expect(entered()).toBe(1)
  })
})

function accepts(answer: string, public_key: string): boolean {
  try {
    assertAnswer(readAnswer(answer), public_key, SITE)
    return true
  } catch (error) {
    if (error instanceof PasskeyRefused) return false
    throw error
  }
}

/** What is wrong with an answer; the first is right. */
const TWISTS: Twist[] = [
  {},
  { flags: 0x01 },
  { flags: 0x04 },
  { flags: 0x15 },
  { client: { origin: 'https://push.northwind.example.evil.example' } },
  { client: { type: 'webauthn.create' } },
  { rp_id: 'northwind.example' },
  { bogus: true },
]

test.each([
  ...TWISTS.slice(1),
  { user_handle: null },
  { user_handle: 'dXNyX2Jlbg' },
  { flags: 0x0d },
  { client: { crossOrigin: true } },
])('an answer with %p opens no session, and its challenge is used up', async (twist) => {
  const { key } = await enrol()
  const options = asked()
  expect(await refusal(enter(key.get(options, twist)))).toMatchObject({ code: 'unauthorized' })
  expect(await refusal(enter(key.get(options)))).toMatchObject({ code: 'conflict' })
  expect(entered()).toBe(0)
  await enter(key.get(asked()))
  expect(entered()).toBe(1)
})

test.each([
  '',
  '{}',
  'null',
  '[]',
  '{"id":"a","type":"public-key","response":{"clientDataJSON":"e30"}}',
  'x'.repeat(20_000),
])('nonsense of case %# is refused', async (response) => {
  expect(await refusal(enter(response))).toMatchObject({ code: 'unauthorized' })
  expect(await refusal(finish(response || '-'))).toMatchObject({ code: 'validation_failed' })
})

test('each challenge is answered once, by the browser that asked, within 5 minutes', async () => {
  const { key } = await enrol()
  const response = key.get(asked())
  await enter(response)
  expect(await refusal(enter(response))).toMatchObject({ code: 'conflict' })
  expect(await refusal(enter(key.get(asked('another browser'))))).toMatchObject({ code: 'conflict' })
  const late = key.get(asked())
  w.clock.turn(5 * MINUTE)
  expect(await refusal(enter(late))).toMatchObject({ code: 'conflict' })
  const prove = w.db.write((tx) => proofOptions(tx, SITE, 'usr_ada')) as Options
  expect(await refusal(enter(key.get(prove)))).toMatchObject({ code: 'conflict' })
  expect(entered()).toBe(1)
})

test('a counter that goes back refuses the passkey from then on, with a letter', async () => {
  const { key, id } = await enrol()
  await enter(key.get(asked(), { counter: 7 }))
  const before = letters()
  expect(await refusal(enter(key.get(asked(), { counter: 7 })))).toMatchObject({ code: 'unauthorized' })
  expect(letters()).toBe(before + 1)
  expect(await refusal(enter(key.get(asked(), { counter: 9 })))).toMatchObject({ code: 'unauthorized' })
  expect(await w.call(ada, 'list_factors')).toMatchObject({ factors: [{ id, suspect: true }] })
  expect(entered()).toBe(1)
})

test('a person is known by random bytes, the same for each passkey, and by their id in older ones', async () => {
  const options = await begin()
  const { id } = options.user as { id: string }
  expect(Buffer.from(id, 'base64url')).toHaveLength(32)
  expect(((await begin()).user as { id: string }).id).toBe(id)
  expect(Buffer.from(id, 'base64url').toString()).not.toContain('usr_ada')
  const { key } = await enrol()
  await enter(key.get(asked()))
  await enter(key.get(asked(), { user_handle: Buffer.from('usr_ada').toString('base64url') }))
  expect(
    await refusal(enter(key.get(asked(), { user_handle: Buffer.from('usr_ben').toString('base64url') }))),
  ).toMatchObject({ code: 'unauthorized' })
})

test('an RSA key of 1024 bits is refused', async () => {
  const key = authenticator(ORIGIN, -257, 1024)
  expect(await refusal(finish(key.create(await begin())))).toMatchObject({ code: 'validation_failed' })
})

test('the list names where a passkey lies, and nothing of models that nobody knows', async () => {
  const named = async (aaguid: string) => {
    const key = authenticator(ORIGIN)
    return (await finish(key.create(await begin(), { aaguid }))).factor as { id: string; made_by?: string | null }
  }
  expect((await named('d548826e-79b4-db40-a3d8-11116f7e8349')).made_by).toBe('Bitwarden')
  expect((await named('00000000-0000-0000-0000-000000000000')).made_by).toBeNull()
  expect((await named('12345678-0000-0000-0000-000000000000')).made_by).toBeNull()
})

test('a synced passkey always sends 0', async () => {
  const { key } = await enrol(-8, { flags: 0x1d })
  for (let n = 0; n < 2; n++) await enter(key.get(asked(), { counter: 0, flags: 0x1d }))
  expect(entered()).toBe(2)
  expect(await w.call(ada, 'list_factors')).toMatchObject({ factors: [{ backed_up: true, rp_id: SITE.rp_id }] })
})

test.each([
  [{ flags: 0x01 }],
  [{ client: { origin: 'https://evil.example' } }],
  [{ client: { type: 'webauthn.get' } }],
  [{ rp_id: 'evil.example' }],
] as [Twist][])('a new passkey with %p is refused and no factor is added', async (twist) => {
  const options = await begin()
  const key = authenticator(ORIGIN)
  expect(await refusal(finish(key.create(options, twist)))).toMatchObject({ code: 'validation_failed' })
  expect(await refusal(finish(key.create(options)))).toMatchObject({ code: 'conflict' })
  expect(await w.call(ada, 'list_factors')).toMatchObject({ factors: [], recovery_codes: 0 })
})

test('after the password a passkey or a recovery code is asked for; the first passkey brings the codes', async () => {
  const { key, recovery_codes, id } = await enrol()
  expect(recovery_codes).toHaveLength(10)
  const thrown = await signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(SecondStep)
  expect(await w.call(ada, 'rename_factor', { id, name: 'Phone' })).toMatchObject({ name: 'Phone' })
  expect(((await begin()).excludeCredentials as { id: string }[]).map((one) => one.id)).toEqual([key.id])
  await w.call(ada, 'delete_factor', { id })
  expect(await refusal(enter(key.get(asked())))).toMatchObject({ code: 'unauthorized' })
  expect((await signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM)).user_id).toBe('usr_ada')
})

test('a passkey of the person is a proof, once; one of somebody else is none', async () => {
  const { key } = await enrol()
  const prove = () => w.db.write((tx) => proofOptions(tx, SITE, 'usr_ada')) as Options
  const response = key.get(prove())
  expect(await w.call(ada, 'prove_yourself', { response })).toMatchObject({ until: expect.any(String) })
  ada = await signedIn()
  expect(await refusal(w.call(ada, 'prove_yourself', { response }))).toMatchObject({ code: 'conflict' })
  const other = authenticator(ORIGIN)
  expect(await refusal(w.call(ada, 'prove_yourself', { response: other.get(prove()) }))).toMatchObject({
    code: 'validation_failed',
  })
  expect(await refusal(w.call(ada, 'prove_yourself', { code: '000000' }))).toMatchObject({ code: 'validation_failed' })
  const now = w.db.read((tx) => tx.rows("select methods from sessions where user_id = 'usr_ada'"))
  expect(now.some((row) => (row as { methods: string }).methods === 'webauthn')).toBe(false)
})

test('a suspended person gets no session', async () => {
  const { key } = await enrol()
  w.db.write((tx) => {
    tx.run("update users set status = 'suspended' where id = 'usr_ada'")
    return closeSessionsOf(tx, 'usr_ada')
  })
  expect(await refusal(enter(key.get(asked())))).toMatchObject({ code: 'unauthorized' })
  expect(entered()).toBe(0)
})

test('passkeys need HTTPS or localhost, and a host name', () => {
  const siteAt = (site_url: string) => passkeySite({ config: { ...w.app.config, site_url } })
  expect(siteAt('https://push.northwind.example:8443')).toEqual({
    rp_id: 'push.northwind.example',
    origin: 'https://push.northwind.example:8443',
  })
  expect(siteAt('http://localhost:8080')).toEqual({ rp_id: 'localhost', origin: 'http://localhost:8080' })
  for (const address of [
    'http://push.northwind.example',
    'https://192.0.2.7',
    'https://[2001:db8::7]',
    'http://127.0.0.1:8080',
  ])
    expect([address, siteAt(address)]).toEqual([address, null])
})

test('no list, letter or line of the trail holds a challenge, a key or an answer', async () => {
  const options = await begin()
  const key = authenticator(ORIGIN)
  const response = key.create(options)
  await finish(response)
  const request = asked()
  await enter(key.get(request))
  const listed = await w.call(ada, 'list_factors')
  const rows = w.db.read((tx) => [...tx.rows('select * from audit'), ...tx.rows('select * from mails'), listed])
  const text = JSON.stringify(rows)
  for (const canary of [options.challenge, request.challenge, key.id, key.cose.toString('base64url'), response])
    expect(text).not.toContain(canary)
})
