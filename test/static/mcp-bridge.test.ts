import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { bridge } from '../../static/mcp-bridge.ts'

type Message = { id?: unknown; method?: string; params?: object; result?: unknown; error?: { message: string } }
type Seen = { headers: Headers; message: Message }

/** What the other side does with a message; each test has its own. */
let answers: (message: Message, request: Request) => Response | Promise<Response>
let seen: Seen[]
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const message = (await request.clone().json()) as Message
    seen.push({ headers: request.headers, message })
    return answers(message, request)
  },
})
afterAll(() => server.stop(true))
beforeEach(() => {
  seen = []
  answers = ({ id }) => Response.json({ jsonrpc: '2.0', id, result: { ok: id } })
})

const endpoint = `${server.url.origin}/mcp`
const json = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message })
const event = (message: object): string => `event: message\ndata: ${json(message)}\n\n`
const NEW = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

/** A program at the other end of stdin and stdout: says lines, hears messages. */
function app(to = endpoint) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const heard: Message[] = []
  const waiting: (() => void)[] = []
  const input = readable as unknown as AsyncIterable<Uint8Array>
  const ended = bridge({
    endpoint: to,
    key: 'ipk_test',
    input,
    write(line) {
      expect(line).not.toContain('\n')
      heard.push(JSON.parse(line))
      for (const wake of waiting.splice(0)) wake()
    },
  })
  const until = async (n: number): Promise<Message[]> => {
    while (heard.length < n) await new Promise<void>((resolve) => waiting.push(resolve))
    return heard
  }
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  return {
    heard,
    until,
    write,
    say: (message: object) => write(`${json(message)}\n`),
    end: () => writer.close(),
    ended,
  }
}

describe('a message', () => {
  test('goes with the key, and with what its revision wants to see beside it', async () => {
    const one = app()
    const named = (id: number, method: string, params: object) =>
      one.say({ id, method, params: { ...params, _meta: NEW } })
    await named(1, 'tools/call', { name: 'list_jobs' })
    await named(2, 'resources/read', { uri: 'signalpost://job/café' })
    await named(3, 'tools/list', {})
    await one.until(3)
    const told = Object.fromEntries(
      seen.map(({ headers, message }) => [
        message.id,
        ['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headers.get(name)),
      ]),
    )
    const spelt = `=?base64?${Buffer.from('signalpost://job/café').toString('base64')}?=`
    expect(told).toEqual({
      1: ['Bearer ipk_test', '2026-07-28', 'tools/call', 'list_jobs'],
      2: ['Bearer ipk_test', '2026-07-28', 'resources/read', spelt],
      3: ['Bearer ipk_test', '2026-07-28', 'tools/list', null],
    })
    await one.end()
    await one.ended
  })

  test('of the older revision names the version that was agreed on, from then on', async () => {
    answers = ({ id, method }) =>
      Response.json({ jsonrpc: '2.0', id, result: method === 'initialize' ? { protocolVersion: '2025-06-18' } : {} })
    const one = app()
    await one.say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
    await one.until(1)
    await one.say({ id: 2, method: 'tools/list' })
    await one.until(2)
    expect(seen.map(({ headers }) => headers.get('mcp-protocol-version'))).toEqual([null, '2025-06-18'])
    expect(seen.map(({ headers }) => headers.get('mcp-method'))).toEqual([null, null])
    await one.end()
    await one.ended
  })

  test('may come in pieces, be large, and stand without a line break at the end', async () => {
    const one = app()
    const text = json({ id: 'é', method: 'tools/call', params: { big: 'x'.repeat(300_000) } })
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += 50_001) await one.write(text.slice(at, at + 50_001))
    await one.end()
    await one.ended
    expect(one.heard).toEqual([{ jsonrpc: '2.0', id: 'é', result: { ok: 'é' } }] as never)
  })

  test('that is no JSON is answered so, and the next is carried', async () => {
    const one = app()
    await one.write('nonsense\n\n')
    await one.say({ id: 1, method: 'ping' })
    await one.end()
    await one.ended
    expect(one.heard.map(({ id, error }) => [id, error?.message])).toEqual([
      [null, 'This line is not JSON.'],
      [1, undefined],
    ])
  })
})

describe('a stream', () => {
  test('is passed on as it comes, and what it asks is answered while it is open', async () => {
    const { promise: asked, resolve: told } = Promise.withResolvers<Message>()
    answers = ({ id, method, ...rest }) => {
      if (method === undefined) {
        told({ id, ...rest })
        return new Response(null, { status: 202 })
      }
      const stream = new ReadableStream({
        async start(controller) {
          const send = (message: object) => controller.enqueue(new TextEncoder().encode(event(message)))
          send({ method: 'notifications/progress', params: { progress: 1 } })
          send({ id: 'theirs', method: 'elicitation/create' })
          await asked
          send({ id, result: { done: true } })
          controller.close()
        },
      })
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    }
    const one = app()
    await one.say({ id: 7, method: 'tools/call' })
    const [progress, question] = await one.until(2)
    expect([progress!.method, question!.id]).toEqual(['notifications/progress', 'theirs'])
    await one.say({ id: 'theirs', result: { action: 'accept' } })
    expect((await one.until(3))[2]).toMatchObject({ id: 7, result: { done: true } })
    expect(await asked).toMatchObject({ id: 'theirs', result: { action: 'accept' } })
    await one.end()
    await one.ended
    expect(one.heard).toHaveLength(3)
  })

  test('is broken off by a cancellation and by the end of the input; nothing is said of it then', async () => {
    const open: string[] = []
    answers = ({ method, id }, request) => {
      if (id === undefined) return new Response(null, { status: 202 })
      open.push(method!)
      request.signal.addEventListener('abort', () => open.splice(open.indexOf(method!), 1))
      return new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(':\n\n')) }), {
        headers: { 'content-type': 'text/event-stream' },
      })
    }
    const one = app()
    await one.say({ id: 1, method: 'tools/call' })
    await one.say({ id: 2, method: 'subscriptions/listen' })
    while (open.length < 2) await Bun.sleep(5)
    await one.say({ method: 'notifications/cancelled', params: { requestId: 1 } })
    while (open.length > 1) await Bun.sleep(5)
    expect(open).toEqual(['subscriptions/listen'])
    await one.end()
    await one.ended
    while (open.length > 0) await Bun.sleep(5)
    expect(one.heard).toEqual([])
  })
})

describe('a request that fails', () => {
  const failure = async (to?: string) => {
    const one = app(to)
    await one.say({ id: 5, method: 'tools/list' })
    await one.say({ method: 'notifications/initialized' })
    await one.end()
    await one.ended
    expect(one.heard).toHaveLength(1)
    expect(one.heard[0]!.id).toBe(5)
    return one.heard[0]!.error!.message
  }

  test('is told what the install said, under its own id', async () => {
    const error = { code: -31_401, message: 'The API key is missing, invalid or revoked.' }
    answers = () => Response.json({ jsonrpc: '2.0', id: null, error }, { status: 401 })
    expect(await failure()).toBe(error.message)
  })

  test('is told when a proxy answers with a page, when a stream breaks off, and when nothing answers', async () => {
    answers = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    expect(await failure()).toBe('The install answered 502, and nothing more.')
    answers = () => new Response(': \n\n', { headers: { 'content-type': 'text/event-stream' } })
    expect(await failure()).toBe('The install answered 200, and nothing more.')
    expect(await failure('http://127.0.0.1:1/mcp')).toMatch(/^http:\/\/127.0.0.1:1 cannot be reached \(\w+\)/)
  })
})
