/** Codes of authenticator apps: RFC 6238, each once, within one step of now. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { codeOfStep, fromBase32, stepAt, stepOfCode, toBase32 } from '../../../../src/domains/accounts/factors/totp.ts'
import { finishStep, SecondStep, signIn } from '../../../../src/domains/accounts/index.ts'
import { DAY, MINUTE, millis, SECOND } from '../../../../src/kernel/time/clock.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf, type World, world } from '../../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../seed.ts'

const FROM = { ip: '192.0.2.7', user_agent: 'Firefox' }

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => seedPassword(tx))
})
afterEach(() => w.close())

const codeAt = (secret: string, shift = 0) => codeOfStep(fromBase32(secret), stepAt(millis(w.clock.now()) + shift))
const sessions = () => w.db.read((tx) => tx.number("select count(*) from sessions where user_id = 'usr_ada'"))

/** Ada with an authenticator app; the clock is past the step of its first code. */
async function enrol() {
  const { id, secret } = await w.call<{ id: string; secret: string }>('ada', 'begin_totp')
  const code = codeAt(secret)
  const { recovery_codes } = await w.call<{ recovery_codes: string[] }>('ada', 'confirm_totp', { id, code })
  return { id, secret, code, recovery_codes }
}

/** The right password: the token of the second step. */
async function step(): Promise<string> {
  const thrown = await signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(SecondStep)
  return (thrown as SecondStep).token
}
const second = async (code: string) => finishStep(w.app, await step(), code, FROM)

test('the vectors of RFC 6238 appendix B pass, and base32 reads what it wrote', () => {
  const secret = new TextEncoder().encode('12345678901234567890')
  const vectors = {
    59: '94287082',
    1111111109: '07081804',
    1111111111: '14050471',
    1234567890: '89005924',
    2000000000: '69279037',
    20000000000: '65353130',
  }
  const found = Object.keys(vectors).map((s) => codeOfStep(secret, stepAt(Number(s) * SECOND), 8))
  expect(found).toEqual(Object.values(vectors))
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(fromBase32(toBase32(secret))).toEqual(secret)
})

