/** Connecting a Google account: code, PKCE and state, each verified at the server; and what is refused. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renewSeals } from '../../../src/kernel/secrets/reseal.ts'
import { createSealer } from '../../../src/kernel/secrets/seal.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { refusal } from '../../refusal.ts'
import { GOOGLE_CLIENT } from '../../upstreams/google.ts'
import { callerOf } from '../../world.ts'
import { back, connect, googleSetting, invite, type Setting, toGoogle, VERA } from './setting.ts'

let s: Setting
beforeEach(async () => {
  s = await googleSetting()
})
afterEach(() => s.close())

type Account = Record<string, unknown> & { id: string; state: string; why: string | null; properties: number }
const accounts = async (who: 'ada' | 'rita' = 'ada') =>
  (await s.w.call<{ items: Account[] }>(who, 'list_google_accounts', {})).items
const stored = () =>
  s.w.db.read((tx) =>
    tx.number('select (select count(*) from google_accounts) + (select count(*) from google_properties)'),
  )

describe('acceptance 1: a consent is verified at the server', () => {
  test('an invited person without an account connects, with PKCE by S256, offline and asked each time', async () => {
    const gone = await toGoogle(s, await invite(s))
    const asked = new URL(gone.url).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', access_type: 'offline', prompt: 'consent' },
      ...{ client_id: GOOGLE_CLIENT.client_id, redirect_uri: 'http://localhost:8080/connect/google/callback' },
      scope: 'openid email https://www.googleapis.com/auth/webmasters.readonly',
    })
    const answer = await back(s, s.op.consent(gone.url, VERA), gone.cookie)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Bakery can now see')])
    expect(await accounts()).toMatchObject([
      { email: VERA, state: 'ok', tenant_id: 'ten_bakery', properties: 3, used: 0, may_submit_sitemaps: false },
    ])
  })

  test('a callback counts once', async () => {
    const gone = await toGoogle(s, await invite(s))
    const answer = s.op.consent(gone.url, VERA)
    await back(s, answer, gone.cookie)
    const before = stored()
    expect((await back(s, answer, gone.cookie)).status).toBe(403)
    expect(stored()).toBe(before)
  })

  test.each([
    ['another state', (url: string) => url.replace(/state=[^&]+/, 'state=spz_of_somebody_else')],
    ['no state', (url: string) => url.replace(/state=[^&]+/, 'state=')],
  ])('%s is refused, and stores nothing', async (_, change) => {
    const gone = await toGoogle(s, await invite(s))
    expect((await back(s, change(s.op.consent(gone.url, VERA)), gone.cookie)).status).toBe(403)
    expect(stored()).toBe(0)
  })

  test('another browser has no verifier: refused before Google is asked', async () => {
    const gone = await toGoogle(s, await invite(s))
    const other = await toGoogle(s, await invite(s))
    const asked = s.op.received.length
    expect((await back(s, s.op.consent(gone.url, VERA), '')).status).toBe(403)
    expect((await back(s, s.op.consent(gone.url, VERA), other.cookie)).status).toBe(403)
    expect([stored(), s.op.received.length]).toEqual([0, asked])
  })

  test('a state older than ten minutes is refused', async () => {
    const gone = await toGoogle(s, await invite(s))
    s.w.clock.turn(10 * MINUTE)
    expect((await back(s, s.op.consent(gone.url, VERA), gone.cookie)).status).toBe(403)
    expect(stored()).toBe(0)
  })

  test('a signed-in person has to come back in the session that began', async () => {
    const begun = await s.browser.send('ada', '/app/w/ten_bakery/engines/connect')
    const url = /url=(.*)$/.exec(begun.headers.get('refresh') ?? '')![1]!
    const cookie = begun.headers
      .getSetCookie()
      .find((one) => one.startsWith('google='))!
      .split(';', 1)[0]!
    const answer = s.op.consent(url, VERA)
    expect((await back(s, answer, cookie)).status).toBe(403)
    const again = await s.browser.send('ada', '/app/w/ten_bakery/engines/connect')
    const own = /url=(.*)$/.exec(again.headers.get('refresh') ?? '')![1]!
    const both = `${
      again.headers
        .getSetCookie()
        .find((one) => one.startsWith('google='))!
        .split(';', 1)[0]
    }; ${s.browser.cookies.get('ada')}`
    const done = await back(s, s.op.consent(own, VERA), both)
    expect([done.status, done.location]).toEqual([303, `/app/w/ten_bakery/engines/${(await accounts())[0]!.id}`])
  })

  test('from an own domain the redirect is that of the install, and a click of who consented leads back', async () => {
    const OWN = 'seo.bakery.example'
    s.w.db.write((tx) => seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN) as undefined)
    const gone = await toGoogle(s, await invite(s), undefined, `${OWN}:8080`)
    expect(new URL(gone.url).searchParams.get('redirect_uri')).toBe('http://localhost:8080/connect/google/callback')
    const at_install = await back(s, s.op.consent(gone.url, VERA), '')
    // Nothing leaves by itself: the address at Google may have come from somebody else than an invitation.
    expect([at_install.status, at_install.location, at_install.headers.get('refresh')]).toEqual([200, null, null])
    expect(at_install.text).toContain('Connect Google for Bakery')
    const onward = /href="(http[^"]*callback[^"]*)"/.exec(at_install.html)![1]!.replaceAll('&amp;', '&')
    expect([new URL(onward).hostname, stored()]).toEqual([OWN, 0])
    expect((await back(s, onward, gone.cookie, `${OWN}:8080`)).status).toBe(200)
    expect(stored()).toBeGreaterThan(0)
  })
})

describe('secrets', () => {
  const SECRETS = () => [
    GOOGLE_CLIENT.client_secret,
    ...s.op.grants.map(({ refresh_token }) => refresh_token),
    'ya29.access',
  ]

  test('are in no answer, audit line or letter', async () => {
    await connect(s)
    const lines = s.w.db.read((tx) => JSON.stringify(tx.rows('select * from audit')))
    const answers = JSON.stringify([
      await accounts(),
      await s.w.call('pat', 'get_google_client'),
      await s.w.call('ada', 'list_google_properties'),
    ])
    for (const secret of SECRETS()) for (const text of [lines, answers]) expect(text).not.toContain(secret)
  })

  test('are nowhere in the data folder in clear, also after a restart', async () => {
    await connect(s)
    const files = readdirSync(s.w.folder).map((name) => readFileSync(join(s.w.folder, name), 'latin1'))
    for (const secret of SECRETS()) for (const text of files) expect(text.includes(secret)).toBe(false)
  })

  test('acceptance 9: a copy with another key cannot use them', async () => {
    const id = await connect(s)
    const { CLIENT_SECRET, REFRESH_TOKENS } = await import('../../../src/features/evidence/sealed-columns.ts')
    const stranger = createSealer('another key for tests, of thirty-two characters')
    const columns = [CLIENT_SECRET, REFRESH_TOKENS]
    expect(() => renewSeals(s.w.app, stranger, columns)).toThrow('does not open')
    renewSeals(s.w.app, stranger, columns, { forget: true })
    expect((await accounts())[0]).toMatchObject({ id, state: 'lost' })
  })
})

describe('bad input', () => {
  test('a refused consent is one sentence, and the invitation still works', async () => {
    const token = await invite(s)
    const gone = await toGoogle(s, token)
    const answer = await back(s, s.op.refuse(gone.url), gone.cookie)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('You did not agree at Google')])
    expect(stored()).toBe(0)
    const again = await toGoogle(s, token, gone.cookie)
    expect((await back(s, s.op.consent(again.url, VERA), again.cookie)).status).toBe(200)
  })

  test('an invitation works once, and for 14 days', async () => {
    const token = await invite(s)
    const gone = await toGoogle(s, token)
    await back(s, s.op.consent(gone.url, VERA), gone.cookie)
    const ended = await s.browser.visit(null, `/connect/google?invite=${token}`)
    expect([ended.status, ended.text]).toEqual([404, expect.stringContaining('This invitation has ended')])
    expect((await toGoogle(s, token)).text).toContain('Ask for another one.')
    const second = await invite(s)
    expect((await s.browser.visit(null, `/connect/google?invite=${second}`)).text).toContain('Ada asks to see')
    s.w.clock.turn(14 * 24 * 60 * MINUTE)
    expect((await s.browser.visit(null, `/connect/google?invite=${second}`)).status).toBe(404)
  })

  test('an invitation ends when it is withdrawn, with the role of the person who made it, and with its key', async () => {
    const status = async (token: string) => (await s.browser.visit(null, `/connect/google?invite=${token}`)).status
    const open = async () => (await s.w.call<{ invitations: number }>('ada', 'get_google_coverage')).invitations
    const [first, other] = [await invite(s), await invite(s, 'ada', { tenant_id: 'ten_northwind' })]
    const rival = await invite(s, 'rita', { tenant_id: 'ten_rival' })
    expect([await open(), await status(first)]).toEqual([2, 200])
    expect(await s.w.call<object>('ada', 'withdraw_google_invites', { tenant_id: 'ten_bakery' })).toEqual({
      ...{ tenant_id: 'ten_bakery', withdrawn: 1 },
    })
    expect([await open(), await status(first), await status(other)]).toEqual([1, 404, 200])
    const gone = await toGoogle(s, other)
    s.w.db.write((tx) => tx.run("update members set role = 'member' where user_id = 'usr_ada'"))
    expect([await open(), await status(other), await status(rival)]).toEqual([0, 404, 200])
    expect((await back(s, s.op.consent(gone.url, VERA), gone.cookie)).status).toBe(404)
    expect(stored()).toBe(0)
    const key = { ...callerOf('ada'), via: 'key' as const, user_id: null, key_id: 'key_ada' }
    s.w.db.write((tx) =>
      tx.run(
        `insert into api_keys (id, tenant_id, name, hash, prefix, role, status, created_at)
         values ('key_ada', 'ten_northwind', 'Script', 'h', 'spk', 'admin', 'active', ?)`,
        tx.now,
      ),
    )
    const by_key = await invite(s, key)
    expect(await status(by_key)).toBe(200)
    s.w.db.write((tx) => tx.run("update api_keys set status = 'revoked' where id = 'key_ada'"))
    expect(await status(by_key)).toBe(404)
  })

  test('a consent without Search Console is refused by the name of the scope, and withdrawn', async () => {
    const gone = await toGoogle(s, await invite(s))
    const only_email = (asked: string[]) => asked.filter((scope) => !scope.includes('webmasters'))
    const answer = await back(s, s.op.consent(gone.url, VERA, only_email), gone.cookie)
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('auth/webmasters.readonly')])
    expect([stored(), s.op.revoked.length]).toEqual([0, 1])
  })

  test('fewer scopes than asked: sitemaps are off, and the refusal names the scope', async () => {
    const gone = await toGoogle(s, await invite(s, 'ada', { tenant_id: 'ten_bakery', sitemaps: true }))
    expect(new URL(gone.url).searchParams.get('scope')).toEndWith('/auth/webmasters')
    const less = (asked: string[]) => asked.map((scope) => (scope.includes('webmasters') ? `${scope}.readonly` : scope))
    await back(s, s.op.consent(gone.url, VERA, less), gone.cookie)
    expect((await accounts())[0]).toMatchObject({ may_submit_sitemaps: false })
    const { items } = await s.w.call<{ items: { id: string }[] }>('ada', 'list_google_properties')
    const wrong = await refusal(s.w.call('ada', 'update_google_property', { id: items[0]!.id, sitemaps: true }))
    expect(wrong).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('https://www.googleapis.com/auth/webmasters'),
    })
  })

  test('an account without properties is connected and empty', async () => {
    await connect(s, { email: 'empty@bakery.example' })
    expect(await accounts()).toMatchObject([{ state: 'ok', properties: 0 }])
  })

  test('nobody can be invited while the redirect is none that Google takes', async () => {
    const bare = await googleSetting({ env: { SIGNALPOST_SITE_URL: 'http://198.51.100.7' } })
    const why = await refusal(bare.w.call('ada', 'connect_google', {}))
    bare.close()
    expect(why).toMatchObject({ code: 'conflict', message: expect.stringContaining('no redirect to an IP address') })
  })
})

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'https://push.northwind.example'])(
  'Google takes the redirect of an install at %s',
  async (site) => {
    const other = await googleSetting({ env: { SIGNALPOST_SITE_URL: site } })
    const { problem, redirect_uri } = await other.w.call('pat', 'get_google_client')
    other.close()
    expect([problem, redirect_uri]).toEqual([null, `${site}/connect/google/callback`])
  },
)

test('a client is tested before somebody meets it: its name, its secret, and the redirect', async () => {
  expect(await s.w.call('pat', 'test_google_client')).toMatchObject({ ok: true })
  expect(await s.w.call('pat', 'get_google_client')).toMatchObject({
    tested_at: s.w.clock.now(),
    client_secret: { hint: '…ient' },
  })
  await s.w.call('pat', 'put_google_client', { ...GOOGLE_CLIENT, client_secret: 'wrong' })
  expect(await s.w.call('pat', 'test_google_client')).toMatchObject({
    ok: false,
    message: expect.stringContaining('Copy both again'),
  })
  expect(await s.w.call('pat', 'get_google_client')).toMatchObject({ tested_at: null })
})

test('a stored secret goes to no other address and no other client', async () => {
  for (const given of [{ base_url: 'http://127.0.0.1:9' }, { client_id: 'another' }]) {
    const wanted = { client_id: GOOGLE_CLIENT.client_id, ...given }
    expect(await refusal(s.w.call('pat', 'put_google_client', wanted))).toMatchObject({ code: 'validation_failed' })
  }
})
