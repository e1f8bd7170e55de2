/** What breaks behind any door is recorded, and its words stay inside. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { handler } from '../../src/doors/server.ts'
import { saveErrors } from '../../src/kernel/environment/errors.ts'
import { UpstreamError } from '../../src/kernel/web-fetch/upstream-error.ts'
import { type World, world } from '../world.ts'

let w: World
beforeEach(() => {
  w = world({
    env: { SIGNALPOST_STRIPE_SECRET_KEY: 'sk_test_loopback', SIGNALPOST_STRIPE_WEBHOOK_SECRET: 'whsec_loopback' },
  })
})
afterEach(() => w.close())

/** What Stripe is answered when reading its event fails so. */
async function hookThatFails(error: Error) {
  const payments = { ...w.app.payments, read: () => Promise.reject(error) }
  const app = { ...w.app, payments }
  const request = new Request('http://push.example/hooks/stripe', {
    method: 'POST',
    body: '{}',
    headers: { host: 'push.example' },
  })
  const answer = await handler(app, createScheduler(app), {})(request, { requestIP: () => null, timeout: () => {} })
  return [answer.status, ((await answer.json()) as { error: { code: string; message: string } }).error] as const
}

test('a bug behind the door of Stripe is recorded, and Stripe is not shown its words', async () => {
  const [status, { code, message }] = await hookThatFails(new TypeError('price of null'))
  expect([status, code, message]).toEqual([500, 'internal', 'Something went wrong here. It has been recorded.'])
  saveErrors(w.db)
  expect((await w.call<{ items: object[] }>('pat', 'list_errors')).items).toHaveLength(1)
})

test('an event that cannot be fetched from Stripe is answered with 502, and is no bug', async () => {
  const [status, { code }] = await hookThatFails(new UpstreamError('transient', 'Stripe gave no answer'))
  expect([status, code]).toEqual([502, 'upstream_unavailable'])
  saveErrors(w.db)
  expect((await w.call<{ items: object[] }>('pat', 'list_errors')).items).toEqual([])
})
