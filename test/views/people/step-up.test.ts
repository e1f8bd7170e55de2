/** `prove_yourself` at a page. A dangerous form from a session that was proved long ago: it asks, then goes on with what was entered. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { CAST, type World, world } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

const PASSWORD = 'northern lights over the pier'
const CHEAP = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const
const MAKE_KEY = `/app/w/${CAST.ada.tenant_id}/keys`
const FIELDS = { name: 'Café & <b>Söhne</b>', role: 'member', daily_credit_cap: '25' }

let w: World
let browser: ReturnType<typeof browserOf>

beforeEach(async () => {
  w = world()
  w.db.write((tx) =>
    tx.run("update users set password_hash = ? where id = 'usr_ada'", Bun.password.hashSync(PASSWORD, CHEAP)),
  )
  browser = browserOf(w)
  await browser.visit('ada', '/app')
  w.clock.turn(20 * MINUTE)
})
afterEach(() => w.close())

const keys = () => w.db.read((tx) => tx.rows<{ name: string; role: string }>('select name, role from api_keys'))
const heldIn = ({ html }: Seen): string => /name="proof_held" value="([^"]+)"/.exec(html)![1]!
const takeCookie = ({ headers }: Seen) => {
  const set = headers.getSetCookie().find((one) => one.startsWith(sessionCookieName(w.app.config)))!
  browser.cookies.set('ada', set.split(';', 1)[0]!)
}

test('the form asks for the password, and then makes the key with every field as entered', async () => {
  const asked = await browser.send('ada', MAKE_KEY, FIELDS)
  expect([asked.status, keys()]).toEqual([403, []])
  expect(asked.text).toContain('Confirm that it is you')
  expect(asked.html).not.toContain('Söhne')

  const wrong = await browser.send('ada', MAKE_KEY, { proof_held: heldIn(asked), password: 'not this one, sorry' })
  expect([wrong.status, keys()]).toEqual([422, []])
  expect(wrong.text).toContain('is wrong')

  const done = await browser.send('ada', MAKE_KEY, { proof_held: heldIn(wrong), password: PASSWORD })
  expect([done.status, keys()]).toEqual([200, [{ name: FIELDS.name, role: 'member' }]])
  takeCookie(done)
  expect((await browser.visit('ada', MAKE_KEY)).status).toBe(200)
  expect((await browser.send('ada', MAKE_KEY, { ...FIELDS, name: 'At once' })).status).toBe(200)
})

test('a kept form works for its own address and person alone, and not for ever', async () => {
  const held = heldIn(await browser.send('ada', MAKE_KEY, FIELDS))
  const sent = { proof_held: held, password: PASSWORD }
  const elsewhere = await browser.send('ada', `/app/w/${CAST.vera.tenant_id}/keys`, sent)
  const another = await browser.send('pat', MAKE_KEY, sent)
  const damaged = await browser.send('ada', MAKE_KEY, { ...sent, proof_held: `${held}x` })
  w.clock.turn(31 * MINUTE)
  const late = await browser.send('ada', MAKE_KEY, sent)
  expect([elsewhere, another, damaged, late].map(({ status }) => status)).not.toContain(200)
  expect(keys()).toEqual([])
})

test('starting to view a workspace asks too', async () => {
  await browser.visit('pat', '/app')
  w.clock.turn(20 * MINUTE)
  const asked = await browser.send('pat', `/app/platform/view/${CAST.vera.tenant_id}`)
  expect([asked.status, asked.text.includes('Confirm that it is you')]).toEqual([403, true])
  expect(w.db.read((tx) => tx.number('select count(*) from workspace_views'))).toBe(0)
})
