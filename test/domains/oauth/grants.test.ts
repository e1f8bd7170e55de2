import { afterEach, beforeEach, expect, test } from 'bun:test'
import { acceptOffer } from '../../../src/domains/accounts/index.ts'
import type { Client } from '../../../src/domains/oauth/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { forgetConnectionsTask } from '../../../src/tasks/forget-connections.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../accounts/seed.ts'
import { codeFor, connected, holderOf, redeemed, refreshed, registered } from './app.ts'
import { seedGrant } from './seed.ts'

let w: World
let app: Client
beforeEach(() => {
  w = world()
  app = registered(w)
  for (const [id, user] of [
    ['gra_1', 'usr_ada'],
    ['gra_2', 'usr_ada'],
    ['gra_3', 'usr_ben'],
  ] as const)
    w.db.write((tx) => seedGrant(tx, id, user))
})
afterEach(() => w.close())

test('one sees the apps that one connected oneself, the newest first, and nobody else does', async () => {
  const { items, total } = await w.call<{ items: object[]; total: number }>('ada', 'list_oauth_grants')
  expect(items[0]).toEqual({
    added: [],
    id: 'gra_2',
    client_id: 'https://desk.example/client.json',
    client_name: 'Desk',
    scope: 'read write',
    tenant_id: 'ten_northwind',
    tenant_name: 'Northwind',
    daily_credit_cap: 50,
    approval_above: null,
    created_at: w.clock.now(),
    expires_at: plus(w.clock.now(), 90 * DAY),
    last_used_at: null,
  })
  expect([items[1], total]).toEqual([expect.objectContaining({ id: 'gra_1' }), 2])
  expect(await w.call('rita', 'list_oauth_grants')).toMatchObject({ items: [], total: 0 })
  w.clock.turn(90 * DAY)
  expect(await w.call('ada', 'list_oauth_grants')).toMatchObject({ items: [], total: 0 })
})

test('a disconnected app is gone from the list, its row says when, and the audit trail says who', async () => {
  expect(await w.call('ada', 'delete_oauth_grant', { id: 'gra_1' })).toEqual({ id: 'gra_1', revoked: true, added: [] })
  expect(await w.call('ada', 'list_oauth_grants')).toMatchObject({ items: [{ id: 'gra_2' }], total: 1 })
  const [row, line] = w.db.read((tx) => [
    tx.row("select revoked_at from oauth_grants where id = 'gra_1'"),
    tx.row("select actor, target from audit where action = 'delete_oauth_grant'"),
  ])
  expect(row).toEqual({ revoked_at: w.clock.now() })
  expect(line).toEqual({ actor: 'ada@northwind.example', target: 'gra_1' })
  expect(await refusal(w.call('ada', 'delete_oauth_grant', { id: 'gra_1' }))).toMatchObject({ code: 'not_found' })
})

test("another person's app cannot be disconnected, not even by the owner or the platform admin", async () => {
  for (const who of ['ada', 'pat'] as const)
    expect(await refusal(w.call(who, 'delete_oauth_grant', { id: 'gra_3' }))).toMatchObject({ code: 'not_found' })
  expect(await w.call('ben', 'list_oauth_grants')).toMatchObject({ total: 1 })
})

test('a disconnected app is out at once, with all its tokens', async () => {
  const { access_token, refresh_token } = connected(w, app)
  await w.call('ada', 'delete_oauth_grant', { id: holderOf(w, access_token)!.caller.key_id! })
  expect(holderOf(w, access_token)).toBeNull()
  expect(refreshed(w, app, refresh_token)).toMatchObject({ code: 'invalid_grant' })
})

test('a changed password disconnects every app, and takes back a yes that no app has fetched yet', async () => {
  w.db.write((tx) => seedPassword(tx))
  const { access_token } = connected(w, app)
  const code = codeFor(w, registered(w, 'Other'))
  const given = { current_password: ADAS_PASSWORD, new_password: 'quiet harbour, seven gulls' }
  await w.call('ada', 'change_password', given)
  expect(holderOf(w, access_token)).toBeNull()
  expect(redeemed(w, app, code)).toMatchObject({ code: 'invalid_grant' })
  expect(await w.call('ada', 'list_oauth_grants')).toMatchObject({ total: 0 })
  expect(await w.call('ben', 'list_oauth_grants')).toMatchObject({ total: 1 })
  const line = w.db.read((tx) => tx.row<{ after: string }>("select after from audit where action = 'change_password'"))
  expect(JSON.parse(line!.after)).toMatchObject({ apps_disconnected: 3 })
})

test('suspension disconnects every app for good', () => {
  const { access_token } = connected(w, app)
  const become = (status: string) =>
    w.db.write((tx) => tx.run('update users set status = ?, updated_at = ? where id = ?', status, tx.now, 'usr_ada'))
  become('suspended')
  expect(holderOf(w, access_token)).toBeNull()
  become('active')
  expect(holderOf(w, access_token)).toBeNull()
  expect(w.db.read((tx) => tx.rows('select id from oauth_grants where revoked_at is null'))).toEqual([{ id: 'gra_3' }])
})

test('a removed membership disconnects the apps that acted there, and those alone', async () => {
  await w.call('ada', 'add_member', { id: 'ten_bakery', email: 'ben@northwind.example', role: 'member' })
  acceptOffer(w.app, { user_id: 'usr_ben', tenant_id: 'ten_bakery', ip: null })
  w.db.write((tx) => seedGrant(tx, 'gra_4', 'usr_ben', 'ten_bakery'))
  await w.call('ada', 'remove_member', { id: 'ten_northwind', uid: 'usr_ben' })
  const left = w.db.read((tx) => tx.rows('select id from oauth_grants where revoked_at is null order by id'))
  expect(left).toEqual([{ id: 'gra_1' }, { id: 'gra_2' }, { id: 'gra_4' }])
})

test('whoever is let in again has to connect their apps again', async () => {
  const { access_token } = connected(w, app, { who: 'ben' })
  await w.call('ada', 'remove_member', { id: 'ten_northwind', uid: 'usr_ben' })
  await w.call('ada', 'add_member', { id: 'ten_northwind', email: 'ben@northwind.example', role: 'member' })
  acceptOffer(w.app, { user_id: 'usr_ben', tenant_id: 'ten_northwind', ip: null })
  expect(holderOf(w, access_token)).toBeNull()
})

test('what no operation ended is ended by the hour, and tokens that are over go', async () => {
  const { access_token } = connected(w, app, { who: 'ben' })
  w.db.write((tx) => tx.run("delete from members where user_id = 'usr_ben'"))
  expect(holderOf(w, access_token)).toBeNull()
  await w.run(forgetConnectionsTask)
  w.db.write((tx) =>
    tx.run(
      "insert into members (tenant_id, user_id, role, created_at) values ('ten_northwind', 'usr_ben', 'member', ?)",
      tx.now,
    ),
  )
  expect(holderOf(w, access_token)).toBeNull()
  w.clock.turn(31 * DAY)
  await w.run(forgetConnectionsTask)
  expect(w.db.read((tx) => tx.rows('select * from oauth_tokens'))).toEqual([])
})
