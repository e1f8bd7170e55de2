import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { brandOf } from '../../../src/domains/branding/index.ts'
import { planUsage } from '../../../src/domains/figures/index.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { type PlanName, subscribe } from '../../../src/domains/plans/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { revokeReplacedKeysTask } from '../../../src/tasks/revoke-replaced-keys.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const put = (plan: PlanName) => w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan }))
const count = (table: string) => w.db.read((tx) => tx.count(`select count(*) from ${table}`))
const client = (name: string, parent_id = 'ten_northwind') =>
  w.call<{ id: string }>('ada', 'create_sub_tenant', { name, parent_id })

describe('what a plan leaves room for', () => {
  test('workspaces: over the whole tree, archived ones not counted, restored ones counted again', async () => {
    put('agency_starter')
    const made = await client('2')
    for (const name of ['3', '4', '5']) await client(name, made.id)
    const before = count('tenants')
    expect(await refusal(client('6'))).toMatchObject({
      code: 'plan_limit',
      details: { code: 'plan_limit', limit: 'clients', allowed: 5, need: 6, required_plan: 'agency_pro' },
    })
    expect(count('tenants')).toBe(before)
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    await client('6')
    const restore = w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
    expect(await refusal(restore)).toMatchObject({ code: 'plan_limit' })
    expect(await w.call('ada', 'update_tenant', { id: 'ten_bakery', notes: 'closed' })).toMatchObject({
      archived: true,
    })
  })

  test('workspaces moved out from under an archived one count again', async () => {
    put('agency_starter')
    const team = await client('Team')
    const below = [await client('3', team.id), await client('4', team.id)]
    await w.call('ada', 'update_tenant', { id: team.id, archived: true })
    for (const name of ['5', '6', '7', '8']) await client(name)
    const move = (id: string, parent_id: string) => w.call('ada', 'update_tenant', { id, parent_id })
    expect(await refusal(move(below[0]!.id, 'ten_northwind'))).toMatchObject({
      code: 'plan_limit',
      details: { limit: 'clients', allowed: 5, need: 6 },
    })
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    expect(await move(below[0]!.id, 'ten_northwind')).toMatchObject({ parent_id: 'ten_northwind' })
  })

  test('people: each counts once however many workspaces they are in', async () => {
    put('agency_starter')
    const add = (email: string, id = 'ten_northwind') => w.call('ada', 'add_member', { id, email, role: 'member' })
    await add('vera@bakery.example')
    for (const i of [4, 5]) await add(`person${i}@northwind.example`)
    const users = count('users')
    expect(await refusal(add('person6@northwind.example'))).toMatchObject({ code: 'plan_limit' })
    expect(
      await refusal(w.call('ada', 'add_own_member', { email: 'rita@rival.example', role: 'member' })),
    ).toMatchObject({ details: { limit: 'members', allowed: 5, need: 6 } })
    expect(count('users')).toBe(users)
    await add('person5@northwind.example', 'ten_bakery')
  })

  test('people: who belongs to archived workspaces alone does not count, until one is restored', async () => {
    put('agency_starter')
    const add = (email: string, id = 'ten_northwind') => w.call('ada', 'add_member', { id, email, role: 'member' })
    for (const i of [4, 5]) await add(`person${i}@northwind.example`)
    expect(await refusal(add('person6@northwind.example'))).toMatchObject({ details: { limit: 'members', need: 6 } })
    const archive = (archived: boolean) => w.call('ada', 'update_tenant', { id: 'ten_bakery', archived })
    await archive(true)
    await add('person6@northwind.example')
    expect(await refusal(add('vera@bakery.example'))).toMatchObject({ details: { limit: 'members', need: 6 } })
    expect(await refusal(archive(false))).toMatchObject({
      code: 'plan_limit',
      details: { limit: 'members', allowed: 5, need: 6 },
    })
  })

  test('people: who belongs already is added elsewhere even where the plan allows fewer than there are', async () => {
    const add = (email: string, id: string) => w.call('ada', 'add_member', { id, email, role: 'member' })
    await add('third@northwind.example', 'ten_northwind')
    put('free')
    expect(await add('third@northwind.example', 'ten_bakery')).toMatchObject({ tenant_id: 'ten_bakery' })
    expect(await refusal(add('fourth@northwind.example', 'ten_bakery'))).toMatchObject({
      code: 'plan_limit',
      details: { limit: 'members', allowed: 2, need: 5 },
    })
  })

  test('keys: only those that work count, over the whole tree', async () => {
    put('free')
    const make = (who: Person = 'ada', tenant_id = 'ten_northwind') =>
      w.call<{ id: string }>(who, 'create_api_key', { tenant_id })
    const { id } = await make('ada', 'ten_bakery')
    expect(await refusal(make())).toMatchObject({ details: { limit: 'keys', allowed: 1, need: 2 } })
    expect(count('api_keys')).toBe(1)
    await w.call('ada', 'revoke_api_key', { id })
    await make()
  })
})

