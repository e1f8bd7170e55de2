import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { MINUTE, plus } from '../../src/kernel/clock.ts'
import { dataForSeo } from './dataforseo.ts'

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
