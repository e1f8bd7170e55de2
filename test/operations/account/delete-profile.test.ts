import { afterEach, beforeEach, expect, test } from 'bun:test'
import { callerOfSession, openSession } from '../../../src/domains/accounts/index.ts'
import { grant } from '../../../src/domains/credits/index.ts'
import { refusal } from '../../refusal.ts'
import { type Person, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const leave = (who: Person, confirm = `${who}@northwind.example`) => w.call(who, 'delete_profile', { confirm })
const run = (sql: string) => w.db.write((tx) => tx.run(sql))
const one = (sql: string) => w.db.read((tx) => tx.row<Record<string, unknown>>(sql))

test('deleting oneself ends sessions and memberships and revokes the keys one made; the audit trail stays', async () => {
  run("update members set role = 'admin' where user_id = 'usr_ben'")
  const { token } = await openSession(w.app, 'usr_ben', { ip: null, user_agent: null })
  await w.call('ada', 'create_api_key', { name: "Ada's" })
  run(`insert into api_keys (id, tenant_id, created_by, name, hash, prefix, role, status, created_at)
       values ('k', 'ten_northwind', 'usr_ben', 'Ben''s', 'h', 'ipk_0000', 'member', 'active', 'x')`)
  expect(await leave('ben', 'BEN@northwind.example')).toEqual({ id: 'usr_ben', deleted: true })
  expect(await callerOfSession(w.app, token)).toBeNull()
  expect(one("select 1 from members where user_id = 'usr_ben'")).toBeNull()
  expect(one("select status, created_by from api_keys where id = 'k'")).toEqual({ status: 'revoked', created_by: null })
  expect(one("select status from api_keys where id <> 'k'")?.status).toBe('active')
  expect(one("select actor from audit where action = 'delete_profile'")).toEqual({ actor: 'ben@northwind.example' })
})

test('it needs the own e-mail address as confirmation', async () => {
  expect(await refusal(leave('ben', 'ada@northwind.example'))).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'confirm' }] },
  })
})

test('the last owner of a workspace with credits, there or below it, stays until someone else owns it', async () => {
  await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', kind: 'check', amount: 1, reason: 'a gift' })
  expect(await refusal(leave('ada'))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('last owner of Northwind, with credits or running jobs. Make another member'),
    details: { workspaces: [{ id: 'ten_northwind', name: 'Northwind', has_credits: true, has_running_jobs: false }] },
  })
  run("update members set role = 'owner' where user_id = 'usr_ben'")
  expect(await leave('ada')).toMatchObject({ deleted: true })
})

test('what the free plan gives keeps nobody; what was bought does', async () => {
  w.db.write((tx) => {
    for (const reason of ['plan_grant', 'trial'] as const)
      grant(tx, { tenant_id: 'ten_northwind', kind: 'check', amount: 100, reason, actor: 'system' })
    return null
  })
  await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_pro' })
  expect(await refusal(leave('ada'))).toMatchObject({ code: 'conflict' })
  await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'free' })
  expect(await leave('ada')).toMatchObject({ deleted: true })
})

test('the last owner of a workspace with a running job stays; once it is finished, they may go', async () => {
  run(`insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('j', 'ten_northwind', 'index', 'Job', 'watching', 'x', 0, '{}', '{}', 'x', 'x')`)
  expect(await refusal(leave('ada'))).toMatchObject({
    code: 'conflict',
    details: { workspaces: [{ id: 'ten_northwind', has_credits: false, has_running_jobs: true }] },
  })
  run("update jobs set status = 'done'")
  expect(await leave('ada')).toMatchObject({ deleted: true })
})

test('the last platform admin stays', async () => {
  expect(await refusal(leave('pat', 'pat@platform.example'))).toMatchObject({ code: 'conflict' })
  run("update users set platform_admin = 1 where id = 'usr_ada'")
  // Nobody can sign in as her yet.
  expect(await refusal(leave('pat', 'pat@platform.example'))).toMatchObject({ code: 'conflict' })
  run("update users set password_hash = 'one' where id = 'usr_ada'")
  expect(await leave('pat', 'pat@platform.example')).toMatchObject({ deleted: true })
})
