/** Webhooks as people set them up: bad input names its field, secrets are shown once, and nothing leaves the tree. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { grant } from '../../../../src/domains/credits/index.ts'
import { seedOwnDomain } from '../../../domains/branding/seed.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf } from '../../../world.ts'
import { type Hooks, hooks, receiver } from '../receiving.ts'

let w: Hooks
let to: ReturnType<typeof receiver>
beforeEach(() => {
  w = hooks()
  to = receiver()
})
afterEach(() => {
  to.stop()
  w.close()
})

type Made = { id: string; secret: string; public_key: string; state: string }
const owner = callerOf('ada')
const pat = { ...callerOf('pat'), tenant_id: 'ten_northwind', path: '/ten_northwind/' }
const make = (more: Record<string, unknown> = {}) =>
  w.call<Made>(owner, 'create_webhook', { url: `${to.origin}/in`, types: ['push.*'], ...more })
const onPlan = (plan = 'agency_starter') => w.call(pat, 'set_tenant_plan', { id: 'ten_northwind', plan })

test.each([
  ['http://shop.bakery.example/', /https/],
  ['https://ada:pw@shop.bakery.example/', /user name/],
  ['https://shop.bakery.example/#x', /fragment/],
  ['https://10.1.2.3/', /private address/],
  ['https://[fd00::1]/', /private address/],
  ['ftp://shop.bakery.example/', /https/],
  [`https://shop.bakery.example/${'a'.repeat(2100)}`, /2,048/],
])('the address %s is refused by name', async (url, message) => {
  await onPlan()
  expect(await refusal(make({ url }))).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'url', message: expect.stringMatching(message) }] },
  })
})

test('an address of the install is refused: its own, and an own domain of an agency', async () => {
  await onPlan()
  w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  for (const url of [w.app.config.site_url.replace('http:', 'https:'), 'https://seo.northwind.example/in'])
    expect([url, (await refusal(make({ url }))).message]).toEqual([
      url,
      expect.stringMatching(/this install|private name/),
    ])
})

test('an unknown type names the nearest; headers of ours and events of the install are refused', async () => {
  await onPlan()
  const issueOf = async (more: object) =>
    ((await refusal(make(more as never))) as unknown as { details: { issues: { path: string; message: string }[] } })
      .details.issues[0]!
  expect(await issueOf({ types: ['push.finish'] })).toMatchObject({
    path: 'types.0',
    message: expect.stringMatching(/push\.finished/),
  })
  expect((await issueOf({ types: ['backup.failed'] })).message).toMatch(/scope platform/)
  for (const name of ['webhook-id', 'host', 'content-type', 'Cookie'])
    expect((await issueOf({ headers: [`${name}: x`] })).path).toStartWith('headers.')
  expect((await issueOf({ headers: ['no colon'] })).path).toBe('headers.0')
  expect(await refusal(make({ scope: 'platform' }))).toMatchObject({ code: 'forbidden' })
})

test('a plan without webhooks refuses one, and a stranger finds none', async () => {
  await onPlan('free')
  expect(await refusal(make())).toMatchObject({ code: 'plan_limit' })
  await onPlan()
  const { id } = await make()
  for (const name of [
    'get_webhook',
    'update_webhook',
    'delete_webhook',
    'test_webhook',
    'rotate_webhook_secret',
    'list_webhook_deliveries',
  ])
    expect([name, ((await refusal(w.call('rita', name, { id }))) as { code: string }).code]).toEqual([
      name,
      'not_found',
    ])
  expect(((await w.call('rita', 'list_webhooks')) as { items: unknown[] }).items).toEqual([])
  expect(((await refusal(w.call('ben', 'list_webhooks'))) as { code: string }).code).toBe('forbidden')
})

test('a test is answered, kept as a delivery, replayed, and its secret is nowhere but in the first answer', async () => {
  await onPlan()
  const { id, secret } = await make({ headers: ['x-token: inner-secret-token'] })
  w.clock.set(new Date().toISOString())
  expect(await w.call(owner, 'test_webhook', { id })).toMatchObject({ ok: true, status: 200, answer: null })
  expect(to.got[0]!.headers['x-token']).toBe('inner-secret-token')
  new Webhook(secret).verify(to.got[0]!.body, to.got[0]!.headers)
  const { items } = await w.call<{ items: { id: string }[] }>(owner, 'list_webhook_deliveries', { id })
  expect(items.length).toBe(1)
  const delivery_id = items[0]!.id
  expect(await w.call(owner, 'replay_webhook', { id, delivery_ids: [delivery_id] })).toMatchObject({ replayed: 1 })
  await w.send()
  expect([to.got[1]!.body, to.got[1]!.headers['webhook-id']]).toEqual([
    to.got[0]!.body,
    to.got[0]!.headers['webhook-id'],
  ])
  const seen = await w.call<{ tries: unknown[]; body: string }>(owner, 'get_webhook_delivery', { id, delivery_id })
  expect([seen.tries.length, seen.body]).toEqual([2, to.got[0]!.body])
  const told = JSON.stringify([seen, await w.call(owner, 'get_webhook', { id }), await w.call(owner, 'list_webhooks')])
  const rows = JSON.stringify([w.rows('select * from audit'), w.rows('select * from webhook_endpoints')])
  for (const one of [secret, secret.slice(6), 'inner-secret-token'])
    expect([told.includes(one), rows.includes(one)]).toEqual([false, false])
})

test('replay takes ids or a time; what is older than 30 days or of another webhook is refused', async () => {
  await onPlan()
  const { id } = await make()
  const code = async (input: object) =>
    ((await refusal(w.call(owner, 'replay_webhook', { id, ...input }))) as { code: string }).code
  expect(await code({})).toBe('validation_failed')
  expect(await code({ since: '2026-01-01T00:00:00Z' })).toBe('validation_failed')
  expect(await code({ delivery_ids: ['none'] })).toBe('not_found')
  await w.call(owner, 'update_webhook', { id, state: 'off' })
  expect(await code({ since: '2026-11-01T00:00:00Z' })).toBe('conflict')
})

test('a pasted event is judged: the vector of Standard Webhooks matches, one changed character does not', async () => {
  const given = {
    ...{ webhook_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', webhook_timestamp: '1614265330', body: '{"test": 2432232314}' },
    webhook_signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }
  w.clock.set('2021-02-25T15:02:12.000Z')
  expect(await w.call(owner, 'verify_webhook_signature', given)).toMatchObject({ valid: true, age_s: 2 })
  expect(await w.call(owner, 'verify_webhook_signature', { ...given, body: '{"test": 2432232315}' })).toMatchObject({
    valid: false,
    problem: expect.stringMatching(/No signature matches/),
  })
  w.clock.set('2021-02-26T15:02:12.000Z')
  expect(await w.call(owner, 'verify_webhook_signature', given)).toMatchObject({
    valid: false,
    signatures: [{ matches: true }],
  })
})

test('the catalogue lists every type with a sample', async () => {
  const { types: items } = await w.call<{ types: { type: string; sample: { type: string } }[] }>(
    owner,
    'get_webhook_types',
  )
  expect(items.length).toBe(28)
  for (const { type, sample } of items) expect(sample.type).toBe(type)
})

test('a sample has the values of the own last push, and of nobody else', async () => {
  type Own = { type: string; data: Record<string, unknown> } | null
  const ownOf = async (who: 'ada' | 'vera' | 'rita') => {
    const { types } = await w.call<{ types: { type: string; own: Own }[] }>(who, 'get_webhook_types')
    return new Map(types.map(({ type, own }) => [type, own]))
  }
  expect([...(await ownOf('ada')).values()].filter((own) => own !== null)).toEqual([])
  await onPlan()
  w.db.write((tx) => {
    grant(tx, { tenant_id: 'ten_northwind', kind: 'index', amount: 5, reason: 'adjustment', actor: 'test' })
    return null
  })
  await w.call(pat, 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  const urls = ['https://northwind.example/1', 'https://northwind.example/2']
  const { id } = await w.call<{ id: string }>(owner, 'submit_index_job', {
    urls,
    name: 'Autumn menu',
    preflight: false,
  })
  const own = await ownOf('ada')
  for (const type of ['push.accepted', 'push.finished'])
    expect(own.get(type)).toMatchObject({
      type,
      data: { tenant_id: 'ten_northwind', tenant_name: 'Northwind', id, name: 'Autumn menu', links: 2 },
    })
  expect([own.get('check.finished'), own.get('credits.low')]).toEqual([null, null])
  for (const who of ['vera', 'rita'] as const) expect((await ownOf(who)).get('push.finished')).toBeNull()
})

test('after a rotation the answer has the new secret; a deleted webhook is gone with its deliveries', async () => {
  await onPlan()
  const { id, secret } = await make()
  const rotated = await w.call<Made & { old_secret_until: string }>(owner, 'rotate_webhook_secret', { id })
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.old_secret_until).not.toBeNull()
  w.record()
  await w.call(owner, 'delete_webhook', { id })
  expect(w.rows('select * from webhook_deliveries')).toEqual([])
})
