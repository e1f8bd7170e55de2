import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  acceptInvitation,
  acceptOffer,
  declineOffer,
  invitedBy,
  putMember,
  roleIn,
} from '../../../src/domains/accounts/index.ts'
import { callerOfKey, createKey, readKey } from '../../../src/domains/keys/index.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { DAY, dayOf } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'
import { seedPassword } from './seed.ts'

type Member = {
  uid: string
  email: string
  role: string
  joined: boolean
  invitation_url: string | null
  invited_again: boolean
}
type List = { items: Member[]; total: number }

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const as = (person: Person, role: Caller['role']): Caller => ({ ...callerOf(person), role })
const add = (who: Person | Caller, id: string, email: string, role = 'member') =>
  w.call<Member>(who, 'add_member', { id, email, role })
const roles = async (id: string) =>
  Object.fromEntries((await w.call<List>('pat', 'list_members', { id })).items.map(({ email, role }) => [email, role]))
const tokenOf = ({ invitation_url }: Member) => new URL(invitation_url!).searchParams.get('token')!
const yes = (user_id: string, tenant_id: string) => acceptOffer(w.app, { user_id, tenant_id, ip: null })
const unverify = (id: string) =>
  w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', id))

describe('an app, or a key with a limit on credits', () => {
  const bounded: [string, Partial<Caller>][] = [
    ['an app', { via: 'oauth', key_id: 'gra_x', app: 'Desk' }],
    ['a key with a daily cap', { via: 'key', key_id: 'key_x', daily_credit_cap: 1 }],
    ['a key whose orders need approval', { via: 'key', key_id: 'key_x', approval_above: 0 }],
  ]
  test.each(bounded)('adds viewers only, and never sees the link of an invitation: %s', async (_, more) => {
    const caller = { ...callerOf('ada'), ...more }
    for (const role of ['member', 'admin', 'owner'])
      expect(await refusal(add(caller, 'ten_bakery', 'ghost@bakery.example', role))).toMatchObject({
        code: 'forbidden',
      })
    const ghost = await add(caller, 'ten_bakery', 'ghost@bakery.example', 'client_viewer')
    expect(ghost.invitation_url).toBeNull()
    expect(w.db.read((tx) => tx.number("select count(*) from mails where template = 'invite'"))).toBe(1)
    const raise = w.call(caller, 'update_member_role', { id: 'ten_bakery', uid: ghost.uid, role: 'member' })
    expect(await refusal(raise)).toMatchObject({ code: 'forbidden' })
  })

  test('is told apart from a key without limits, whose script hands the link over', async () => {
    const key: Caller = { ...callerOf('ada', 'key'), key_id: 'key_x' }
    expect((await add(key, 'ten_bakery', 'bo@bakery.example', 'admin')).invitation_url).toContain('/welcome?token=')
  })

  test('has no platform rights, whoever made the key', () => {
    const make = (limit: { daily_credit_cap?: number; approval_above?: number }) => {
      const given = { tenant_id: 'ten_platform', name: 'Platform', role: 'owner' as const, ...limit }
      return w.db.write((tx) => createKey(tx, callerOf('pat'), given))
    }
    const platformOf = ({ id, secret }: { id: string; secret: string }) =>
      w.db.read((tx) => [callerOfKey(tx, secret)!.caller.platform, Boolean(readKey(tx, id).platform)])
    expect([{}, { daily_credit_cap: 5 }, { approval_above: 5 }].map((limit) => platformOf(make(limit)))).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ])
  })
})

test('letters of invitations carry no name that mail programs make a link of', async () => {
  w.db.write((tx) => {
    tx.run("update tenants set name = 'Pay at https://evil.example/pay' where id = 'ten_bakery'")
    return tx.run("update users set name = 'St. John O. evil.example' where id = 'usr_ada'")
  })
  await add('ada', 'ten_bakery', 'bo@bakery.example')
  const { facts, subject } = w.db.read((tx) => tx.row<{ facts: string; subject: string }>('select * from mails'))!
  expect(facts + subject).not.toMatch(/:\/\/|evil\.example/)
  expect(subject).toContain('St. John O. evil. example')
})

