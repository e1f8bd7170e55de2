import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { callerNowhere, isWholePerson, openSession, userById } from '../../../src/domains/accounts/index.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'
import { seedGrant } from '../oauth/seed.ts'
import { ADAS_PASSWORD, seedPassword } from './seed.ts'

let w: World
let session_id: string
beforeEach(async () => {
  w = world()
  w.db.write((tx) => seedPassword(tx))
  w.db.write((tx) => seedGrant(tx))
  session_id = (await openSession(w.app, 'usr_ada', { ip: '192.0.2.7', user_agent: 'Firefox' })).session_id
})
afterEach(() => w.close())

/** Whom a key speaks for that one of the cast made. */
async function keyOf(person: Person, input: { role: string; tenant_id?: string }): Promise<Caller> {
  const { secret } = await w.call<{ secret: string }>(person, 'create_api_key', input)
  return w.db.read((tx) => callerOfKey(tx, secret))!.caller
}

const LESSER = [
  ['of a lower role', { role: 'admin' }],
  ["of a client's workspace", { role: 'owner', tenant_id: 'ten_bakery' }],
] as const

describe.each(LESSER)('a key %s', (_, input) => {
  test('cannot delete the account of the person who made it', async () => {
    const key = await keyOf('ada', input)
    expect(await refusal(w.call(key, 'delete_profile', { confirm: 'ada@northwind.example' }))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Sign in'),
    })
    expect(await w.call('ada', 'get_profile')).toMatchObject({ id: 'usr_ada' })
  })

  test('neither sees nor ends their sessions and connected apps', async () => {
    const key = await keyOf('ada', input)
    for (const list of ['list_sessions', 'list_oauth_grants'])
      expect(await w.call(key, list)).toMatchObject({ items: [], total: 0 })
    const ends = [
      w.call(key, 'delete_session', { sid: session_id }),
      w.call(key, 'delete_oauth_grant', { id: 'gra_ada' }),
    ]
    for (const end of ends) expect(await refusal(end)).toMatchObject({ code: 'not_found' })
    expect(await w.call('ada', 'list_sessions')).toMatchObject({ total: 1 })
    expect(await w.call('ada', 'list_oauth_grants')).toMatchObject({ total: 1 })
  })
})

test('a key with all the rights of its maker is as good as they are', async () => {
  const key = await keyOf('ada', { role: 'owner' })
  expect(await w.call(key, 'list_sessions')).toMatchObject({ total: 1 })
  await w.call(key, 'delete_oauth_grant', { id: 'gra_ada' })
  await w.call(key, 'delete_session', { sid: session_id })
  expect(await w.call(key, 'delete_profile', { confirm: 'ada@northwind.example' })).toMatchObject({ deleted: true })
})

test("a platform admin's key is as good as they are only with the platform capability", async () => {
  await openSession(w.app, 'usr_pat', { ip: null, user_agent: null })
  const seen = async (input: { role: string; tenant_id?: string }) =>
    (await w.call<{ total: number }>(await keyOf('pat', input), 'list_sessions')).total
  expect(await seen({ role: 'owner' })).toBe(1)
  expect(await seen({ role: 'owner', tenant_id: 'ten_northwind' })).toBe(0)
})

test("a client's key cannot change the profile of the agency's person who made it; one of their own workspace can", async () => {
  const theirs = await keyOf('ada', { role: 'owner', tenant_id: 'ten_bakery' })
  expect(await refusal(w.call(theirs, 'update_profile', { name: 'Your bank' }))).toMatchObject({ code: 'forbidden' })
  const own = await keyOf('ada', { role: 'member' })
  expect(await w.call(own, 'update_profile', { name: 'Ada L.' })).toMatchObject({ name: 'Ada L.' })
  const email = { email: 'ada@elsewhere.example', current_password: ADAS_PASSWORD }
  expect(await refusal(w.call(own, 'update_profile', email))).toMatchObject({ code: 'forbidden' })
  const whole = await keyOf('ada', { role: 'owner' })
  expect(await w.call(whole, 'update_profile', email)).toMatchObject({ pending_email: 'ada@elsewhere.example' })
})

describe('how a person signs in', () => {
  const within = { within: '/ten_northwind/ten_bakery/' }
  const password = { current_password: ADAS_PASSWORD, new_password: 'eleven herons by the weir' }
  const ACTS: [string, object][] = [
    ['begin_passkey', {}],
    ['begin_totp', {}],
    ['make_recovery_codes', {}],
    ['change_password', password],
    ['update_profile', { email: 'vera@elsewhere.example', current_password: ADAS_PASSWORD }],
  ]

  test.each(ACTS)(
    'is not changed at an own domain, not even of a person who belongs there alone: %s',
    async (act, input) => {
      w.db.write((tx) => seedPassword(tx, 'usr_vera'))
      const vera = { ...callerOf('vera'), ...within }
      expect(await refusal(w.call(vera, act, { ...input }))).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(w.app.config.site_url),
      })
    },
  )

  test.each(ACTS)(
    'is not changed at the own domain of a workspace that the person was removed from: %s',
    async (act, input) => {
      w.db.write((tx) => seedPassword(tx, 'usr_vera'))
      w.db.write((tx) => tx.run("delete from members where user_id = 'usr_vera'"))
      const nowhere = {
        ...callerNowhere(w.db.read((tx) => userById(tx, 'usr_vera'))!),
        ...within,
        proof: callerOf('vera').proof,
      }
      expect(await refusal(w.call(nowhere as Caller, act, { ...input }))).toMatchObject({ code: 'forbidden' })
      expect(w.db.read((tx) => isWholePerson(tx, nowhere as Caller))).toBe(false)
    },
  )

  test.each([{ daily_credit_cap: 1_000_000 }, { approval_above: 1_000_000 }])(
    'is not changed by a key with %p',
    async (limit) => {
      const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { role: 'owner', ...limit })
      const { caller } = w.db.read((tx) => callerOfKey(tx, secret))!
      for (const [act, input] of [
        ['change_password', password],
        ['update_profile', { email: 'ada@elsewhere.example', current_password: ADAS_PASSWORD }],
        ['delete_profile', { confirm: 'ada@northwind.example' }],
      ] as const)
        expect(await refusal(w.call(caller, act, { ...input }))).toMatchObject({ code: 'forbidden' })
      expect(await w.call(caller, 'list_sessions')).toMatchObject({ total: 0 })
    },
  )
})