describe('a workspace that is restored', () => {
  test('brings its keys back only as far as the plan has room for them', async () => {
    put('agency_starter')
    const make = (tenant_id: string) => w.call<{ id: string }>('ada', 'create_api_key', { tenant_id })
    const archive = (archived: boolean) => w.call('ada', 'update_tenant', { id: 'ten_bakery', archived })
    await make('ten_bakery')
    await archive(true)
    const others = []
    for (let n = 0; n < 5; n++) others.push(await make('ten_northwind'))
    expect(await refusal(archive(false))).toMatchObject({
      code: 'plan_limit',
      details: { limit: 'keys', allowed: 5, need: 6, required_plan: 'agency_pro' },
    })
    await w.call('ada', 'revoke_api_key', { id: others[0]!.id })
    expect(await archive(false)).toMatchObject({ archived: false })
  })
})

describe('a key on a plan with room for one', () => {
  type Key = { id: string; secret: string; status: string; revoked_at: string | null; tenant_id: string }
  const make = (input: Record<string, unknown> = {}) => w.call<Key>('ada', 'create_api_key', input)
  const read = (id: string) => w.call<Key>('ada', 'get_api_key', { id })
  const works = (secret: string) => w.db.read((tx) => callerOfKey(tx, secret)) !== null
  const used = () => w.db.read((tx) => planUsage(tx, w.app, 'ten_bakery')).used.keys
  beforeEach(() => put('free'))

  test('is replaced without a gap: both work for a day, then the old one is revoked by itself', async () => {
    const old = await make({ tenant_id: 'ten_bakery', name: 'Script', role: 'admin', rate_per_min: 7 })
    const fresh = await make({ replaces: old.id, rate_per_min: 9 })
    expect(fresh).toMatchObject({ tenant_id: 'ten_bakery', name: 'Script', role: 'admin', rate_per_min: 9 })
    expect(await read(old.id)).toMatchObject({ status: 'active', revoked_at: plus(w.clock.now(), DAY) })
    expect(used()).toBe(1)
    w.clock.turn(DAY - 1)
    await w.run(revokeReplacedKeysTask)
    expect([works(old.secret), works(fresh.secret)]).toEqual([true, true])
    w.clock.turn(1)
    await w.run(revokeReplacedKeysTask)
    expect([works(old.secret), works(fresh.secret)]).toEqual([false, true])
    expect(await read(old.id)).toMatchObject({ status: 'revoked', revoked_at: w.clock.now() })
    const lines = w.db.read((tx) => tx.rows("select actor, target from audit where action = 'revoke_api_key'"))
    expect(lines).toEqual([{ actor: 'system', target: old.id }])
  })

  test('leaves no room for a second one, whichever way it is asked for', async () => {
    const old = await make()
    const fresh = await make({ replaces: old.id })
    expect(await refusal(make())).toMatchObject({ code: 'plan_limit', details: { allowed: 1, need: 2 } })
    expect(await refusal(make({ replaces: fresh.id }))).toMatchObject({ code: 'plan_limit', details: { need: 2 } })
    expect(await read(fresh.id)).toMatchObject({ revoked_at: null })
    expect(await refusal(make({ replaces: old.id }))).toMatchObject({ code: 'conflict' })
    await w.call('ada', 'revoke_api_key', { id: old.id })
    const third = await make({ replaces: fresh.id })
    expect([works(old.secret), works(fresh.secret), works(third.secret)]).toEqual([false, true, true])
  })

  test('is replaced only where it stands, by whoever may make its like', async () => {
    const old = await make({ role: 'owner' })
    expect(await refusal(make({ replaces: old.id, tenant_id: 'ten_bakery' }))).toMatchObject({
      details: { issues: [{ path: 'tenant_id' }] },
    })
    const admin = { ...callerOf('ada'), role: 'admin' } as const
    const byAdmin = w.call(admin, 'create_api_key', { replaces: old.id })
    expect(await refusal(byAdmin)).toMatchObject({ code: 'forbidden' })
    const foreign = w.call('rita', 'create_api_key', { replaces: old.id })
    expect(await refusal(foreign)).toMatchObject({ code: 'not_found' })
    await w.call('ada', 'revoke_api_key', { id: old.id })
    expect(await refusal(make({ replaces: old.id }))).toMatchObject({ code: 'conflict' })
    expect(await read(old.id)).toMatchObject({ status: 'revoked', revoked_at: w.clock.now() })
  })

  test.each([
    ['its maker is suspended', "update users set status = 'suspended' where id = 'usr_ben'"],
    ['its maker left', "delete from members where user_id = 'usr_ben'"],
    ['its workspace is archived', "update tenants set archived_at = 'x' where id = 'ten_bakery'"],
  ])('makes room while it does not work, because %s', async (_, sql) => {
    w.db.write((tx) => tx.run("update members set role = 'admin' where user_id = 'usr_ben'"))
    await w.call({ ...callerOf('ben'), role: 'admin' }, 'create_api_key', { tenant_id: 'ten_bakery' })
    expect(await refusal(make())).toMatchObject({ code: 'plan_limit' })
    w.db.write((tx) => tx.run(sql))
    expect(used()).toBe(0)
    await make()
    expect(used()).toBe(1)
  })
})

