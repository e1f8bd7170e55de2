/** What the platform admin does to accounts, and what must not come of it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { findReset, openSession, signIn, userById } from '../../../src/domains/accounts/index.ts'
import { takeTry } from '../../../src/domains/accounts/sign-in/sign-in-throttle.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { ADAS_PASSWORD, seedPassword } from '../../domains/accounts/seed.ts'
import { seedGrant } from '../../domains/oauth/seed.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => {
    seedPassword(tx, 'usr_pat')
    return seedPassword(tx, 'usr_ada')
  })
})
afterEach(() => w.close())

type User = {
  id: string
  status: string
  memberships: { tenant_id: string; role: string }[]
  sessions: { id: string }[]
}

const FROM = { ip: '192.0.2.7', user_agent: 'Firefox' }
const act = (name: string, id: string, more: Record<string, unknown> = {}) => w.call<User>('pat', name, { id, ...more })
const refused = (name: string, id: string, more: Record<string, unknown> = {}) => refusal(act(name, id, more))
const set = (sql: string, id: string) => w.db.write((tx) => tx.run(`update users set ${sql} where id = ?`, id))
const mails = () =>
  w.db.read((tx) => tx.rows<{ template: string; to_address: string }>('select * from mails order by id'))

describe('a user made by the platform admin', () => {
  const MO = { email: 'Mo@Harbour.example', name: ' Mo ', password: 'eleven herons by the weir' }

  test('is active at once and signs in, without any letter', async () => {
    const user = await w.call<User>('pat', 'create_user', MO)
    expect(user).toMatchObject({ email: 'mo@harbour.example', name: 'Mo', status: 'active', email_verified: true })
    expect((await signIn(w.app, 'mo@harbour.example', MO.password, FROM)).user_id).toBe(user.id)
    expect(mails()).toEqual([])
  })

  test('needs a password that is hard to guess, and an address that nobody has', async () => {
    expect(await refusal(w.call('pat', 'create_user', { ...MO, password: 'password' }))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'password' }] },
    })
    expect(await refusal(w.call('pat', 'create_user', { ...MO, email: 'ada@northwind.example' }))).toMatchObject({
      code: 'conflict',
    })
  })
})

describe('a suspended account', () => {
  test('is shut out at once: sessions, keys and connected apps, and a new password does not open it', async () => {
    const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Script' })
    const { token } = await openSession(w.app, 'usr_ada', FROM)
    w.db.write((tx) => seedGrant(tx, 'gra_desk', 'usr_ada', 'ten_northwind'))
    expect(w.db.read((tx) => callerOfKey(tx, secret) !== null)).toBe(true)

    expect(await act('suspend_user', 'usr_ada')).toMatchObject({ status: 'suspended', sessions: [], apps: 0 })
    const left = w.db.read((tx) => ({
      key: callerOfKey(tx, secret),
      sessions: tx.number('select count(*) from sessions where user_id = ?', 'usr_ada'),
    }))
    expect(left).toEqual({ key: null, sessions: 0 })
    expect(token).toStartWith('sps_')
    expect(await refusal(signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM))).toMatchObject({
      code: 'unauthorized',
    })
    expect(await refused('reset_user_password', 'usr_ada')).toMatchObject({ code: 'conflict' })
  })

  test('opens again with its password and keys', async () => {
    const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Script' })
    await act('suspend_user', 'usr_ada')
    expect(await act('activate_user', 'usr_ada')).toMatchObject({ status: 'active' })
    expect(w.db.read((tx) => callerOfKey(tx, secret) !== null)).toBe(true)
    await signIn(w.app, 'ada@northwind.example', ADAS_PASSWORD, FROM)
  })
})

describe('an account that waits', () => {
  beforeEach(() => void set("status = 'pending'", 'usr_rita'))

  test('is approved with a letter and the free plan, once', async () => {
    w.db.write((tx) => tx.run("delete from tenant_plans where tenant_id = 'ten_rival'"))
    expect(await act('approve_user', 'usr_rita')).toMatchObject({ status: 'active' })
    await act('approve_user', 'usr_rita')
    expect(mails()).toMatchObject([{ template: 'account_approved', to_address: 'rita@rival.example' }])
    expect(await w.call('rita', 'get_credits')).toMatchObject({ index: { available: 10 } })
    const lines = w.db.read((tx) => tx.rows("select action from audit where action = 'approve_user'"))
    expect(lines).toHaveLength(1)
  })

  test('is declined without a letter, and can be approved after all', async () => {
    expect(await act('decline_user', 'usr_rita')).toMatchObject({ status: 'declined' })
    expect(mails()).toEqual([])
    expect(await refused('activate_user', 'usr_rita')).toMatchObject({ code: 'conflict' })
    expect(await act('approve_user', 'usr_rita')).toMatchObject({ status: 'active' })
  })

  test.each([
    ['approve_user', 'suspended'],
    ['decline_user', 'active'],
    ['decline_user', 'suspended'],
    ['activate_user', 'pending'],
    ['suspend_user', 'declined'],
  ])('%s is refused where the account is %s', async (name, status) => {
    set(`status = '${status}'`, 'usr_rita')
    expect(await refused(name, 'usr_rita')).toMatchObject({ code: 'conflict' })
  })
})

describe('the last platform admin', () => {
  test.each([
    ['suspend_user', {}],
    ['update_user', { platform_admin: false }],
    ['delete_user', {}],
  ])('is kept: %s', async (name, more) => {
    expect(await refused(name, 'usr_pat', more)).toMatchObject({
      code: 'conflict',
      message: 'This is the last platform admin of this install. Make someone else one first.',
    })
  })

  test('is kept when somebody suspended, or without a password, is the other', async () => {
    set("platform_admin = 1, status = 'suspended'", 'usr_ada')
    set('platform_admin = 1', 'usr_ben')
    expect(await refused('suspend_user', 'usr_pat')).toMatchObject({ code: 'conflict' })
  })

  test('is left when two are stopped at once: one of the calls is refused', async () => {
    await act('update_user', 'usr_ada', { platform_admin: true })
    const done = await Promise.allSettled([
      act('suspend_user', 'usr_pat'),
      act('update_user', 'usr_ada', { platform_admin: false }),
      act('delete_user', 'usr_ada'),
    ])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      w.db.read((tx) => tx.number("select count(*) from users where platform_admin = 1 and status = 'active'")),
    ).toBe(1)
  })

  test('is nobody whose address was never confirmed, nor who is not active', async () => {
    set('email_verified_at = null', 'usr_ada')
    expect(await refused('update_user', 'usr_ada', { platform_admin: true })).toMatchObject({ code: 'conflict' })
    set("status = 'pending'", 'usr_vera')
    expect(await refused('update_user', 'usr_vera', { platform_admin: true })).toMatchObject({ code: 'conflict' })
  })
})

describe('a change', () => {
  test('of the address waits until the link that was sent there is opened', async () => {
    const user = await act('update_user', 'usr_ben', { email: 'ben@elsewhere.example', name: 'Benno' })
    expect(user).toMatchObject({
      email: 'ben@northwind.example',
      pending_email: 'ben@elsewhere.example',
      name: 'Benno',
    })
    expect(mails()).toMatchObject([{ template: 'verify_email', to_address: 'ben@elsewhere.example' }])
    expect(await refused('update_user', 'usr_ben', { email: 'ada@northwind.example' })).toMatchObject({
      code: 'conflict',
    })
  })

  test('stands in the audit trail with what was and what is', async () => {
    await act('update_user', 'usr_ben', { name: 'Benno' })
    await act('update_user', 'usr_ben', { name: 'Benno' })
    const lines = w.db.read((tx) =>
      tx.rows("select actor, target, before, after, as_platform from audit where action = 'update_user'"),
    )
    expect(lines).toEqual([
      {
        actor: 'pat@platform.example',
        target: 'usr_ben',
        before: '{"name":"Ben"}',
        after: '{"name":"Benno"}',
        as_platform: 1,
      },
    ])
  })
})

test('an account that wrong passwords keep paused says so, and until when', async () => {
  const paused = async () =>
    (await w.call<{ paused_until: string | null }>('pat', 'get_user', { id: 'usr_ben' })).paused_until
  for (let n = 0; n < 4; n++) w.db.write((tx) => takeTry(tx, 'Ben@Northwind.example', null) as never)
  expect(await paused()).toBeNull()
  w.db.write((tx) => takeTry(tx, 'ben@northwind.example', null) as never)
  expect(await paused()).toBe('2026-11-02T09:00:02.000Z')
  w.clock.turn(2000)
  expect(await paused()).toBeNull()
})

describe('memberships', () => {
  const add = (id: string, tenant_id: string, role: string) => act('add_user_membership', id, { tenant_id, role })

  test('are given without asking, changed and taken away', async () => {
    const roles = ({ memberships }: User) => memberships.map(({ tenant_id, role }) => [tenant_id, role])
    await add('usr_ben', 'ten_rival', 'admin')
    expect(roles(await add('usr_ben', 'ten_rival', 'member'))).toEqual([
      ['ten_northwind', 'member'],
      ['ten_rival', 'member'],
    ])
    const left = await act('remove_user_membership', 'usr_ben', { tid: 'ten_rival' })
    expect(roles(left)).toEqual([['ten_northwind', 'member']])
    expect(await refused('remove_user_membership', 'usr_ben', { tid: 'ten_rival' })).toMatchObject({
      code: 'not_found',
    })
  })

  test('leave an agency its owner', async () => {
    const last = { code: 'conflict', message: expect.stringContaining('last owner') }
    expect(await refusal(add('usr_rita', 'ten_rival', 'member'))).toMatchObject(last)
    expect(await refused('remove_user_membership', 'usr_rita', { tid: 'ten_rival' })).toMatchObject(last)
    const both = await Promise.allSettled([
      add('usr_ben', 'ten_rival', 'owner'),
      act('remove_user_membership', 'usr_rita', { tid: 'ten_rival' }),
      act('remove_user_membership', 'usr_ben', { tid: 'ten_rival' }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })

  test('respect the plan of the workspace', async () => {
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'free' where tenant_id = 'ten_rival'"))
    await add('usr_ben', 'ten_rival', 'member')
    expect(await refusal(add('usr_ada', 'ten_rival', 'member'))).toMatchObject({ code: 'plan_limit' })
  })

  test('are not given to an account whose address nobody proved, beyond what it was made for', async () => {
    w.db.write((tx) => {
      seedPassword(tx, 'usr_ben')
      return tx.run(
        "update users set email_verified_at = null, invited_in = 'ten_northwind', invited_as = 'member' where id = 'usr_ben'",
      )
    })
    expect(await refusal(add('usr_ben', 'ten_rival', 'owner'))).toMatchObject({ code: 'conflict' })
  })
})

describe('a password reset', () => {
  test('by mail signs out everywhere, ends apps, and says so in a letter', async () => {
    await openSession(w.app, 'usr_ada', FROM)
    w.db.write((tx) => seedGrant(tx, 'gra_desk', 'usr_ada', 'ten_northwind'))
    const answer = await act('reset_user_password', 'usr_ada')
    expect(answer).toMatchObject({ sent: true, reset_url: null, sessions_closed: 1 })
    expect(mails()).toMatchObject([{ template: 'password_reset', to_address: 'ada@northwind.example' }])
    expect(await act('get_user', 'usr_ada')).toMatchObject({ sessions: [], apps: 0 })
  })

  test('as a link is told once, works for an hour, and an older one stops', async () => {
    const link = async () => {
      const { reset_url } = await w.call<{ reset_url: string }>('pat', 'reset_user_password', {
        id: 'usr_ada',
        send_email: false,
      })
      return new URL(reset_url).searchParams.get('token')!
    }
    const [first, second] = [await link(), await link()]
    const works = (token: string) => w.db.read((tx) => findReset(tx, token) !== null)
    expect([works(first), works(second)]).toEqual([false, true])
    expect(mails()).toEqual([])
    const trail = w.db.read((tx) => JSON.stringify(tx.rows('select * from audit')))
    expect(trail).not.toContain(second)
    w.clock.turn(60 * MINUTE)
    expect(works(second)).toBe(false)
  })
})

test('a session of theirs is ended by its id, and that of another is not there', async () => {
  const { session_id } = await openSession(w.app, 'usr_ada', FROM)
  expect(await refused('delete_user_session', 'usr_ben', { sid: session_id })).toMatchObject({ code: 'not_found' })
  await act('delete_user_session', 'usr_ada', { sid: session_id })
  expect((await act('get_user', 'usr_ada')).sessions).toEqual([])
})

test('a deleted user takes sessions, keys and invitations along; what they ordered stays', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Script' })
  w.db.write((tx) =>
    tx.run(
      "insert into members (tenant_id, user_id, role, created_at) values ('ten_northwind', 'usr_rita', 'owner', ?)",
      tx.now,
    ),
  )
  await w.call('ada', 'add_member', { id: 'ten_bakery', email: 'new@bakery.example', role: 'member' })
  expect(await act('delete_user', 'usr_ada')).toEqual({ id: 'usr_ada', deleted: true } as never)
  const left = w.db.read((tx) => ({
    user: userById(tx, 'usr_ada'),
    key: callerOfKey(tx, secret),
    invitations: tx.number('select count(*) from invitations'),
  }))
  expect(left).toEqual({ user: null, key: null, invitations: 0 })
})

test('the list tells how many there are, by status too, and finds by name and address', async () => {
  const list = (input: object = {}) =>
    w.call<{ total: number; items: { email: string }[] }>('pat', 'list_users', { ...input })
  expect((await list()).total).toBe(5)
  await act('suspend_user', 'usr_ben')
  await act('delete_user', 'usr_vera')
  expect([(await list()).total, (await list({ status: 'suspended' })).total]).toEqual([4, 1])
  expect((await list({ status: 'declined' })).items).toEqual([])
  expect((await list({ q: 'NORTHwind', sort: 'name' })).items.map(({ email }) => email)).toEqual([
    'ada@northwind.example',
    'ben@northwind.example',
  ])
})
