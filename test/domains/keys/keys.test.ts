import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { acceptOffer } from '../../../src/domains/accounts/index.ts'
import { callerOfKey, noteKeyUsed } from '../../../src/domains/keys/index.ts'
import { saveUses } from '../../../src/kernel/database/last-use.ts'
import { ROLES } from '../../../src/kernel/operation/caller.ts'
import { newSecret } from '../../../src/kernel/secrets/ids.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

type Key = { id: string; name: string; secret: string; prefix: string; status: string; role: string; platform: boolean }
type List = { items: Key[]; total: number }

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const make = (who: Parameters<World['call']>[0] = 'ada', input: Record<string, unknown> = {}) =>
  w.call<Key>(who, 'create_api_key', input)
const holder = (secret: string) => w.db.read((tx) => callerOfKey(tx, secret))
const run = (sql: string) => w.db.write((tx) => tx.run(sql))

describe('making a key', () => {
  test('shows its secret once; lists, the key itself and the audit trail know only the first characters', async () => {
    const { id, secret, prefix } = await make('ada', { name: 'Publishing script' })
    expect(secret).toMatch(/^ipk_[0-9A-Za-z]{38}$/)
    expect(prefix).toBe(secret.slice(0, 8))
    const said = [await w.call('ada', 'list_api_keys'), await w.call('ada', 'get_api_key', { id })]
    const kept = ['api_keys', 'audit'].flatMap((table) => w.db.read((tx) => tx.rows(`select * from ${table}`)))
    const text = JSON.stringify([said, kept])
    expect(text).toContain('Publishing script')
    expect(text).not.toContain(secret.slice(8))
  })

  test('keeps no secret in any table, not even under an Idempotency-Key that replays it', async () => {
    const given = { idempotency_key: 'once' }
    const first = await w.call<Key>('ada', 'create_api_key', { name: 'x' }, given)
    expect((await w.call<Key>('ada', 'create_api_key', { name: 'x' }, given)).secret).toBe(first.secret)
    const tables = w.db.read((tx) => tx.rows<{ name: string }>("select name from sqlite_schema where type = 'table'"))
    for (const { name } of tables)
      expect(JSON.stringify(w.db.read((tx) => tx.rows(`select * from ${name}`)))).not.toContain(first.secret.slice(8))
  })

  test('gives the role member, the own workspace and no limits of its own unless told otherwise', async () => {
    expect(await make()).toMatchObject({
      tenant_id: 'ten_northwind',
      role: 'member',
      platform: false,
      status: 'active',
      rate_per_min: null,
      rate_per_day: null,
      daily_credit_cap: null,
      created_by: 'ada@northwind.example',
      last_used_at: null,
    })
  })

  test('is for the own tree alone', async () => {
    expect(await make('ada', { tenant_id: 'ten_bakery' })).toMatchObject({ tenant_name: 'Bakery' })
    expect(await refusal(make('ada', { tenant_id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
  })

  test('never gives a higher role than its maker has', async () => {
    const admin = { ...callerOf('ada'), role: 'admin' } as const
    expect(await refusal(make(admin, { role: 'owner' }))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(make('ben'))).toMatchObject({ code: 'forbidden' })
    for (const role of ROLES) expect((await make('ada', { role })).role).toBe(role)
  })

  test.each([
    [{ rate_per_min: 0 }],
    [{ rate_per_min: 601 }],
    [{ rate_per_day: 100_001 }],
    [{ rate_per_day: 1.5 }],
    [{ daily_credit_cap: 0 }],
    [{ role: 'god' }],
    [{ platform: true }],
  ])('refuses %j', async (input) => {
    expect(await refusal(make('ada', input))).toMatchObject({ code: 'validation_failed' })
  })
})

test('blanks of a form count as not given: the limits are those of a key without them', async () => {
  const plain = await make('ada')
  const blank = await make('ada', { name: '  ', rate_per_min: null, daily_credit_cap: '' })
  for (const field of ['rate_per_min', 'rate_per_day', 'daily_credit_cap'])
    expect([field, (blank as Record<string, unknown>)[field]]).toEqual([
      field,
      (plain as Record<string, unknown>)[field],
    ])
})

describe('the platform capability', () => {
  test('goes with an owner key that the platform admin makes for the root workspace, and with no other', async () => {
    const cases = [
      ['pat', { role: 'owner' }, true],
      ['pat', { role: 'admin' }, false],
      ['pat', {}, false],
      ['pat', { role: 'owner', tenant_id: 'ten_northwind' }, false],
      ['pat', { role: 'owner', tenant_id: 'ten_bakery' }, false],
      ['ada', { role: 'owner' }, false],
    ] as const
    for (const [who, input, platform] of cases) {
      const key = await make(who, input)
      expect([input, key.platform]).toEqual([input, platform])
      expect(holder(key.secret)?.caller.platform).toBe(platform)
    }
  })

  test('is handed on by such a key, and by no lesser one', async () => {
    const owner = holder((await make('pat', { role: 'owner' })).secret)!.caller
    expect((await make(owner, { role: 'owner' })).platform).toBe(true)
    const lesser = holder((await make('pat', { role: 'owner', tenant_id: 'ten_northwind' })).secret)!.caller
    expect((await make(lesser, { role: 'owner' })).platform).toBe(false)
  })

  test('ends when the key is lowered, or its maker stops being platform admin', async () => {
    const lowered = await make('pat', { role: 'owner' })
    const changed = await w.call<Key>('pat', 'update_api_key', { id: lowered.id, role: 'admin' })
    expect(changed.platform).toBe(false)
    const { secret } = await make('pat', { role: 'owner' })
    run("update users set platform_admin = 0 where id = 'usr_pat'")
    expect(holder(secret)?.caller).toMatchObject({ platform: false, role: 'owner' })
  })
})

describe('whom a secret speaks for', () => {
  test('its workspace, its role, its maker and its limits', async () => {
    const { id, secret } = await make('ada', {
      name: 'Bot',
      tenant_id: 'ten_bakery',
      role: 'admin',
      rate_per_min: 5,
      daily_credit_cap: 20,
    })
    expect(holder(secret)).toEqual({
      caller: {
        via: 'key',
        user_id: 'usr_ada',
        key_id: id,
        label: 'Bot',
        tenant_id: 'ten_bakery',
        path: '/ten_northwind/ten_bakery/',
        role: 'admin',
        platform: false,
        daily_credit_cap: 20,
        approval_above: null,
        approved: true,
      },
      rate_per_min: 5,
      rate_per_day: 10_000,
    })
  })

  test('nobody, for a secret that is unknown or misspelt', async () => {
    const { secret } = await make()
    for (const wrong of ['', 'ipk_', newSecret('ipk'), newSecret('sps'), `${secret}x`, secret.toLowerCase()])
      expect(holder(wrong)).toBeNull()
  })

  test.each([
    ['the key is revoked', "update api_keys set status = 'revoked'"],
    ['its workspace is archived', "update tenants set archived_at = 'x' where id = 'ten_bakery'"],
    ['a workspace above is archived', "update tenants set archived_at = 'x' where id = 'ten_northwind'"],
    ['its maker is suspended', "update users set status = 'suspended' where id = 'usr_ada'"],
    ['its maker was declined', "update users set status = 'declined' where id = 'usr_ada'"],
    ['its maker left the workspace', "delete from members where user_id = 'usr_ada'"],
    ['its maker is gone', "delete from users where id = 'usr_ada'"],
  ])('nobody, when %s', async (_, sql) => {
    const { id, secret } = await make('ada', { tenant_id: 'ten_bakery' })
    const actsAs = async () => (await w.call<{ acts_as: string | null }>('pat', 'get_api_key', { id })).acts_as
    expect([holder(secret)?.caller.role, await actsAs()]).toEqual(['member', 'member'])
    run(sql)
    expect([holder(secret), await actsAs()]).toEqual([null, null])
  })

  test('never more than its maker may now', async () => {
    const { id, secret } = await make('ada', { role: 'owner', tenant_id: 'ten_bakery' })
    run("update members set role = 'member' where user_id = 'usr_ada'")
    expect(holder(secret)?.caller.role).toBe('member')
    expect(await w.call('pat', 'get_api_key', { id })).toMatchObject({ role: 'owner', acts_as: 'member' })
    run("insert into members (tenant_id, user_id, role, created_at) values ('ten_bakery', 'usr_ada', 'admin', 'x')")
    expect(holder(secret)?.caller.role).toBe('admin')
    run("update users set status = 'pending' where id = 'usr_ada'")
    expect(holder(secret)?.caller.approved).toBe(false)
  })
})

describe('changing a key', () => {
  test('changes its name, role and limits; null is the default again; the secret stays', async () => {
    const { id, secret } = await make('ada', { rate_per_min: 5, rate_per_day: 50, daily_credit_cap: 5 })
    const input = { id, name: ' Bot ', role: 'admin', rate_per_min: null, rate_per_day: null, daily_credit_cap: null }
    expect(await w.call('ada', 'update_api_key', input)).toMatchObject({
      name: 'Bot',
      role: 'admin',
      rate_per_min: null,
    })
    expect(holder(secret)).toMatchObject({
      caller: { role: 'admin', daily_credit_cap: null },
      rate_per_min: 60,
      rate_per_day: 10_000,
    })
    expect(await w.call('ada', 'update_api_key', { id, rate_per_day: 7 })).toMatchObject({
      name: 'Bot',
      rate_per_day: 7,
    })
  })

  test('reaches no role above the own, nor above the maker of the key', async () => {
    const admin = { ...callerOf('ben'), role: 'admin' } as const
    const owners = await make('ada', { role: 'owner' })
    const members = await make('ada', { role: 'member' })
    for (const input of [
      { id: owners.id, daily_credit_cap: null },
      { id: members.id, role: 'owner' },
    ])
      expect(await refusal(w.call(admin, 'update_api_key', input))).toMatchObject({ code: 'forbidden' })
    run("insert into members (tenant_id, user_id, role, created_at) values ('ten_bakery', 'usr_ben', 'admin', 'x')")
    const bens = await make({ ...admin, tenant_id: 'ten_bakery', path: '/ten_northwind/ten_bakery/' })
    const raise = w.call('ada', 'update_api_key', { id: bens.id, role: 'owner' })
    expect(await refusal(raise)).toMatchObject({ code: 'forbidden' })
  })

  test('a foreign key is unknown to every operation, before the body is judged', async () => {
    const { id } = await make('rita')
    for (const name of ['get_api_key', 'update_api_key', 'revoke_api_key', 'delete_api_key'])
      expect(await refusal(w.call('ada', name, { id, nonsense: 1 }))).toMatchObject({ code: 'not_found' })
  })

  test('revoking stops it for good and keeps it listed; deleting takes it away', async () => {
    const [kept, gone] = [await make('ada', { name: 'kept' }), await make('ada', { name: 'gone' })]
    expect(await w.call('ada', 'revoke_api_key', { id: kept.id })).toMatchObject({
      status: 'revoked',
      revoked_at: w.clock.now(),
    })
    expect(await w.call('ada', 'revoke_api_key', { id: kept.id })).toMatchObject({ status: 'revoked' })
    expect(await refusal(w.call('ada', 'update_api_key', { id: kept.id, name: 'x' }))).toMatchObject({
      code: 'conflict',
    })
    await w.call('ada', 'delete_api_key', { id: gone.id })
    for (const { secret } of [kept, gone]) expect(holder(secret)).toBeNull()
    expect((await w.call<List>('ada', 'list_api_keys')).items.map(({ name }) => name)).toEqual(['kept'])
  })
})

describe('the list', () => {
  test('holds the keys of the tree, newest first, by workspace, status and name', async () => {
    const [one, two] = [await make('ada', { name: 'one' }), await make('ada', { name: 'two', tenant_id: 'ten_bakery' })]
    await make('rita', { name: 'foreign' })
    await w.call('ada', 'revoke_api_key', { id: one.id })
    const names = async (input = {}, who: 'ada' | 'vera' = 'ada') =>
      (await w.call<List>(who, 'list_api_keys', input)).items.map(({ name }) => name)
    expect(await names()).toEqual(['two', 'one'])
    expect(await names({ sort: 'name', dir: 'asc' })).toEqual(['one', 'two'])
    expect(await names({ tenant_id: 'ten_northwind' })).toEqual(['one'])
    expect(await names({ status: 'active' })).toEqual(['two'])
    expect(await names({ q: 'TW' })).toEqual(['two'])
    expect(await names({ q: one.prefix })).toEqual(['one'])
    expect(await names({ q: two.prefix.slice(2).toUpperCase() })).toEqual(['two'])
    expect(await names({}, 'vera')).toEqual(['two'])
    expect(two.status).toBe('active')
  })

  test('tells when a key was last used, written in batches', async () => {
    const { id } = await make()
    const used = async () => (await w.call<{ last_used_at: string | null }>('ada', 'get_api_key', { id })).last_used_at
    noteKeyUsed(w.db, id, '2026-11-02T09:00:01.000Z')
    noteKeyUsed(w.db, id, '2026-11-02T09:00:02.000Z')
    expect(await used()).toBeNull()
    expect(saveUses(w.db)).toBe(1)
    expect(await used()).toBe('2026-11-02T09:00:02.000Z')
    expect(saveUses(w.db)).toBe(0)
  })
})

describe('who am I', () => {
  test('a key: its workspace, role, limits and maker, and nothing of the maker’s other workspaces', async () => {
    const { id, prefix, secret } = await make('ada', { tenant_id: 'ten_bakery', rate_per_min: 5 })
    expect(await w.call(holder(secret)!.caller, 'get_me')).toEqual({
      via: 'key',
      tenant_id: 'ten_bakery',
      role: 'member',
      platform: false,
      approved: true,
      tenant: { id: 'ten_bakery', name: 'Bakery', kind: 'client' },
      user: {
        id: 'usr_ada',
        email: 'ada@northwind.example',
        email_verified: true,
        name: 'Ada',
        status: 'active',
        locale: 'en',
        time_zone: 'UTC',
      },
      key: {
        id,
        name: 'API key',
        prefix,
        rate_per_min: 5,
        rate_per_day: null,
        daily_credit_cap: null,
        approval_above: null,
      },
      workspaces: [],
      invitations: [],
    })
  })

  test('a session: the workspaces that one may switch between', async () => {
    await w.call('ada', 'add_member', { id: 'ten_bakery', email: 'ben@northwind.example', role: 'admin' })
    const bakery = { id: 'ten_bakery', name: 'Bakery', role: 'admin' }
    expect(await w.call('ben', 'get_me')).toMatchObject({ invitations: [{ ...bakery, by: 'Ada' }] })
    acceptOffer(w.app, { user_id: 'usr_ben', tenant_id: 'ten_bakery', ip: null })
    expect(await w.call('ben', 'get_me')).toMatchObject({
      via: 'session',
      key: null,
      workspaces: [{ id: 'ten_northwind', name: 'Northwind', role: 'member' }, bakery],
      invitations: [],
    })
  })
})

test('a key that is being replaced makes nothing that outlasts it', async () => {
  const old = await make('ada', { role: 'owner' })
  await make('ada', { replaces: old.id })
  const { caller } = holder(old.secret)!
  for (const [name, input] of [
    ['create_api_key', { role: 'viewer' }],
    ['update_api_key', { id: old.id, name: 'Mine' }],
    ['create_deploy_hook', { name: 'Deploys', mode: 'address', hosts: ['bakery.example'] }],
    ['add_member', { id: 'ten_northwind', email: 'mallory@evil.example', role: 'owner' }],
  ] as const)
    expect([name, (await refusal(w.call(caller, name, input))).code]).toEqual([name, 'forbidden'])
  expect(await w.call(caller, 'list_api_keys')).toMatchObject({ total: 2 })
})
