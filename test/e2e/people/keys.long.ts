/** What a key may do, and how often, when many calls come at once, when people come and go, and when the power fails. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { DAY, HOUR, millis, SECOND } from '../../../src/kernel/time/clock.ts'
import { type Agency, agency, type Balance } from '../agency.ts'
import { CAN_TURN, type Reply, until } from '../appliance.ts'

setDefaultTimeout(600_000)

type Key = { id: string; secret: string; prefix: string; status: string; last_used_at: string | null }
type Made = { id: string }

const turning = test.skipIf(!CAN_TURN)

let one: Agency
beforeAll(async () => {
  one = await agency()
  // Midnight, when the counts of days begin anew, is far away.
  const now = millis(one.clock.now())
  if (CAN_TURN) one.clock.turn(DAY - ((now + 12 * HOUR) % DAY))
})
afterAll(() => one.close())

const newKey = (order: Record<string, unknown> = {}) => one.post<Key>('/api-keys', { rate_per_min: 600, ...order })
const as = (key: Pick<Key, 'secret'>) => ({ authorization: `Bearer ${key.secret}` })
const me = (key: Pick<Key, 'secret'>) => one.ask('GET', '/me', undefined, as(key))
const times = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))

/** How many answers were given with each status, refusals by their code. */
function tally(replies: Reply[]): Record<string, number> {
  const told: Record<string, number> = {}
  for (const { status, error } of replies) {
    const name = status === 200 ? '200' : `${status} ${error.code}`
    told[name] = (told[name] ?? 0) + 1
  }
  return told
}

async function client(name: string, credits = 0): Promise<string> {
  const { id } = await one.post<Made>('/tenants', { name, kind: 'client' })
  if (credits) await one.post('/credits/allocate', { tenant_id: id, amount: credits, kind: 'index' })
  return id
}

const pushAs = (key: Key, links: number, n: number) => {
  const urls = Array.from({ length: links }, (_, i) => `https://bakery.example/${n}/${i}`)
  return one.ask('POST', '/jobs', { urls, preflight: false }, as(key))
}
const creditsOf = async (tenant_id: string) =>
  (await one.get<{ index: Balance }>(`/credits?tenant_id=${tenant_id}`)).index

describe('the ceiling on a key’s credits a day', () => {
  test('lets exactly as many of two hundred parallel pushes through as it holds, and a power cut forgives nothing', async () => {
    const tenant_id = await client('Bakery', 300)
    const key = await newKey({ tenant_id, daily_credit_cap: 37 })
    const replies = await times(200, (n) => pushAs(key, 1, n))
    expect(tally(replies)).toEqual({ 200: 37, '429 daily_cap': 163 })
    expect(await creditsOf(tenant_id)).toMatchObject({ available: 263, reserved: 37 })
    const refused = replies.find(({ status }) => status === 429)!
    expect(refused.error).toMatchObject({
      message: 'This key may use 37 credits a day; 37 are used and this needs 1; the count resets at 00:00 UTC.',
      details: { code: 'daily_cap', cap: 37, used: 37, need: 1 },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, DAY / SECOND + 1)

    await one.kill()
    await one.start()
    expect(tally([await pushAs(key, 1, 201)])).toEqual({ '429 daily_cap': 1 })
    expect((await me(key)).status).toBe(200)
    expect(await creditsOf(tenant_id)).toMatchObject({ available: 263, reserved: 37 })
  })

  test('takes no part of a push: of two hundred with three links a hundred credits are thirty-three', async () => {
    const tenant_id = await client('Florist', 700)
    const key = await newKey({ tenant_id, daily_credit_cap: 100 })
    expect(tally(await times(200, (n) => pushAs(key, 3, n)))).toEqual({ 200: 33, '429 daily_cap': 167 })
    expect(await creditsOf(tenant_id)).toMatchObject({ available: 601, reserved: 99 })
  })

  turning('is whole again after midnight UTC', async () => {
    const tenant_id = await client('Optician', 20)
    const key = await newKey({ tenant_id, daily_credit_cap: 3 })
    expect(tally([await pushAs(key, 3, 1), await pushAs(key, 1, 2)])).toEqual({ 200: 1, '429 daily_cap': 1 })
    one.clock.turn(DAY)
    expect(tally([await pushAs(key, 3, 3), await pushAs(key, 1, 4)])).toEqual({ 200: 1, '429 daily_cap': 1 })
  })
})

describe('the calls of a key', () => {
  turning(
    'a minute: of a hundred parallel ones forty are answered, each told another number that remains',
    async () => {
      const key = await newKey({ rate_per_min: 40 })
      one.clock.hold()
      const replies = await times(100, () => me(key))
      expect(tally(replies)).toEqual({ 200: 40, '429 rate_limited': 60 })
      const remaining = replies
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers.get('ratelimit-remaining')))
      expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 40 }, (_, i) => 39 - i))
      const refused = replies.find(({ status }) => status === 429)!
      expect([refused.error.message, refused.headers.get('retry-after')]).toEqual([
        'At most 40 calls a minute; the next in 2 seconds.',
        '2',
      ])
      one.clock.turn(2 * SECOND)
      expect((await me(key)).status).toBe(200)
    },
  )

  test('a day: exactly as many as it may, and a stop forgets none of them', async () => {
    const key = await newKey({ rate_per_day: 25 })
    expect(tally(await times(30, () => me(key)))).toEqual({ 200: 25, '429 rate_limited': 5 })
    expect(await one.stop()).toBe(0)
    await one.start()
    const refused = await me(key)
    expect(refused.error).toMatchObject({
      code: 'rate_limited',
      message: 'This key may make 25 calls a day; the count resets at 00:00 UTC.',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, DAY / SECOND + 1)
  })

  test('a day: those that were written down outlive a power cut', async () => {
    const key = await newKey({ rate_per_day: 25 })
    await times(20, () => me(key))
    await until('the calls to be written down', async () => callsWritten(key) === 20)
    await one.kill()
    await one.start()
    expect(tally(await times(10, () => me(key)))).toEqual({ 200: 5, '429 rate_limited': 5 })
  })
})

