/** The public pages through the real doors: what they say, and that they say it to everybody. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { userByEmail } from '../../../src/domains/accounts/index.ts'
import { linkOf } from '../../../src/domains/mail/index.ts'
import { web } from '../../../src/doors/pages/web.ts'
import { serve } from '../../../src/doors/server.ts'
import { answerStrangersTask } from '../../../src/features/signups/tasks.ts'
import { site } from '../../../views/site.tsx'
import { seedPassword } from '../../domains/accounts/seed.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { type World, world } from '../../world.ts'

let w: World
let running: ReturnType<typeof serve>
beforeAll(() => {
  w = world({ env: { SIGNALPOST_LISTEN: '127.0.0.1:0', SIGNALPOST_PASSIVE: '1' } })
  running = serve(w.app, { web: web(w.app, site) })
})
afterAll(async () => {
  await running.stop()
  rmSync(w.folder, { recursive: true, force: true })
})
beforeEach(async () => {
  w.db.write((tx) => {
    tx.run("delete from day_counters where name like '%:%'")
    return seedPassword(tx)
  })
  await mail('127.0.0.1')
})

const mail = (host: string | null) =>
  w.call('pat', 'update_email_settings', { host, port: 1, secure: 'none', from_address: 'a@b.test' })

/** A page or a form, as a browser asks for it; what it says, without ids. */
async function browse(path: string, form?: Record<string, string>, cookie = '') {
  const response = await fetch(running.address + path, {
    method: form ? 'POST' : 'GET',
    body: form && new URLSearchParams(form),
    headers: { 'sec-fetch-site': 'same-origin', cookie },
    redirect: 'manual',
  })
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]!)
  return { status: response.status, to: response.headers.get('location'), text: await response.text(), cookies }
}

async function lastLink(email: string): Promise<string> {
  await w.run(answerStrangersTask)
  const row = w.db.read(
    (tx) => tx.row<Parameters<typeof linkOf>[1]>('select * from mails where to_address = ? order by id desc', email)!,
  )
  const { pathname, search } = new URL(linkOf(w.app, row)!)
  return pathname + search
}

const PASSWORD = 'forty shops and one of me'
const form = (email: string) => ({ name: 'Quinn', email, password: PASSWORD })

describe('a stranger and somebody with an account', () => {
  test.each([
    ['/sign-up', (email: string) => form(email)],
    ['/reset', (email: string) => ({ email })],
    ['/waitlist', (email: string) => ({ email, note: 'Forty shops' })],
  ] as const)('are answered alike at %s', async (path, given) => {
    const answers = await Promise.all(
      ['ada@northwind.example', 'nobody@quay.example'].map((email) => browse(path, given(email))),
    )
    const told = answers.map(({ status, to, text, cookies }) => [status, to, text, cookies.map((one) => one.length)])
    expect(told[0]).toEqual(told[1]!)
    expect(answers[0]!.status).toBe(303)
    expect((await browse(answers[0]!.to!)).status).toBe(200)
  })
})

test('a whole way in: sign up, open the letter in the same browser, look around until it is approved', async () => {
  const asked = await browse('/sign-up', form('quinn@quay.example'))
  const link = await lastLink('quinn@quay.example')
  const elsewhere = await browse(link)
  expect(elsewhere.text).toContain('Enter the password')
  const here = await browse(link, undefined, asked.cookies[0])
  expect(here.text).not.toContain('Enter the password')
  const entered = await browse(link, {}, asked.cookies[0])
  expect([entered.status, entered.to]).toEqual([303, '/awaiting-approval'])
  const session = entered.cookies.find((one) => one.startsWith('sid='))!
  expect((await browse('/awaiting-approval', undefined, session)).text).toContain('quinn@quay.example')
  const { to } = await browse('/app', undefined, session)
  expect((await browse(to!, undefined, session)).text).toContain('Your account awaits approval.')
  const { id } = w.db.read((tx) => userByEmail(tx, 'quinn@quay.example'))!
  await w.call('pat', 'approve_user', { id })
  expect((await browse(to!, undefined, session)).text).not.toContain('awaits approval')
})

test('a wrong password at the link of the letter says so at its field, and the link works on', async () => {
  await browse('/sign-up', form('lu@quay.example'))
  const link = await lastLink('lu@quay.example')
  const wrong = await browse(link, { password: 'something else entirely' })
  expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([422, true])
  expect((await browse(link, { password: PASSWORD })).status).toBe(303)
})

test('who did not sign up says so, and nothing is made', async () => {
  await browse('/sign-up', form('mo@quay.example'))
  const link = await lastLink('mo@quay.example')
  expect((await browse(link.replace('/verify', '/verify/deny'), {})).text).toContain('Nothing was made')
  expect((await browse(link)).status).toBe(404)
})

test('an invite says for whom it is and until when, and one that works no more says that', async () => {
  const { url, id } = await w.call<{ url: string; id: string }>('pat', 'create_invite', { email: 'io@quay.example' })
  const { pathname, search } = new URL(url)
  const shown = await browse(pathname + search)
  expect(shown.text).toContain('You are invited')
  expect(shown.text).toContain('value="io@quay.example"')
  const invite = new URLSearchParams(search).get('token')!
  expect((await browse('/sign-up', { ...form('io@quay.example'), invite })).status).toBe(303)
  const entered = await browse(await lastLink('io@quay.example'), { password: PASSWORD })
  expect([entered.status, entered.to]).toEqual([303, '/app'])
  await w.call('pat', 'revoke_invite', { id })
  expect((await browse(pathname + search)).text).toContain('does not work any more')
})

test('a forgotten password is set by the link, and the old one works no more', async () => {
  await browse('/reset', { email: 'ada@northwind.example' })
  const link = await lastLink('ada@northwind.example')
  expect((await browse(link)).text).toContain('ada@northwind.example')
  expect((await browse(link, { password: 'short' })).status).toBe(422)
  expect(await browse(link, { password: PASSWORD })).toMatchObject({ status: 303, to: '/app/sign-in' })
  const signIn = (password: string) => browse('/app/sign-in', { email: 'ada@northwind.example', password })
  expect([(await signIn('northern lights over the pier')).status, (await signIn(PASSWORD)).status]).toEqual([422, 303])
})

test('what is wrong stands at the fields, with what was typed', async () => {
  const { status, text } = await browse('/sign-up', { name: 'A&amp;B <i>"x"', email: 'nowhere', password: 'short' })
  expect(status).toBe(422)
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(text).toContain('A&amp;amp;B &lt;i&gt;&quot;x&quot;')
  expect(text).not.toContain('value="short"')
})

test('too many wishes are 429, with the seconds to wait', async () => {
  for (let turn = 0; turn < 5; turn++) await browse('/waitlist', { email: 'io@quay.example' })
  const response = await fetch(`${running.address}/waitlist`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'io@quay.example' }),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('without a mail server the pages say that people are added by hand', async () => {
  await mail(null)
  for (const path of ['/sign-up', '/waitlist', '/reset'])
    expect((await browse(path)).text).toContain('Its operator creates your account')
})

test('an own domain of a workspace takes nobody in', async () => {
  w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  const at = (path: string) =>
    fetch(running.address + path, { headers: { host: 'seo.northwind.example' } }).then(({ status }) => status)
  expect([await at('/sign-up'), await at('/waitlist'), await at('/reset')]).toEqual([404, 404, 200])
})
