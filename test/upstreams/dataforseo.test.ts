import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { MINUTE, plus } from '../../src/kernel/time/clock.ts'
import { dataForSeo } from './dataforseo.ts'

const TASK = { keyword: 'site:in.example/a', location_code: 2840, language_code: 'en' }

test.each([
  ['task_post', 'no JSON', 40503],
  ['task_post', TASK, 40503],
  ['task_post', ['site:in.example/a'], 40503],
  ['task_post', [], 40502],
  ['task_post', Array(101).fill(TASK), 40006],
  ['live/regular', [TASK, TASK], 40000],
] as const)('a %s of %j is refused as a whole with code %i, and costs nothing', async (call, body, code) => {
  const server = dataForSeo({ now: () => '2026-11-21T09:00:00.000Z', login: 'l', password: 'p' })
  try {
    expect(await posted(server.url, call, body)).toMatchObject({ status_code: code, tasks: null, cost: 0 })
    expect([server.tasks, server.balance]).toEqual([[], 50])
  } finally {
    server.stop()
  }
})

test.each([
  ['task_post', {}, 20100],
  ['live/regular', {}, 20000],
  ['task_post', { priority: 2, depth: 700, tag: 'x'.repeat(255) }, 20100],
  ['task_post', { priority: 3 }, 40501],
  ['task_post', { depth: 701 }, 40501],
  ['live/regular', { depth: 201 }, 40501],
  ['task_post', { tag: 'x'.repeat(256) }, 40501],
  ['task_post', { keyword: `site:in.example/${'x'.repeat(700)}` }, 40501],
  ['task_post', { keyword: 'site:in.example/100%' }, 40501],
  ['task_post', { keyword: undefined }, 40501],
  ['task_post', { location_code: '2840' }, 40501],
  ['task_post', { postback_url: 'https://svc.example/hook' }, 40501],
  ['task_post', { postback_url: 'https://svc.example/hook', postback_data: 'regular' }, 20100],
  ['task_post', { url: 'https://in.example/a' }, 40506],
  ['live/regular', { priority: 1 }, 40506],
] as const)('a %s of a task with %j gives it code %i', async (call, more, code) => {
  const server = dataForSeo({ now: () => '2026-11-21T09:00:00.000Z', login: 'l', password: 'p' })
  try {
    const tasks = [{ status_code: code, cost: code < 40000 ? expect.any(Number) : 0 }]
    expect(await posted(server.url, call, [{ ...TASK, ...more }])).toMatchObject({ status_code: 20000, tasks })
    expect(server.tasks).toHaveLength(code < 40000 ? 1 : 0)
  } finally {
    server.stop()
  }
})

test('wrong credentials are refused before anything else', async () => {
  const server = dataForSeo({ now: () => '2026-11-21T09:00:00.000Z', login: 'l', password: 'other' })
  try {
    expect(await posted(server.url, 'task_post', [TASK])).toMatchObject({ status_code: 40100 })
  } finally {
    server.stop()
  }
})

async function posted(url: string, call: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/v3/serp/google/organic/${call}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('l:p')}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return answer.json()
}

test('callbacks are gzip posts of the finished task, repeated and forged on demand', async () => {
  let now = '2026-11-21T09:00:00.000Z'
  const got: { query: string; encoding: string | null; body: unknown }[] = []
  const hook = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = JSON.parse(gunzipSync(await request.arrayBuffer()).toString())
      got.push({ query: new URL(request.url).search, encoding: request.headers.get('content-encoding'), body })
      return new Response('ok')
    },
  })
  const server = dataForSeo({ now: () => now, login: 'l', password: 'p' })
  try {
    const postback_url = `${hook.url.origin}/hook?id=$id&tag=$tag`
    const task = { keyword: 'site:in.example/a', location_code: 2840, language_code: 'en', tag: 'chk 1' }
    await fetch(`${server.url}/v3/serp/google/organic/task_post`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('l:p')}` },
      body: JSON.stringify([{ ...task, postback_url, postback_data: 'regular' }]),
    })
    expect(await server.deliverPostbacks()).toEqual([])

    now = plus(now, 6 * MINUTE)
    const forged = [{ url: `${hook.url.origin}/hook?id=$id`, id: 'made-up' }]
    expect(await server.deliverPostbacks({ times: 2, forged })).toEqual([200, 200, 200])
    const { id } = server.tasks[0]!
    expect(got.map(({ query }) => query)).toEqual([`?id=${id}&tag=chk%201`, `?id=${id}&tag=chk%201`, '?id=made-up'])
    expect(got[0]).toMatchObject({
      encoding: 'gzip',
      body: { tasks: [{ id, status_code: 20000, data: { tag: 'chk 1' } }] },
    })
  } finally {
    server.stop()
    hook.stop(true)
  }
})
