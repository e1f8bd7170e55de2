/** Second factors at the pages, without script: adding one, signing in with it, and being asked to add one. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { codeOfStep, fromBase32, stepAt } from '../../../src/domains/accounts/factors/totp.ts'
import { createReset, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { SIGN_IN } from '../../../src/doors/pages/web.ts'
import { MINUTE, millis } from '../../../src/kernel/time/clock.ts'
import { ADAS_PASSWORD, seedPassword } from '../../domains/accounts/seed.ts'
import { CAST, type World, world } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

const ACCOUNT = `/app/w/${CAST.ada.tenant_id}/account`
const FACTORS = `${ACCOUNT}/factors`
const SECOND = `${SIGN_IN}/second`

let w: World
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  w = world()
  w.db.write((tx) => seedPassword(tx))
  browser = browserOf(w)
})
afterEach(() => w.close())

const codeOf = (secret: string) => codeOfStep(fromBase32(secret), stepAt(millis(w.clock.now())))
const formOf = ({ html }: Seen) => /action="([^"]+\/totp\/[^"]+)"/.exec(html)![1]!
const secretOf = ({ html }: Seen) => /secret=([A-Z2-7]{32})/.exec(html)![1]!
const cookieOf = ({ headers }: Seen, name: string) =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';', 1)[0]
const post = (path: string, fields: Record<string, string>, cookie = '') =>
  browser.raw(path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams(fields).toString(),
  })

async function enrol() {
  const begun = await browser.send('ada', `${FACTORS}/totp`)
  expect(begun.html).toContain('<svg viewBox="0 0 ')
  const secret = secretOf(begun)
  const wrong = await browser.send('ada', formOf(begun), { code: '000000', uri: `otpauth://totp/x?secret=${secret}` })
  expect([wrong.status, wrong.text.includes('is wrong'), secretOf(wrong)]).toEqual([422, true, secret])
  const done = await browser.send('ada', formOf(begun), { code: codeOf(secret) })
  const codes = done.text.match(/(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/g)!
  expect([done.status, codes.length]).toEqual([200, 10])
  w.clock.turn(MINUTE)
  return { secret, codes }
}

test('an app is added by its QR code and a first code, and signing in then has two steps', async () => {
  const { secret } = await enrol()
  expect((await browser.visit('ada', FACTORS)).text).toContain('10 codes left')
  const first = await post(SIGN_IN, { email: CAST.ada.email, password: ADAS_PASSWORD, next: '/app/w/x/jobs' })
  expect([first.status, first.location]).toEqual([303, `${SECOND}?next=%2Fapp%2Fw%2Fx%2Fjobs`])
  expect(cookieOf(first, sessionCookieName(w.app.config))).toBeUndefined()
  const step = cookieOf(first, 'step')!
  expect((await browser.raw(SECOND, { headers: { cookie: step } })).text).toContain('Second step')
  const wrong = await post(SECOND, { code: '000 000' }, step)
  expect([wrong.status, wrong.text.includes('The code is wrong')]).toEqual([422, true])
  const right = await post(SECOND, { code: codeOf(secret), next: '/app/w/x/jobs' }, step)
  expect([right.status, right.location]).toEqual([303, '/app/w/x/jobs'])
  const session = cookieOf(right, sessionCookieName(w.app.config))!
  expect((await browser.raw(ACCOUNT, { headers: { cookie: session } })).text).toContain(
    'An authenticator app is asked for',
  )
  expect((await post(SECOND, { code: codeOf(secret) }, step)).location).toBe(SIGN_IN)
})

test('a new password by a link keeps the second step', async () => {
  await enrol()
  const link = w.db.write((tx) => {
    const user = tx.row<Parameters<typeof createReset>[2]>("select * from users where id = 'usr_ada'")!
    return createReset(tx, w.app.config, user, { mailed: true }).link
  })
  const { pathname, search } = new URL(link)
  const changed = await post(pathname + search, { password: 'quiet harbour, seven gulls' })
  expect(changed.status).toBeLessThan(400)
  const entered = await post(SIGN_IN, { email: CAST.ada.email, password: 'quiet harbour, seven gulls' })
  expect(entered.location).toBe(SECOND)
})

test('a dangerous act asks for a code where there is an app, and no recovery code will do', async () => {
  const { secret, codes } = await enrol()
  w.clock.turn(20 * MINUTE)
  const asked = await browser.send('ada', `${FACTORS}/codes`)
  expect([asked.status, asked.html.includes('name="code"'), asked.html.includes('name="password"')]).toEqual([
    403,
    true,
    false,
  ])
  const held = /name="proof_held" value="([^"]+)"/.exec(asked.html)![1]!
  const refused = await browser.send('ada', `${FACTORS}/codes`, { proof_held: held, code: codes[0]! })
  expect(refused.status).toBe(422)
  const done = await browser.send('ada', `${FACTORS}/codes`, { proof_held: held, code: codeOf(secret) })
  expect([done.status, done.text.includes('New recovery codes')]).toEqual([200, true])
})

test('where a rule asks for a factor, every page leads to the one that adds it', async () => {
  w.db.write((tx) => tx.run("insert into factor_rules (tenant_id, second_factor) values ('ten_northwind', 'everyone')"))
  for (const path of ['', '/jobs', '/keys', '/members'])
    expect((await browser.visit('ada', `/app/w/ten_northwind${path}`)).location).toBe(FACTORS)
  expect((await browser.send('ada', '/app/w/ten_northwind/keys', { name: 'Script', role: 'member' })).location).toBe(
    FACTORS,
  )
  expect((await browser.visit('ada', ACCOUNT)).status).toBe(200)
  await enrol()
  expect((await browser.visit('ada', '/app/w/ten_northwind/jobs')).status).toBe(200)
})

test('an owner sets the rule of a workspace below its people, the operator that of the install', async () => {
  const rule = { second_factor: 'admins', grace_days: '7' }
  expect((await browser.send('ada', '/app/w/ten_northwind/members/security', rule)).status).toBe(303)
  expect((await browser.send('pat', '/app/platform/access/security', rule)).status).toBe(303)
  expect(await w.call('ada', 'get_security_rule', { id: 'ten_northwind' })).toMatchObject({ second_factor: 'admins' })
  expect(await w.call('pat', 'get_security_settings')).toMatchObject({ second_factor: 'admins' })
  expect((await browser.visit('ada', '/app/w/ten_northwind/members')).text).toContain('who need one')
  expect((await browser.visit('pat', '/app/platform/access')).text).toContain('who need one')
})
