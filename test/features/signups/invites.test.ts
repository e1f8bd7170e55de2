/** Invites and the waitlist, as the platform admin handles them. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { askInvite } from '../../../src/features/signups/index.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(async () => {
  w = world()
  await w.call('pat', 'update_email_settings', { host: '127.0.0.1', port: 1, secure: 'none', from_address: 'a@b.test' })
})
afterEach(() => w.close())

type Invite = { id: string; code: string; url: string; email: string | null; status: string; sent_at: string | null }
const make = (more: Record<string, unknown> = {}) =>
  w.call<Invite & { invites: Invite[] }>('pat', 'create_invite', more)
const send = (id: string, email?: string) => w.call<Invite>('pat', 'send_invite', { id, ...(email ? { email } : {}) })
const listed = async (more: Record<string, unknown> = {}) =>
  (await w.call<{ items: Invite[] }>('pat', 'list_invites', more)).items.map(({ id }) => id)
const letters = () =>
  w.db.read((tx) =>
    tx.rows<{ template: string; to_address: string }>('select template, to_address from mails order by id'),
  )

describe('a batch', () => {
  test('of 200 has 200 codes, each its own', async () => {
    const { invites, id } = await make({ count: 200, note: 'Fair' })
    expect(new Set(invites.map(({ code }) => code)).size).toBe(200)
    expect(invites[0]!.id).toBe(id)
    expect(await refusal(make({ count: 201 }))).toMatchObject({ code: 'validation_failed' })
  })

  test.each([
    [{ count: 2, email: 'a@quay.example' }, 'count'],
    [{ max_uses: 2, email: 'a@quay.example' }, 'max_uses'],
    [{ send: true }, 'email'],
  ])('that makes no sense is refused by the field: %j', async (given, path) => {
    expect(await refusal(make(given))).toMatchObject({ details: { issues: [{ path }] } })
    expect(await listed()).toEqual([])
  })
})

describe('sending', () => {
  test('at once goes to the address it is for, and once more when asked, five times a day', async () => {
    const { id, sent_at } = await make({ email: 'Mo@Quay.example', send: true })
    expect(sent_at).not.toBeNull()
    for (let turn = 0; turn < 4; turn++) await send(id)
    expect(letters()).toEqual(Array(5).fill({ template: 'invite', to_address: 'mo@quay.example' }))
    expect(await refusal(send(id))).toMatchObject({ code: 'rate_limited' })
    expect(await refusal(send(id, 'other@quay.example'))).toMatchObject({ code: 'conflict' })
  })

  test('binds one that is for anybody and has one use; one with more stays for anybody', async () => {
    const single = await make()
    expect(await refusal(send(single.id))).toMatchObject({ details: { issues: [{ path: 'email' }] } })
    expect(await send(single.id, 'mo@quay.example')).toMatchObject({ email: 'mo@quay.example', status: 'active' })
    const many = await make({ max_uses: 3 })
    expect(await send(many.id, 'mo@quay.example')).toMatchObject({ email: null })
  })

  test('to somebody who has an account is refused', async () => {
    expect(await refusal(make({ email: 'ada@northwind.example' }))).toMatchObject({ code: 'conflict' })
    const { id } = await make()
    expect(await refusal(send(id, 'ada@northwind.example'))).toMatchObject({ code: 'conflict' })
  })
})

test('codes are found by themselves, and lie in no row that anybody could read', async () => {
  const [a, b] = [await make({ note: 'One' }), await make({ note: 'Two' })]
  expect(await listed({ q: b.code })).toEqual([b.id])
  expect(await listed({ q: 'one' })).toEqual([a.id])
  const kept = w.db.read((tx) => JSON.stringify([tx.rows('select * from invites'), tx.rows('select * from audit')]))
  expect(kept).not.toContain(a.code.slice(4))
})

test('each status lists its own', async () => {
  const [active, revoked, expired] = [await make(), await make(), await make({ expires_days: 1 })]
  await w.call('pat', 'revoke_invite', { id: revoked.id })
  await w.call('pat', 'revoke_invite', { id: revoked.id })
  w.clock.turn(DAY)
  for (const [status, ids] of [
    ['active', [active.id]],
    ['revoked', [revoked.id]],
    ['expired', [expired.id]],
    ['used', []],
    ['redeemed', []],
  ] as const)
    expect([status, await listed({ status })]).toEqual([status, [...ids]])
  expect(w.db.read((tx) => tx.number("select count(*) from audit where action = 'revoke_invite'"))).toBe(1)
})

describe('the waitlist', () => {
  const wish = (email: string, note?: string) =>
    askInvite(w.app, { email, ...(note ? { note } : {}) }, { ip: null, user_agent: null, request_id: 'r' })
  type Asked = { id: string; email: string; status: string; invite_id: string | null }
  const waiting = async (more = {}) => (await w.call<{ items: Asked[] }>('pat', 'list_waitlist', more)).items
  const approve = (id: string, more = {}) => w.call<Asked>('pat', 'approve_waitlist_request', { id, ...more })
  const decline = (id: string, more = {}) => w.call<Asked>('pat', 'decline_waitlist_request', { id, ...more })

  test('has one request an address, and none of somebody who has an account', async () => {
    wish('Mo@quay.example', 'Forty shops')
    wish('mo@quay.example', 'Another note')
    wish('ada@northwind.example')
    expect(await waiting()).toMatchObject([{ email: 'mo@quay.example', note: 'Forty shops', status: 'pending' }])
  })

  test('answers a yes with an invite for that address alone, sent at once', async () => {
    wish('mo@quay.example')
    const [asked] = await waiting()
    const { status, invite_id } = await approve(asked!.id, { expires_days: 7 })
    expect(status).toBe('invited')
    expect(await w.call('pat', 'get_invite', { id: invite_id! })).toMatchObject({
      email: 'mo@quay.example',
      max_uses: 1,
      status: 'active',
    })
    expect(letters()).toEqual([{ template: 'invite', to_address: 'mo@quay.example' }])
    expect(await refusal(approve(asked!.id))).toMatchObject({ code: 'conflict' })
    expect(await refusal(decline(asked!.id))).toMatchObject({ code: 'conflict' })
  })

  test('says no in silence, and by letter only when that is wanted', async () => {
    wish('mo@quay.example')
    wish('lu@quay.example')
    const [lu, mo] = await waiting({ sort: 'email' })
    await decline(lu!.id, { note: 'Not our field' })
    expect(letters()).toEqual([])
    await decline(mo!.id, { send_email: true, note: 'Not our field' })
    expect(letters()).toEqual([{ template: 'waitlist_declined', to_address: 'mo@quay.example' }])
    expect(await waiting({ status: 'declined' })).toHaveLength(2)
    expect(await approve(mo!.id)).toMatchObject({ status: 'invited' })
  })

  test('forgets an erased person, and keeps the others', async () => {
    wish('mo@quay.example', 'Mo of Quay')
    wish('lu@quay.example')
    const [, mo] = await waiting({ sort: 'email' })
    await approve(mo!.id)
    await w.call('pat', 'erase_audit_words', { email: 'mo@quay.example' })
    expect(await waiting()).toMatchObject([{ email: 'lu@quay.example' }])
    expect(await listed()).toEqual([])
  })
})
