/** Pages that people meet before they are in: whose language they speak, and nothing English left in another. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { linkOf, stopLink } from '../../../src/domains/mail/index.ts'
import { completeLanguages } from '../../../src/kernel/language/catalogue.ts'
import { keepInstallLanguage } from '../../../src/kernel/language/install-language.ts'
import { plus } from '../../../src/kernel/time/clock.ts'
import { seedPassword } from '../../domains/accounts/seed.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { CHALLENGE, REDIRECT, registered } from '../../domains/oauth/app.ts'
import { strangersGallery } from '../../gallery/strangers.tsx'
import { type World, world } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeAll(async () => {
  w = world()
  browser = browserOf(w)
  await w.call('pat', 'update_email_settings', { host: '127.0.0.1', port: 1, secure: 'none', from_address: 'a@b.test' })
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.set(plus(w.clock.now(), 60_000))
  speak('ten_northwind', null)
  speak('ten_bakery', null)
  keepInstallLanguage(w.db, 'en')
  await w.db.write((tx) => {
    tx.run("update users set locale = 'en', own_locale = 0")
    tx.run("delete from day_counters where name like '%:%'")
    return seedPassword(tx)
  })
})

const speak = (id: string, language: string | null) =>
  w.db.write((tx) => void tx.run('update tenants set language = ? where id = ?', language, id))
const choose = (id: string, locale: string) =>
  w.db.write((tx) => void tx.run('update users set locale = ?, own_locale = 1 where id = ?', locale, id))
const langOf = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1]
const speaks = async (path: string, headers: Record<string, string> = {}, who: 'vera' | 'ada' | null = null) =>
  langOf((await browser.visit(who, path, headers)).html)

test('the host decides: the language of its workspace, else of the install; no browser does', async () => {
  seedOwnDomain({ run: (sql) => w.db.write((tx) => void tx.run(sql)) }, 'ten_northwind', 'push.northwind.example')
  const own = { host: 'push.northwind.example', 'accept-language': 'fr' }
  const install = { 'accept-language': 'fr-FR,fr;q=0.9' }
  const both = async (path: string) => [await speaks(path, own), await speaks(path, install)]
  expect(await both('/app/sign-in')).toEqual(['en', 'en'])
  keepInstallLanguage(w.db, 'nl')
  expect(await both('/app/sign-in')).toEqual(['nl', 'nl'])
  speak('ten_northwind', 'de-AT')
  for (const path of ['/app/sign-in', '/reset', '/reset/sent', '/nothing', '/app/nothing', '/welcome?token=spi_none'])
    expect([path, ...(await both(path))]).toEqual([path, 'de', 'nl'])
})

test('an invited person reads the language that they chose, else that of their workspace', async () => {
  speak('ten_bakery', 'pl')
  const invitation = { id: 'ten_bakery', email: 'bo@bakery.example', role: 'client_viewer' }
  const { invitation_url } = await w.call<{ invitation_url: string }>('ada', 'add_member', invitation)
  const { pathname, search } = new URL(invitation_url)
  const { html } = await browser.visit(null, pathname + search)
  expect([langOf(html), html.includes('Wybierz hasło')]).toEqual(['pl', true])
  const { html: refused } = await browser.send(null, pathname + search, { password: 'short' })
  expect(refused).toContain('Użyj od 15 do 256 znaków')
})

test.each([
  [null, 'de', 'de'],
  ['en', 'de', 'en'],
  ['fr-CA', 'de', 'fr'],
  ['sv', 'de', 'en'],
  ['en-GB', 'de', 'en'],
  ['es', null, 'es'],
])('a person with %s in a workspace with %s reads %s', async (locale, workspace, shown) => {
  speak('ten_bakery', workspace)
  if (locale) choose('usr_vera', locale)
  expect(await speaks('/app/invitations', {}, 'vera')).toBe(shown)
})

test('the page that confirms an address, and its word after a decline, are in the language of the person', async () => {
  choose('usr_vera', 'it')
  await browser.send('vera', '/app/invitations/prove')
  const mail = w.db.read((tx) => tx.row<Parameters<typeof linkOf>[1]>('select * from mails order by id desc'))!
  const { pathname, search } = new URL(linkOf(w.app, mail)!)
  const { html } = await browser.visit(null, pathname + search)
  expect([langOf(html), html.includes('Esiste un account con l’indirizzo vera@bakery.example')]).toEqual(['it', true])
})

test('a refused sign-in says why in the language of the page, and a general sentence where none is translated', async () => {
  keepInstallLanguage(w.db, 'de')
  const wrong = await browser.send(null, '/app/sign-in', { email: 'ada@northwind.example', password: 'wrong' })
  expect(wrong.main).toContain('Die E-Mail-Adresse oder das Passwort ist falsch.')
  const weak = await browser.send(null, '/sign-up', { name: 'Q', email: 'no', password: 'aaaaaaaaaaaaaaaaaaaaaaaaaa' })
  expect(weak.main).toContain('Eine gültige E-Mail-Adresse eingeben.')
  expect(weak.main).toContain('Dieses Passwort ist zu leicht zu erraten')
  const large = await browser.send(null, '/app/sign-in', { email: 'x'.repeat(70_000) })
  expect(large.main).toContain('Die Anfrage ist größer')
  expect(large.main).toContain('in Teilen senden')
})

test('the page that stops e-mails is in the language of the e-mails: of the person, or of the workspace', async () => {
  speak('ten_bakery', 'de')
  choose('usr_vera', 'fr')
  const stopped = async (email: string) => {
    const link = w.db.read((tx) => stopLink(tx, w.app, { tenant_id: 'ten_bakery', email }, 'notices'))
    const { pathname, search } = new URL(link)
    return speaks(pathname + search)
  }
  expect(await stopped('vera@bakery.example')).toBe('fr')
  expect(await stopped('someone@bakery.example')).toBe('de')
})

test('the word after a welcome is kept with its text, for the language of the page that says it', async () => {
  keepInstallLanguage(w.db, 'de')
  const invitation = { id: 'ten_bakery', email: 'cy@bakery.example', role: 'client_viewer' }
  const { invitation_url } = await w.call<{ invitation_url: string }>('ada', 'add_member', invitation)
  const { pathname, search } = new URL(invitation_url)
  const { headers } = await browser.send(null, pathname + search, { password: 'a quiet lamp over nine rivers' })
  expect(JSON.parse(wordIn(w, headers)).text).toEqual(['Welcome. You are signed in.'])
})

/** Data, and names that stay in all languages. */
const DATA =
  /[\w.-]+@[\w.-]+|https?:\/\/\S+|[\w.-]+\.(example|test)\S*|Platform|Northwind( login)?|Bakery|Signalpost|Vera|Desk|Guest posts · &quot;spring&quot; &amp; &lt;b&gt;more&lt;\/b&gt;|Quinn|Ada Lindqvist|[0-9a-f-]{8,}/g

