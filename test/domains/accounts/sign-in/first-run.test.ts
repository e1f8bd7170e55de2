import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createSetupLink, findSetupLink, firstRun, signIn } from '../../../../src/domains/accounts/index.ts'
import { callerOfKey, createSetupKey } from '../../../../src/domains/keys/index.ts'
import { MINUTE } from '../../../../src/kernel/time/clock.ts'
import { refusal } from '../../../refusal.ts'
import { type World, world } from '../../../world.ts'

const GIVEN = { email: 'Ann@acme.example', name: 'Ann', workspace: ' Acme ', password: 'tall ships in the mist' }

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => {
    tx.run('delete from users')
    tx.run('delete from tenants where parent_id is not null')
    return tx.run('delete from tenants')
  })
})
afterEach(() => w.close())

const install = (given: Partial<typeof GIVEN> = {}, options: Parameters<typeof firstRun>[2] = {}) =>
  firstRun(w.app, { ...GIVEN, ...given }, options)
const tokenOf = (url: string | null) => new URL(url!).searchParams.get('token')!
const rows = <T>(sql: string) => w.db.read((tx) => tx.rows<T>(sql))

describe('the first run', () => {
  test('makes a platform admin who owns an agency on the largest plan, with one period of its credits', async () => {
    const { user_id, tenant_id } = await install()
    expect(rows('select * from users')).toMatchObject([
      { id: user_id, email: 'ann@acme.example', status: 'active', platform_admin: 1, email_verified_at: w.clock.now() },
    ])
    expect(rows('select * from tenants')).toMatchObject([
      { id: tenant_id, name: 'Acme', kind: 'agency', parent_id: null },
    ])
    expect(rows('select * from members')).toMatchObject([{ tenant_id, user_id, role: 'owner' }])
    expect(rows('select * from tenant_plans')).toMatchObject([{ tenant_id, plan: 'agency_scale', status: 'active' }])
    expect(rows('select kind, available from purses order by kind')).toEqual([
      { kind: 'check', available: 30_000 },
      { kind: 'index', available: 6_000 },
    ])
    expect((await signIn(w.app, GIVEN.email, GIVEN.password, { ip: null, user_agent: null })).user_id).toBe(user_id)
  })

  test('makes an API key with the platform capability when asked, and none otherwise', async () => {
    const { api_key, tenant_id } = await install({}, { makeKey: createSetupKey })
    expect(w.db.read((tx) => callerOfKey(tx, api_key!))?.caller).toMatchObject({
      tenant_id,
      platform: true,
      role: 'owner',
    })
  })

  test('happens once, however many try at the same moment', async () => {
    const tries = await Promise.allSettled([install(), install({ email: 'bob@acme.example' }), install()])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await refusal(install())).toMatchObject({ code: 'conflict' })
    expect(rows('select id from users')).toHaveLength(1)
  })

  test('names everything that is wrong, and makes nothing', async () => {
    const fault = await refusal(install({ email: 'nobody', workspace: ' ', password: 'password123' }))
    expect(fault.code).toBe('validation_failed')
    const { issues } = fault.details as { issues: { path: string }[] }
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['email', 'password', 'workspace'])
    expect(rows('select id from tenants')).toEqual([])
  })
})

describe('the set-up link', () => {
  test('works once, for thirty minutes, and only the newest', async () => {
    const [old, token] = [tokenOf(createSetupLink(w.app)), tokenOf(createSetupLink(w.app))]
    expect(await refusal(install({}, { token: old }))).toMatchObject({ code: 'not_found' })
    w.clock.turn(30 * MINUTE - 1)
    expect(w.db.read((tx) => findSetupLink(tx, token))).toEqual({ tenant_id: null, user_id: null })
    w.clock.turn(1)
    expect(await refusal(install({}, { token }))).toMatchObject({ code: 'not_found' })
    const fresh = tokenOf(createSetupLink(w.app))
    await install({}, { token: fresh })
    expect(w.db.read((tx) => findSetupLink(tx, fresh))).toBeNull()
  })

  test('a mistake in the form does not use it up', async () => {
    const token = tokenOf(createSetupLink(w.app))
    await refusal(install({ password: 'short' }, { token }))
    expect((await install({}, { token })).user_id).toBeString()
  })

  test('is not made once the install has users, and is kept by its hash alone', async () => {
    const token = tokenOf(createSetupLink(w.app))
    expect(JSON.stringify(rows('select * from setup_links'))).not.toContain(token.slice(8))
    await install({}, { token })
    expect(createSetupLink(w.app)).toBeNull()
  })
})
