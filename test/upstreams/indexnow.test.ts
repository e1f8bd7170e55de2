import { afterEach, beforeEach, expect, test } from 'bun:test'
import { FORBIDDEN, type IndexNowStandIn, indexNow } from './indexnow.ts'

const KEY = '73134416ae45434d98edc086e0bf6740'
const files: Record<string, string> = {}
let site: ReturnType<typeof Bun.serve>
let host: string
let server: IndexNowStandIn

beforeEach(() => {
  for (const name of Object.keys(files)) delete files[name]
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const text = files[new URL(request.url).pathname]
      return text === undefined ? new Response(null, { status: 404 }) : new Response(text)
    },
  })
  host = `127.0.0.1:${site.port}`
  server = indexNow({ now: () => '2026-11-21T09:00:00.000Z' })
})
afterEach(() => {
  server.stop()
  site.stop(true)
})

async function submit(batch: object): Promise<number> {
  const answer = await fetch(server.endpoint, { method: 'POST', body: JSON.stringify(batch) })
  return answer.status
}
const batch = (more: object = {}) => ({ host, key: KEY, urlList: [`http://${host}/a`, `https://${host}/b`], ...more })

test('the engine receives URLs once it has fetched the key file at the root', async () => {
  expect(await submit(batch())).toBe(403)
  files[`/${KEY}.txt`] = 'another-key'
  expect(await submit(batch())).toBe(403)
  files[`/${KEY}.txt`] = KEY
  expect(await submit(batch())).toBe(200)
  expect(server.urls()).toEqual(batch().urlList)
})

test('a key file in a folder covers only what is below it', async () => {
  files['/blog/key.txt'] = KEY
  const keyLocation = `http://${host}/blog/key.txt`
  expect(await submit(batch({ keyLocation, urlList: [`http://${host}/blog/post`] }))).toBe(200)
  expect(await submit(batch({ keyLocation, urlList: [`http://${host}/help`] }))).toBe(422)
})

test('malformed batches, foreign URLs, bad keys and more than 10,000 URLs are refused', async () => {
  files[`/${KEY}.txt`] = KEY
  expect(await submit({ host })).toBe(400)
  expect(await submit(batch({ urlList: ['https://elsewhere.example/'] }))).toBe(422)
  expect(await submit(batch({ key: 'short' }))).toBe(422)
  expect(await submit(batch({ keyLocation: 'https://elsewhere.example/key.txt' }))).toBe(422)
  expect(await submit(batch({ urlList: Array(10_001).fill(`http://${host}/a`) }))).toBe(422)
  expect(server.urls()).toEqual([])
})

test('scripted answers come first, and are recorded', async () => {
  files[`/${KEY}.txt`] = KEY
  server.script.push({ status: 403, body: FORBIDDEN }, { status: 429, headers: { 'retry-after': '600' } })
  expect([await submit(batch()), await submit(batch()), await submit(batch())]).toEqual([403, 429, 200])
  expect(server.batches.map(({ status }) => status)).toEqual([403, 429, 200])
})

test('a pending host is received with 202 first', async () => {
  server.stop()
  server = indexNow({ now: () => '2026-11-21T09:00:00.000Z', pending: () => true })
  files[`/${KEY}.txt`] = KEY
  expect([await submit(batch()), await submit(batch())]).toEqual([202, 200])
})
