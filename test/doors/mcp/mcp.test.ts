import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { inTools } from '../../../src/kernel/operation/offered/routes-and-tools.ts'
import { operations } from '../../../src/operations/index.ts'
import { bodyOf, type House, house } from '../house.ts'
import { probes } from '../probes.ts'

let h: House
beforeAll(() => {
  h = house({ operations: [...operations, ...probes] })
})
afterAll(() => h.close())

type Reply = { status: number; headers: Headers; result?: Json; error?: { code: number; message: string; data?: Json } }
// biome-ignore lint/suspicious/noExplicitAny: JSON of a protocol whose shape is what is tested
type Json = any

const OLD = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const REVISION = '2026-07-28'

/** One JSON-RPC call as a client of 2025 makes it: without envelope, answered as a stream of one event. */
async function old(
  method: string,
  params: Json = {},
  headers: Record<string, string> = {},
  who: 'ada' | 'vera' | null = 'ada',
) {
  return reply(
    await h.ask(who, '/mcp', {
      method: 'POST',
      headers: { ...OLD, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
}

/** The same as the revision of 2026-07-28 has it: stateless, with its envelope. */
async function modern(method: string, params: Json = {}, headers: Record<string, string> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return reply(
    await h.ask('ada', '/mcp', {
      method: 'POST',
      headers: {
        ...OLD,
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        ...(params.name ? { 'mcp-name': params.name } : {}),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    }),
  )
}

async function reply(response: Response): Promise<Reply> {
  const text = await response.text()
  const event = text.split('\n').find((line) => line.startsWith('data: '))
  return { status: response.status, headers: response.headers, ...JSON.parse(event ? event.slice(6) : text || '{}') }
}

describe.each([
  ['2025', old],
  [REVISION, modern],
] as const)('a client of %s', (_, call) => {
  test('sees the tools by name, with schemas and hints, as GET /mcp-tools tells them', async () => {
    const { result } = await call('tools/list')
    const names = result.tools.map((tool: Json) => tool.name)
    expect(names).toEqual([...names].sort())
    const rest = await h.ask('ada', '/api/v1/mcp-tools?page_size=200')
    const { data } = await bodyOf<{ items: Json[] }>(rest)
    expect(names).toEqual(data.items.map((tool) => tool.name))
    const [told] = data.items.filter((tool) => tool.name === 'list_jobs')
    expect(result.tools.find((tool: Json) => tool.name === 'list_jobs')).toEqual({
      name: 'list_jobs',
      title: 'List jobs',
      description: told.description,
      inputSchema: told.input_schema,
      outputSchema: told.output_schema,
      annotations: told.annotations,
    })
  })

  test('gets exactly the data of REST, and the same as compact text', async () => {
    const { result } = await call('tools/call', { name: 'list_tenants', arguments: { page_size: 2 } })
    const { data } = await bodyOf(await h.ask('ada', '/api/v1/tenants?page_size=2'))
    expect(result.structuredContent).toEqual(data)
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(data) }])
    expect(result.isError).toBeFalsy()
  })

  test('names the path by the same arguments', async () => {
    const { result } = await call('tools/call', { name: 'probe_read', arguments: { id: 'a/b c', n: 3 } })
    expect(result.structuredContent).toEqual({ id: 'a/b c', n: 3 })
  })

  test('reads a fault as a result, with code, message and details', async () => {
    const faultOf = async (name: string, args: Json) => {
      const { result } = await call('tools/call', { name, arguments: args })
      expect(result.isError).toBe(true)
      expect(result.structuredContent).toBeUndefined()
      return JSON.parse(result.content[0].text).error
    }
    expect(await faultOf('get_tenant', { id: 'ten_rival' })).toMatchObject({ code: 'not_found' })
    expect(await faultOf('probe_read', { id: 'a', bogus: 1 })).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'bogus', message: 'is not a known field' }] },
    })
    expect(await faultOf('probe_read', { n: 1 })).toMatchObject({ details: { issues: [{ path: 'id' }] } })
    expect(await faultOf('probe_read', { id: 'a', n: 'one' })).toMatchObject({ code: 'validation_failed' })
    const bug = await faultOf('probe_bug', {})
    expect([bug.code, JSON.stringify(bug).includes('secret')]).toEqual(['internal', false])
  })

  test('is told of tools, not of addresses, and of the call that its request is in the log', async () => {
    const { result } = await call('tools/call', { name: 'delete_job', arguments: { id: 'job_guestposts' } })
    const { message, request_id } = JSON.parse(result.content[0].text).error
    expect(message).not.toMatch(/(GET|POST|PATCH|PUT|DELETE) \//)
    expect(request_id).toBeString()
    expect(inTools(operations, 'Cancel it first (POST /jobs/{id}/cancel).')).toBe('Cancel it first (cancel_job).')
    expect(inTools(operations, 'See PUT /settings/crawl.')).toBe('See the settings of the web interface.')
    expect(inTools(operations, 'Check it first (POST /jobs/{id}/check).')).toBe(
      'Check it first (check_index with `job_id`).',
    )
    expect(inTools(operations, 'Try GET /nothing.')).toBe('Try the web interface.')
  })

  test('gets a file as text', async () => {
    const { result } = await call('tools/call', { name: 'probe_file', arguments: {} })
    expect(result.content).toEqual([{ type: 'text', text: '0\r\n1\r\n2\r\n' }])
  })

  test('is told when there is no such tool', async () => {
    for (const name of ['no_such_tool', 'probe_outbound']) {
      const { error } = await call('tools/call', { name, arguments: {} })
      expect([error?.code, error?.message]).toEqual([-32602, `Unknown tool: ${name}`])
    }
  })
})