describe('branding', () => {
  const brand = (input: Record<string, unknown>, id = 'ten_northwind') =>
    w.call('ada', 'put_branding', { id, ...input })

  test('shows what is set and what the plan of the agency allows, for its clients too', async () => {
    put('agency_starter')
    const own = {
      accent: 'An own accent colour needs the plan Agency Pro.',
      from_name: 'An own sender name needs the plan Agency Pro.',
      domain: 'An own domain needs the plan Agency Scale.',
    }
    const theirs = 'The plan of Northwind does not include this. Ask them.'
    for (const [id, locked] of [
      ['ten_northwind', own],
      ['ten_bakery', { accent: theirs, from_name: theirs, domain: theirs }],
    ] as const)
      expect(await w.call('ben', 'get_branding', { id })).toEqual({
        tenant_id: id,
        logo_url: null,
        logo_served_url: null,
        accent: null,
        from_name: null,
        domain: null,
        domain_proof: null,
        allowed: { logo: true, accent: false, from_name: false, domain: false },
        locked: { logo: null, ...locked },
        shown: { name: 'Northwind', logo_url: null, accent: null, from_name: null },
      })
  })

  test.each([
    ['free', 'logo_url', 'https://northwind.example/logo.png', 'agency_starter'],
    ['agency_starter', 'accent', '#0f766e', 'agency_pro'],
    ['agency_starter', 'from_name', 'Northwind', 'agency_pro'],
    ['agency_pro', 'domain', 'seo.northwind.example', 'agency_scale'],
  ] as const)('%s has no %s, and the refusal names the plan that has it', async (plan, part, value, required_plan) => {
    put(plan)
    expect(await refusal(brand({ [part]: value }, 'ten_bakery'))).toMatchObject({
      code: 'plan_required',
      details: { code: 'plan_required', required_plan, upgrade_url: 'http://localhost:8080/app/plan' },
    })
    expect(await brand({ [part]: null })).toMatchObject({ [part]: null })
  })

  test('a part left out stays, null clears it', async () => {
    await brand({ accent: '#0F766E', from_name: 'Northwind Search' })
    expect(await brand({ from_name: null })).toMatchObject({ accent: '#0f766e', from_name: null })
  })

  test('a workspace appears as the nearest one above that set each part, as long as the plan allows it', async () => {
    await brand({ accent: '#0f766e', from_name: 'Northwind Search' })
    await brand({ accent: '#aa0000' }, 'ten_bakery')
    const seen = (id: string) => w.db.read((tx) => brandOf(tx, w.app, id))
    expect(seen('ten_bakery')).toEqual({
      logo_url: null,
      accent: '#aa0000',
      from_name: 'Northwind Search',
      domain: null,
      name: 'Northwind Search',
    })
    put('agency_starter')
    expect(seen('ten_bakery')).toMatchObject({ accent: null, from_name: null, name: 'Northwind' })
  })

  test.each([
    [{ accent: 'red' }],
    [{ accent: '#0f766e; background: url(x)' }],
    [{ from_name: 'A\r\nBcc: x@y.example' }],
    [{ from_name: ' ' }],
    [{ logo_url: 'javascript:alert(1)' }],
    [{ domain: '127.0.0.1' }],
    [{ domain: 'seo.northwind.example:8080' }],
    [{ domain: 'localhost' }],
  ])('refuses %j', async (input) => {
    expect(await refusal(brand(input))).toMatchObject({ code: 'validation_failed' })
  })
})

