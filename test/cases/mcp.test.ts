/** MCP clients as they are: what they send beside the letter of the protocol, with the report that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { operations } from '../../src/operations/index.ts'
import { type House, house } from '../doors/house.ts'
import { replyOf } from '../doors/mcp/rpc.ts'
import { probes } from '../doors/probes.ts'

let h: House
beforeAll(() => {
  h = house({ operations: [...operations, ...probes] })
})
afterAll(() => h.close())

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const send = (body: object, headers: Record<string, string>, path = '/mcp') =>
  h.ask('ada', path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('Accept', () => {
  test.each([
    ['text/event-stream', 'stream', 'ComposioHQ/composio#2152'],
    ['application/json', 'json', 'anthropics/claude-code#45368'],
    ['*/*', 'json', 'modelcontextprotocol/python-sdk#1641'],
    ['', 'json', 'vectorize-io/hindsight#571'],
    ['application/*', 'json', 'modelcontextprotocol/python-sdk#1641'],
    ['application/*, text/event-stream', null, 'modelcontextprotocol/python-sdk#1641'],
    ['text/event-stream;q=0.9, application/json;q=0.8', null, 'RFC 9110, section 12.5.1'],
    ['application/json, text/event-stream;q=0', 'json', 'RFC 9110, section 12.5.1'],
    ['Application/JSON, Text/Event-Stream', null, 'RFC 9110, section 8.3.1'],
    ['application/json,text/event-stream', null, 'lcomplete/huntly#110'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'json', 'wanaku-ai/wanaku#1666'],
  ])('%j is answered as %s (%s)', async (accept, form) => {
    for (const path of ['/mcp', '/mcp/'])
      for (const body of [CALL, { ...CALL, method: 'tools/call', params: { name: 'list_jobs' } }]) {
        const response = await send(body, { accept }, path)
        const type = response.headers.get('content-type') ?? ''
        expect([response.status, (await replyOf(response)).result]).toEqual([200, expect.anything()])
        if (form) expect(type).toStartWith(form === 'json' ? 'application/json' : 'text/event-stream')
      }
  })

  test.each(['text/html', 'image/png', 'application/json;q=0'])(
    '%s allows no form of an answer: 406',
    async (accept) => {
      expect((await send(CALL, { accept })).status).toBe(406)
    },
  )
})

describe('null for what is not given', () => {
  test.each<[string, object]>([
    ['tools/list', { params: null }],
    ['tools/list', { params: { cursor: null } }],
    ['tools/list', { params: { _meta: { progressToken: null } } }],
    ['tools/call', { params: { name: 'list_jobs', arguments: null, _meta: null } }],
    ['tools/call', { params: { name: 'list_jobs', arguments: { page: null }, task: null } }],
    [
      'initialize',
      {
        params: {
          protocolVersion: '2025-06-18',
          capabilities: { sampling: null, roots: null, experimental: null },
          clientInfo: { name: 'x', title: null, version: '1', icons: null },
        },
      },
    ],
  ])('%s %j is answered (crewAI: ZenRows/zenrows-mcp#23, by kind)', async (method, more) => {
    const response = await send({ ...CALL, method, ...more }, { accept: 'application/json, text/event-stream' })
    const { result, error } = await replyOf(response)
    expect([response.status, error, result]).toEqual([200, undefined, expect.anything()])
  })
})

type Result = { isError?: boolean; structuredContent: Record<string, unknown>; content: { text: string }[] }

/** The answer of a tool, or the issues of its refusal. */
async function call(name: string, given: unknown, headers: Record<string, string> = {}) {
  const response = await send(
    { ...CALL, method: 'tools/call', params: { name, arguments: given } },
    { accept: 'application/json, text/event-stream', ...headers },
  )
  const { result } = (await replyOf(response)) as { result: Result }
  if (!result.isError) return { ok: true, data: result.structuredContent }
  const { details, message } = JSON.parse(result.content[0]!.text).error
  return { ok: false, message, issues: details.issues as { path: string; message: string }[] }
}

const URLS = ['https://bakery.example/1', 'https://bakery.example/2']

