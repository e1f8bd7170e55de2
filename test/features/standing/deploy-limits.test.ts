/** Calls of deploy hooks come from anybody who knows an address: they are limited before the work that they cost. */

import { afterAll, afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ask } from '../../../src/doors/door-base.ts'
import { deploys } from '../../../src/features/standing/doors/deploys.ts'
import { assertSize } from '../../../src/features/standing/hooks/proofs.ts'
import { answerDeployHooks } from '../../../src/features/standing/index.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

const HOST = 'shop.bakery.example'
const digest = spyOn(Object.getPrototypeOf(createHmac('sha256', 'x')), 'digest')
const parse = spyOn(JSON, 'parse')
afterAll(() => {
  digest.mockRestore()
  parse.mockRestore()
})

let w: World
let door: ReturnType<typeof deploys>
beforeEach(() => {
  w = world()
  door = deploys()
})
afterEach(() => w.close())

const create = (mode: string) =>
  w.call<{ url: string; secret: string | null; id: string }>('ada', 'create_deploy_hook', {
    name: 'Shop',
    mode,
    hosts: [HOST],
    tenant_id: 'ten_bakery',
  })

async function call(url: string, body: string, headers: Record<string, string> = {}) {
  const response = await ask(
    door,
    { app: w.app },
    new Request(`http://localhost${new URL(url).pathname}`, { method: 'POST', body, headers }),
  )
  const { error } = (await response.json()) as { error?: { code: string } }
  return [response.status, error?.code]
}
/** Digests that a call costs. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  digest.mockClear()
  await work()
  return digest.mock.calls.length
}
const unsigned = () => ({
  'webhook-id': 'x',
  'webhook-timestamp': String(Date.parse(w.clock.now()) / 1000),
  'webhook-signature': 'v1 '.repeat(666),
})

test('a call with hundreds of wrong signatures hashes its body once; one with a wrong time, or to no hook, never', async () => {
  const { url } = await create('standard')
  expect(await cost(() => call(url, '{}', unsigned()))).toBe(1)
  expect(await cost(() => call(url, '{}', { ...unsigned(), 'webhook-timestamp': '1614265330' }))).toBe(0)
  expect(await cost(() => call(url.replace(/.{4}$/, 'AAAA'), '{}', unsigned()))).toBe(0)
})

test('of one network, 60 bodies a minute are hashed for a hook, and none beyond', async () => {
  const { url } = await create('standard')
  const digests = await cost(async () => {
    for (let n = 0; n < 80; n++) await call(url, '{}', unsigned())
  })
  expect([digests, await call(url, '{}', unsigned())]).toEqual([60, [429, 'rate_limited']])
  w.clock.turn(MINUTE)
  expect(await call(url, '{}', unsigned())).toEqual([401, 'unauthorized'])
})

test('bodies with too many values are refused before they are parsed', async () => {
  const { url } = await create('address')
  const keys = `{${Array.from({ length: 380_000 }, (_, i) => `"${i}" :1`).join(',')}}`
  for (const body of ['['.repeat(4 << 20), keys, `{"urls":[${'1,'.repeat(2_000_000)}1]}`]) {
    parse.mockClear()
    expect(await call(url, body)).toEqual([413, 'body_too_large'])
    expect(parse.mock.calls.filter(([text]) => text.length > 10_000)).toEqual([])
  }
  expect(await call(url, '['.repeat(100))).toEqual([422, 'validation_failed'])
  expect(await call(url, `{"urls":${'['.repeat(40)}${']'.repeat(40)}}`)).toEqual([422, 'validation_failed'])
})

test('10,000 URLs fit into a call; events without URLs have at most 1 MiB', async () => {
  const urls = Array.from({ length: 10_000 }, (_, i) => `http://${HOST}:80/a,b/${'c'.repeat(300)}${i}`)
  expect(await call((await create('address')).url, JSON.stringify({ urls }))).toEqual([202, undefined])
  const large = new Uint8Array((1 << 20) + 1)
  for (const mode of ['github', 'netlify', 'vercel'] as const)
    expect((await refusal(Promise.try(assertSize, mode, large))).code).toBe('body_too_large')
  assertSize('github', large.subarray(1))
})

test('other work has its turn between the calls of two hooks', async () => {
  const { url } = await create('address')
  for (let n = 0; n < 3; n++) await call(url, JSON.stringify({ urls: [`https://${HOST}/${n}`] }))
  w.clock.turn(MINUTE)
  let turns = 0
  let is_over = false
  const count = (): void => {
    turns++
    if (!is_over) setImmediate(count)
  }
  setImmediate(count)
  expect(await answerDeployHooks(w.app, new AbortController().signal)).toBe(3)
  is_over = true
  expect(turns).toBeGreaterThanOrEqual(3)
})
