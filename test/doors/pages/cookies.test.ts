/** Cookies of the pages come from this install, for this session: a sibling host or another reader plants none. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { createScheduler } from '../../../src/doors/ops/scheduler.ts'
import { keptCookie, readCookie } from '../../../src/doors/pages/cookies.ts'
import { web } from '../../../src/doors/pages/web.ts'
import { handler } from '../../../src/doors/server.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { site } from '../../../views/site.tsx'
import { ADAS_PASSWORD, seedPassword } from '../../domains/accounts/seed.ts'
import { CAST, type Person, type World, world } from '../../world.ts'

const INSTALL = 'push.platform.example'

let w: World
let answer: ReturnType<typeof handler>
function open(scheme: 'http' | 'https'): void {
  w?.close()
  w = world({ env: { SIGNALPOST_SITE_URL: `${scheme}://${INSTALL}` } })
  answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
}
beforeEach(() => open('https'))
afterEach(() => {
  w.close()
  w = undefined as never
})

const NO_PEER = { requestIP: () => null, timeout: () => {} }
const FORM = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
const visit = async (path: string, cookie: string, form?: Record<string, string>) =>
  answer(
    new Request(`http://localhost${path}`, {
      headers: { host: INSTALL, cookie, ...(form ? FORM : {}) },
      ...(form ? { method: 'POST', body: `${new URLSearchParams(form)}` } : {}),
    }),
    NO_PEER,
  )
const set = (response: Response, name: string): string | undefined =>
  response.headers.getSetCookie().find((one) => one.startsWith(`${name}=`))
const pairOf = (cookie: string): string => cookie.split(';')[0]!
async function sessionOf(person: Person): Promise<string> {
  const { token } = await openSession(w.app, CAST[person].id, { ip: null, user_agent: null })
  return `${sessionCookieName(w.app.config)}=${token}`
}
const WORD = 'You are signed out.'
const PATH = '/app/sign-in'

/** A word for the next page, as somebody who signs out gets it. */
const signOut = async (cookie: string) => visit('/app/sign-out', cookie, {})

test('over https their names have the prefix __Host-, and they come from the whole host alone', async () => {
  w.db.write((tx) => seedPassword(tx, CAST.ada.id))
  const flash = set(await signOut(await sessionOf('ada')), '__Host-flash')!
  const known = set(await visit(PATH, '', { email: CAST.ada.email, password: ADAS_PASSWORD }), '__Host-known')!
  for (const cookie of [flash, known, keptCookie(w.app, 'step', 'x', 60)])
    expect([
      cookie,
      /^__Host-\w+=v1\.[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/.test(cookie),
    ]).toEqual([cookie, true])
  open('http')
  expect(keptCookie(w.app, 'step', 'x', 60)).toMatch(/^step=v1\.[\w-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/)
})

test('a word that this install did not make, or made for another session, or long ago, is not shown', async () => {
  const shows = async (cookie: string) => (await (await visit(PATH, cookie)).text()).includes(WORD)
  const mine = pairOf(set(await signOut(await sessionOf('ada')), '__Host-flash')!)
  expect(await shows(mine)).toBe(true)
  const words = encodeURIComponent(JSON.stringify({ text: WORD }))
  for (const planted of [
    `flash=${words}`,
    `__Host-flash=${words}`,
    mine.replace('__Host-', ''),
    mine.replace('v1.', 'v1.A'),
  ])
    expect([planted, await shows(planted)]).toEqual([planted, false])
  w.clock.turn(2 * MINUTE)
  expect(await shows(mine)).toBe(false)
})

test('a word is for the session that it was left for', async () => {
  const [ada, ben] = [await sessionOf('ada'), await sessionOf('ben')]
  const word = pairOf(keptFor(ada))
  const page = async (cookie: string) => (await (await visit('/app/w/ten_northwind', cookie)).text()).includes(WORDS)
  expect([await page(`${ada}; ${word}`), await page(`${ben}; ${word}`)]).toEqual([true, false])
})
const WORDS = 'It is saved.'
/** A word as the pages keep it. */
function keptFor(session: string): string {
  const of = Bun.SHA256.hash(session.slice(session.indexOf('=') + 1), 'hex')
  const word = { text: WORDS, tone: 'ok', until: '2026-11-02T09:01:00.000Z' }
  return keptCookie(w.app, 'flash', JSON.stringify(word), 60, of)
}

test('a planted step or known cookie counts as none', () => {
  const seen = (cookie: string, name: string) =>
    readCookie({ app: w.app, request: new Request('http://localhost/', { headers: { cookie } }) }, name)
  const step = pairOf(keptCookie(w.app, 'step', 'spt_token', 60))
  expect(seen(step, 'step')).toBe('spt_token')
  for (const planted of ['step=spt_token', '__Host-step=spt_token', step.replace('step', 'known')])
    expect([planted, seen(planted, 'step'), seen(planted, 'known')]).toEqual([planted, null, null])
})
