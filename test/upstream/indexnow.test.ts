import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createIndexNowEndpoint } from '../../src/upstream/indexnow.ts'
import { type StandIn, standIn } from '../upstreams/stand-in.ts'
import { failureOf } from './failure.ts'

const now = () => '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal
const KEY = '73134416ae45434d98edc086e0bf6740'
const batch = {
  host: 'bakery.example',
  key: KEY,
  key_location: `https://bakery.example/${KEY}.txt`,
  urls: ['https://bakery.example/br%C3%B6tchen', 'http://bakery.example/b?a=1&b=2'],
}

let server: StandIn
let answer: () => Response

const connect = (path = '/indexnow', timeout_ms?: number) =>
  createIndexNowEndpoint(`${server.url}${path}`, {
    clock: { now },
    user_agent: 'Signalpost/1',
    ...(timeout_ms && { timeout_ms }),
  })

beforeEach(() => {
  answer = () => new Response(null, { status: 200 })
  server = standIn(now, () => answer())
})
afterEach(() => server.stop())

test('a batch is one POST of JSON in UTF-8 to the configured address, with host, key, key location and URLs', async () => {
  expect(await connect().submit(batch, patient)).toEqual({
    status: 200,
    body: '',
    retry_after: undefined,
    page: false,
    location: null,
  })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    path: '/indexnow',
    query: {},
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Signalpost/1' },
  })
  expect(server.received[0]!.json).toEqual({
    host: 'bakery.example',
    key: KEY,
    keyLocation: `https://bakery.example/${KEY}.txt`,
    urlList: batch.urls,
  })
})

test('an address with a query is called as it stands', async () => {
  await connect('/relay?tenant=7').submit(batch, patient)
  expect(server.received[0]).toMatchObject({ path: '/relay', query: { tenant: '7' } })
})

test.each([200, 202, 400, 403, 405, 422, 429, 500, 503])(
  'an answer of %i is handed on with its text',
  async (status) => {
    answer = () => Response.json({ errorCode: 'SiteVerificationNotCompleted' }, { status })
    expect(await connect().submit(batch, patient)).toMatchObject({
      status,
      body: '{"errorCode":"SiteVerificationNotCompleted"}',
    })
  },
)

test('the pause that the endpoint asks for is told in milliseconds', async () => {
  answer = () => new Response(null, { status: 429, headers: { 'retry-after': '600' } })
  expect(await connect().submit(batch, patient)).toMatchObject({ status: 429, retry_after: 600_000 })
})

test('a redirect is an answer, and is not followed', async () => {
  answer = () => new Response(null, { status: 301, headers: { location: `${server.url}/elsewhere` } })
  expect(await connect().submit(batch, patient)).toMatchObject({ status: 301 })
  expect(server.received).toHaveLength(1)
})

describe('without an answer', () => {
  test.each(['lost', 'cut', 'hang'] as const)('(%s) the batch may have been received: unknown', async (fault) => {
    server.fail(fault)
    expect(await failureOf(connect('/indexnow', 100).submit(batch, patient))).toMatchObject({ failure: 'unknown' })
  })

  test('since nobody listens, nothing was sent: transient', async () => {
    server.stop()
    expect(await failureOf(connect().submit(batch, patient))).toMatchObject({ failure: 'transient', reached: false })
  })
})
