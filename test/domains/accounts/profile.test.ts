import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { callerOfSession, openSession, signIn } from '../../../src/domains/accounts/index.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'
import { ADAS_PASSWORD, seedPassword } from './seed.ts'

const FROM = { ip: null, user_agent: null }
const NEW = 'quiet harbour, seven gulls'

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => seedPassword(tx))
})
afterEach(() => w.close())

const change = (input: Record<string, unknown>, caller: Parameters<World['call']>[0] = 'ada') =>
  w.call(caller, 'change_password', { current_password: ADAS_PASSWORD, new_password: NEW, ...input })
const update = (input: Record<string, unknown>) => w.call('ada', 'update_profile', input)

describe('the profile', () => {
  test('shows oneself, without the hash of the password', async () => {
    const profile = await w.call('ada', 'get_profile')
    expect(profile).toMatchObject({ id: 'usr_ada', email: 'ada@northwind.example', email_verified: true, name: 'Ada' })
    expect(JSON.stringify(profile)).not.toContain('argon2')
  })

  test('changes what is given and leaves the rest', async () => {
    expect(await update({ name: ' Ada L. ', locale: 'de-at', time_zone: 'Europe/Vienna' })).toMatchObject({
      name: 'Ada L.',
      locale: 'de-AT',
      time_zone: 'Europe/Vienna',
      email: 'ada@northwind.example',
    })
    expect(await update({ name: 'Ada' })).toMatchObject({ name: 'Ada', locale: 'de-AT', own_locale: true })
  })

  test('without a language of their own, a person reads that of their workspace', async () => {
    expect(await w.call('ada', 'get_profile')).toMatchObject({ locale: 'en', own_locale: false })
    await w.call('ada', 'update_tenant', { id: 'ten_northwind', language: 'fr' })
    expect(await w.call('ada', 'get_profile')).toMatchObject({ locale: 'fr', own_locale: false })
    expect(await update({ locale: 'en' })).toMatchObject({ locale: 'en', own_locale: true })
    expect(await update({ locale: null })).toMatchObject({ locale: 'fr', own_locale: false })
  })

  test('keeps a time zone in its one spelling, and an older name as it is', async () => {
    const kept = async (time_zone: string) => (await update({ time_zone })).time_zone
    expect([await kept('europe/vienna'), await kept('UTC'), await kept('asia/calcutta')]).toEqual([
      'Europe/Vienna',
      'UTC',
      'Asia/Calcutta',
    ])
  })

  test.each([
    ['locale', 'not a language'],
    ['locale', 'sv'],
    ['locale', 'qps'],
    ['time_zone', 'Middle/Earth'],
    ['time_zone', '+02:00'],
    ['email', 'no address'],
    ['name', '   '],
  ])('refuses %s "%s" by name', async (path, value) => {
    expect(await refusal(update({ [path]: value }))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path }] },
    })
  })

  test('names every field that is wrong', async () => {
    const { details } = await refusal(update({ locale: 'not a language', time_zone: 'Middle/Earth' }))
    expect((details.issues as { path: string }[]).map(({ path }) => path)).toEqual(['locale', 'time_zone'])
  })

  test('a password left out of a new e-mail address is asked for, and is no try', async () => {
    for (let i = 0; i < 6; i++)
      expect(await refusal(update({ email: 'ada@elsewhere.example' }))).toMatchObject({
        message: 'current_password: is required to change the e-mail address',
      })
  })

  test('a new e-mail address needs the password, and may not be taken', async () => {
    const email = 'Ada@elsewhere.example'
    for (const current_password of [undefined, 'not the password'])
      expect(await refusal(update({ email, current_password }))).toMatchObject({
        details: { issues: [{ path: 'current_password' }] },
      })
    const taken = { email: 'ben@northwind.example', current_password: ADAS_PASSWORD }
    expect(await refusal(update(taken))).toMatchObject({ code: 'conflict' })
    expect(await update({ email: 'ADA@northwind.example' })).toMatchObject({
      email_verified: true,
      pending_email: null,
    })
  })
})

describe('changing the password', () => {
  test('lets the new one in and the old one not', async () => {
    await change({})
    expect((await signIn(w.app, 'ada@northwind.example', NEW, FROM)).user_id).toBe('usr_ada')
    const old = await refusal(signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM))
    expect(old.code).toBe('unauthorized')
  })

  test('signs out every other session, and by an API key every one', async () => {
    const [here, there] = [await openSession(w.app, 'usr_ada', FROM), await openSession(w.app, 'usr_ada', FROM)]
    const answer = await change({}, { ...callerOf('ada'), session_id: here.session_id })
    expect(answer).toEqual({ changed: true, sessions_closed: 1 })
    expect(await callerOfSession(w.app, there.token)).toBeNull()
    await openSession(w.app, 'usr_ada', FROM)
    const again = { current_password: NEW, new_password: ADAS_PASSWORD }
    expect(await change(again, callerOf('ada', 'key'))).toEqual({ changed: true, sessions_closed: 2 })
  })

  test('needs the current password, and says so as a fault of that field', async () => {
    for (const current_password of ['not the password', ''])
      expect(await refusal(change({ current_password }))).toMatchObject({
        code: 'validation_failed',
        details: { issues: [{ path: 'current_password' }] },
      })
  })

  test('refuses a weak one, and the one that is set already', async () => {
    for (const new_password of ['short', 'passwordpassword', 'ada northwind ada', ADAS_PASSWORD])
      expect(await refusal(change({ new_password }))).toMatchObject({
        code: 'validation_failed',
        details: { issues: [{ path: 'new_password' }] },
      })
  })

  test('cannot be used to guess the current one, nor lock out sign-in', async () => {
    for (let i = 0; i < 5; i++) await refusal(change({ current_password: 'not the password' }))
    expect(await refusal(change({}))).toMatchObject({ code: 'rate_limited', retry_after: 2 })
    expect((await signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM)).user_id).toBe('usr_ada')
  })

  test('leaves neither password in the audit trail', async () => {
    await change({})
    const rows = JSON.stringify(w.db.read((tx) => tx.rows('select * from audit')))
    expect(rows).toContain('change_password')
    expect(rows).not.toContain(NEW)
    expect(rows).not.toContain(ADAS_PASSWORD)
  })
})
