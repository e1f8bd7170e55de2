import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Client, Tokens } from '../../../src/domains/oauth/index.ts'
import { DAY, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { forgetConnectionsTask } from '../../../src/tasks/forget-connections.ts'
import { type World, world } from '../../world.ts'
import { codeFor, connected, holderOf, REDIRECT, redeemed, registered } from './app.ts'

let w: World
let app: Client
beforeEach(() => {
  w = world()
  app = registered(w)
})
afterEach(() => w.close())

const refusal = { code: 'invalid_grant' }

test('a code gives tokens once; used again it ends what it began, and the audit trail says why', () => {
  const code = codeFor(w, app)
  const tokens = redeemed(w, app, code) as Tokens
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
  expect(holderOf(w, tokens.access_token)).not.toBeNull()
  expect(redeemed(w, app, code)).toMatchObject(refusal)
  expect(holderOf(w, tokens.access_token)).toBeNull()
  expect(
    w.db.read((tx) => tx.row("select actor, tenant_id from audit where action = 'end_stolen_connection'")),
  ).toEqual({ actor: 'system', tenant_id: 'ten_northwind' })
})

test('a code is good for a minute', () => {
  const [early, late] = [codeFor(w, app), codeFor(w, app)]
  w.clock.turn(MINUTE - SECOND)
  expect(redeemed(w, app, early)).toHaveProperty('access_token')
  w.clock.turn(SECOND)
  expect(redeemed(w, app, late)).toMatchObject(refusal)
})

test.each([
  ['another app', { client_id: 'other' }],
  ['another address', { redirect_uri: REDIRECT.replace('33418', '33419') }],
  ['another verifier', { verifier: 'x'.repeat(43) }],
  ['no such code', { code: 'spc_unknown' }],
])('%s gets nothing, and does not spoil it for the app that was meant', (_, more) => {
  const code = codeFor(w, app)
  expect(redeemed(w, app, code, more)).toMatchObject(refusal)
  expect(redeemed(w, app, code)).toHaveProperty('access_token')
})

test('the address may be left out when the code is redeemed, since the code knows it', () => {
  expect(redeemed(w, app, codeFor(w, app), { redirect_uri: null })).toHaveProperty('access_token')
})

test('a code of somebody who may not act there any more gives nothing', () => {
  const [left, suspended] = [codeFor(w, app, { who: 'ben' }), codeFor(w, app, { who: 'vera' })]
  w.db.write((tx) => tx.run("delete from members where user_id = 'usr_ben'"))
  w.db.write((tx) => tx.run("update users set status = 'suspended' where id = 'usr_vera'"))
  expect(redeemed(w, app, left)).toMatchObject(refusal)
  expect(redeemed(w, app, suspended)).toMatchObject(refusal)
})

test('the yes is in the audit trail: who, which app, where, how much', () => {
  codeFor(w, app, { scope: 'admin', cap: 40, alone: 30, tenant_id: 'ten_bakery' })
  const line = w.db.read((tx) => tx.row<{ after: string }>("select * from audit where action = 'connect_app'"))!
  expect(line).toMatchObject({ actor: 'ada@northwind.example', tenant_id: 'ten_bakery', ip: '192.0.2.7' })
  expect(JSON.parse(line.after)).toEqual({
    client_name: 'Desk',
    client_id: app.id,
    redirect_uri: REDIRECT,
    scope: 'read write admin',
    daily_credit_cap: 40,
    approval_above: 30,
  })
})

test('an app that registered goes on under its newest connection alone; one of a document may run in many places', () => {
  const [first, second] = [connected(w, app), connected(w, app)]
  expect([holderOf(w, first.access_token), holderOf(w, second.access_token)]).toEqual([null, expect.anything()])
  const shared: Client = { ...app, id: 'https://desk.example/client.json', kind: 'document' }
  const [laptop, desktop] = [connected(w, shared), connected(w, shared)]
  expect([holderOf(w, laptop.access_token), holderOf(w, desktop.access_token)]).not.toContain(null)
})

test('no code, token or verifier lies in the database', () => {
  const code = codeFor(w, app)
  const { access_token, refresh_token } = redeemed(w, app, code) as Tokens
  const rows = w.db.read((tx) =>
    ['oauth_codes', 'oauth_tokens', 'oauth_grants', 'audit'].map((table) => tx.rows(`select * from ${table}`)),
  )
  for (const secret of [code, access_token, refresh_token]) expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
})

test('a code that was used is known for a day, then forgotten', async () => {
  const code = codeFor(w, app)
  const tokens = redeemed(w, app, code) as Tokens
  w.clock.turn(DAY)
  await w.run(forgetConnectionsTask)
  expect(w.db.read((tx) => tx.rows('select * from oauth_codes'))).toHaveLength(1)
  w.clock.turn(2 * MINUTE)
  await w.run(forgetConnectionsTask)
  expect(w.db.read((tx) => tx.rows('select * from oauth_codes'))).toEqual([])
  expect(w.db.read((tx) => tx.rows("select * from oauth_tokens where kind = 'access'"))).toEqual([])
  expect(tokens).toBeDefined()
})