function callsWritten({ id }: Key): number {
  const database = new Database(join(one.data_dir, 'signalpost.db'), { readonly: true })
  try {
    const name = `calls:${id}`
    return database.query<{ n: number }, [string]>('select n from day_counters where name = ?').get(name)?.n ?? 0
  } finally {
    database.close()
  }
}

test('a key is replaced without a pause: both work, then the old one stops at once, and lists know its first letters alone', async () => {
  const old = await newKey({ name: 'Publishing script' })
  expect((await me(old)).status).toBe(200)
  const fresh = await newKey({ name: 'Publishing script' })
  expect([(await me(old)).status, (await me(fresh)).status]).toEqual([200, 200])
  await one.post(`/api-keys/${old.id}/revoke`)
  const answers = await times(10, (i) => me(i % 2 ? old : fresh))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, (_, i) => (i % 2 ? 401 : 200)))

  const lastUse = async ({ id }: Key) => (await one.get<Key>(`/api-keys/${id}`)).last_used_at
  await until('the last use to be shown', async () => (await lastUse(old)) && (await lastUse(fresh)))
  const listed = await one.all<Key>('/api-keys')
  for (const { id, secret } of [old, fresh])
    expect(listed.find((key) => key.id === id)?.prefix).toBe(secret.slice(0, 8))
  expect(JSON.stringify(listed)).not.toContain(old.secret.slice(8))
  expect(JSON.stringify(listed)).not.toContain(fresh.secret.slice(8))
})

