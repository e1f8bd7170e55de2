/** What a screen gives an operation, and what it is given back. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { createScheduler } from '../../../src/doors/ops/scheduler.ts'
import { page, type SignedInCall, web } from '../../../src/doors/pages/web.ts'
import { handler } from '../../../src/doors/server.ts'
import { getJobStatus } from '../../../src/operations/jobs/job.ts'
import { listTenants, updateTenant } from '../../../src/operations/tenants/workspaces.ts'
import { site } from '../../../views/site.tsx'
import { CAST, type World, world } from '../../world.ts'

let w: World
let cookie: string
beforeAll(async () => {
  w = world()
  const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
  cookie = `${sessionCookieName(w.app.config)}=${token}`
})
afterAll(() => w.close())

/** The answer of a screen that does this, to Ada. */
async function shown(work: (call: SignedInCall) => Promise<unknown>): Promise<Response> {
  const probe = page('/probe', async (call) => new Response(JSON.stringify(await work(call))))
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, { ...site, screens: [probe] }) })
  const url = `http://localhost:8080/app/w/${CAST.ada.tenant_id}/probe`
  const request = new Request(url, { headers: { host: 'localhost:8080', cookie } })
  return answer(request, { requestIP: () => null, timeout: () => {} })
}

test('text is read as the input means it: numbers and ticks of a form arrive as such', async () => {
  const asked = { page_size: '1', include_archived: 'on', q: '' }
  const answer = await shown((call) => call.call(listTenants, asked))
  expect(await answer.json()).toMatchObject({ page: 1, page_size: 1, items: [{ archived_at: null }] })
})

test('a field that is not given is left out; one that is wanted may be missing, and is then refused', async () => {
  const [missing] = [] as string[]
  expect((await shown((call) => call.call(listTenants, { q: missing, sort: undefined }))).status).toBe(200)
  expect((await shown((call) => call.call(getJobStatus, { id: missing }))).status).toBe(404)
  expect((await shown((call) => call.call(updateTenant, { id: CAST.ada.tenant_id, name: '7' }))).status).toBe(200)
})

test('what an operation does not take or answer is an error of types', async () => {
  const answer = await shown(async (given) => {
    const { items } = await given.call(listTenants, { page_size: 1 })
    // @ts-expect-error: a tenant has no such field
    const none = items[0]!.nickname
    return { name: items[0]!.name satisfies string, none }
  })
  expect(await answer.json()).toEqual({ name: '7' })
  const wrong = [
    // @ts-expect-error: no input of this name
    (given: SignedInCall) => given.call(listTenants, { size: 1 }),
    // @ts-expect-error: neither a number nor text
    (given: SignedInCall) => given.call(listTenants, { page_size: true }),
    // @ts-expect-error: the job has to be named
    (given: SignedInCall) => given.call(getJobStatus, {}),
    // @ts-expect-error: operations are imported, not spelled
    (given: SignedInCall) => given.call('list_tenants', {}),
  ]
  expect(wrong.length).toBe(4)
})
