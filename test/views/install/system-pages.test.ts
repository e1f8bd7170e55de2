/** The pages that platform admins watch, over what really happened. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { web } from '../../../src/doors/pages/web.ts'
import { type RunningServer, serve } from '../../../src/doors/server.ts'
import { trackError } from '../../../src/kernel/environment/errors.ts'
import { MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { site } from '../../../views/site.tsx'
import { System, type SystemData } from '../../../views/system/system.tsx'
import { CAST, type Person, type World, world } from '../../world.ts'

let w: World
let running: RunningServer
beforeAll(async () => {
  w = world({ env: { SIGNALPOST_LISTEN: '127.0.0.1:0', SIGNALPOST_PASSIVE: '1' } })
  running = serve(w.app, { web: web(w.app, site) })
  await w.call('ada', 'create_sub_tenant', { name: 'Kiosk' })
  trackError(w.app, new TypeError('a row is odd'), { where: 'take_looks', request_id: 'r1' }, w.clock.now())
})
afterAll(() => running.stop())

async function see(who: Person, path: string, form?: Record<string, string>) {
  const { token } = await openSession(w.app, CAST[who].id, { ip: null, user_agent: null })
  const answer = await fetch(`${running.address}/app/platform${path}`, {
    redirect: 'manual',
    headers: { cookie: `${sessionCookieName(w.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

test('show the trail, errors, the machine and its backups to platform admins, and to nobody else', async () => {
  for (const [path, words] of [
    ['/audit', 'create_sub_tenant'],
    ['/audit?q=ada', 'ada@northwind.example'],
    ['/errors', 'a row is odd'],
    ['/system', 'make_backups'],
    ['/backups', 'signalpost verify FILE'],
    ['/audit/csv?q=ada', 'create_sub_tenant'],
  ] as const) {
    const page = await see('pat', path)
    expect([path, page.status, page.text.includes(words)]).toEqual([path, 200, true])
    expect([path, (await see('ada', path)).status]).toEqual([path, 404])
  }
})

test('an error is resolved, opened and forgotten there', async () => {
  const id = w.db.read((tx) => tx.row<{ id: string }>('select id from tracked_errors')!.id)
  expect((await see('pat', `/errors/${id}`)).text).toContain('take_looks')
  expect((await see('pat', `/errors/${id}`, { resolved: 'true' })).status).toBe(303)
  expect((await see('pat', '/errors')).text).not.toContain('a row is odd')
  expect((await see('pat', `/errors/${id}`, { resolved: 'false' })).status).toBe(303)
  expect((await see('pat', '/errors')).text).toContain('a row is odd')
  expect((await see('pat', `/errors/${id}/delete`, {})).status).toBe(303)
  expect((await see('pat', `/errors/${id}`)).status).toBe(404)
})

test('tasks that are late or failed stand above the fold of the others', async () => {
  const system = await w.call<SystemData>('pat', 'get_system')
  const now = w.clock.now()
  const [first, second] = system.tasks.map((task) => ({ ...task, next_at: now, every_s: 60 }))
  const shown = (tasks: object[]) => String(System({ system: { ...system, passive: false, tasks } as SystemData, now }))
  const aboveFold = (html: string) => html.slice(html.indexOf('>Tasks<'), html.indexOf('<details'))
  expect(aboveFold(shown([first!, second!]))).toContain('all 2 on time')
  const late = aboveFold(shown([{ ...first!, next_at: plus(now, -3 * MINUTE) }, second!]))
  expect([late.includes(first!.name), late.includes(second!.name)]).toEqual([true, false])
  const failed = aboveFold(shown([first!, { ...second!, error: 'no room', last_at: now, failed_at: now }]))
  expect([failed.includes(first!.name), failed.includes(second!.name)]).toEqual([false, true])
})
