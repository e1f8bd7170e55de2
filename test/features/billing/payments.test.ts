/** Packs through Stripe: credits come with the payment and go with the refund, once each, whatever is told how often. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { consume, reserve } from '../../../src/domains/credits/index.ts'
import { serve } from '../../../src/doors/server.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { callerOf } from '../../world.ts'
import { type Paid, type Shop, sessionOf, shop, unanswered } from './shop.ts'

let s: Shop
beforeEach(() => {
  s = shop()
})
afterEach(() => {
  expectBooksToBalance(s.db)
  s.close()
})

/** A pack that was paid for; what is told of it is on its way. */
const paid = async (pack = 'try', input = {}): Promise<Paid & { intent: string }> => {
  const page = await s.order({ pack, ...input })
  return { ...page, intent: s.stripe.complete(sessionOf(page)).payment_intent }
}
const bought = async (pack = 'try') => {
  const page = await paid(pack)
  await s.deliver()
  return { ...page, ...(await s.payment(page.id)), intent: page.intent }
}
const spend = (amount: number) => {
  const job = { tenant_id: 'ten_northwind', kind: 'index', job_id: 'job', amount } as const
  s.db.write((tx) => {
    reserve(tx, callerOf('ada'), job)
    consume(tx, job)
    return null
  })
}

