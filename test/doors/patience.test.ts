/** A connection may be silent for long only while an operation of somebody known is at work. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { type World, world } from '../world.ts'

let w: World
let key: string
beforeEach(async () => {
  w = world()
  key = (await w.call<{ secret: string }>('ada', 'create_api_key')).secret
})
afterEach(() => w.close())

/** Asks, and says which time-outs the connection was given. */
function asked(path: string, init: RequestInit) {
  const granted: number[] = []
  const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const request = new Request(`http://localhost:8080/api/v1${path}`, init)
  const timeout = (_: Request, seconds: number) => void granted.push(seconds)
  return { granted, answer: serve(request, { requestIP: () => null, timeout }) }
}
const post = (body: BodyInit, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

test('whoever is not known gets none, whatever they ask', async () => {
  for (const [path, init] of [
    ['/preflight', post('{"urls":["https://bakery.example/"]}')],
    ['/preflight', post('{}', { authorization: 'Bearer ipk_wrong' })],
    ['/jobs/x/csv', {}],
  ] as const) {
    const { granted, answer } = asked(path, init)
    expect([(await answer).status, granted]).toEqual([401, []])
  }
})

test('whoever is known gets it once their body is there', async () => {
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const { granted, answer } = asked('/preflight', post(body, { authorization: `Bearer ${key}` }))
  await Bun.sleep(20)
  expect(granted).toEqual([])
  const send = writable.getWriter()
  void send.write(new TextEncoder().encode('{"urls":["https://127.0.0.1/"]}')).then(() => send.close())
  expect([(await answer).status, granted]).toEqual([200, [120]])
})
