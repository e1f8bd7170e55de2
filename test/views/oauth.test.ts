import { expect, test } from 'bun:test'
import { createScheduler } from '../../src/doors/scheduler.ts'
import { handler } from '../../src/doors/server.ts'
import { web } from '../../src/doors/web.ts'
import { site } from '../../views/site.tsx'
import { world } from '../world.ts'

test('where OAuth is off, whoever is sent to connect an app reads why', async () => {
  const w = world({ env: { SIGNALPOST_SITE_URL: 'http://push.northwind.example' } })
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const request = new Request('http://push.northwind.example/oauth/authorize?client_id=desk', {
    headers: { host: 'push.northwind.example' },
  })
  const page = await answer(request, { requestIP: () => null, timeout: () => {} })
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('Set SIGNALPOST_SITE_URL to an https address')
  w.close()
})
