/**
 * Through the binary, with a mail server and a Stripe on loopback: a stranger asks for an invite, is approved, signs up,
 * confirms, gets trial links, pushes one, buys a pack, is refunded and is suspended. Each step stands in the mail log, the
 * ledger, the billing events and the audit trail under its request.
 */

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { wrongBooks } from '../../../src/domains/system/index.ts'
import type { ReadTx } from '../../../src/kernel/database/database.ts'
import { systemClock } from '../../../src/kernel/time/clock.ts'
import { WHOLE } from '../../long/whole.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { STRIPE_KEY, STRIPE_SECRET, stripeStandIn } from '../../upstreams/stripe.ts'
import { type Appliance, appliance, until } from '../appliance.ts'
import { site } from '../site.ts'

setDefaultTimeout(600_000)

const QUINN = 'quinn@quay.example'
const PASSWORD = 'forty shops and one of me'

let one: Appliance
let mail: Awaited<ReturnType<typeof smtpServer>>
let web: ReturnType<typeof site>
let stripe: ReturnType<typeof stripeStandIn>
beforeAll(async () => {
  stripe = stripeStandIn(systemClock.now)
  one = await appliance({
    SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8',
    SIGNALPOST_STRIPE_SECRET_KEY: STRIPE_KEY,
    SIGNALPOST_STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
    SIGNALPOST_STRIPE_API: stripe.url,
  })
  mail = await smtpServer()
  web = site()
  const from_address = 'post@northwind.example'
  await one.put('/settings/email', { host: '127.0.0.1', port: mail.port, secure: 'none', from_address })
  await one.put('/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
})
afterAll(async () => {
  await one.close()
  mail.stop()
  web.stop()
  stripe.stop()
})

type Answer = { status: number; to: string | null; text: string; cookies: string[]; request_id: string }

/** A page or a form, as a browser asks for it, under a request id that is looked for later. */
async function browse(path: string, form?: Record<string, string>, cookie = ''): Promise<Answer> {
  const request_id = `test-${crypto.randomUUID()}`
  const response = await fetch(one.address() + path, {
    method: form ? 'POST' : 'GET',
    body: form && new URLSearchParams(form),
    headers: { 'sec-fetch-site': 'same-origin', cookie, 'x-request-id': request_id },
    redirect: 'manual',
    keepalive: false,
  })
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]!)
  return {
    status: response.status,
    to: response.headers.get('location'),
    text: await response.text(),
    cookies,
    request_id,
  }
}

/** The link in the next letter to the address. */
async function letterTo(email: string, pages: string): Promise<string> {
  const link = new RegExp(`https?://[^/]+(/${pages}\\?token=\\w+)`)
  return until(`a letter to ${email}`, async () => {
    const letters = mail.received.filter(({ to }) => to.includes(email))
    return letters.map(({ data }) => link.exec(data.replace(/=\r\n/g, '').replace(/=3D/g, '='))?.[1]).findLast(Boolean)
  })
}

const rows = <T>(sql: string, ...params: string[]): T[] => {
  using database = new Database(join(one.data_dir, 'signalpost.db'), { readonly: true })
  return database.query<T, string[]>(sql).all(...params)
}
const trail = (request_id: string) =>
  rows<{ action: string; actor: string }>('select action, actor from audit where request_id = ?', request_id)

/** Stripe tells what happened, each as often as said; the ids of those requests that were the first of theirs. */
async function delivered(times: number): Promise<string[]> {
  const ids: string[] = []
  for (const { body } of stripe.undelivered())
    for (let i = 0; i < times; i++) {
      const response = await fetch(`${one.address()}/hooks/stripe`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': await stripe.sign(body) },
        keepalive: false,
      })
      expect([body, response.status]).toEqual([body, 200])
      if (i === 0) ids.push(response.headers.get('x-request-id')!)
    }
  return ids
}

