import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Client,
  lackedScope,
  noteGrantUsed,
  OauthError,
  revokeToken,
  type Tokens,
} from '../../../src/domains/oauth/index.ts'
import { saveUses } from '../../../src/kernel/database/last-use.ts'
import { atLeast, ROLES, type Role } from '../../../src/kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../../src/kernel/operation/operation.ts'
import { DAY, HOUR, SECOND } from '../../../src/kernel/time/clock.ts'
import { operations } from '../../../src/operations/index.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'
import { connected, holderOf, refreshed, registered } from './app.ts'

let w: World
let app: Client
beforeEach(() => {
  w = world()
  app = registered(w)
})
afterEach(() => w.close())

const refused = (code: string) => expect.objectContaining({ code })

describe('an access token', () => {
  test('speaks for its person within what they allowed, in the workspace that they chose', () => {
    const { access_token } = connected(w, app, { scope: 'write', cap: 40, alone: 30, tenant_id: 'ten_bakery' })
    expect(holderOf(w, access_token)!.caller).toMatchObject({
      via: 'oauth',
      user_id: 'usr_ada',
      label: 'ada@northwind.example by Desk',
      tenant_id: 'ten_bakery',
      path: '/ten_northwind/ten_bakery/',
      role: 'member',
      platform: false,
      daily_credit_cap: 40,
      approval_above: 30,
    })
  })

  test.each([
    ['ada', 'read', 'client_viewer'],
    ['ada', 'write', 'member'],
    ['ada', 'admin', 'admin'],
    ['ben', 'admin', 'member'],
    ['vera', 'admin', 'client_viewer'],
    ['pat', 'admin', 'admin'],
  ] as const)('of %s allowed %s acts as %s, and never for the platform', (who, scope, role) => {
    const { access_token } = connected(w, app, { who, scope })
    expect(holderOf(w, access_token)!.caller).toMatchObject({ role, platform: false })
  })

  test('follows the role of its person, down and up', () => {
    const { access_token } = connected(w, app, { scope: 'admin' })
    const become = (role: Role) =>
      w.db.write((tx) => tx.run('update members set role = ? where user_id = ?', role, 'usr_ada'))
    become('client_viewer')
    expect(holderOf(w, access_token)!.caller.role).toBe('client_viewer')
    become('admin')
    expect(holderOf(w, access_token)!.caller.role).toBe('admin')
  })

  test('is good for an hour', () => {
    const { access_token } = connected(w, app)
    w.clock.turn(HOUR - SECOND)
    expect(holderOf(w, access_token)).not.toBeNull()
    w.clock.turn(SECOND)
    expect(holderOf(w, access_token)).toBeNull()
  })

  test('rests while its workspace is archived', () => {
    const { access_token } = connected(w, app, { tenant_id: 'ten_bakery' })
    const archive = (at: string | null) =>
      w.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", at))
    archive(w.clock.now())
    expect(holderOf(w, access_token)).toBeNull()
    archive(null)
    expect(holderOf(w, access_token)).not.toBeNull()
  })

  test('is for the address that the install had: one that moves takes no app along', () => {
    const { access_token, refresh_token } = connected(w, app)
    const config = w.app.config as { site_url: string }
    config.site_url = 'https://push.northwind.example'
    expect(holderOf(w, access_token)).toBeNull()
    expect(refreshed(w, app, refresh_token)).toEqual(refused('invalid_grant'))
    config.site_url = 'http://localhost:8080'
    expect(holderOf(w, access_token)).not.toBeNull()
  })

  test('cannot be had for a workspace of the person’s no more, nor is a refresh token one', () => {
    const { refresh_token } = connected(w, app)
    expect(holderOf(w, refresh_token)).toBeNull()
    expect(holderOf(w, 'spo_nothing')).toBeNull()
  })

  test('uses its daily cap up, in the words of an app', async () => {
    const { access_token } = connected(w, app, { scope: 'write', cap: 1, tenant_id: 'ten_northwind' })
    const { caller } = holderOf(w, access_token)!
    w.db.write((tx) => tx.run("update purses set available = 10 where tenant_id = 'ten_northwind'"))
    const urls = ['https://bakery.example/a', 'https://bakery.example/b']
    await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
    expect(await refusal(w.call(caller, 'submit_index_job', { urls }))).toMatchObject({
      code: 'daily_cap',
      message: expect.stringContaining('This app may use 1 credit a day'),
    })
  })

  test('leaves the account of its person alone, and makes no keys that would outlive it', async () => {
    const { caller } = holderOf(w, connected(w, app, { scope: 'admin' }).access_token)!
    const tries: [string, Record<string, unknown>][] = [
      ['delete_profile', { confirm: 'ada@northwind.example' }],
      ['create_api_key', { name: 'Outlives' }],
    ]
    for (const [name, input] of tries)
      expect(await refusal(w.call(caller, name, input))).toMatchObject({ code: 'forbidden' })
    for (const list of ['list_sessions', 'list_oauth_grants'])
      expect(await w.call(caller, list)).toMatchObject({ total: 0 })
  })

  test('names app and person in the audit trail of what it does', async () => {
    const { caller } = holderOf(w, connected(w, app, { scope: 'admin' }).access_token)!
    await w.call(caller, 'update_tenant', { id: 'ten_bakery', name: 'Bakery & Sons' })
    const line = w.db.read((tx) =>
      tx.row("select actor, user_id, key_id, via from audit where action = 'update_tenant'"),
    )
    expect(line).toEqual({
      actor: 'ada@northwind.example by Desk',
      user_id: 'usr_ada',
      key_id: caller.key_id,
      via: 'oauth',
    })
  })
})