describe('a client whose own people act', () => {
  const ALBERT: Person = 'vera'
  const admin = () => ({ ...callerOf(ALBERT), role: 'admin' as const })
  const make = (name: string) => w.call(admin(), 'create_sub_tenant', { name })
  const give = (rooms: object | null) => w.call('ada', 'update_tenant', { id: 'ten_bakery', rooms })
  beforeEach(() => {
    put('agency_starter')
    w.db.write((tx) => tx.run("update tenants set kind = 'team' where id = 'ten_bakery'"))
  })

  test('fills at most half of the plan, and the agency has the rest; the refusal says whom to ask', async () => {
    for (const name of ['a', 'b']) await make(name)
    const refused = await refusal(make('c'))
    expect(refused).toMatchObject({ code: 'plan_limit', details: { limit: 'clients', allowed: 2, need: 3 } })
    expect(refused.message).toContain('Ask an admin of Northwind')
    for (const name of ['d', 'e']) await client(name)
  })

  test('has the room that the agency gives it: none, or more than half; the agency is not bound by it', async () => {
    await give({ clients: 0, members: 0, keys: 0 })
    expect(await refusal(make('a'))).toMatchObject({ code: 'plan_limit', details: { allowed: 0, need: 1 } })
    expect(await refusal(w.call(admin(), 'create_api_key'))).toMatchObject({ details: { limit: 'keys', allowed: 0 } })
    const add = w.call(admin(), 'add_own_member', { email: 'new@bakery.example', role: 'member' })
    expect(await refusal(add)).toMatchObject({ details: { limit: 'members', allowed: 0 } })
    await client('a', 'ten_bakery')
    await give({ clients: 4 })
    for (const name of ['b', 'c', 'd']) await make(name)
    expect(await refusal(make('e'))).toMatchObject({ details: { limit: 'clients' } })
  })

  test('gives itself nothing; what it was given is told and can be taken back', async () => {
    const itself = w.call(admin(), 'update_tenant', { id: 'ten_bakery', rooms: { clients: 5 } })
    expect(await refusal(itself)).toMatchObject({ code: 'forbidden' })
    await give({ clients: 1 })
    expect(await w.call('ada', 'get_tenant', { id: 'ten_bakery' })).toMatchObject({ rooms: { clients: 1 } })
    expect(await give(null)).toMatchObject({ rooms: null })
    expect(await refusal(w.call('ada', 'update_tenant', { id: 'ten_northwind', rooms: {} }))).toMatchObject({
      code: 'conflict',
    })
  })
})