describe('a pack', () => {
  test('is paid on a page of Stripe that knows what it is for, and comes when Stripe says so', async () => {
    const page = await s.order({ pack: 'boost' })
    expect(page).toMatchObject({ state: 'open', usd: 39, request_id: null })
    const { body, headers } = s.stripe.received[0]!
    const asked = Object.fromEntries(new URLSearchParams(body))
    expect(asked).toMatchObject({
      mode: 'payment',
      client_reference_id: page.id,
      customer_email: 'ada@northwind.example',
      'line_items[0][price_data][unit_amount]': '3900',
      'line_items[0][price_data][currency]': 'usd',
      'payment_intent_data[metadata][tenant_id]': 'ten_northwind',
      success_url: `http://localhost:8080/app/w/ten_northwind/payments/${page.id}?came=paid`,
    })
    expect([headers['stripe-version'], headers['idempotency-key']]).toEqual(['2026-10-28.endive', `page ${page.id}`])
    expect(await s.credits()).toEqual([0, 0, 0, 0])
    s.stripe.complete(sessionOf(page))
    expect(await s.credits()).toEqual([0, 0, 0, 0])
    await s.deliver()
    expect(await s.credits()).toEqual([300, 500, 0, 0])
    const after = await s.payment(page.id)
    expect(after).toMatchObject({ state: 'paid', url: null, request_id: expect.any(String) })
    const { items } = await s.call<{ items: object[] }>('ada', 'list_credit_requests')
    expect(items).toMatchObject([
      {
        id: after.request_id,
        status: 'approved',
        decided_by: 'Stripe',
        requested_by: 'ada@northwind.example',
        usd: 39,
      },
    ])
    expect(await s.events()).toMatchObject([{ type: 'pack_purchase', usd: 39, mode: 'test', actor: 'Stripe' } as never])
    const trail = await s.call<{ items: object[] }>('pat', 'list_audit_log', { action: 'stripe_event' })
    expect(trail.items).toMatchObject([{ actor: 'Stripe', target: page.id, request_id: 'from-stripe' }])
  })

  test('that is told of twice, or twice otherwise, comes once', async () => {
    const page = await paid()
    const [first] = s.stripe.undelivered()
    expect(await s.hear(first!.body)).toMatchObject({ repeated: false, outcome: 'applied' })
    expect(await s.hear(first!.body)).toMatchObject({ repeated: true })
    s.stripe.later(sessionOf(page), 'succeeded')
    await s.deliver()
    expect(await s.credits()).toEqual([50, 100, 0, 0])
    expect(await s.events()).toHaveLength(1)
  })

  test('whose bank takes its time waits, and comes or does not', async () => {
    const [good, bad] = [await s.order({ pack: 'try' }), await s.order({ pack: 'boost' })]
    for (const page of [good, bad]) s.stripe.complete(sessionOf(page), 'unpaid')
    await s.deliver()
    expect((await s.payment(good.id)).state).toBe('processing')
    s.stripe.later(sessionOf(good), 'succeeded')
    s.stripe.later(sessionOf(bad), 'failed')
    await s.deliver()
    expect([(await s.payment(good.id)).state, (await s.payment(bad.id)).state]).toEqual(['paid', 'failed'])
    expect(await s.credits()).toEqual([50, 100, 0, 0])
    expect((await s.events()).map(({ type }) => type).sort()).toEqual(['pack_purchase', 'payment_failed'])
  })

  test('may be bought for a client by who may ask for one; by nobody else, and one thing at a time', async () => {
    await paid('try', { tenant_id: 'ten_bakery' })
    await s.deliver()
    expect(await s.credits('ten_bakery')).toEqual([50, 100, 0, 0])
    expect(await refusal(s.order({ pack: 'try' }, 'ben'))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(s.order({ pack: 'try', tenant_id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
    for (const input of [{}, { pack: 'try', plan: 'agency_pro' }, { pack: 'try', interval: 'month' }])
      expect(await refusal(s.order(input))).toMatchObject({ code: 'validation_failed' })
    expect(await refusal(s.order({ plan: 'agency_pro', tenant_id: 'ten_bakery' }))).toMatchObject({ code: 'conflict' })
  })
})

describe('a page that does not count', () => {
  const letters = () =>
    s.app.db
      .read((tx) => tx.rows<{ facts: string }>("select facts from mails where template = 'operator_alert'"))
      .map(({ facts }) => (JSON.parse(facts) as { what: string }).what)
  const nothing = async (id: string, state: string) => {
    expect([await s.credits(), await s.events(), (await s.payment(id)).state]).toEqual([[0, 0, 0, 0], [], state])
  }

  test('is another page of the account with our reference in its address: the operator is told once, nothing comes', async () => {
    const page = await s.order({ pack: 'pro' })
    const strange = s.stripe.payElsewhere(page.id, 100)
    s.stripe.payElsewhere(page.id, 11_900, 'jpy')
    const [first, second] = s.stripe.undelivered()
    for (const { body } of [first!, second!]) expect(await s.hear(body)).toMatchObject({ outcome: 'ignored' })
    await nothing(page.id, 'open')
    expect(letters()).toEqual([
      `Stripe reports $1 paid on the page ${strange.id} for payment ${page.id} (pro, $119). It was not counted: the page is not the one made for it.`,
      expect.stringContaining('11900 (smallest unit) JPY'),
    ])
    s.stripe.refund(strange.payment_intent as string)
    await s.deliver()
    await nothing(page.id, 'open')
    s.stripe.complete(sessionOf(page))
    await s.deliver()
    expect(await s.credits()).toEqual([1000, 2000, 0, 0])
  })

  test('is one of a connected account, which chooses all that its pages say, our ids included', async () => {
    const page = await s.order({ pack: 'pro' })
    s.stripe.payElsewhere(page.id, 11_900)
    const event = JSON.parse(s.stripe.undelivered()[0]!.body)
    event.data.object.metadata = { payment_id: page.id }
    for (const api_version of [event.api_version, '2024-06-20'])
      expect(
        await s.hear(JSON.stringify({ ...event, id: `evt_${api_version}`, account: 'acct_other', api_version })),
      ).toMatchObject({ outcome: 'ignored' })
    await nothing(page.id, 'open')
    expect(s.stripe.received.filter(({ method }) => method === 'GET')).toEqual([])
  })

  test('cannot end a payment either', async () => {
    const page = await s.order({ pack: 'try' })
    const strange = s.stripe.payElsewhere(page.id, 100)
    s.stripe.undelivered()
    s.stripe.expire(strange.id)
    s.stripe.later(strange.id, 'failed')
    await s.deliver()
    await nothing(page.id, 'open')
  })

  test('is our own with less than the price, or in another currency; asked about or heard of', async () => {
    const pages = [await s.order({ pack: 'try' }), await s.order({ pack: 'try' })]
    Object.assign(s.stripe.things.get(sessionOf(pages[0]!))!, { amount_total: 899 })
    Object.assign(s.stripe.things.get(sessionOf(pages[1]!))!, { currency: 'eur' })
    for (const page of pages) s.stripe.complete(sessionOf(page))
    const [heard] = s.stripe.undelivered()
    expect(await s.hear(heard!.body)).toMatchObject({ outcome: 'ignored' })
    await s.settle(11 * MINUTE)
    for (const { id } of pages) await nothing(id, 'failed')
    expect(letters()).toHaveLength(2)
    expect(await s.payment(pages[0]!.id)).toMatchObject({ error: expect.stringContaining('$8.99 for a price of $9') })
    const calls = s.stripe.received.length
    await s.settle(DAY)
    expect(s.stripe.received.length).toBe(calls)
  })
})

describe('a pack with a voucher', () => {
  const bargain = async (off: number) => {
    const page = await s.order({ pack: 'pro' })
    s.stripe.discount(sessionOf(page), off)
    const { payment_intent } = s.stripe.complete(sessionOf(page))
    await s.deliver()
    return { ...(await s.payment(page.id)), intent: payment_intent as string }
  }

  test('comes whole, and what was really paid is refunded', async () => {
    const { request_id } = await bargain(5_950)
    expect(await s.credits()).toEqual([1000, 2000, 0, 0])
    await s.call('pat', 'refund_credit_request', { id: request_id })
    await s.settle()
    await s.deliver()
    expect(await s.credits()).toEqual([0, 0, 0, 0])
    expect((await s.events({ type: 'refund' })).map(({ usd }) => usd)).toEqual([59.5])
  })

  test('refunded in Stripe: all that was paid takes the credits, a part of it none', async () => {
    const { intent } = await bargain(5_950)
    s.stripe.refund(intent, 1_000)
    await s.deliver()
    expect(await s.credits()).toEqual([1000, 2000, 0, 0])
    s.stripe.refund(intent, 4_950)
    await s.deliver()
    expect(await s.credits()).toEqual([0, 0, 0, 0])
  })

  test('of the whole price: a refund takes the credits and returns no money', async () => {
    const { request_id } = await bargain(11_900)
    expect(await s.credits()).toEqual([1000, 2000, 0, 0])
    await s.call('pat', 'refund_credit_request', { id: request_id })
    await s.settle()
    expect(s.stripe.received.filter(({ path }) => path === '/v1/refunds')).toEqual([])
    expect([await s.credits(), await s.events({ type: 'refund' })]).toEqual([[0, 0, 0, 0], []])
  })
})

describe('a call of Stripe whose answer is lost', () => {
  test('opens no second page: the first is found by its name, and can still be paid', async () => {
    s.stripe.fail('cut', 1, /checkout/)
    expect(await unanswered(s.order({ pack: 'try' }))).toBe('Stripe gave no answer')
    expect([...s.stripe.things.values()].filter(({ object }) => object === 'checkout.session')).toHaveLength(1)
    await s.settle(2 * MINUTE)
    const { id } = s.db.read((tx) => tx.row<{ id: string }>('select id from payments')!)
    const page = await s.payment(id)
    expect(page.state).toBe('open')
    s.stripe.complete(sessionOf(page))
    await s.deliver()
    expect(await s.credits()).toEqual([50, 100, 0, 0])
  })

  test('of a refund returns the money once', async () => {
    const { request_id } = await bought()
    s.stripe.fail('cut', 2, /refunds/)
    await s.call('pat', 'refund_credit_request', { id: request_id })
    await s.settle()
    await s.settle(2 * DAY)
    await s.deliver()
    expect([...s.stripe.things.values()].filter(({ object }) => object === 'refund')).toHaveLength(1)
    expect((await s.events({ type: 'refund' })).map(({ usd }) => usd)).toEqual([9])
  })
})

test('what Stripe does not tell is asked: paid, expired, and a page that nobody opened', async () => {
  const pages = [await s.order({ pack: 'try' }), await s.order({ pack: 'boost' }), await s.order({ pack: 'pro' })]
  s.stripe.complete(sessionOf(pages[0]!))
  s.stripe.expire(sessionOf(pages[1]!))
  s.stripe.undelivered()
  await s.settle(11 * MINUTE)
  const states = async () => Promise.all(pages.map(async ({ id }) => (await s.payment(id)).state))
  expect(await states()).toEqual(['paid', 'expired', 'open'])
  expect(await s.credits()).toEqual([50, 100, 0, 0])
  for (let hour = 0; hour < 30; hour++) await s.settle(HOUR)
  const calls = s.stripe.received.length
  await s.settle(DAY)
  expect(s.stripe.received.length).toBe(calls)
})

describe('a refund', () => {
  test('by the operator takes the credits at once, and returns the money through Stripe', async () => {
    const { request_id, intent } = await bought()
    spend(10)
    const refunded = await s.call('pat', 'refund_credit_request', { id: request_id })
    expect(refunded).toMatchObject({ status: 'refunded', taken_back: { index: 40, check: 100 } })
    expect(await s.call('pat', 'get_tenant_billing', { id: 'ten_northwind' })).toMatchObject({
      refunds_waiting: [{ request_id, usd: 9, state: 'due' }],
    })
    expect(await s.events({ type: 'refund' })).toEqual([])
    await s.settle()
    await s.deliver()
    expect(await s.events({ type: 'refund' })).toMatchObject([
      { usd: 9, note: 'Taken back: 40 index, 100 check; used, not taken back: 10 index, 0 check.' },
    ])
    const sent = s.stripe.received.filter(({ path, method }) => path === '/v1/refunds' && method === 'POST')
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([`refund ${request_id}`])
    expect(sent[0]!.body).toContain(intent)
    expect(await s.call('pat', 'get_tenant_billing', { id: 'ten_northwind' })).toMatchObject({
      refunds_waiting: [],
      refunds_usd: 9,
      paid_usd: 9,
    })
  })

  test('in Stripe takes them too once all is returned; what is reserved is owed', async () => {
    const { intent, request_id } = await bought()
    const set_aside = { tenant_id: 'ten_northwind', kind: 'index', job_id: 'job', amount: 20 } as const
    s.db.write((tx) => reserve(tx, callerOf('ada'), set_aside))
    s.stripe.refund(intent, 400)
    await s.deliver()
    expect(await s.credits()).toEqual([30, 100, 0, 0])
    s.stripe.refund(intent, 500)
    await s.deliver()
    expect(await s.credits()).toEqual([0, 0, 20, 0])
    expect((await s.events({ type: 'refund' })).map(({ usd, note }) => [usd, note])).toEqual([
      [4, 'Partial: no credits were taken back.'],
      [5, 'Taken back: 30 index, 100 check; owed: 20 index, 0 check.'],
    ])
    expect(await refusal(s.call('pat', 'refund_credit_request', { id: request_id }))).toMatchObject({
      code: 'conflict',
    })
    s.db.write((tx) => consume(tx, set_aside) as undefined)
  })

  test('that fails after all is told as failed, and counts no money', async () => {
    const { intent } = await bought()
    const { id } = s.stripe.refund(intent)
    s.stripe.refundFails(id)
    await s.deliver()
    expect(await s.events({ type: 'refund' })).toMatchObject([{ state: 'failed' }])
    expect(await s.call('pat', 'get_billing')).toMatchObject({ this_month: { refunds_usd: 0, net_usd: 9 } })
  })

  test('that Stripe refuses is told to the operator, not tried for ever', async () => {
    const { request_id } = await bought()
    s.stripe.fail({ status: 400, body: { error: { type: 'invalid_request_error', message: 'Already refunded.' } } })
    await s.call('pat', 'refund_credit_request', { id: request_id })
    await s.settle()
    expect(await s.call('pat', 'get_tenant_billing', { id: 'ten_northwind' })).toMatchObject({
      refunds_waiting: [{ state: 'failed', error: 'Stripe said: Already refunded.' }],
    })
    const calls = s.stripe.received.length
    await s.settle(DAY)
    expect(s.stripe.received.length).toBe(calls)
  })
})

describe('a chargeback', () => {
  const locked = async () =>
    (await s.call<{ buying_locked: boolean }>('pat', 'get_tenant_billing', { id: 'ten_northwind' })).buying_locked

  test('locks the buying of the workspace and of those below it, and takes nothing', async () => {
    const { intent } = await bought()
    s.stripe.dispute(intent)
    await s.deliver()
    expect(await s.events({ type: 'chargeback' })).toMatchObject([{ state: 'open', usd: 9 }])
    expect(await s.credits()).toEqual([50, 100, 0, 0])
    // A client is not told of its agency's payments.
    for (const [tenant_id, why] of [
      ['ten_northwind', 'A payment of Northwind was charged back, so it can buy nothing.'],
      ['ten_bakery', 'Buying is locked for Northwind, so the workspaces below it can buy nothing.'],
    ] as const)
      expect(await refusal(s.order({ pack: 'try', tenant_id }))).toMatchObject({
        code: 'conflict',
        details: { reason: 'buying_locked' },
        message: expect.stringContaining(why),
      })
    await s.call('pat', 'update_tenant_billing', { id: 'ten_northwind', buying_locked: false })
    expect((await s.order({ pack: 'try' })).state).toBe('open')
  })

  test('is told with the name of the workspace, what was bought, and what to do next', async () => {
    const { intent } = await bought()
    s.stripe.dispute(intent)
    await s.deliver()
    const [letter] = s.app.db.read((tx) =>
      tx.rows<{ facts: string }>("select facts from mails where template = 'operator_alert'"),
    )
    const { what, advice } = JSON.parse(letter!.facts) as { what: string; advice: string }
    expect(what).toBe(
      'Northwind had a payment of $9 for the pack Try charged back. Northwind can buy nothing until the dispute is won or you unlock it; the credits stay.',
    )
    expect(advice).toContain('answer the dispute in Stripe before its deadline')
    await s.call('pat', 'update_tenant_billing', { id: 'ten_northwind', buying_locked: false })
    await s.call('pat', 'update_tenant_billing', { id: 'ten_northwind', buying_locked: true })
    expect((await refusal(s.order({ pack: 'try' }))).message).toStartWith('Buying was locked for Northwind')
  })

  test('that is won gives the money and the buying back; lost, neither', async () => {
    const [one, two] = [await bought(), await bought('boost')]
    const [first, second] = [s.stripe.dispute(one.intent), s.stripe.dispute(two.intent)]
    s.stripe.closeDispute(first, 'won')
    await s.deliver()
    expect(await locked()).toBe(true)
    s.stripe.closeDispute(second, 'won')
    await s.deliver()
    expect(await locked()).toBe(false)
    expect(await s.call('pat', 'get_billing')).toMatchObject({ disputes_open: 0, this_month: { chargebacks_usd: 0 } })
    s.stripe.closeDispute(s.stripe.dispute(two.intent), 'lost')
    await s.deliver()
    expect([await locked(), (await s.events({ type: 'chargeback' })).at(-1)!.state]).toEqual([true, 'lost'])
  })

  test('whose pack is then refunded here returns no money a second time', async () => {
    const { intent, request_id } = await bought()
    s.stripe.closeDispute(s.stripe.dispute(intent), 'lost')
    await s.deliver()
    await s.call('pat', 'refund_credit_request', { id: request_id })
    await s.settle()
    expect(s.stripe.received.filter(({ path }) => path.startsWith('/v1/refunds'))).toEqual([])
    expect(await s.credits()).toEqual([0, 0, 0, 0])
  })
})

test('a payment of an invoice, told of by its refund alone, is found by its customer', async () => {
  const { intent } = await bought()
  const customer = (s.stripe.things.get(intent) as unknown as { customer: string }).customer
  s.stripe.things.set('pi_invoice', { id: 'pi_invoice', object: 'payment_intent', amount: 4900, customer } as never)
  s.stripe.refund('pi_invoice')
  await s.deliver()
  expect(await s.events({ type: 'refund' })).toEqual([])
  await s.settle(2 * MINUTE)
  expect(await s.events({ type: 'refund' })).toMatchObject([
    { usd: 49, note: 'For a plan: its credits and its limits stay until the subscription ends.' },
  ])
})

describe('the address that Stripe calls', () => {
  test('believes what Stripe signed within five minutes, and nothing else', async () => {
    const running = serve(s.app)
    try {
      await paid()
      const [{ body } = { body: '' }] = s.stripe.undelivered()
      const post = (text: string, signature: string) =>
        fetch(`${running.address}/hooks/stripe`, {
          method: 'POST',
          body: text,
          headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        })
      const { sign } = s.stripe
      const bad = [
        await sign(body, 0, 'whsec_of_somebody_else'),
        await sign(body, 6 * MINUTE),
        await sign(`${body} `),
        't=1,v1=abc',
        '',
      ]
      for (const signature of bad) expect((await post(body, signature)).status).toBe(400)
      expect((await post('not json', await sign('not json'))).status).toBe(400)
      expect(await s.credits()).toEqual([0, 0, 0, 0])
      const good = await post(body, await sign(body, 4 * MINUTE))
      expect([good.status, await good.json()]).toEqual([200, { received: true, repeated: false, outcome: 'applied' }])
      expect(await s.credits()).toEqual([50, 100, 0, 0])
    } finally {
      await running.stop()
    }
    s = shop()
  })

  test('is not there without Stripe, and an event of live mode means nothing in test mode', async () => {
    await paid()
    const [{ body } = { body: '' }] = s.stripe.undelivered()
    const live = JSON.stringify({ ...JSON.parse(body), livemode: true })
    expect(await s.hear(live)).toMatchObject({ outcome: 'ignored' })
    expect(await s.credits()).toEqual([0, 0, 0, 0])
  })
})

test('the page for cards and invoices is there for who has paid', async () => {
  expect(await refusal(s.call('ada', 'open_billing_portal'))).toMatchObject({ code: 'conflict' })
  await bought()
  const { url } = await s.call<{ url: string }>('ada', 'open_billing_portal')
  expect(url).toStartWith('https://billing.stripe.example/p/cus_')
})

test('no secret of Stripe is in an answer, a row or the trail', async () => {
  await bought()
  s.stripe.fail({
    status: 401,
    body: { error: { type: 'invalid_request_error', message: 'Bad key sk_test_loopback' } },
  })
  const fault = await unanswered(s.order({ pack: 'try' }))
  expect(fault).toBe('Stripe said: Bad key …')
  const rows = s.db.read((tx) => [
    tx.rows('select * from stripe_events'),
    tx.rows('select * from payments'),
    tx.rows('select * from audit'),
  ])
  expect(JSON.stringify([fault, rows])).not.toMatch(/sk_test_loopback|whsec/)
})
