/** Passkeys in Chromium with a virtual authenticator, on the compiled binary: added, used to sign in and as a proof, removed. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { CAN_TURN } from '../e2e/appliance.ts'
import { WHOLE } from '../long/whole.ts'
import { CAP, closePages, flaws, HAS_CHROMIUM, sharedBrowser, violations } from './chromium.ts'
import { type Install, newInstall, PASSWORD, setUp, somebody } from './install.ts'

setDefaultTimeout(CAP)

/** Where pictures go, to be seen: `SHOTS=folder`. */
const SHOTS = process.env.SHOTS

describe.skipIf(!HAS_CHROMIUM)('passkeys', () => {
  let one: Install
  let browser: Browser
  let ada: Awaited<ReturnType<typeof somebody>>
  let cdp: CDPSession
  let authenticatorId: string

  beforeAll(async () => {
    one = await newInstall({}, 'localhost')
    browser = await sharedBrowser()
    ada = await somebody(browser)
    ada.page.setDefaultTimeout(6000)
    cdp = await ada.page.context().newCDPSession(ada.page)
    await cdp.send('WebAuthn.enable')
    ;({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }))
    await ada.page.addInitScript(() => {
      if (localStorage.getItem('suggests') !== 'yes')
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await setUp(ada, one)
  })
  afterAll(async () => {
    await closePages(browser)
    await one?.close()
  })

  const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  /** Passkeys among the suggestions of the e-mail field; the virtual authenticator takes the first at once. */
  const suggests = (on: boolean) => ada.page.evaluate((yes) => localStorage.setItem('suggests', yes), on ? 'yes' : 'no')
  const signOut = async () => {
    await ada.page.context().clearCookies()
    await ada.open(`${one.address}/app/sign-in`)
  }
  const signedIn = () => ada.page.waitForURL(/\/app\/w\//)
  async function judge(name: string) {
    expect([name, WHOLE ? await violations(ada.page) : [], await flaws(ada.page)]).toEqual([name, [], []])
    if (SHOTS) await picture(ada.page, name)
  }

  test('one is added by name, and brings the recovery codes', async () => {
    await ada.open(`${one.address}/app`)
    await ada.open(ada.page.url().replace(/(\/app\/w\/[^/?]+).*/, '$1/account/factors'))
    await ada.sees('A new passkey works at localhost only.')
    await ada.press('Add passkey')
    await judge('new')
    await ada.fill('Name', 'Notebook')
    await ada.press('Create passkey')
    await ada.sees('Each signs you in once')
    await ada.follow('I stored them')
    await ada.sees('Passkey for localhost, on one device')
    await judge('list')
    expect(await credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])
  })

  test('autofill signs in, and the button does', async () => {
    await signOut()
    const button = ada.page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor({ state: 'visible' })
    await judge('sign-in')
    await suggests(true)
    await ada.page.reload()
    await signedIn()
    await suggests(false)
    await signOut()
    await button.click()
    await signedIn()
  })

  test.each(['isBogusSignature', 'isBadUV'])('an answer with %s signs nobody in', async (override) => {
    await signOut()
    await cdp.send('WebAuthn.setResponseOverrideBits', { authenticatorId, [override]: true })
    await ada.page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await ada.sees('This passkey was not accepted', '#toasts')
    await cdp.send('WebAuthn.setResponseOverrideBits', { authenticatorId, [override]: false })
    expect((await ada.page.context().cookies()).map(({ name }) => name)).not.toContain('sid')
  })

  test('after the password it is asked for', async () => {
    await signOut()
    await ada.fill('E-mail', 'ada@northwind.example')
    await ada.fill('Password', PASSWORD)
    await ada.press('Sign in')
    await ada.sees('Second step', 'h1')
    await judge('second')
    await ada.page.getByRole('button', { name: 'Use your passkey' }).click()
    await signedIn()
  })

  test.skipIf(!CAN_TURN)('15 minutes later it proves who removes it', async () => {
    one.clock.turn(20 * MINUTE)
    await ada.open(ada.page.url().replace(/(\/app\/w\/[^/?]+).*/, '$1/account/factors'))
    await ada.press(/^Remove/)
    await ada.sees('Confirm that it is you', 'h1')
    await judge('proof')
    await ada.page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    await ada.sees('Removed.', '#toasts')
    await ada.sees('Your password alone signs you in')
  })

  test('no page complained on the way', () => {
    expect(ada.complaints).toEqual([])
  })
})

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS!, { recursive: true })
  for (const width of [1360, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1360, height: 860 })
  await page.emulateMedia({ colorScheme: 'light' })
}
