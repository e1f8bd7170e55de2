/** Rules that ask for a second factor, their end by an admin or on the stopped install, and the demand that stays. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { codeOfStep, fromBase32, stepAt } from '../../../../src/domains/accounts/factors/totp.ts'
import { callerOfSession, openSession } from '../../../../src/domains/accounts/index.ts'
import { callerOfKey, type KeyHolder } from '../../../../src/domains/keys/index.ts'
import { personIn } from '../../../../src/domains/oauth/index.ts'
import type { Caller } from '../../../../src/kernel/operation/caller.ts'
import { isOwnAccount } from '../../../../src/kernel/operation/operation.ts'
import { DAY, MINUTE, millis, plus } from '../../../../src/kernel/time/clock.ts'
import { operations } from '../../../../src/operations/index.ts'
import { exampleOf } from '../../../contract/request.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf, type World, world } from '../../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const caller = async (user_id: string) => {
  const { token } = await openSession(w.app, user_id, { ip: null, user_agent: null })
  return (await callerOfSession(w.app, token))!.caller!
}
const isStopped = async (user_id: string) => (await caller(user_id)).must_enrol === true
const stopped = async () => {
  const found: Record<string, boolean> = {}
  for (const id of ['usr_ada', 'usr_ben', 'usr_vera', 'usr_rita', 'usr_pat']) found[id.slice(4)] = await isStopped(id)
  return found
}
async function enrol(person: 'ada' | 'ben' | 'vera') {
  const { id, secret } = await w.call<{ id: string; secret: string }>(person, 'begin_totp')
  const code = codeOfStep(fromBase32(secret), stepAt(millis(w.clock.now())))
  await w.call(person, 'confirm_totp', { id, code })
  return id
}

test('a rule holds for the workspace and those below it, by role, after its days', async () => {
  await w.call('ada', 'set_security_rule', { id: 'ten_northwind', second_factor: 'admins' })
  expect(await stopped()).toEqual({ ada: true, ben: false, vera: false, rita: false, pat: false })
  await w.call('ada', 'set_security_rule', { id: 'ten_northwind', second_factor: 'everyone', grace_days: 7 })
  expect(await stopped()).toEqual({ ada: false, ben: false, vera: false, rita: false, pat: false })
  w.clock.turn(7 * DAY)
  expect(await stopped()).toEqual({ ada: true, ben: true, vera: true, rita: false, pat: false })
  expect(await w.call('ada', 'get_security_rule', { id: 'ten_northwind' })).toMatchObject({ second_factor: 'everyone' })
  await w.call('ada', 'set_security_rule', { id: 'ten_northwind', second_factor: 'optional' })
  expect(await stopped()).toEqual({ ada: false, ben: false, vera: false, rita: false, pat: false })
})

test('days that are left out keep the date; none given at all asks at once', async () => {
  const rule = (input: object) => w.call('ada', 'set_security_rule', { id: 'ten_northwind', ...input })
  const until = plus(w.clock.now(), 7 * DAY)
  expect(await rule({ second_factor: 'admins', grace_days: 7 })).toMatchObject({ grace_until: until })
  w.clock.turn(DAY)
  expect(await rule({ second_factor: 'everyone' })).toMatchObject({ second_factor: 'everyone', grace_until: until })
  expect(await rule({ second_factor: 'everyone', grace_days: 0 })).toMatchObject({ grace_until: null })
  expect(await rule({ second_factor: 'optional' })).toMatchObject({ grace_until: null })
  expect(await rule({ second_factor: 'admins' })).toMatchObject({ grace_until: null })
})

test('the rule of the install: its admins, or everyone', async () => {
  await w.call('pat', 'update_security_settings', { second_factor: 'admins' })
  expect(await stopped()).toEqual({ ada: false, ben: false, vera: false, rita: false, pat: true })
  await w.call('pat', 'update_security_settings', { second_factor: 'everyone' })
  expect(await stopped()).toEqual({ ada: true, ben: true, vera: true, rita: true, pat: true })
  expect(await w.call('pat', 'get_security_settings')).toEqual({
    second_factor: 'everyone',
    grace_until: null,
    keys_too: false,
  })
})

test('without the factor that is asked for, every operation but those of the own account is refused', async () => {
  w.db.write((tx) => tx.run("insert into factor_rules (tenant_id, second_factor) values ('ten_northwind', 'everyone')"))
  const ada = await caller('usr_ada')
  for (const operation of operations.filter((one) => !isOwnAccount(one)))
    expect(await refusal(w.call(ada, operation.name, exampleOf(operation)))).toMatchObject({
      code: 'second_factor_required',
    })
  await w.call(ada, 'get_profile')
  await w.call(ada, 'begin_totp')
  expect(await w.call(callerOf('ada', 'key'), 'list_jobs')).toMatchObject({ items: [] })
})

test('keys and apps go on, unless the rule stops those of people without a factor too', async () => {
  const key = await w.call<{ secret: string }>('ada', 'create_api_key', {
    tenant_id: 'ten_bakery',
    name: 'Deploy',
    role: 'member',
  })
  const held = () => w.db.read((tx) => callerOfKey(tx, key.secret) as never as KeyHolder).caller
  const app = () => w.db.read((tx) => personIn(tx, 'usr_ada', 'ten_northwind') as never as Caller)
  const stopped = () => [held().must_enrol, app().must_enrol]
  await w.call('pat', 'update_security_settings', { second_factor: 'everyone' })
  expect(stopped()).toEqual([undefined, undefined])
  await w.call('pat', 'update_security_settings', { second_factor: 'everyone', grace_days: 1, keys_too: true })
  expect(stopped()).toEqual([undefined, undefined])
  w.clock.turn(DAY)
  expect(stopped()).toEqual([true, true])
  expect(await refusal(w.call(held(), 'list_jobs'))).toMatchObject({ code: 'second_factor_required' })
  await enrol('ada')
  expect(stopped()).toEqual([undefined, undefined])
  // The rule of one workspace stops the keys of its people alone.
  await w.call('pat', 'update_security_settings', { second_factor: 'optional' })
  await w.call('ada', 'set_security_rule', { id: 'ten_bakery', second_factor: 'everyone', keys_too: true })
  expect(stopped()).toEqual([undefined, undefined])
})

test('the last factor stays where a rule asks for one', async () => {
  const id = await enrol('ben')
  w.db.write((tx) => tx.run("insert into factor_rules (tenant_id, second_factor) values ('ten_northwind', 'everyone')"))
  expect(await refusal(w.call('ben', 'delete_factor', { id }))).toMatchObject({ code: 'conflict' })
  w.db.write((tx) => tx.run('delete from factor_rules'))
  await w.call('ben', 'delete_factor', { id })
})

test('a reset ends sessions and factors, and the next sign-in must add one before anything else', async () => {
  w.db.write((tx) => tx.run("insert into factor_rules (tenant_id, second_factor) values ('ten_northwind', 'everyone')"))
  await enrol('ben')
  const { token } = await openSession(w.app, 'usr_ben', { ip: null, user_agent: null })
  w.clock.turn(MINUTE)
  expect((await callerOfSession(w.app, token))!.caller!.must_enrol).toBeUndefined()
  expect(await w.call('pat', 'reset_factors', { id: 'usr_ben' })).toMatchObject({ factors_removed: 1 })
  expect(await callerOfSession(w.app, token)).toBeNull()
  expect(await isStopped('usr_ben')).toBe(true)
})

test('an owner resets factors of people who belong to their workspaces alone', async () => {
  await enrol('vera')
  expect(await refusal(w.call('rita', 'reset_factors', { id: 'usr_vera' }))).toMatchObject({ code: 'not_found' })
  expect(await refusal(w.call('ada', 'reset_factors', { id: 'usr_ada' }))).toMatchObject({ code: 'forbidden' })
  w.db.write((tx) => tx.run("insert into members values ('ten_rival', 'usr_vera', 'member', ?)", tx.now))
  expect(await refusal(w.call('ada', 'reset_factors', { id: 'usr_vera' }))).toMatchObject({ code: 'forbidden' })
  w.db.write((tx) => tx.run("delete from members where tenant_id = 'ten_rival' and user_id = 'usr_vera'"))
  expect(await w.call('ada', 'reset_factors', { id: 'usr_vera' })).toMatchObject({ factors_removed: 1 })
})