test('a client of 2025 shakes hands, and a modern one discovers', async () => {
  const hands = await old('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  expect(hands.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'signalpost' } })
  const found = await modern('server/discover')
  expect(found.result.supportedVersions).toContain(REVISION)
  expect(found.result.instructions).toContain('Signalpost')
})

test('the modern list says how long it may be kept, and for whom', async () => {
  expect((await modern('tools/list')).result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' })
})

test('a read-only key is refused by the tool, as it is by REST', async () => {
  const { result } = await old('tools/call', { name: 'probe_write', arguments: {} }, {}, 'vera')
  expect(JSON.parse(result.content[0].text).error.code).toBe('read_only_key')
})

test('schemas are valid JSON Schema 2020-12 of an object, and refuse unknown arguments', async () => {
  const ajv = new Ajv2020({ strict: false })
  for (const tool of (await modern('tools/list')).result.tools) {
    expect(tool.name).toMatch(/^[a-z][a-z_]{0,63}$/)
    expect(ajv.validateSchema(tool.inputSchema)).toBe(true)
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    if (tool.outputSchema) expect(tool.outputSchema.type).toBe('object')
    expect(typeof tool.annotations.readOnlyHint).toBe('boolean')
  }
})

test('hints: reading is read-only, deleting and cancelling is destructive, adding is not', async () => {
  const { tools } = (await old('tools/list')).result
  const hintsOf = (name: string) => tools.find((tool: Json) => tool.name === name).annotations
  expect(hintsOf('list_jobs')).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  expect(hintsOf('validate_urls')).toMatchObject({ readOnlyHint: true })
  expect(hintsOf('delete_tenant')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(hintsOf('revoke_api_key')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(hintsOf('cancel_job')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(hintsOf('create_sub_tenant')).toMatchObject({ readOnlyHint: false, destructiveHint: false })
})

test('without a key 401, which says where an app asks for a token', async () => {
  const refused = await old('tools/list', {}, {}, null)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer realm="signalpost", resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp", scope="read write"',
  )
  expect((await old('tools/list', {}, { cookie: await h.cookieOf('ada') }, null)).status).toBe(401)
  expect((await old('tools/list', {}, { 'x-api-key': h.keyOf('ben') }, null)).status).toBe(200)
})

test('another site, or another name for this one, is refused', async () => {
  expect((await old('tools/list', {}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await old('tools/list', {}, { origin: 'null' })).status).toBe(403)
  expect((await old('tools/list', {}, { host: 'rebound.example' })).status).toBe(403)
  expect((await old('tools/list', {}, { origin: 'http://localhost:3000' })).status).toBe(200)
})

test('what is no JSON-RPC call is refused without harm', async () => {
  const send = (method: string, body?: string, type = 'application/json') =>
    h.ask('ada', '/mcp', { method, body, headers: { ...OLD, 'content-type': type } })
  expect((await send('GET')).status).toBe(405)
  expect((await send('DELETE')).status).toBe(405)
  expect((await send('POST', '{')).status).toBe(400)
  expect((await send('POST', '{}', 'text/plain')).status).toBe(415)
  expect((await send('POST', `{"a":"${'x'.repeat(33 << 20)}"}`)).status).toBe(413)
  expect((await send('POST', '{"jsonrpc":"2.0","id":1,"method":"nothing"}')).status).toBeLessThan(500)
})

test('each message of a list counts, and a list beyond the limit is refused whole', async () => {
  const key = h.keyOf('ada', { rate_per_min: 10, role: 'owner' })
  const list = (n: number, method = 'tools/list') => {
    const messages = Array.from({ length: n }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: { name: 'list_jobs' },
    }))
    return h.ask(null, '/mcp', {
      method: 'POST',
      headers: { ...OLD, 'x-api-key': key },
      body: JSON.stringify(messages),
    })
  }
  const [few, many] = [await list(4), await list(50, 'tools/call')]
  expect([few.headers.get('ratelimit-remaining'), many.status, many.headers.get('retry-after')]).toEqual([
    '6',
    429,
    '6',
  ])
  expect(await many.text()).not.toContain('structuredContent')
})

test('each call counts against the limit of its key', async () => {
  const key = h.keyOf('ada', { rate_per_min: 2 })
  const call = () => old('tools/list', {}, { 'x-api-key': key }, null)
  expect([(await call()).headers.get('ratelimit-remaining'), (await call()).status]).toEqual(['1', 200])
  const refused = await call()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
})