describe('Arguments', () => {
  test.each([
    [{ toolCallId: 'call_1' }, 'n8n-io/n8n#21500'],
    [{ toolCallId: 'call_1', sessionId: 's', action: 'sendMessage', chatInput: 'hi' }, 'n8n-io/n8n#37308'],
    [{ tool_call_id: 'call_1', session_id: 's' }, 'makenotion/notion-mcp-server#146'],
    [{ _meta: { progressToken: 1 } }, 'chrisdoc/hevy-mcp#160'],
    [{ random_string: 'dummy' }, 'Cursor, for tools without arguments'],
    [{ task_progress: '- [x] one' }, 'cline/cline, focus chain'],
    [{ toolSummary: 'Validating', toolAction: 'Validate', waitForPreviousTools: false }, 'Windsurf, Antigravity'],
    [{ executionId: '7', conversationId: 'c', threadId: 't' }, 'hosts of agents'],
    [{ __intent: 'look', $schema: 'x' }, 'hosts of agents'],
  ])('%j of the host are left out with a note (%s)', async (extra) => {
    const { ok, data } = await call('validate_urls', { urls: URLS, ...extra })
    expect([ok, data?.ignored_arguments]).toEqual([true, Object.keys(extra)])
    expect(data).toMatchObject({ urls: URLS })
  })

  test.each([
    ['probe_read', { id: 'a', N: 1 }, 'N', 'n'],
    ['list_jobs', { tenantId: 'x' }, 'tenantId', 'tenant_id'],
    ['list_jobs', { pageSize: 5 }, 'pageSize', 'page_size'],
    ['list_jobs', { page_sise: 5 }, 'page_sise', 'page_size'],
    ['list_jobs', { limit: 5 }, 'limit', 'page_size'],
    ['list_jobs', { 'page-size': 5 }, 'page-size', 'page_size'],
    ['submit_index_job', { urls: URLS, maxCredits: 1 }, 'maxCredits', 'max_credits'],
    ['submit_index_job', { urls: URLS, credits_max: 1 }, 'credits_max', 'max_credits'],
    ['submit_index_job', { urls: URLS, max_credit: 1 }, 'max_credit', 'max_credits'],
    ['submit_index_job', { urls: URLS, dry_run: true }, 'dry_run', 'estimate'],
    ['submit_index_job', { urls: URLS, idempotencyKey: 'k' }, 'idempotencyKey', 'idempotency_key'],
    ['validate_urls', { url: 'https://bakery.example/1' }, 'url', 'urls'],
    ['validate_urls', { ursl: URLS, urls: URLS }, 'ursl', 'urls'],
    ['add_indexnow_site', { host: 'a.example', keyLocation: 'x' }, 'keyLocation', 'key_location'],
  ])('%s %j: the misspelt name is told its right one', async (tool, given, path, right) => {
    const { ok, issues } = await call(tool, given)
    expect(ok).toBe(false)
    expect(issues).toContainEqual({ path, message: `is not a known field: did you mean ${right}?` })
  })

  test.each([
    ['validate_urls', { urls: URLS, colour: 'red' }, 'colour'],
    ['submit_index_job', { urls: URLS, stopAfter: 10 }, 'stopAfter'],
    ['list_jobs', { bogus: 1 }, 'bogus'],
  ])('%s %j: any other name is refused', async (tool, given, path) => {
    expect((await call(tool, given)).issues).toEqual([{ path, message: 'is not a known field' }])
  })

  test.each([
    [{ urls: JSON.stringify(URLS) }, 'anthropics/claude-code#34520'],
    [{ urls: JSON.stringify(URLS, null, 2) }, 'netclaw-dev/netclaw#1093'],
    [{ urls: URLS.join('\n') }, 'openclaw/mcporter#126'],
    [JSON.stringify({ urls: URLS }), 'anthropics/claude-code#59227'],
    [{ urls: ` ${JSON.stringify(URLS)} ` }, 'github/copilot-cli#4301'],
  ])('%j is read as the list (%s)', async (given) => {
    expect((await call('validate_urls', given)).data).toMatchObject({ urls: URLS, invalid: [] })
    expect(await call('preflight_urls', given)).toMatchObject({ ok: true })
  })

  test.each([
    [{ page_size: null, status: null, tenant_id: null }, 'crewAI: ZenRows/zenrows-mcp#23'],
    [{ page_size: '', status: '', tenant_id: '', q: '' }, 'can1357/oh-my-pi#2981'],
    [{ page_size: '5', page: '1' }, 'anthropics/claude-code#59227'],
    [{ tenant_id: 'null', page: 'null', status: 'null' }, 'anthropics/claude-code#95239'],
    [null, 'cline/cline#10568'],
    ['', 'php-mcp/server#28'],
  ])('%j: blanks count as not given, and text as its value (%s)', async (given) => {
    expect(await call('list_jobs', given)).toMatchObject({ ok: true, data: { page: 1 } })
  })

  test.each([
    ['get_tenant', { id: '' }],
    ['get_tenant', { id: null }],
    ['list_jobs', { full: 'true', page_size: '2' }],
    ['list_jobs', { full: '', page_size: 2.0 }],
    [
      'submit_index_job',
      { estimate: true, urls: URLS, name: '', tenant_id: '', drip_days: '', smart: 'false', preflight: 'False' },
    ],
    ['submit_index_job', { estimate: 'true', urls: URLS, name: null, tenant_id: null, drip_days: null, smart: null }],
    ['submit_index_job', { estimate: 'yes', urls: JSON.stringify(URLS), drip_days: '2', max_credits: '50' }],
  ])('%s %j has no fault', async (tool, given) => {
    expect((await call(tool, given)).issues).toBeUndefined()
  })

  test.each([
    ['list_jobs', { page: 'two' }, 'page'],
    ['list_jobs', { page_size: '5x' }, 'page_size'],
    ['submit_index_job', { urls: '{"a":1}' }, 'urls'],
    ['submit_index_job', { urls: null }, 'urls'],
    ['submit_index_job', { urls: URLS, smart: 'perhaps' }, 'smart'],
  ])('%s %j cannot be read: refused by its name', async (tool, given, path) => {
    const { ok, issues } = await call(tool, given)
    expect([ok, issues?.some((issue) => issue.path.startsWith(path))]).toEqual([false, true])
  })
})
