/** Addresses, plans and keys as people and programs meet them: letters over SMTP, links in a browser, the rest by REST. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { DAY, MINUTE, millis, plus, plusMonths } from '../../../src/kernel/time/clock.ts'
import { type Agency, agency, type Credits, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, type Reply, until } from '../appliance.ts'
import { type People, peopleOf } from '../people.ts'

setDefaultTimeout(600_000)

const turning = test.skipIf(!CAN_TURN)

type Key = { id: string; secret: string; status: string; revoked_at: string | null }

let one: Agency
let people: People
beforeAll(async () => {
  one = await agency()
  people = await peopleOf(one)
})
afterAll(async () => {
  await one.close()
  people.stop()
})

const ADA = 'ada@northwind.example'
const BEN = 'ben@northwind.example'

type Line = { amount: number; balance_after: number }
const amountOf = ({ amount }: Line): number => amount
const setPlan = (plan: string, more: Record<string, unknown> = {}) =>
  one.put<{ in_force: string; grace_until: string; granted: { repeated: boolean } | null }>(
    `/tenants/${one.tenant_id}/plan`,
    { plan, ...more },
  )
const purse = async () => {
  const { index, check } = await one.get<Credits>('/credits')
  return { index: index.available + index.reserved, check: check.available + check.reserved }
}

describe('a new e-mail address', () => {
  const [NEW, BOTH] = ['ada@elsewhere.example', 'both@northwind.example']

  test('is the account’s once the link that was sent there is followed: until then the old one is, then no more', async () => {
    const ada = await people.enter(ADA)
    const link = await ada.wants(NEW)
    expect(people.lettersTo(ADA)).toEqual([])
    expect(await ada.profile()).toMatchObject({ email: ADA, pending_email: NEW })
    expect((await people.browse(link, null)).status).toBe(200)
    expect([await people.mayEnter(ADA), await people.mayEnter(NEW)]).toEqual([true, false])

    const [first, again] = [await people.confirm(link, ada.cookie), await people.confirm(link, ada.cookie)]
    expect([first, again]).toEqual([303, 404])
    expect(await ada.profile()).toMatchObject({ email: NEW, pending_email: null, email_verified: true })
    expect([await people.mayEnter(ADA), await people.mayEnter(NEW)]).toEqual([false, true])
  })

  test('lists where its owner is signed in by browser and system', async () => {
    const { items } = (await (await people.enter(NEW)).ask('GET', '/profile/sessions')).data as { items: object[] }
    expect(items[0]).toMatchObject({ current: true, device: 'Firefox on Windows', ip: '127.0.0.1' })
    expect(JSON.stringify(items)).not.toContain('Gecko')
  })

  test('shows its owner alone the apps that act for them, and a disconnected one no more', async () => {
    using database = new Database(join(one.data_dir, 'signalpost.db'), { readwrite: true })
    database.run(
      `insert into oauth_grants (id, user_id, tenant_id, client_id, client_name, scope, created_at, expires_at)
       select 'gra_desk', id, ?, 'https://desk.example/client.json', 'Desk', 'read', created_at, '2099-01-01T00:00:00.000Z'
       from users where email = ?`,
      [one.tenant_id, NEW],
    )
    const ada = await people.enter(NEW)
    const appsOf = async (ask: typeof ada.ask) => (await ask('GET', '/oauth/grants')).data
    expect(await appsOf(ada.ask)).toMatchObject({ items: [{ id: 'gra_desk', client_name: 'Desk' }], total: 1 })
    await people.join('ivy@northwind.example', 'owner')
    const ivy = await people.enter('ivy@northwind.example')
    expect(await appsOf(ivy.ask)).toMatchObject({ total: 0 })
    expect((await ivy.ask('DELETE', '/oauth/grants/gra_desk')).status).toBe(404)
    expect((await ada.ask('DELETE', '/oauth/grants/gra_desk')).data).toEqual({
      id: 'gra_desk',
      revoked: true,
      added: [],
    })
    expect(await appsOf(ada.ask)).toMatchObject({ items: [], total: 0 })
  })

  test('is confirmed by its own account alone: whoever else opens the link is asked to sign in', async () => {
    await people.join(BEN, 'member')
    const [ada, ben] = [await people.enter(NEW), await people.enter(BEN)]
    const link = await ada.wants(ADA)
    for (const cookie of ['', ben.cookie]) {
      const answer = await people.browse(link, {}, cookie)
      expect(answer.headers.get('location')).toStartWith('/app/sign-in?next=%2Fverify')
    }
    expect([(await ada.profile()).email, (await ben.profile()).email]).toEqual([NEW, BEN])
    await people.confirm(link, ada.cookie)
    expect([(await ada.profile()).email, (await ben.profile()).email]).toEqual([ADA, BEN])
  })

  test('that two want goes to the first of them, however often both follow their links at once', async () => {
    await people.join('eve@northwind.example', 'member')
    const [ben, eve] = [await people.enter(BEN), await people.enter('eve@northwind.example')]
    const links = [[await ben.wants(BOTH), ben.cookie] as const, [await eve.wants(BOTH), eve.cookie] as const]
    const statuses = await Promise.all([...links, ...links, ...links].map((link) => people.confirm(...link)))
    expect(statuses.toSorted()).toEqual([303, 404, 404, 409, 409, 409])
    const emails = [(await ben.profile()).email, (await eve.profile()).email]
    expect(emails.filter((email) => email === BOTH)).toHaveLength(1)
    expect(emails.filter((email) => /^(ben|eve)@/.test(email))).toHaveLength(1)
  })

  turning('is forgotten when nobody follows the link for a day', async () => {
    const ada = await people.enter(ADA)
    const link = await ada.wants('late@northwind.example')
    one.clock.turn(DAY)
    await until('the end of the wish', async () => (await ada.profile()).pending_email === null)
    expect(await people.confirm(link, ada.cookie)).toBe(404)
    expect(await ada.profile()).toMatchObject({ email: ADA, email_verified: true })
  })
})

turning(
  'the trial comes with a verified address, once: not with a click more, another address, another owner or a new account',
  async () => {
    const ada = await people.enter(ADA)
    await setPlan('free')
    const before = await purse()
    const link = await ada.wants('ada@third.example')
    expect(await purse()).toEqual(before)
    const statuses = await Promise.all(Array.from({ length: 8 }, () => people.confirm(link, ada.cookie)))
    expect(statuses.toSorted()).toEqual([303, ...Array(7).fill(404)])
    const after = { ...before, index: before.index + 10 }
    expect(await purse()).toEqual(after)

    await people.confirm(await ada.wants(ADA), ada.cookie)
    await setPlan('agency_pro')
    for (const time of ['first', 'second']) {
      await people.join('kim@northwind.example', 'owner')
      await setPlan('free')
      const kim = await people.enter('kim@northwind.example')
      await people.confirm(await kim.wants('kim@northwind.example'), kim.cookie)
      expect([time, (await kim.profile()).email_verified]).toEqual([time, true])
      expect((await kim.ask('DELETE', '/profile', { confirm: 'kim@northwind.example' })).status).toBe(200)
      await setPlan('agency_pro')
    }
    expect(await purse()).toEqual(after)
    expect((await one.all<Line>('/credits/ledger?q=trial')).map(amountOf)).toEqual([10])
  },
)

describe('a plan', () => {
  const urls = (n: number) => Array.from({ length: n }, (_, i) => `https://bakery.example/${i}`)

  /** Everything that a plan allows, each tried and taken back: `ok`, or the plan that the refusal names. */
  async function allowed() {
    const tried = async (method: string, path: string, body: unknown, undo?: (id: string) => Promise<Reply>) => {
      const { status, data, error } = await one.ask(method, path, body)
      if (status === 200) {
        const back = await undo?.((data as { id: string }).id)
        expect(back?.status ?? 200).toBe(200)
        return 'ok'
      }
      const { code, required_plan, upgrade_url, payment_late } = error.details!
      expect([status, code]).toEqual(code === 'plan_required' ? [403, code] : [429, 'plan_limit'])
      expect(upgrade_url).toBe('http://push.northwind.example/app/plan')
      expect(error.message.includes('as soon as the late payment arrives')).toBe(payment_late as boolean)
      return required_plan as string
    }
    const remove = (path: string) => (id: string) => one.ask('DELETE', `${path}/${id}`)
    return {
      push: await tried('POST', '/jobs', { urls: urls(51), preflight: false }),
      client: await tried('POST', '/tenants', { name: 'Florist', kind: 'client' }, (id) =>
        one.ask('DELETE', `/tenants/${id}?mode=delete&confirm=Florist`),
      ),
      member: await tried(
        'POST',
        '/members',
        { email: 'zoe@northwind.example', role: 'member' },
        remove(`/tenants/${one.tenant_id}/members`),
      ),
      key: await tried('POST', '/api-keys', { name: 'Script' }, remove('/api-keys')),
      accent: await tried('PUT', `/tenants/${one.tenant_id}/branding`, { accent: '#0f766e' }),
    }
  }
  const every = (plan: string) => ({ push: plan, client: plan, member: plan, key: plan, accent: plan })

  turning(
    'late in payment is in force for seven days of grace, then locks what it alone allows, until it is paid',
    async () => {
      await setPlan('agency_pro', { interval: 'month' })
      expect(await allowed()).toEqual(every('ok'))
      await one.post('/tenants', { name: 'Bakery', kind: 'client' })

      const { grace_until } = await setPlan('agency_pro', { status: 'past_due' })
      expect(grace_until > plus(one.clock.now(), 7 * DAY - MINUTE)).toBe(true)
      one.clock.turn(7 * DAY - 5 * MINUTE)
      expect(await allowed()).toEqual(every('ok'))
      one.clock.turn(10 * MINUTE)
      expect(await allowed()).toEqual(every('agency_pro'))
      await expectBasics()
      expect(await setPlan('agency_pro')).toMatchObject({ in_force: 'agency_pro' })
      expect(await allowed()).toEqual(every('ok'))
    },
  )

  test('that is canceled leaves the free one at once, and refusals name the lowest plan that allows it', async () => {
    expect(await setPlan('agency_pro', { status: 'canceled' })).toMatchObject({ in_force: 'free' })
    expect(await allowed()).toEqual({ ...every('agency_starter'), accent: 'agency_pro' })
    await expectBasics()
  })

  /** Nothing is deleted or stops: what is there is read, keys work, and what the free plan allows is done. */
  async function expectBasics() {
    const { items } = await one.get<{ items: { name: string }[] }>('/tenants')
    expect(items.map(({ name }) => name)).toEqual(['Northwind', 'Bakery'])
    expect(await one.get(`/tenants/${one.tenant_id}/branding`)).toMatchObject({ accent: '#0f766e' })
    expect(await one.push(urls(50), { preflight: false })).toMatchObject({ accepted: 50 })
    await one.post('/check', { urls: urls(60) })
  }

  test('grants the credits of a period once for a reference, however many ask at once and for whichever plan', async () => {
    const grants = () => one.all<Line>('/credits/ledger?q=plan_grant&dir=asc')
    const before = await grants()
    const plans = ['agency_pro', 'agency_scale']
    const asked = Array.from({ length: 20 }, (_, i) =>
      setPlan(plans[i % 2]!, { grant_period: true, ref: 'invoice 2026-11' }),
    )
    const granted = (await Promise.all(asked)).filter((answer) => !answer.granted!.repeated)
    expect(granted).toHaveLength(1)
    expect([
      [2000, 10_000],
      [6000, 30_000],
    ]).toContainEqual((await grants()).slice(before.length).map(amountOf))
  })

  turning('gives what fell due while it was not paid as soon as it is, and nothing before', async () => {
    const given = () => one.all<Line>('/credits/ledger?kind=index&q=Agency%20Starter,')
    await setPlan('agency_starter')
    // The time is kept, so that what was turned before is no part of the next leap.
    await one.tick()
    const due = plusMonths(one.clock.now(), 1)
    one.clock.turn(millis(due) - millis(one.clock.now()) - DAY)
    await setPlan('agency_starter', { status: 'past_due' })
    one.clock.turn(2 * DAY)
    await one.tick()
    expect(await given()).toEqual([])
    await setPlan('agency_starter')
    const [line, ...more] = await until('the credits of the month', async () => {
      const lines = await given()
      return lines.length > 0 && lines
    })
    expect([line!.amount, more]).toEqual([500, []])
  })

  turning(
    'gives the free checks anew each month, beside those that are left, also for months that it was off',
    async () => {
      await setPlan('free')
      const start = one.clock.now()
      const reach = (months: number, more: number) =>
        one.clock.turn(millis(plusMonths(start, months)) + more - millis(one.clock.now()))
      const given = () => one.all<Line>('/credits/ledger?kind=check&q=Free,&dir=asc')
      reach(1, -5 * MINUTE)
      await one.tick()
      expect(await given()).toEqual([])
      reach(1, MINUTE)
      await Promise.all([one.tick(), one.tick(), one.tick()])
      const [first, ...more] = await given()
      expect([first!.amount, more]).toEqual([100, []])
      expect(first!.balance_after).toBeGreaterThan(1000)

      expect(await one.stop()).toBe(0)
      reach(4, MINUTE)
      await one.start()
      // So long a time could be a wrong clock.
      expect(await one.post('/system/clock/confirm')).toMatchObject({ held: true })
      await until('the checks of three months', async () => (await given()).length === 4)
      await one.tick()
      expect((await given()).map(amountOf)).toEqual([100, 100, 100, 100])
      await expectBooksToBalance(one)
    },
  )
})

