import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { operations } from '../../../src/operations/index.ts'
import { bodyOf, type House, house, json } from '../house.ts'
import { probes } from '../probes.ts'

let h: House
beforeAll(() => {
  h = house({ operations: [...operations, ...probes] })
})
afterAll(() => h.close())

const MIB = 1 << 20

describe('the envelope', () => {
  test('a success carries its data, the request id and what is left of the limit', async () => {
    const answer = await h.ask('ada', '/api/v1/probe/one?n=5&text=a+b%20c')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true, data: { id: 'one', n: 5, text: 'a b c' } })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(Number(answer.headers.get('ratelimit-remaining'))).toBeGreaterThan(500)
  })

  test('a failure carries code, message and the request id of its header', async () => {
    const answer = await h.ask('ada', '/api/v1/jobs/nothing')
    const { ok, error } = await bodyOf(answer)
    expect([answer.status, ok, error.code]).toEqual([404, false, 'not_found'])
    expect(error.request_id).toBe(answer.headers.get('x-request-id')!)
  })

  test('a request id of the client is kept when it is harmless, and replaced when it is not', async () => {
    const idFor = async (given: string) =>
      (await h.ask('ada', '/api/v1/probe/one', { headers: { 'x-request-id': given } })).headers.get('x-request-id')!
    expect(await idFor('trace-7f.1:a_B')).toBe('trace-7f.1:a_B')
    expect(await idFor('<script>')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('every answer, refusals included, forbids guessing, framing and storing', async () => {
    for (const path of ['/api/v1/probe/one', '/api/v1/nothing', '/nothing', '/openapi.json', '/healthz']) {
      // The document is the same for everybody.
      const kept = path === '/openapi.json' ? 'public, max-age=3600' : 'no-store'
      const { headers } = await h.ask('ada', path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cache-control')).toBe(kept)
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-request-id')).toBeTruthy()
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })
})

describe('what is refused before any operation runs', () => {
  test('without a key, with a typo in it, or with an unknown one: 401', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ipk_short', `Bearer ipk_${'a'.repeat(38)}`, 'Basic YTpi']) {
      const answer = await h.ask(null, '/api/v1/probe/one', { headers: authorization ? { authorization } : {} })
      expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([401, 'unauthorized'])
      expect(answer.headers.get('www-authenticate')).toStartWith('Bearer')
    }
  })

  test('a key works as bearer and as X-Api-Key, and not once it is revoked', async () => {
    const key = h.keyOf('ada')
    const ask = (headers: Record<string, string>) => h.ask(null, '/api/v1/me', { headers })
    expect((await ask({ authorization: `bearer ${key}` })).status).toBe(200)
    const me = await bodyOf<{ key: { id: string } }>(await ask({ 'x-api-key': key }))
    await h.call('ada', 'revoke_api_key', { id: me.data.key.id })
    expect((await ask({ 'x-api-key': key })).status).toBe(401)
  })

  test('an unknown path is 404 and a known one with another method 405 with Allow, for anybody', async () => {
    const unknown = await h.ask(null, '/api/v1/nothing/here')
    expect([unknown.status, (await bodyOf(unknown)).error.code]).toEqual([404, 'not_found'])
    for (const [method, path, allow] of [
      ['DELETE', '/api/v1/probe/one', 'GET, HEAD'],
      ['GET', '/api/v1/probe', 'POST'],
      ['PUT', '/api/v1/jobs', 'GET, HEAD, POST'],
      ['OPTIONS', '/api/v1/jobs', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await h.ask(null, path, { method })
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow])
      expect((await bodyOf(answer)).error.code).toBe('method_not_allowed')
    }
  })

  test('a body of another type, or compressed, is 415; parameters of the type do not matter', async () => {
    const send = (headers: Record<string, string>, body: BodyInit = '{}') =>
      h.ask('ada', '/api/v1/probe', { method: 'POST', headers, body })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data'])
      expect((await send({ 'content-type': type })).status).toBe(415)
    expect((await send({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send({}, new Uint8Array([123, 125]))).status).toBe(415)
    expect((await send({ 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
  })

  test('an empty body means an empty object', async () => {
    expect((await h.ask('ada', '/api/v1/probe', { method: 'POST' })).status).toBe(200)
    expect(
      await raw(`POST /api/v1/probe HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${h.keyOf('ada')}\r\n\r\n`),
    ).toContain(' 200 OK')
  })

  test('4 MiB is enough for everything but lists of URLs, which get 32 MiB', async () => {
    const filled = (size: number) => json({ text: 'x'.repeat(size) })
    expect((await h.ask('ada', '/api/v1/probe', filled(4 * MIB - 100))).status).toBe(200)
    const refused = await h.ask('ada', '/api/v1/probe', filled(4 * MIB))
    expect([refused.status, (await bodyOf(refused)).error.code]).toEqual([413, 'body_too_large'])
    const urls = Array.from({ length: 10_000 }, (_, i) => `https://bakery.example/${i}/${'x'.repeat(1000)}`)
    expect((await bodyOf(await h.ask('ada', '/api/v1/probe/urls', json({ urls })))).data).toEqual({ n: 10_000 })
    const huge = await h.ask('ada', '/api/v1/probe/urls', json({ urls: ['x'.repeat(32 * MIB)] }))
    expect([huge.status, (await bodyOf(huge)).error.code]).toEqual([413, 'body_too_large'])
    const long = await h.ask('ada', '/api/v1/probe/urls', json({ urls: [...urls, urls[0]] }))
    expect([long.status, (await bodyOf(long)).error.code]).toEqual([413, 'too_many_urls'])
  })

  test('a body of more values than anything takes is refused before they are looked at one by one', async () => {
    const list = (value: string, n: number) => `{"urls":[${`${value},`.repeat(n)}"https://bakery.example/"]}`
    const names = `{${Array.from({ length: 200_001 }, (_, i) => `"a${i}":1`).join(',')}}`
    const send = async (body: string) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await h.ask('ada', '/api/v1/probe/urls', { method: 'POST', headers, body })
      return [answer.status, (await bodyOf(answer)).error.code]
    }
    for (const body of [list('1', 200_001), list('{}', 200_001), list('[]', 200_001), '['.repeat(1_000_000), names])
      expect(await send(body)).toEqual([413, 'body_too_large'])
    expect(await send(list('"a"', 100_000))).toEqual([413, 'too_many_urls'])
  })

  test('a body without a length is counted as it comes', async () => {
    const body = (pieces: number) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"text":"'))
          for (let i = 0; i < pieces; i++) controller.enqueue(new Uint8Array(MIB).fill(120))
          controller.enqueue(new TextEncoder().encode('"}'))
          controller.close()
        },
      })
    const send = (pieces: number) =>
      h.ask('ada', '/api/v1/probe', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body(pieces),
      })
    expect((await send(3)).status).toBe(200)
    expect((await send(5)).status).toBe(413)
  })

  test('what cannot be read as JSON, is nested too deeply or holds NUL is 422', async () => {
    const nested = (depth: number) => `{"list":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    const send = (body: BodyInit) =>
      h.ask('ada', '/api/v1/probe', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    for (const body of [
      '{',
      '{"text":}',
      '[1',
      nested(33),
      '{"text":"a\\u0000b"}',
      '{"a\\u0000":1}',
      new Uint8Array([0xff]),
    ]) {
      const answer = await send(body)
      expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([422, 'validation_failed'])
    }
    for (const body of ['[]', 'null', '1', '"text"']) expect((await send(body)).status).toBe(422)
    expect((await send(nested(32))).status).toBe(200)
    expect((await send('{"text":"a\\\\u0000b"}')).status).toBe(200)
  })

  test('a name twice, broken escapes and NUL in the address are 422 and named', async () => {
    for (const [path, name] of [
      ['/api/v1/probe/one?n=1&n=2', 'n'],
      ['/api/v1/probe/one?n=%zz', 'n'],
      ['/api/v1/probe/one?text=%00', ''],
      ['/api/v1/probe/%zz', 'id'],
      ['/api/v1/probe/a%00b', 'id'],
      ['/api/v1/probe/one?__proto__=1', '__proto__'],
      ['/api/v1/probe/one?constructor=1', 'constructor'],
      ['/api/v1/probe/one?id=two', 'id'],
    ] as const) {
      const answer = await h.ask('ada', path)
      const { error } = await bodyOf(answer)
      expect([path, answer.status, error.details.issues?.[0]?.path]).toEqual([path, 422, name])
    }
  })

  test('a query on a write is refused by name, since its input belongs in the body', async () => {
    const answer = await h.ask('ada', '/api/v1/probe?text=a', json({}))
    expect((await bodyOf(answer)).error.details.issues).toEqual([{ path: 'text', message: 'belongs in the body' }])
  })

  test('role and 404 are judged before the body, so that a stranger learns nothing from it', async () => {
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }
    const viewer = await h.ask('vera', '/api/v1/probe', broken)
    expect([viewer.status, (await bodyOf(viewer)).error.code]).toEqual([403, 'read_only_key'])
    const stranger = await h.ask('rita', '/api/v1/tenants/ten_bakery', { ...broken, method: 'PATCH' })
    expect(stranger.status).toBe(404)
  })
})

describe('what comes out', () => {
  test('HEAD answers like GET, without a body', async () => {
    const head = await h.ask('ada', '/api/v1/probe/one', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('ratelimit-remaining')).toBeTruthy()
    expect((await h.ask('ada', '/api/v1/jobs/nothing', { method: 'HEAD' })).status).toBe(404)
    expect((await h.ask('ada', '/api/v1/probe', { method: 'HEAD' })).status).toBe(405)
    expect((await h.ask('ada', '/api/v1/probe.csv', { method: 'HEAD' })).status).toBe(200)
  })

  test('a bug is answered as internal, tracked with its request, and tells nothing', async () => {
    const answer = await h.ask('ada', '/api/v1/probe-bug')
    const { error } = await bodyOf(answer)
    expect([answer.status, error.code]).toEqual([500, 'internal'])
    expect(JSON.stringify(error)).not.toContain('secret')
    const tracked = h.db.read((tx) => tx.rows<Record<string, string>>('select * from tracked_errors'))
    expect(tracked).toMatchObject([{ place: 'probe_bug', count: 1, request_id: error.request_id }])
    expect(tracked[0]!.message).toBe('TypeError: the secret is ipk_0123…')
    await h.ask('ada', '/api/v1/probe-bug')
    expect(h.db.read((tx) => tx.rows('select * from tracked_errors'))).toMatchObject([{ count: 2 }])
  })

  test('an outside service that fails is 502 with its own words and its own wish to wait', async () => {
    const answer = await h.ask('ada', '/api/v1/probe/outbound', json({ text: 'refuse' }))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '7'])
    expect((await bodyOf(answer)).error).toMatchObject({
      code: 'upstream_unavailable',
      message: 'the supplier is busy',
      details: { failure: 'rate' },
    })
  })

  test('a file is sent as CSV under a harmless name, with the headers of any answer', async () => {
    const answer = await h.ask('ada', '/api/v1/probe.csv')
    expect(await answer.text()).toBe('0\r\n1\r\n2\r\n')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a-file-.csv"')
    expect(answer.headers.get('ratelimit-remaining')).toBeTruthy()
  })

  test('a long file comes in pieces, and others are answered meanwhile', async () => {
    const file = await h.ask('ada', '/api/v1/probe.csv?lines=200000')
    const reader = file.body!.getReader()
    await reader.read()
    expect((await h.ask('ada', '/api/v1/probe/one')).status).toBe(200)
    let pieces = 1
    while (!(await reader.read()).done) pieces++
    expect(pieces).toBeGreaterThan(5)
  })

  test('a host of one letter finds the same paths', async () => {
    const request = `GET /api/v1/probe/one HTTP/1.1\r\nHost: x\r\nX-Request-Id: short\r\nX-Api-Key: ${h.keyOf('ada')}\r\n\r\n`
    const answer = await raw(request)
    expect(answer).toContain('"id":"one"')
    expect(answer.toLowerCase()).toContain('x-request-id: short')
  })
})

/** Bytes as they are, and the beginning of the answer. */
function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(h.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
  })
}