describe('members', () => {
  test('are listed by workspace, the own one unless another is named; foreign ones are unknown', async () => {
    const own = await w.call<List>('ada', 'list_own_members', { sort: 'email', dir: 'desc' })
    expect(own.items.map((one) => one.email)).toEqual(['ben@northwind.example', 'ada@northwind.example'])
    const below = await w.call<List>('ada', 'list_own_members', { tenant_id: 'ten_bakery' })
    expect(below).toMatchObject({ total: 1, items: [{ uid: 'usr_vera', role: 'client_viewer' }] })
    expect(await refusal(w.call('ada', 'list_members', { id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
  })

  test('a person with an account is asked, whatever the case of the address, and shows no name and no factor before they said yes', async () => {
    const seed =
      "insert into factors (id, user_id, kind, name, confirmed_at, created_at) values ('f', 'usr_rita', 'totp', 'App', ?1, ?1)"
    w.db.write((tx) => tx.run(seed, tx.now))
    const added = await add('ada', 'ten_bakery', 'RITA@rival.example', 'admin')
    const invited = { uid: 'usr_rita', joined: false, name: 'RITA', second_factor: 'none' }
    expect(added).toMatchObject({ ...invited, role: 'admin', invitation_url: null })
    const first = async () => (await w.call<List>('ada', 'list_members', { id: 'ten_bakery', sort: 'email' })).items[0]
    expect(await first()).toMatchObject(invited)
    expect(await roles('ten_bakery')).toEqual({ 'rita@rival.example': 'admin', 'vera@bakery.example': 'client_viewer' })
    const reach = () => w.db.read((tx) => roleIn(tx, 'usr_rita', '/ten_northwind/ten_bakery/'))
    expect(reach()).toBeNull()
    yes('usr_rita', 'ten_bakery')
    expect(reach()).toBe('admin')
    expect(await first()).toMatchObject({ uid: 'usr_rita', name: 'Rita', joined: true, second_factor: 'totp' })
    expect(() => yes('usr_rita', 'ten_bakery')).toThrow('invitation')
  })

  test('a person who says no is asked again, or not', async () => {
    await add('ada', 'ten_bakery', 'rita@rival.example', 'admin')
    declineOffer(w.app, { user_id: 'usr_rita', tenant_id: 'ten_bakery', ip: null })
    expect(await roles('ten_bakery')).not.toHaveProperty(['rita@rival.example'])
    expect(() => yes('usr_rita', 'ten_bakery')).toThrow('invitation')
    expect(await add('ada', 'ten_bakery', 'rita@rival.example')).toMatchObject({ invited_again: false })
    expect(await add('ada', 'ten_bakery', 'rita@rival.example', 'owner')).toMatchObject({ invited_again: true })
    yes('usr_rita', 'ten_bakery')
    expect(await roles('ten_bakery')).toMatchObject({ 'rita@rival.example': 'owner' })
  })

  test('the twin route adds to the own workspace', async () => {
    await w.call('ada', 'add_own_member', { email: 'vera@bakery.example', role: 'member' })
    expect(await roles('ten_northwind')).toHaveProperty(['vera@bakery.example'], 'member')
  })

  test('nobody is added twice', async () => {
    w.db.write((tx) => seedPassword(tx, 'usr_ben'))
    expect(await refusal(add('ada', 'ten_northwind', 'ben@northwind.example'))).toMatchObject({ code: 'conflict' })
  })

  test('no role above the own is given, changed or taken away', async () => {
    const admin = as('ben', 'admin')
    const id = 'ten_northwind'
    const refused = [
      add(admin, id, 'new@northwind.example', 'owner'),
      w.call(admin, 'update_member_role', { id, uid: 'usr_ben', role: 'owner' }),
      w.call(admin, 'update_member_role', { id, uid: 'usr_ada', role: 'member' }),
      w.call(admin, 'remove_member', { id, uid: 'usr_ada' }),
    ]
    for (const call of refused) expect(await refusal(call)).toMatchObject({ code: 'forbidden' })
    expect(await roles(id)).toEqual({ 'ada@northwind.example': 'owner', 'ben@northwind.example': 'member' })
    expect((await add(admin, id, 'new@northwind.example', 'admin')).role).toBe('admin')
  })

  test('the last owner stays an owner and a member; with a second one they may go', async () => {
    const id = 'ten_northwind'
    const last = { id, uid: 'usr_ada' }
    for (const who of ['ada', 'pat'] as const) {
      expect(await refusal(w.call(who, 'update_member_role', { ...last, role: 'admin' }))).toMatchObject({
        code: 'conflict',
      })
      expect(await refusal(w.call(who, 'remove_member', last))).toMatchObject({ code: 'conflict' })
    }
    await w.call('ada', 'update_member_role', { id, uid: 'usr_ben', role: 'owner' })
    await w.call('ada', 'remove_member', last)
    expect(await roles(id)).toEqual({ 'ben@northwind.example': 'owner' })
  })

  test('someone who is no member of that workspace is unknown there', async () => {
    for (const call of [
      w.call('ada', 'update_member_role', { id: 'ten_bakery', uid: 'usr_ben', role: 'nonsense' }),
      w.call('ada', 'remove_member', { id: 'ten_bakery', uid: 'usr_ben' }),
      w.call('rita', 'remove_member', { id: 'ten_bakery', uid: 'usr_vera' }),
    ])
      expect(await refusal(call)).toMatchObject({ code: 'not_found' })
  })
})

describe('invitations', () => {
  test('a new address gets an account without a password, a membership, and a link that works once', async () => {
    const added = await add('ada', 'ten_bakery', 'Bo@bakery.example')
    expect(added).toMatchObject({ email: 'bo@bakery.example', joined: false })
    const token = tokenOf(added)
    expect(invitedBy(w.app, token)?.email).toBe('bo@bakery.example')
    const from = { ip: null, user_agent: null }
    expect(await refusal(acceptInvitation(w.app, token, 'bo@bakery.example', from))).toMatchObject({
      code: 'validation_failed',
    })
    const { user_id } = await acceptInvitation(w.app, token, 'seven loaves before dawn', from)
    expect(user_id).toBe(added.uid)
    expect(await refusal(acceptInvitation(w.app, token, 'seven loaves before dawn', from))).toMatchObject({
      code: 'not_found',
    })
    const list = await w.call<List>('ada', 'list_members', { id: 'ten_bakery', sort: 'email' })
    expect(list.items[0]).toMatchObject({ email: 'bo@bakery.example', joined: true })
  })

  test('a link ends after seven days, and when a newer one is made', async () => {
    const first = await add('ada', 'ten_bakery', 'bo@bakery.example')
    const second = await add('ada', 'ten_northwind', 'bo@bakery.example')
    expect(invitedBy(w.app, tokenOf(first))).toBeNull()
    w.clock.turn(7 * 86_400_000 - 1)
    expect(invitedBy(w.app, tokenOf(second))).not.toBeNull()
    w.clock.turn(1)
    expect(invitedBy(w.app, tokenOf(second))).toBeNull()
  })

  test('somebody who never opened the link is invited again, with a new one and a letter, in the role now wanted', async () => {
    const first = await add('ada', 'ten_bakery', 'bo@bakery.example')
    w.clock.turn(8 * DAY)
    const again = await add('ada', 'ten_bakery', 'BO@bakery.example', 'admin')
    expect([first, again]).toMatchObject([{ invited_again: false }, { invited_again: true }])
    expect(again).toMatchObject({ uid: first.uid, role: 'admin', joined: false })
    expect(invitedBy(w.app, tokenOf(again))?.email).toBe('bo@bakery.example')
    const letters = w.db.read((tx) => tx.rows('select to_address as "to" from mails where template = \'invite\''))
    expect(letters).toEqual(Array(2).fill({ to: 'bo@bakery.example' }))
    await acceptInvitation(w.app, tokenOf(again), 'seven loaves before dawn', { ip: null, user_agent: null })
    expect(await refusal(add('ada', 'ten_bakery', 'bo@bakery.example'))).toMatchObject({
      message: 'This person is a member already. Change their role instead.',
    })
  })

  test('one person is invited again five times a day at most', async () => {
    for (let times = 0; times <= 5; times++) await add('ada', 'ten_bakery', 'bo@bakery.example')
    expect(await refusal(add('ada', 'ten_bakery', 'bo@bakery.example'))).toMatchObject({ code: 'rate_limited' })
    w.clock.turn(DAY)
    expect(await add('ada', 'ten_bakery', 'bo@bakery.example')).toMatchObject({ invited_again: true })
  })

  test('who has an account is added as often as one likes, and written to six times; another agency writes all the same', async () => {
    const id = 'ten_northwind'
    const letters = () =>
      w.db.read((tx) => tx.rows("select 1 from mails where to_address = 'vera@bakery.example'")).length
    w.db.write((tx) => tx.run("update users set password_hash = 'chosen' where id = 'usr_vera'"))
    for (let times = 0; times < 8; times++) {
      w.clock.turn(1)
      const { uid } = await add('ada', id, 'vera@bakery.example')
      expect(await roles(id)).toHaveProperty(['vera@bakery.example'])
      await w.call('ada', 'remove_member', { id, uid })
    }
    expect(letters()).toBe(6)
    expect(await add('rita', 'ten_rival', 'vera@bakery.example')).toMatchObject({ uid: 'usr_vera' })
    expect(letters()).toBe(7)
  })

  test('the workspaces of one agency write to at most 500 people in a day', async () => {
    w.db.write((tx) => tx.run("insert into day_counters values ('invites:ten_northwind', ?, 499)", dayOf(tx.now)))
    await add('ada', 'ten_bakery', 'last@bakery.example')
    expect(await refusal(add('ada', 'ten_northwind', 'late@bakery.example'))).toMatchObject({ code: 'rate_limited' })
    expect(await roles('ten_northwind')).not.toHaveProperty(['late@bakery.example'])
  })

  test('nobody gets a link to the account of somebody who can do more, by whichever workspace', async () => {
    await add('ada', 'ten_northwind', 'boss@northwind.example', 'owner')
    const admin = as('ben', 'admin')
    expect(await refusal(add(admin, 'ten_bakery', 'boss@northwind.example'))).toMatchObject({ code: 'conflict' })
    expect(await refusal(add(admin, 'ten_northwind', 'boss@northwind.example'))).toMatchObject({ code: 'conflict' })
    expect(await add('ada', 'ten_northwind', 'boss@northwind.example', 'owner')).toMatchObject({ invited_again: true })
  })

  test('a link never gives more than whoever made it could do: not by a higher role later, nor in another workspace', async () => {
    const baker = as('vera', 'admin')
    const linked = await add(baker, 'ten_bakery', 'bo@bakery.example', 'member')
    const raise = (role: string) => w.call('ada', 'update_member_role', { id: 'ten_bakery', uid: linked.uid, role })
    await raise('client_viewer')
    expect(invitedBy(w.app, tokenOf(linked))).not.toBeNull()
    await raise('owner')
    expect(invitedBy(w.app, tokenOf(linked))).toBeNull()

    const owned = await add(as('vera', 'owner'), 'ten_bakery', 'cy@bakery.example', 'owner')
    expect(await refusal(add(as('ben', 'admin'), 'ten_northwind', 'cy@bakery.example', 'admin'))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has not opened their invitation'),
    })
    expect(await roles('ten_northwind')).not.toHaveProperty(['cy@bakery.example'])
    await add('ada', 'ten_northwind', 'cy@bakery.example', 'admin')
    expect(invitedBy(w.app, tokenOf(owned))).toBeNull()
  })

  test('it ends when whoever made it is removed, or can do less; it does not come back with them', async () => {
    const id = 'ten_northwind'
    const role = (role: string) => w.call('ada', 'update_member_role', { id, uid: 'usr_ben', role })
    const invite = async () => {
      const linked = await add(as('ben', 'admin'), 'ten_bakery', 'bo@bakery.example', 'admin')
      await add(as('ben', 'admin'), 'ten_bakery', 'rita@rival.example', 'member')
      return tokenOf(linked)
    }
    for (const end of [() => role('member'), () => w.call('ada', 'remove_member', { id, uid: 'usr_ben' })]) {
      await role('admin')
      const token = await invite()
      expect(invitedBy(w.app, token)?.email).toBe('bo@bakery.example')
      await end()
      expect(invitedBy(w.app, token)).toBeNull()
      expect(await roles('ten_bakery')).not.toHaveProperty(['bo@bakery.example'])
    }
    w.db.write((tx) => {
      putMember(tx, id, 'usr_ben', 'admin')
      return null
    })
    expect(() => yes('usr_rita', 'ten_bakery')).toThrow('invitation')
  })

  test('it ends when whoever made it deletes their account', async () => {
    w.db.write((tx) => tx.run("update members set role = 'admin' where user_id = 'usr_ben'"))
    const token = tokenOf(await add(as('ben', 'admin'), 'ten_bakery', 'bo@bakery.example'))
    await w.call('ben', 'delete_profile', { confirm: 'ben@northwind.example' })
    expect(invitedBy(w.app, token)).toBeNull()
  })

  test('an address that its owner has not confirmed is refused with what they can do', async () => {
    unverify('usr_rita')
    expect(await refusal(add('ada', 'ten_northwind', 'rita@rival.example'))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('verify the address in their profile'),
    })
  })

  test('nobody gets a link to an account that another agency invited, nor lets a planted account in', async () => {
    await add('rita', 'ten_rival', 'carla@northwind.example')
    expect(await refusal(add('ada', 'ten_northwind', 'carla@northwind.example'))).toMatchObject({ code: 'conflict' })
    unverify('usr_rita')
    expect(await refusal(add('ada', 'ten_northwind', 'rita@rival.example'))).toMatchObject({ code: 'conflict' })
    expect((await add('pat', 'ten_northwind', 'carla@northwind.example')).role).toBe('member')
  })

  test('a colleague whose address is not verified is added to another workspace of the same agency', async () => {
    unverify('usr_ben')
    expect(await add('ada', 'ten_bakery', 'ben@northwind.example')).toMatchObject({ uid: 'usr_ben' })
  })

  test('neither the link nor its token is kept: only a hash', async () => {
    const token = tokenOf(await add('ada', 'ten_bakery', 'bo@bakery.example'))
    const rows = w.db.read((tx) => [
      ...tx.rows('select * from setup_links'),
      ...tx.rows('select * from audit'),
      ...tx.rows('select * from users'),
    ])
    expect(JSON.stringify(rows)).not.toContain(token.slice(8))
  })
})