turning(
  'the only key of a plan is replaced without a gap, however many try at once, and the old one ends a day later',
  async () => {
    const ada = await people.enter(ADA)
    await setPlan('free')
    const { items } = await one.get<{ items: Key[] }>('/api-keys?status=active')
    const [{ id }, ...rest] = items as [Key, ...Key[]]
    for (const key of rest) expect((await ada.ask('DELETE', `/api-keys/${key.id}`)).status).toBe(200)
    const make = (order: object) => ada.ask('POST', '/api-keys', order)
    const me = async (key: Key) =>
      (await one.ask('GET', '/me', undefined, { authorization: `Bearer ${key.secret}` })).status

    expect((await make({})).error).toMatchObject({
      code: 'plan_limit',
      details: { required_plan: 'agency_starter', allowed: 1, need: 2 },
    })
    const replies = await Promise.all(Array.from({ length: 10 }, () => make({ replaces: id })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const fresh = replies.find(({ status }) => status === 200)!.data as Key
    expect([(await one.ask('GET', '/me')).status, await me(fresh)]).toEqual([200, 200])
    expect((await make({ replaces: fresh.id })).error).toMatchObject({ code: 'plan_limit' })

    one.clock.turn(DAY + MINUTE)
    await one.kill()
    await one.start()
    await until('the end of the old key', async () => (await one.ask('GET', '/me')).status === 401)
    expect(await me(fresh)).toBe(200)
    await ada.prove()
    expect((await make({})).error).toMatchObject({ code: 'plan_limit' })
  },
)
