/** The life of a consent: refreshed, rotated, in Testing, lost, withdrawn; and what becomes of its properties. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { accessToken } from '../../../src/features/evidence/index.ts'
import { refreshGoogleAccountsTask } from '../../../src/features/evidence/tasks.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { START } from '../../world.ts'
import { connect, googleSetting, type Setting, serve, VERA } from './setting.ts'

let s: Setting
beforeEach(async () => {
  s = await googleSetting()
})
afterEach(() => s.close())

type Account = { id: string; email: string; state: string; why: string | null; ends_at: string | null; used: number }
const accounts = async () => (await s.w.call<{ items: Account[] }>('ada', 'list_google_accounts', {})).items
type Property = { id: string; site_url: string; usable: boolean; tenant_ids: string[] }
const properties = async (who: 'ada' | 'rita' = 'ada') =>
  (await s.w.call<{ items: Property[] }>(who, 'list_google_properties', {})).items
const letters = () =>
  s.w.db.read((tx) =>
    tx.rows<{ to_address: string; facts: string }>(
      "select to_address, facts from mails where template = 'google_lost'",
    ),
  )
const refreshes = () => s.op.received.filter(({ body }) => body.includes('grant_type=refresh_token')).length
const token = (id: string, fresh = false) => accessToken(s.w.app, id, new AbortController().signal, fresh)

describe('access tokens', () => {
  test('are kept for their hour in memory alone, and the refresh token stays when Google sends none', async () => {
    const id = await connect(s)
    const first = await token(id)
    expect([await token(id), refreshes()]).toEqual([first, 1])
    s.w.clock.turn(HOUR)
    expect(await token(id)).not.toBe(first)
    expect(refreshes()).toBe(2)
  })

  test('a refresh token that Google replaces is kept instead of the old one', async () => {
    const id = await connect(s)
    s.op.rotates = true
    await token(id)
    s.op.rotates = false
    s.w.clock.turn(2 * HOUR)
    await token(id)
    expect(s.op.grants).toHaveLength(1)
    expect((await accounts())[0]!.state).toBe('ok')
  })

  test('two refreshes at once end no consent whose refresh token Google replaces', async () => {
    const id = await connect(s)
    s.op.rotates = true
    const [first, second] = await Promise.all([token(id, true), token(id, true)])
    expect([second, await token(id), refreshes()]).toEqual([first, first, 1])
    expect((await accounts())[0]!.state).toBe('ok')
  })

  test('a consent that is given again while Google refuses the old one stays', async () => {
    const id = await connect(s)
    const { google } = s.w.app
    s.op.grants = []
    s.w.app.google = (...client) => {
      const real = google(...client)
      const refresh: typeof real.refresh = async (old, signal) => {
        s.w.app.google = google
        await connect(s)
        return real.refresh(old, signal)
      }
      return { ...real, refresh }
    }
    expect(await token(id, true)).toStartWith('ya29.access')
    expect([(await accounts())[0]!.state, letters()]).toEqual(['ok', []])
  })

  test('each consent is refreshed once a week, so that it does not end unused', async () => {
    await connect(s)
    for (let hour = 0; hour < 15 * 24; hour++) {
      s.w.clock.turn(HOUR)
      await s.w.run(refreshGoogleAccountsTask)
    }
    // Day 6, just after day 7, and day 14.
    expect(refreshes()).toBe(3)
  })
})

describe('acceptance 2: a consent screen in Testing', () => {
  const lose = async () => {
    for (let hour = 0; hour < 7 * 24 + 2; hour++) {
      s.w.clock.turn(HOUR)
      await s.w.run(refreshGoogleAccountsTask)
    }
  }

  test('is said on day 7, with the way out, in words and in a letter', async () => {
    s.op.testing = 'silent'
    await connect(s)
    await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
    expect((await accounts())[0]).toMatchObject({ state: 'ok', why: null })
    await lose()
    expect(await accounts()).toMatchObject([
      { state: 'lost', why: expect.stringContaining('is in Testing. Publish it') },
    ])
    const [letter, ...more] = letters()
    expect([letter!.to_address, more]).toEqual(['ada@northwind.example', []])
    expect(letter!.facts).toContain('Testing')
    const page = await s.browser.visit('ada', '/app/w/ten_northwind/engines')
    expect(page.text).toContain('is in Testing')
  })

  test('is said on the day of the consent where Google says when it ends', async () => {
    s.op.testing = 'said'
    await connect(s)
    const [account] = await accounts()
    expect([account!.state, account!.ends_at!.slice(0, 10)]).toEqual([
      'testing',
      plus(START, 6.9999 * DAY).slice(0, 10),
    ])
    expect((await s.browser.visit('ada', '/app/w/ten_northwind/engines')).text).toContain('is in Testing: publish it')
  })

  test('a consent that is withdrawn on another day is no Testing', async () => {
    await connect(s)
    s.op.grants.length = 0
    s.w.clock.turn(3 * DAY)
    await expect(token((await accounts())[0]!.id)).rejects.toThrow('the consent is gone')
    expect((await accounts())[0]).toMatchObject({ state: 'lost', why: expect.stringContaining('withdrawn') })
  })

  test('the properties stay listed, and connecting again brings their workspaces back', async () => {
    s.op.testing = 'silent'
    await connect(s)
    await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
    await lose()
    expect((await properties()).find(({ site_url }) => site_url === 'sc-domain:bakery.example')).toMatchObject({
      ...{ usable: false, tenant_ids: ['ten_bakery'] },
    })
    const asked = () => s.w.db.read((tx) => tx.number('select count(*) from property_workspaces'))
    expect(asked()).toBe(0)
    s.op.testing = false
    await connect(s)
    expect([(await accounts()).length, asked()]).toEqual([1, 1])
  })
})

describe('acceptance 9: disconnecting', () => {
  test('withdraws the consent at Google and forgets all here', async () => {
    const id = await connect(s)
    await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
    const { refresh_token } = s.op.grants[0]!
    expect(await s.w.call('ada', 'disconnect_google', { id })).toEqual({ id, disconnected: true, revoked: true })
    expect(s.op.revoked).toEqual([refresh_token])
    const left = s.w.db.read((tx) =>
      tx.number(
        'select (select count(*) from google_accounts) + (select count(*) from google_properties) + (select count(*) from property_workspaces)',
      ),
    )
    expect(left).toBe(0)
  })

  test('of one workspace leaves the consent of the same person for another one', async () => {
    const bakery = await connect(s)
    await connect(s, { input: {} })
    expect(await s.w.call('ada', 'disconnect_google', { id: bakery })).toMatchObject({ revoked: false })
    expect(s.op.revoked).toEqual([])
    expect((await accounts()).map(({ state }) => state)).toEqual(['ok'])
  })

  test('forgets here also where Google does not answer', async () => {
    const id = await connect(s)
    s.op.fail({ status: 503 }, 1, /revoke/)
    expect(await s.w.call('ada', 'disconnect_google', { id })).toMatchObject({ disconnected: true, revoked: false })
    expect(await accounts()).toEqual([])
  })
})

describe('properties', () => {
  test('one that is not verified at Google is listed and cannot be used', async () => {
    await connect(s)
    const found = (await properties()).find(({ site_url }) => site_url.includes('alte-backstube'))!
    expect(found.usable).toBe(false)
    const why = await refusal(s.w.call('ada', 'update_google_property', { id: found.id, tenant_ids: ['ten_bakery'] }))
    expect(why).toMatchObject({ code: 'conflict', message: expect.stringContaining('not verified') })
  })

  test('one that serves another agency is refused without its name, and free again once that consent is gone', async () => {
    await connect(s)
    await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
    await connect(s, { email: 'rita@rival.example', who: 'rita', input: {} })
    const why = await refusal(serve(s, 'sc-domain:bakery.example', ['ten_rival'], 'rita') as Promise<unknown>)
    expect(why).toMatchObject({
      code: 'conflict',
      message: 'This property already serves another agency of this install.',
    })
    expect(JSON.stringify(why)).not.toMatch(/northwind|bakery\.example|vera/i)
    await s.w.call('ada', 'disconnect_google', { id: (await accounts())[0]!.id })
    expect(await serve(s, 'sc-domain:bakery.example', ['ten_rival'], 'rita')).toMatchObject({
      tenant_ids: ['ten_rival'],
    })
  })

  test('one that was given to another agency while its consent was gone is not served again by connecting', async () => {
    await connect(s)
    await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
    s.op.grants = []
    await token((await accounts())[0]!.id, true).catch(() => {})
    await connect(s, { email: 'rita@rival.example', who: 'rita', input: {} })
    await serve(s, 'sc-domain:bakery.example', ['ten_rival'], 'rita')
    const served = () => s.w.db.read((tx) => tx.rows('select property, tenant_id from property_workspaces'))
    const before = served()
    const why = await connect(s).catch((error: Error) => error.message)
    expect(why).toContain('not connected: 409')
    expect(why).toContain('serves another agency of this install now')
    expect(why).not.toContain('ival')
    expect([(await accounts())[0]!.state, served()]).toEqual(['lost', before])
    await s.w.call('ada', 'disconnect_google', { id: (await accounts())[0]!.id })
    await connect(s)
    expect([(await accounts())[0]!.state, served()]).toEqual(['ok', before])
  })

  test('workspaces out of reach are not found, and accounts of others neither', async () => {
    const id = await connect(s)
    const [{ id: property } = { id: '' }] = await properties()
    for (const call of [
      s.w.call('ada', 'update_google_property', { id: property, tenant_ids: ['ten_rival'] }),
      s.w.call('rita', 'update_google_property', { id: property, reserve_pct: 10 }),
      s.w.call('rita', 'disconnect_google', { id }),
    ])
      expect(await refusal(call)).toMatchObject({ code: 'not_found' })
    expect(await properties('rita')).toEqual([])
  })

  test('the list is read again with each weekly refresh: new ones come, lost ones go', async () => {
    await connect(s)
    s.op.people.get(VERA)!.sites = {
      'sc-domain:bakery.example': 'siteOwner',
      'https://new.bakery.example/': 'siteOwner',
    }
    s.w.clock.turn(8 * DAY)
    await s.w.run(refreshGoogleAccountsTask)
    expect((await properties()).map(({ site_url }) => site_url).sort()).toEqual([
      'https://new.bakery.example/',
      'sc-domain:bakery.example',
    ])
  })
})

test('a call that Google cannot answer now leaves the consent as it is', async () => {
  await connect(s)
  s.op.fail({ status: 503 }, 2, /token/)
  s.w.clock.turn(8 * DAY)
  await s.w.run(refreshGoogleAccountsTask)
  expect((await accounts())[0]!.state).toBe('ok')
  s.w.clock.turn(10 * MINUTE)
  await s.w.run(refreshGoogleAccountsTask)
  await s.w.run(refreshGoogleAccountsTask)
  expect((await accounts())[0]!.state).toBe('ok')
})

test('a workspace is deleted once its account is disconnected, which ends the consent at Google', async () => {
  const id = await connect(s)
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery', 'ten_northwind'])
  const remove = () => s.w.call('ada', 'delete_tenant', { id: 'ten_bakery', mode: 'delete', confirm: 'Bakery' })
  expect(await refusal(remove())).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Disconnect it first'),
  })
  expect(s.op.revoked).toEqual([])
  await s.w.call('ada', 'disconnect_google', { id })
  expect(s.op.revoked).toHaveLength(1)
  await remove()
  expect(s.w.db.read((tx) => tx.rows('select * from property_workspaces'))).toEqual([])
})