/** Words outside of brackets that are no data. */
function english(html: string): string[] {
  let bare = html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<code lang="en">.*?<\/code>/g, '')
    .replaceAll(/<[^>]*? (?:title|aria-label|alt|placeholder)="([^"]*)"[^>]*>|<[^>]*>/g, ' $1 ')
    .replaceAll(DATA, '')
    .replaceAll(/&[#\w]+;/g, ' ')
  for (let depth = 0; depth < 4; depth++) bare = bare.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
  return bare.match(/[A-Za-z]{3,}.{0,40}/g) ?? []
}

test('English is found where it is left', async () => {
  expect(english((await browser.visit(null, '/app/sign-in')).html).length).toBeGreaterThan(3)
})

test('in the pseudo-language nothing is left in English, in forms and their refusals too', async () => {
  keepInstallLanguage(w.db, 'qps')
  const { id } = registered(w, 'Desk')
  const wish = { response_type: 'code', client_id: id, redirect_uri: REDIRECT, scope: 'read' }
  const app = new URLSearchParams({ ...wish, code_challenge: CHALLENGE, code_challenge_method: 'S256' }).toString()
  const pages: Record<string, string> = {}
  const visit = async (who: 'vera' | 'ada' | null, path: string) => {
    pages[path] = (await browser.visit(who, path)).html
  }
  const send = async (who: 'vera' | 'ada' | null, path: string, form: Record<string, string>) => {
    pages[`POST ${path}`] = (await browser.send(who, path, form)).html
  }
  for (const path of ['/app/sign-in', '/reset', '/reset/sent', '/reset?token=spr_none', '/sign-up', '/sign-up/sent'])
    await visit(null, path)
  for (const path of ['/sign-up?invite=spc_none', '/waitlist', '/waitlist/asked', '/verify?token=spv_none'])
    await visit(null, path)
  for (const path of [
    '/awaiting-approval',
    '/nothing',
    '/app/nothing',
    '/app/sso/none/start',
    '/connect/google?invite=x',
  ])
    await visit(null, path)
  await visit('ada', '/app/invitations')
  await visit('ada', `/oauth/authorize?${app}`)
  await visit('ada', '/oauth/authorize?client_id=none')
  await send('ada', '/oauth/authorize', { request: app, answer: 'yes', tenant_id: 'x', daily_credit_cap: '-1' })
  await send(null, '/app/sign-in', { email: 'a', password: 'b' })
  await send(null, '/sign-up', { name: '', email: 'no', password: 'x' })
  await send(null, '/waitlist', { email: 'no' })
  await send(null, '/reset', { email: 'no' })
  await send(null, '/app/sign-in', { email: 'x'.repeat(70_000) })
  const left = Object.entries(pages).flatMap(([path, html]) => english(html).map((words) => `${path}: ${words}`))
  expect(left).toEqual([])
  for (const { name, page } of strangersGallery.filter(({ name }) => name.endsWith('-qps')))
    expect([name, ...english(String(page()))]).toEqual([name])
})

test('in no language a page before sign-in shows an English sentence', async () => {
  for (const language of completeLanguages()) {
    w.clock.set(plus(w.clock.now(), 60_000))
    keepInstallLanguage(w.db, language)
    const { main } = await browser.visit(null, '/app/sign-in')
    expect([language, /Forgot your|Sign in/.test(main)]).toEqual([language, false])
    const { headers } = await browser.send(null, '/app/sign-out')
    expect(wordIn(w, headers)).not.toContain('signed out')
  }
})
