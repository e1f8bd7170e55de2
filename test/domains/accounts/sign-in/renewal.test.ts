import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  acceptOffer,
  callerOfSession,
  closeSession,
  OVERLAP,
  openSession,
  renewSessionsOf,
} from '../../../../src/domains/accounts/index.ts'
import { createScheduler } from '../../../../src/doors/ops/scheduler.ts'
import { web } from '../../../../src/doors/pages/web.ts'
import { handler } from '../../../../src/doors/server.ts'
import { DAY } from '../../../../src/kernel/time/clock.ts'
import { site } from '../../../../views/site.tsx'
import { CAST, type Person, type World, world } from '../../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../seed.ts'

let w: World
beforeEach(() => {
  w = world()
  w.db.write((tx) => seedPassword(tx))
})
afterEach(() => w.close())

const open = async (person: Person) =>
  (await openSession(w.app, CAST[person].id, { ip: '192.0.2.7', user_agent: 'Firefox' })).token
const lives = async (token: string) => (await callerOfSession(w.app, token)) !== null
const idsOf = (user_id: string) =>
  w.db.read((tx) => tx.rows<{ id: string }>('select id from sessions where user_id = ?', user_id)).map(({ id }) => id)

/** What the install answers a browser that has this session: the status, and the token that it is given, if any. */
async function visit(token: string, path: string, body?: object) {
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const request = new Request(`http://localhost:8080${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      host: 'localhost:8080',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: `sid=${token}`,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const response = await answer(request, { requestIP: () => null, timeout: () => {} })
  const given = /(?:^|, )sid=(sps_\w+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? null
  return { status: response.status, given }
}

const NEW = 'quiet harbour, seven gulls'
const change = (token: string, current_password = ADAS_PASSWORD) =>
  visit(token, '/api/v1/profile/password', { current_password, new_password: NEW })

describe('a changed password', () => {
  test('gives its own session a new cookie, and whoever else has the old one is out', async () => {
    const [here, there] = [await open('ada'), await open('ada')]
    const { status, given } = await change(here)
    expect({ status, given }).toEqual({ status: 200, given: expect.stringMatching(/^sps_/) })
    expect([await lives(here), await lives(there), await lives(given!)]).toEqual([false, false, true])
    expect((await visit(given!, '/api/v1/me')).status).toBe(200)
  })

  test('that is refused leaves every session as it was', async () => {
    const [here, there] = [await open('ada'), await open('ada')]
    expect(await change(here, 'not the password')).toEqual({ status: 422, given: null })
    expect([await lives(here), await lives(there)]).toEqual([true, true])
  })

  test('makes the session no younger: it ends thirty days after the sign-in all the same', async () => {
    const token = await open('ada')
    for (let day = 0; day < 25; day += 5) {
      w.clock.turn(5 * DAY)
      await lives(token)
    }
    const { given } = await change(token)
    w.clock.turn(4 * DAY)
    expect(await lives(given!)).toBe(true)
    w.clock.turn(DAY)
    expect(await lives(given!)).toBe(false)
  })
})

describe('a changed right', () => {
  test.each([
    ['another role', () => w.call('ada', 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' })],
    [
      'one more workspace',
      async () => {
        await w.call('ada', 'add_member', { id: 'ten_bakery', email: CAST.ben.email, role: 'admin' })
        acceptOffer(w.app, { user_id: 'usr_ben', tenant_id: 'ten_bakery', ip: null })
      },
    ],
    ['another right of any kind', async () => w.db.write((tx) => renewSessionsOf(tx, 'usr_ben'))],
  ])(
    '%s: the next page gives each session of the person a new token, once, and nobody else a thing',
    async (_, act) => {
      const [first, second, ada] = [await open('ben'), await open('ben'), await open('ada')]
      await act()
      for (const token of [first, second]) {
        const { status, given } = await visit(token, '/app/w/ten_northwind')
        expect({ status, given }).toEqual({ status: 200, given: expect.stringMatching(/^sps_/) })
        w.clock.turn(OVERLAP)
        expect([await lives(token), await lives(given!)]).toEqual([false, true])
        expect((await visit(given!, '/app/w/ten_northwind')).given).toBeNull()
      }
      expect(idsOf('usr_ben')).toHaveLength(2)
      expect((await visit(ada, '/app/w/ten_northwind')).given).toBeNull()
    },
  )

  test('calls of the API go on with the old token until a page was opened', async () => {
    const token = await open('ben')
    await w.call('ada', 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' })
    expect(await visit(token, '/api/v1/me')).toEqual({ status: 200, given: null })
    const { given } = await visit(token, '/app')
    w.clock.turn(OVERLAP)
    expect([await lives(token), await lives(given!)]).toEqual([false, true])
  })

  test('signs nobody out of the pages that a browser asks for side by side', async () => {
    const token = await open('ben')
    await w.call('ada', 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' })
    const pages = await Promise.all(
      ['', '/jobs', '/account'].map((path) => visit(token, `/app/w/ten_northwind${path}`)),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(pages.filter(({ given }) => given !== null)).toHaveLength(1)
    expect(idsOf('usr_ben')).toHaveLength(1)
    w.clock.turn(OVERLAP - 1)
    expect(await visit(token, '/app/w/ten_northwind')).toEqual({ status: 200, given: null })
    w.clock.turn(1)
    expect((await visit(token, '/app/w/ten_northwind')).status).toBe(303)
  })

  test('signing out with the token from before ends the session', async () => {
    const token = await open('ben')
    await w.call('ada', 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' })
    const { given } = await visit(token, '/app/w/ten_northwind')
    await closeSession(w.app, token)
    expect([await lives(token), await lives(given!)]).toEqual([false, false])
  })

  test('is none where the person can do as much as before: a role in a client, for whoever owns the agency', async () => {
    const token = await open('ada')
    await w.call('ada', 'add_member', { id: 'ten_bakery', email: CAST.ada.email, role: 'client_viewer' })
    acceptOffer(w.app, { user_id: 'usr_ada', tenant_id: 'ten_bakery', ip: null })
    await w.call('ada', 'update_member_role', { id: 'ten_bakery', uid: 'usr_ada', role: 'admin' })
    await w.call('ada', 'remove_member', { id: 'ten_bakery', uid: 'usr_ada' })
    expect(await visit(token, '/app/w/ten_bakery')).toEqual({ status: 200, given: null })
  })

  test('a page that refuses the visitor sends the new token all the same, or leaves the old one alone', async () => {
    const token = await open('ben')
    await w.call('ada', 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'client_viewer' })
    expect(await visit(token, '/app/w/ten_rival')).toEqual({ status: 404, given: null })
    const { status, given } = await visit(token, '/app/w/ten_northwind/push')
    expect({ status, given }).toEqual({ status: 403, given: expect.stringMatching(/^sps_/) })
    await w.call('ada', 'remove_member', { id: 'ten_northwind', uid: 'usr_ben' })
    expect(await visit(given!, '/app')).toEqual({ status: 403, given: null })
    expect(await lives(given!)).toBe(true)
  })
})

test('whoever comes by the front page stays signed in: it tells the browser that the session was extended', async () => {
  const token = await open('ada')
  w.clock.turn(4 * DAY)
  expect(await visit(token, '/app')).toEqual({ status: 303, given: token })
})
