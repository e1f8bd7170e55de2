/** Single sign-on in Chromium: the compiled binary at one site, `oidc-provider` at another. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { inLongRun, WHOLE } from '../long/whole.ts'
import { CLIENT } from '../upstreams/identity-provider.ts'
import { openOidcProvider, type People, SECOND } from '../upstreams/oidc-provider.ts'
import { CAP, closePages, flaws, HAS_CHROMIUM, sharedBrowser, violations } from './chromium.ts'
import { type Install, newInstall, setUp, somebody } from './install.ts'

setDefaultTimeout(CAP)

/** Where pictures go, to be seen: `SHOTS=folder`. */
const SHOTS = process.env.SHOTS

describe.skipIf(!HAS_CHROMIUM)('single sign-on', () => {
  const people: People = {
    ada: { email: 'ada@northwind.example', email_verified: true, name: 'Ada' },
    eve: { email: 'eve@northwind.example', email_verified: true, name: 'Eve', groups: ['seo'] },
    zoe: { email: 'zoe@elsewhere.example', email_verified: true, name: 'Zoe' },
  }
  let one: Install
  let op: Awaited<ReturnType<typeof openOidcProvider>>
  let browser: Browser
  let ada: Awaited<ReturnType<typeof somebody>>
  let eve: typeof ada
  let [home, id, redirect] = ['', '', '']

  beforeAll(async () => {
    op = await openOidcProvider(people)
    one = await newInstall({}, 'localhost')
    browser = await sharedBrowser()
    ada = await visitor()
    eve = await visitor()
    await setUp(ada, one)
    await ada.open(`${one.address}/app`)
    home = ada.page.url().replace(/(\/app\/w\/[^/?]+).*/, '$1')
    const tenant_id = home.split('/').at(-1)!
    const rules = Object.entries({ seo: 'member', leads: 'admin' }).map(([value, role]) => ({ value, role, tenant_id }))
    ;({ id } = await one.call(ada.page, 'POST', '/identity-providers', {
      ...{ name: 'Acme login', kind: 'generic', issuer: op.url, ...CLIENT, rules },
      ...{ creates: true, domains: ['northwind.example'], end_session: true },
    }))
    redirect = `${one.address}/app/sso/${id}/callback`
    op.register([redirect], [`${one.address}/app/sign-in`])
  })
  afterAll(async () => {
    await closePages(browser)
    await one?.close()
    await op?.close()
  })

  async function visitor() {
    const made = await somebody(browser)
    made.page.setDefaultTimeout(15_000)
    // A font that the pages of the provider ask for.
    await made.page.route(/fonts\.googleapis/, (route) => route.fulfill({ body: '' }))
    return made
  }
  async function judge({ page }: typeof ada, name: string) {
    if (WHOLE || SHOTS) expect([name, await violations(page), await flaws(page)]).toEqual([name, [], []])
    if (SHOTS) await picture(page, name)
  }
  /** Types a name at the provider and agrees to what it asks. */
  async function atProvider({ page }: typeof ada, login: string) {
    await page.waitForURL((url) => url.origin === op.url)
    const field = page.locator('input[name=login]')
    if (await field.count()) {
      await field.fill(login)
      await page.fill('input[name=password]', 'x')
      await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')])
    }
    if (page.url().startsWith(op.url)) await page.click('button[type=submit]')
    await page.waitForURL((url) => url.origin === one.address)
  }
  const signedIn = ({ page }: typeof ada) => page.waitForURL(/\/app\/w\//)

  test('a stranger signs in, with the role of their group; the cookie is closed to scripts', async () => {
    await eve.open(`${one.address}/app/sign-in`)
    await judge(eve, 'sign-in')
    await eve.follow('Sign in with Acme login')
    await atProvider(eve, 'eve')
    await signedIn(eve)
    const sid = (await eve.page.context().cookies()).find(({ name }) => name === 'sid')
    expect(sid).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(await eve.page.evaluate(() => document.cookie)).not.toContain('sid')
  })

  test('signing out goes on at the provider, and back; the next sign-in is the same account', async () => {
    await eve.page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/app/sign-out"]')!.submit())
    await eve.page.waitForURL((url) => url.origin === op.url)
    await Promise.all([eve.page.waitForNavigation(), eve.page.click('button[value=yes]')])
    await eve.page.waitForURL(`${one.address}/app/sign-in*`)
    expect((await eve.page.context().cookies()).map(({ name }) => name)).not.toContain('sid')
    people.eve!.groups = ['leads']
    await eve.follow('Sign in with Acme login')
    await atProvider(eve, 'eve')
    await signedIn(eve)
    await ada.open(`${one.address}/app/platform/sso/${id}`)
    await ada.sees('1 person')
    await judge(ada, 'people')
    await ada.open(`${home}/members`)
    await ada.sees('eve@northwind.example')
    await judge(ada, 'members')
  })

  inLongRun('an admin adds a provider, registers its address there, and tries it, signed in by nobody', async () => {
    await ada.open(`${one.address}/app/platform/sso`)
    await ada.choose('Kind', 'Other (OpenID Connect)')
    await ada.fill('Name', 'Second login')
    await ada.fill('Issuer', op.url)
    await ada.fill('Client ID', SECOND.client_id)
    await ada.fill('Client secret', SECOND.client_secret)
    await ada.press('Add identity provider')
    op.register([redirect, await ada.page.inputValue('#redirect')], [`${one.address}/app/sign-in`])
    await ada.press('Test configuration')
    await ada.sees('Keys')
    await judge(ada, 'settings')
    await ada.press('Try a sign-in')
    await atProvider(ada, 'zoe')
    await ada.sees('Trial of Second login', 'h1')
    await ada.sees('zoe@elsewhere.example')
    await judge(ada, 'trial')
    await ada.follow('Back to the provider')
    await ada.press('Require it')
    await judge(ada, 'refused')
    await ada.open(`${one.address}/app/platform/sso`)
    await judge(ada, 'list')
  })

  inLongRun('who has no account, nor a domain that makes one, is shown the way', async () => {
    const zoe = await visitor()
    await zoe.open(`${one.address}/app/sign-in`)
    await zoe.follow('Sign in with Acme login')
    await atProvider(zoe, 'zoe')
    await zoe.sees('Not signed in', 'h1')
    await judge(zoe, 'refused-domain')
  })

  inLongRun('an admin connects their own account, signs in by it, and disconnects it', async () => {
    await ada.open(`${home}/account`)
    await ada.press('Connect Acme login')
    await atProvider(ada, 'ada')
    await ada.sees('Acme login is connected', '#toasts')
    await ada.page.context().clearCookies({ domain: 'localhost' })
    await ada.open(`${one.address}/app/sign-in`)
    await ada.follow('Sign in with Acme login')
    await signedIn(ada)
    await ada.open(`${home}/account`)
    await judge(ada, 'account')
    await ada.press(/^Disconnect/)
    await ada.sees('Disconnected.', '#toasts')
  })

  test('no page complained on the way', () => {
    expect([...ada.complaints, ...eve.complaints]).toEqual([])
  })
})

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS!, { recursive: true })
  for (const width of [1360, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1360, height: 860 })
  await page.emulateMedia({ colorScheme: 'light' })
}
