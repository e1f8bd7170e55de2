import { afterEach, beforeEach, expect, test } from 'bun:test'
import { planOf, subscribe } from '../../../src/domains/plans/index.ts'
import { lockBuying } from '../../../src/features/billing/index.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { refusal } from '../../refusal.ts'
import { CAST, type Person, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

/** With a session of its own, since some here take days. */
const visit = (who: Person | null, path: string, method = 'GET') =>
  method === 'POST' ? browserOf(w).send(who, path) : browserOf(w).visit(who, path)

const planNow = () => w.db.read((tx) => planOf(tx, w.app, 'ten_northwind')).plan

test('the address that refusals name leads through sign-in to the own plan, and never to nothing', async () => {
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'free' }))
  const refused = await refusal(w.call('ada', 'create_sub_tenant', { name: 'Florist' }))
  const { pathname } = new URL(refused.details.upgrade_url as string)
  expect(await visit(null, pathname)).toMatchObject({ status: 303, location: '/app/sign-in?next=%2Fapp%2Fplan' })
  for (const who of ['ada', 'ben', 'vera', 'pat'] as const) {
    const { status, location } = await visit(who, pathname)
    expect({ status, location }).toEqual({ status: 303, location: `/app/w/${CAST[who].tenant_id}/credits/buy` })
    expect((await visit(who, location!)).status).toBe(200)
  }
})

test('the page says which plan is in force, how much of it is used, and which plans unlock more', async () => {
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_starter' }))
  const { text } = await visit('ada', '/app/w/ten_northwind/credits/buy')
  for (const words of [
    'Northwind is on Agency Starter',
    '1 of 5',
    '3 of 5',
    '0 of 5',
    'Agency Scale',
    '$399',
    'own domain',
  ])
    expect(text).toContain(words)
})

test('a late payment, a lock and a cancelled subscription are explained', async () => {
  const said = async () => (await visit('ada', '/app/w/ten_northwind/credits/buy')).text
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'past_due' }))
  expect(await said()).toContain('Agency Pro stays in force until 9 November 2026')
  w.clock.turn(7 * DAY)
  expect(await said()).toContain('A payment is overdue: the limits of Free count')
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_pro', status: 'canceled' }))
  expect(await said()).toContain('The subscription was cancelled: the limits of Free count')
})

test('before a plan is chosen its price stands there, and what there is more of than it allows', async () => {
  for (const name of ['Florist', 'Kettle']) await w.call('ada', 'create_sub_tenant', { name })
  const asked = async (plan: string) => (await visit('pat', `/app/w/ten_northwind/credits/buy/plan/${plan}`)).text
  expect(await asked('agency_starter')).toContain('Agency Starter costs $49 a month.')
  expect(await asked('agency_starter')).not.toContain('You have')
  expect(await asked('free')).toContain(
    'Free costs nothing. Its limits count at once. Credits follow in a month. You have 3 clients (limit 0), 3 members (limit 2): they stay, but you cannot add any.',
  )
  expect((await visit('pat', '/app/w/ten_northwind/credits/buy')).main).toContain('costs $49 a month')
})

test('whom to ask for another plan is named by the sender of letters; an own domain names nobody', async () => {
  const path = '/app/w/ten_northwind/credits/buy'
  expect((await visit('ada', path)).text).toContain('For another plan, ask the operator of this install.')
  await w.call('pat', 'update_email_settings', {
    from_address: 'hello@operator.example',
    from_name: 'The <b>Office</b>',
  })
  const { main, text } = await visit('ada', path)
  expect(text.replace(/\s+/g, ' ')).toContain('ask The &lt;b&gt;Office&lt;/b&gt; ( hello@operator.example )')
  expect(main).toContain('href="mailto:hello@operator.example"')
  w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  const own = await browserOf(w).visit('ada', path, { host: 'seo.northwind.example' })
  expect([own.status, own.html.includes('operator.example')]).toEqual([200, false])
})

test('where a supplier lacks, buying is locked, or a plan is not theirs to change, the same person is named', async () => {
  const shop = world({
    env: { SIGNALPOST_STRIPE_SECRET_KEY: 'sk_test_1', SIGNALPOST_STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  })
  const told = async (path: string) =>
    (await browserOf(shop).visit('ada', `/app/w/ten_northwind${path}`)).text.replace(/\s+/g, ' ')
  shop.db.write((tx) => lockBuying(tx, 'ten_northwind', 'dp_1'))
  expect(await told('/push')).toContain('ask the operator of this install.')
  await shop.call('pat', 'update_email_settings', { from_address: 'hello@operator.example', from_name: 'Office' })
  const office = 'ask Office ( hello@operator.example )'
  expect(await told('/push')).toContain(`pushing them waits until one is: ${office}.`)
  expect(await told('/credits/buy')).toContain(`can buy nothing. Once that is settled, ${office} to lift it.`)
  expect(await told('/credits/buy/plan/agency_starter')).toContain(
    'Only Office (hello@operator.example) changes plans.',
  )
  shop.close()
})

test('old addresses of packs and plan lead to Buy', async () => {
  for (const path of ['packs', 'plan'])
    expect((await visit('ada', `/app/w/ten_northwind/${path}`)).location).toBe('/app/w/ten_northwind/credits/buy')
})

test("a client's people see their limit and whom to ask, and neither prices nor the agency's numbers", async () => {
  const { text } = await visit('vera', '/app/w/ten_bakery/credits/buy')
  expect(text).toContain('ask Northwind')
  expect(text).toContain('Links in one push')
  expect(text).not.toMatch(/\$|API keys|Members/)
})

test('the platform admin changes the plan here after a question; nobody else is offered it, or may', async () => {
  const path = '/app/w/ten_northwind/credits/buy'
  expect((await visit('pat', path)).main).toContain(`href="${path}/plan/agency_starter"`)
  expect((await visit('pat', `${path}/plan/agency_starter`)).text).toContain('Change to Agency Starter?')
  expect((await visit('ada', path)).main).not.toContain(`href="${path}/plan`)
  for (const method of ['GET', 'POST'] as const)
    expect((await visit('ada', `${path}/plan/agency_starter`, method)).status).toBe(403)
  expect(planNow()).toBe('agency_scale')
  expect(await visit('pat', `${path}/plan/agency_starter`, 'POST')).toMatchObject({ status: 303, location: path })
  expect(planNow()).toBe('agency_starter')
  expect((await visit('pat', `${path}/plan/gold`, 'POST')).status).toBe(404)
})
