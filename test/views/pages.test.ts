import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/scheduler.ts'
import { handler } from '../../src/doors/server.ts'
import { web } from '../../src/doors/web.ts'
import { site } from '../../views/site.tsx'
import { CAST, type World, world } from '../world.ts'

let w: World
let cookie: string
beforeAll(async () => {
  w = world()
  const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
  cookie = `${sessionCookieName(w.app.config)}=${token}`
})
afterAll(() => w.close())

/** Sends a form as a browser without JavaScript does. */
function send(path: string, fields: Record<string, string> | string, as = cookie): Promise<Response> {
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const request = new Request(`http://localhost:8080${path}`, {
    method: 'POST',
    headers: {
      host: 'localhost:8080',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: as,
    },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
  return Promise.resolve(answer(request, { requestIP: () => null, timeout: () => {} }))
}

test.each(['', 'no address', 'ftp://bakery.example/'])('a push of %p is refused at the list of links', async (urls) => {
  const answer = await send(`/app/w/${CAST.ada.tenant_id}/push`, { urls, step: 'review' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toMatch(/<textarea[^>]*name="urls"[^>]*aria-invalid="true"/)
})

test('whoever tries too many passwords is told when to come back', async () => {
  const tries = []
  for (let i = 0; i < 7; i++) tries.push(await send('/app/sign-in', { email: 'ada@northwind.example', password: 'no' }))
  const last = tries.at(-1)!
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a large form is taken from nobody who has not signed in, and one of too many fields from nobody at all', async () => {
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  const large = `step=review&urls=${'%20'.repeat(30_000)}`
  const many = 'a=1&'.repeat(30_000)
  expect((await send('/app/sign-in', large, '')).status).toBe(413)
  expect((await send(push, large, '')).headers.get('location')).toStartWith('/app/sign-in')
  expect((await send(push, large)).status).toBe(422)
  expect((await send(push, many)).status).toBe(413)
})