test('a code counts 30 seconds early or late, and not 60', () => {
  const secret = toBase32(new TextEncoder().encode('12345678901234567890'))
  const now = 1_700_000_010_000
  const shifted = [-60, -30, 0, 30, 60].map((s) =>
    stepOfCode(secret, codeOfStep(fromBase32(secret), stepAt(now + s * SECOND)), now),
  )
  expect(shifted.map((found) => found !== null)).toEqual([false, true, true, true, false])
  for (const bad of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(stepOfCode(secret, bad, now)).toBeNull()
})

describe('signing in', () => {
  test('the password opens no session, the code of the app does, spaces and dashes aside', async () => {
    const { secret } = await enrol()
    w.clock.turn(MINUTE)
    const token = await step()
    expect(sessions()).toBe(0)
    expect(await refusal(finishStep(w.app, token, '000000', FROM))).toMatchObject({ code: 'validation_failed' })
    const code = codeAt(secret)
    await finishStep(w.app, token, `${code.slice(0, 3)} - ${code.slice(3)}`, FROM)
    expect(sessions()).toBe(1)
    const methods = w.db.read((tx) => tx.rows('select methods from sessions'))
    expect(methods).toEqual([{ methods: 'pwd otp' }])
    expect(await refusal(finishStep(w.app, token, codeAt(secret), FROM))).toMatchObject({ code: 'unauthorized' })
  })

  test('200 parallel sign-ins with one code open one session', async () => {
    const { secret } = await enrol()
    w.clock.turn(MINUTE)
    const token = await step()
    const tokens = Array.from({ length: 200 }, (_, n) => `${n}`)
    // Steps of their own, without 200 password hashes.
    const { beginStep } = await import('../../../../src/domains/accounts/sign-in/sign-in-steps.ts')
    const steps = tokens.map(() => w.db.write((tx) => beginStep(tx, 'usr_ada', {})))
    const code = codeAt(secret)
    const unlimited = { ...w.app }
    const done = await Promise.allSettled([token, ...steps].map((one) => finishStep(unlimited, one, code, FROM)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(sessions()).toBe(1)
  })

  test('the code that confirmed the app, and a code that was used, open none', async () => {
    const { secret, code } = await enrol()
    expect(await refusal(second(code))).toMatchObject({ code: 'validation_failed' })
    w.clock.turn(MINUTE)
    const once = codeAt(secret)
    await second(once)
    expect(await refusal(second(once))).toMatchObject({ code: 'validation_failed' })
    expect(await refusal(second(codeAt(secret, -30 * SECOND)))).toMatchObject({ code: 'validation_failed' })
    expect(sessions()).toBe(1)
  })

  test('wrong codes are slowed down by a count of their own, which a right password does not reset', async () => {
    const { secret } = await enrol()
    w.clock.turn(MINUTE)
    for (let n = 0; n < 5; n++) expect(await refusal(second('000000'))).toMatchObject({ code: 'validation_failed' })
    expect(await refusal(second(codeAt(secret)))).toMatchObject({
      code: 'rate_limited',
      retry_after: expect.any(Number),
    })
    expect(sessions()).toBe(0)
    w.clock.turn(MINUTE)
    await second(codeAt(secret))
    expect(sessions()).toBe(1)
  })

  test('a step that was begun with the old password ends with it', async () => {
    const { recovery_codes } = await enrol()
    const begun = await step()
    await w.call('ada', 'change_password', {
      current_password: ADAS_PASSWORD,
      new_password: 'seven gulls over a quiet pier',
    })
    expect(await refusal(finishStep(w.app, begun, recovery_codes[0]!, FROM))).toMatchObject({ code: 'unauthorized' })
    expect(sessions()).toBe(0)
  })

  test('a step is over after 10 minutes', async () => {
    const { secret } = await enrol()
    w.clock.turn(MINUTE)
    const token = await step()
    w.clock.turn(10 * MINUTE)
    expect(await refusal(finishStep(w.app, token, codeAt(secret), FROM))).toMatchObject({ code: 'unauthorized' })
  })

  test('each recovery code signs in once, in small letters too; new codes end the old ones', async () => {
    const { recovery_codes } = await enrol()
    expect(new Set(recovery_codes).size).toBe(10)
    const [first, other] = recovery_codes as [string, string]
    expect(await second(first.toLowerCase())).toMatchObject({ codes_left: 9 })
    expect(await refusal(second(first))).toMatchObject({ code: 'validation_failed' })
    const again = await w.call<{ recovery_codes: string[] }>('ada', 'make_recovery_codes')
    expect(await refusal(second(other))).toMatchObject({ code: 'validation_failed' })
    expect(await second(again.recovery_codes[0]!)).toMatchObject({ codes_left: 9 })
  })
})

test('list_factors and the trail hold no secret and no code; each change sends a letter', async () => {
  const { id, secret, recovery_codes } = await enrol()
  const listed = await w.call('ada', 'list_factors')
  expect(listed).toMatchObject({ factors: [{ id, kind: 'totp', confirmed: true }], recovery_codes: 10 })
  await w.call('ada', 'delete_factor', { id })
  expect(await w.call('ada', 'list_factors')).toMatchObject({ factors: [], recovery_codes: 0 })
  const rows = w.db.read((tx) => [...tx.rows('select * from audit'), ...tx.rows('select * from mails'), listed])
  const text = JSON.stringify(rows)
  for (const canary of [secret, recovery_codes[0]!, recovery_codes[0]!.replaceAll('-', '')])
    expect(text).not.toContain(canary)
  const letters = w.db.read((tx) =>
    tx.number("select count(*) from mails where template = 'factors_changed' and to_address = 'ada@northwind.example'"),
  )
  expect(letters).toBe(2)
  w.clock.turn(DAY)
  expect((await signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM)).user_id).toBe('usr_ada')
})

test('a key and an app may touch no factor of their person', async () => {
  const key = { ...callerOf('ada', 'key'), key_id: 'key_ada' }
  for (const [name, input] of [
    ['list_factors', {}],
    ['begin_totp', {}],
    ['make_recovery_codes', {}],
    ['prove_yourself', { password: ADAS_PASSWORD }],
  ] as const)
    expect(await refusal(w.call(key, name, input))).toMatchObject({ code: 'forbidden' })
})