test('a stranger comes in, pushes a trial link, buys a pack, is refunded, and is shut out', async () => {
  // Asks for an invite, and is approved.
  const wish = await browse('/waitlist', { email: QUINN, note: 'Forty shops' })
  expect([wish.status, trail(wish.request_id)]).toEqual([303, [{ action: 'join_waitlist', actor: QUINN }]])
  const { items } = await one.get<{ items: { id: string; email: string }[] }>('/waitlist?status=pending')
  expect(items).toMatchObject([{ email: QUINN, note: 'Forty shops' }])
  const approved = await one.post<{ status: string; invite_id: string }>(`/waitlist/${items[0]!.id}/approve`)
  expect(approved.status).toBe('invited')

  // Follows the invite, signs up, and opens the letter in another browser.
  const invite = await letterTo(QUINN, 'welcome')
  expect((await browse(invite)).text).toContain('You are invited')
  const code = new URLSearchParams(invite.split('?')[1]).get('token')!
  const form = { name: 'Quinn', email: QUINN, password: PASSWORD, invite: code }
  const asked = await browse('/sign-up', form)
  expect([asked.status, trail(asked.request_id)]).toEqual([303, [{ action: 'sign_up', actor: QUINN }]])
  const confirm = await letterTo(QUINN, 'verify')
  const entered = await browse(confirm, { password: PASSWORD })
  expect([entered.status, entered.to]).toEqual([303, '/app'])
  expect(trail(entered.request_id)).toEqual([{ action: 'confirm_sign_up', actor: QUINN }])
  const session = entered.cookies.find((cookie) => cookie.startsWith('sid='))!
  expect(await one.get('/waitlist')).toMatchObject({ items: [{ email: QUINN, status: 'joined' }] })
  expect(await one.get(`/invites/${approved.invite_id}`)).toMatchObject({
    status: 'redeemed',
    redemptions: [{ email: QUINN }],
  })

  // Has ten links to try, and pushes one.
  const as = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${one.address()}/api/v1${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { cookie: session, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      keepalive: false,
    })
    const { data, error } = (await response.json()) as { data?: never; error?: { code: string } }
    return { status: response.status, data, code: error?.code, request_id: response.headers.get('x-request-id')! }
  }
  expect((await as('GET', '/credits')).data).toMatchObject({ index: { available: 10, reserved: 0 } })
  const push = await as('POST', '/jobs', { urls: [`${web.url}/first`], name: 'First' })
  expect([push.status, trail(push.request_id)]).toMatchObject([200, [{ action: 'submit_index_job', actor: QUINN }]])
  expect((await as('GET', '/credits')).data).toMatchObject({ index: { available: 9, reserved: 1 } })
  const lines = rows<{ reason: string; amount: number; balance_after: number }>(
    `select reason, amount, balance_after from ledger where kind = 'index'
       and tenant_id = (select tenant_id from members m join users u on u.id = m.user_id where u.email = ?) order by id`,
    QUINN,
  )
  expect(lines).toEqual([
    { reason: 'trial', amount: 10, balance_after: 10 },
    { reason: 'reserve', amount: 1, balance_after: 9 },
  ])

  // Buys a pack at Stripe, which tells of it twice, and is given the money back.
  const checkout = await as('POST', '/billing/checkout', { pack: 'try' })
  expect([checkout.status, trail(checkout.request_id)]).toMatchObject([
    200,
    [{ action: 'create_checkout', actor: QUINN }],
  ])
  const { id: payment, url } = checkout.data as unknown as { id: string; url: string }
  stripe.complete(url.split('/').at(-1)!)
  for (const request_id of await delivered(2)) expect(trail(request_id)).toMatchObject([{ actor: 'Stripe' }])
  expect((await as('GET', '/credits')).data).toMatchObject({ index: { available: 59 }, check: { available: 200 } })
  const paid = (await as('GET', `/billing/payments/${payment}`)).data as unknown as {
    state: string
    request_id: string
  }
  expect(paid.state).toBe('paid')
  const back = await one.ask('POST', `/credits/requests/${paid.request_id}/refund`, {})
  expect([back.status, trail(back.headers.get('x-request-id')!)]).toMatchObject([
    200,
    [{ action: 'refund_credit_request' }],
  ])
  await until('the refund at Stripe', async () => stripe.received.some(({ path }) => path === '/v1/refunds'))
  await delivered(1)
  expect((await as('GET', '/credits')).data).toMatchObject({ index: { available: 9, reserved: 1 } })
  const { items: moved } = await one.get<{ items: { type: string; usd: number }[] }>('/admin/billing/events?dir=asc')
  expect(moved.map(({ type, usd }) => [type, usd])).toEqual([
    ['pack_purchase', 9],
    ['refund', 9],
  ])
  expect(wrongBooks({ rows } as unknown as ReadTx)).toEqual([])

  const key = await as('POST', '/api-keys', { name: 'Script' })
  const { secret } = key.data as unknown as { secret: string }

  // Is suspended: session and key are refused at once, and so is the password.
  const { items: found } = await one.get<{ items: { id: string }[] }>(`/users?q=${QUINN}`)
  const { id } = found[0]!
  const suspended = await one.ask('POST', `/users/${id}/suspend`, {})
  expect(suspended.data).toMatchObject({ status: 'suspended', sessions: [] })
  expect(trail(suspended.headers.get('x-request-id')!)).toMatchObject([{ action: 'suspend_user' }])
  expect((await as('GET', '/credits')).status).toBe(401)
  expect((await one.ask('GET', '/credits', undefined, { authorization: `Bearer ${secret}` })).status).toBe(401)
  expect((await browse('/app/sign-in', { email: QUINN, password: PASSWORD })).status).toBe(422)

  // The mail log has every letter, sent.
  const letters = await until('all letters to be sent', async () => {
    const { items } = await one.get<{ items: { template: string; status: string }[] }>('/emails')
    return items.every(({ status }) => status === 'sent') && items.map(({ template }) => template).toReversed()
  })
  expect(letters).toEqual(['invite', 'verify_email', 'credit_request', 'credit_request'])
})

test('a known address is answered like an unknown one', async () => {
  const took = async (email: string): Promise<number> => {
    const since = performance.now()
    const { status, to } = await browse('/reset', { email })
    expect([status, to]).toEqual([303, '/reset/sent'])
    return performance.now() - since
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    known.push(await took('ada@northwind.example'))
    unknown.push(await took(`nobody-${turn}@quay.example`))
  }
  // The fastest of each: what else the machine does lengthens the others.
  const [fastest_known, fastest_unknown] = [Math.min(...known), Math.min(...unknown)]
  // Three links work side by side: more asks need no letter.
  const toAda = () => mail.received.filter(({ to }) => to.includes('ada@northwind.example')).length
  await until('three letters', async () => toAda() === 3)
  const link = await letterTo('ada@northwind.example', 'reset')
  expect((await browse(link, { password: PASSWORD })).to).toBe('/app/sign-in')
  expect((await browse('/app/sign-in', { email: 'ada@northwind.example', password: PASSWORD })).status).toBe(303)
  expect(mail.received.some(({ to }) => to.some((one) => one.startsWith('nobody')))).toBe(false)
  if (WHOLE) expect(Math.abs(fastest_known - fastest_unknown)).toBeLessThan(50)
})