describe('the role of a key', () => {
  test('is never above its maker’s, neither at first nor later', async () => {
    const [admin, member, owner] = [
      await newKey({ role: 'admin' }),
      await newKey({ role: 'member' }),
      await newKey({ role: 'owner' }),
    ]
    const refusals = [
      await one.ask('POST', '/api-keys', { role: 'owner' }, as(admin)),
      await one.ask('POST', '/api-keys', { role: 'member' }, as(member)),
      await one.ask('PATCH', `/api-keys/${admin.id}`, { role: 'owner' }, as(admin)),
      await one.ask('PATCH', `/api-keys/${member.id}`, { role: 'owner' }, as(admin)),
      await one.ask('PATCH', `/api-keys/${owner.id}`, { role: 'admin' }, as(admin)),
    ]
    expect(tally(refusals)).toEqual({ '403 forbidden': 5 })
    expect((await one.ask('POST', '/api-keys', { role: 'admin' }, as(admin))).status).toBe(200)
  })

  test('sinks with its maker’s; who leaves takes the key along, and brings it back', async () => {
    const path = `/tenants/${one.tenant_id}/members`
    const person = { email: 'ben@northwind.example', role: 'admin' }
    const ben = await one.post<{ uid: string; invitation_url: string }>(path, person)
    const session = { authorization: '', cookie: await accepted(ben.invitation_url), 'sec-fetch-site': 'same-origin' }
    const made = await one.ask('POST', '/api-keys', { role: 'admin', rate_per_min: 600 }, session)
    expect(made.status).toBe(200)
    const key = made.data as Key
    const change = () => one.ask('PATCH', `/tenants/${one.tenant_id}`, { notes: 'x' }, as(key))
    const roleNow = async () => ((await me(key)).data as { role: string }).role

    expect([await roleNow(), (await change()).status]).toEqual(['admin', 200])
    for (const [role, code] of [
      ['member', 'forbidden'],
      ['client_viewer', 'read_only_key'],
    ] as const) {
      await one.ask('PATCH', `${path}/${ben.uid}`, { role })
      expect([await roleNow(), (await change()).error.code]).toEqual([role, code])
    }
    await one.ask('PATCH', `${path}/${ben.uid}`, { role: 'owner' })
    expect(await roleNow()).toBe('admin')
    expect((await one.ask('DELETE', `${path}/${ben.uid}`)).status).toBe(200)
    expect([(await me(key)).status, (await change()).status]).toEqual([401, 401])
    const shown = await one.get(`/api-keys/${key.id}`)
    expect(shown).toMatchObject({ status: 'active', role: 'admin', acts_as: null })
    await one.post(path, { ...person, role: 'member' })
    expect((await me(key)).status).toBe(401)
    const yes = { method: 'POST', headers: session, redirect: 'manual' } as const
    await fetch(`${one.address()}/app/invitations/${one.tenant_id}/accept`, yes)
    expect(await roleNow()).toBe('member')
  })
})

/** Chooses a password as one who was invited does; the cookie of the session. */
async function accepted(invitation_url: string): Promise<string> {
  const { pathname, search } = new URL(invitation_url)
  const response = await fetch(`${one.address()}${pathname}${search}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ password: 'eleven boats beside the lighthouse' }).toString(),
  })
  expect(response.status).toBe(303)
  return response.headers.get('set-cookie')!.split(';')[0]!
}

test('the keys of an archived workspace, and of those below it, stop, and work again once it is restored', async () => {
  const { id: team } = await one.post<Made>('/tenants', { name: 'Team', kind: 'team' })
  const { id: below } = await one.post<Made>('/tenants', { name: 'Shop', kind: 'client', parent_id: team })
  const keys = [await newKey({ tenant_id: team }), await newKey({ tenant_id: below })]
  const answers = async () => (await Promise.all(keys.map(me))).map(({ status }) => status)
  const archive = (archived: boolean) => one.ask('PATCH', `/tenants/${team}`, { archived })
  expect(await answers()).toEqual([200, 200])
  await archive(true)
  expect(await answers()).toEqual([401, 401])
  await archive(false)
  expect(await answers()).toEqual([200, 200])
})

test('one key more than the plan has is refused with the plan that has it, and with the payment where that is late', async () => {
  type Plan = { plan: string; name: string; keys: number | null }
  const plans = await one.all<Plan>('/plans')
  const need = (await one.get<{ total: number }>('/api-keys?status=active')).total + 1
  const unlocks = plans.find(({ keys }) => keys === null || keys >= need)!
  const setPlan = (plan: object) => one.put(`/tenants/${one.tenant_id}/plan`, plan)
  await setPlan({ plan: 'free' })
  const refused = await one.ask('POST', '/api-keys', {})
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400'])
  expect(refused.error).toMatchObject({
    code: 'plan_limit',
    message: `The plan Free allows 1 API key; ${need} need the plan ${unlocks.name}.`,
    details: {
      code: 'plan_limit',
      limit: 'keys',
      allowed: 1,
      need,
      required_plan: unlocks.plan,
      upgrade_url: 'http://push.northwind.example/app/plan',
      payment_late: false,
    },
  })
  await setPlan({ plan: 'agency_scale', status: 'past_due', grace_until: '2026-01-01' })
  expect((await one.ask('POST', '/api-keys', {})).error).toMatchObject({
    code: 'plan_limit',
    message: expect.stringContaining('as soon as the late payment arrives'),
    details: { plan: 'free', required_plan: 'agency_scale', payment_late: true },
  })
  await setPlan({ plan: 'agency_scale' })
  expect((await one.ask('POST', '/api-keys', {})).status).toBe(200)
})