describe('a refresh token', () => {
  test('brings the next pair, once; the old access token works until its hour is over', () => {
    const first = connected(w, app)
    const second = refreshed(w, app, first.refresh_token) as Tokens
    expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    for (const { access_token } of [first, second]) expect(holderOf(w, access_token)).not.toBeNull()
    expect(refreshed(w, app, second.refresh_token)).toHaveProperty('access_token')
  })

  test('that was stolen ends the family, whoever of the two comes second', () => {
    const first = connected(w, app)
    const second = refreshed(w, app, first.refresh_token) as Tokens
    const third = refreshed(w, app, second.refresh_token) as Tokens
    expect(refreshed(w, app, first.refresh_token)).toEqual(refused('invalid_grant'))
    for (const { access_token } of [first, second, third]) expect(holderOf(w, access_token)).toBeNull()
    expect(refreshed(w, app, third.refresh_token)).toEqual(refused('invalid_grant'))
    const line = w.db.read((tx) =>
      tx.row<{ after: string }>("select after from audit where action = 'end_stolen_connection'"),
    )
    expect(JSON.parse(line!.after)).toEqual({ reason: 'a refresh token was used twice' })
  })

  test('of another app is refused, and spoils nothing', () => {
    const { refresh_token } = connected(w, app)
    expect(refreshed(w, registered(w, 'Other'), refresh_token)).toEqual(refused('invalid_grant'))
    expect(refreshed(w, app, refresh_token)).toHaveProperty('access_token')
  })

  test('may bring less than was allowed, and later all of it again, but never more', () => {
    const first = connected(w, app, { scope: 'write' })
    const less = refreshed(w, app, first.refresh_token, 'read') as Tokens
    expect(less.scope).toBe('read')
    expect(holderOf(w, less.access_token)!.caller.role).toBe('client_viewer')
    expect(refreshed(w, app, less.refresh_token, 'read admin')).toEqual(refused('invalid_scope'))
    expect((refreshed(w, app, less.refresh_token) as Tokens).scope).toBe('read write')
  })

  test('rests for 30 days at most, and the connection ends after 90 however busy it is', () => {
    const idle = connected(w, app)
    w.clock.turn(30 * DAY)
    expect(refreshed(w, app, idle.refresh_token)).toEqual(refused('invalid_grant'))
    let busy = connected(w, app)
    for (const days of [29, 29, 29]) {
      w.clock.turn(days * DAY)
      busy = refreshed(w, app, busy.refresh_token) as Tokens
    }
    w.clock.turn(3 * DAY - 60 * SECOND)
    busy = refreshed(w, app, busy.refresh_token) as Tokens
    expect(busy.expires_in).toBe(60)
    w.clock.turn(60 * SECOND)
    expect(holderOf(w, busy.access_token)).toBeNull()
    expect(refreshed(w, app, busy.refresh_token)).toEqual(refused('invalid_grant'))
  })

  test('of somebody who is not a member any more brings nothing', () => {
    const { refresh_token } = connected(w, app, { who: 'ben' })
    w.db.write((tx) => tx.run("delete from members where user_id = 'usr_ben'"))
    expect(refreshed(w, app, refresh_token)).toBeInstanceOf(OauthError)
  })
})

describe('a token that is taken back', () => {
  const revoke = (token: string, client_id: string | null = app.id) =>
    w.db.write((tx) => revokeToken(tx, token, client_id) as undefined)

  test('ends alone when it is an access token, with everything when it is a refresh token', () => {
    const first = connected(w, app)
    revoke(first.access_token)
    expect(holderOf(w, first.access_token)).toBeNull()
    const second = refreshed(w, app, first.refresh_token) as Tokens
    revoke(second.refresh_token)
    expect(holderOf(w, second.access_token)).toBeNull()
    expect(refreshed(w, app, second.refresh_token)).toBeInstanceOf(OauthError)
    expect(w.db.read((tx) => tx.rows("select actor from audit where action = 'disconnect_app'"))).toHaveLength(1)
  })

  test('stays when another app asks', () => {
    const { access_token } = connected(w, app)
    revoke(access_token, 'another')
    expect(holderOf(w, access_token)).not.toBeNull()
    revoke(access_token, null)
    expect(holderOf(w, access_token)).toBeNull()
  })
})

test('when a connection was last used is written down', () => {
  const { access_token } = connected(w, app)
  const { key_id } = holderOf(w, access_token)!.caller
  noteGrantUsed(w.db, key_id!, w.clock.now())
  expect(saveUses(w.db)).toBe(1)
  expect(w.db.read((tx) => tx.row('select last_used_at from oauth_grants where id = ?', key_id))).toEqual({
    last_used_at: w.clock.now(),
  })
})

describe('the scope that an operation lacks', () => {
  const named = (name: string): AnyOperation => operations.find((one) => one.name === name)!

  test.each([
    ['list_jobs', 'read', 'owner', null],
    ['submit_index_job', 'read', 'owner', 'write'],
    ['submit_index_job', 'write', 'owner', null],
    ['create_sub_tenant', 'read', 'owner', 'admin'],
    ['create_sub_tenant', 'write', 'admin', 'admin'],
    // The role is what is missing: more scope would not help.
    ['submit_index_job', 'read', 'client_viewer', null],
    ['create_sub_tenant', 'read', 'member', null],
    ['get_margin', 'read', 'owner', null],
  ] as const)('%s, allowed %s, as %s: %p', (name, scope, role, lacked) => {
    expect(lackedScope(named(name), scope, role)).toBe(lacked)
  })

  test('is named for exactly those tools that the person may use and the app may not', () => {
    for (const operation of operations.filter((one) => one.tool))
      for (const role of ROLES) {
        const person =
          operation.role !== 'platform' &&
          atLeast(role, (operation.role as Role) ?? 'client_viewer') &&
          (!changes(operation) || role !== 'client_viewer')
        const lacks = lackedScope(operation, 'read', role) !== null
        expect([operation.name, role, lacks]).toEqual([operation.name, role, person && changes(operation)])
        expect(lackedScope(operation, 'admin', role)).toBeNull()
      }
  })
})
