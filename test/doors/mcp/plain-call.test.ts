/** A plain call of a tool is answered past the protocol's library, as the library would answer it; nothing else is. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { saveUses } from '../../../src/kernel/database/last-use.ts'
import { operations } from '../../../src/operations/index.ts'
import { type House, house } from '../house.ts'
import { replyOf, rpc } from './rpc.ts'

let h: House
beforeAll(async () => {
  h = house()
  // That the key was used is a change of its own.
  await rpc(h, 'ada', 'tools/list')
  saveUses(h.db)
})
afterAll(() => h.close())

const OLD = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
/** A trace in the envelope changes nothing, and is not plain. */
const TRACED = { _meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } }
const reads = operations.filter((one) => one.tool && one.method === 'GET')
/** A refusal tells the id of its request. */
const headers = { 'x-request-id': 'one' }

describe('the library says the same', () => {
  test.each(reads.map((one) => [one.name, one] as const))('of %s', async (name, { example }) => {
    const plain = await rpc(h, 'ada', 'tools/call', { name, arguments: example }, { headers })
    const other = await rpc(h, 'ada', 'tools/call', { name, arguments: example, ...TRACED }, { headers })
    expect(plain.result).toEqual(other.result)
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, other.headers.get('content-type')])
  })

  test('of arguments that are wrong, and to a client of 2025', async () => {
    const call = { name: 'list_jobs', arguments: { bogus: 1 } }
    const plain = await rpc(h, 'ada', 'tools/call', call, { headers })
    expect(plain.result).toEqual((await rpc(h, 'ada', 'tools/call', { ...call, ...TRACED }, { headers })).result)
    const old = async (more: object = {}) =>
      replyOf(
        await h.ask('ada', '/mcp', {
          method: 'POST',
          headers: { ...OLD, 'mcp-protocol-version': '2025-11-25' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 'a',
            method: 'tools/call',
            params: { name: 'list_jobs', ...more },
          }),
        }),
      )
    expect((await old()).result).toEqual((await old({ _meta: {} })).result)
  })
})

describe('what is not exactly a plain call goes to the library, which judges it', () => {
  const name = 'list_jobs'
  const refusal = async (params: object, headers: Record<string, string> = {}) => {
    const { status, error } = await rpc(h, 'ada', 'tools/call', { name, ...params }, { headers })
    return [status, error?.code]
  }

  test.each([
    ['another tool in the header', { 'mcp-name': 'get_credits' }, [400, -32_020]],
    ['another method in the header', { 'mcp-method': 'tools/list' }, [400, -32_020]],
    ['another version in the header', { 'mcp-protocol-version': '2025-11-25' }, [400, -32_020]],
  ] as const)('%s', async (_, headers, told) => {
    expect(await refusal({}, headers)).toEqual([...told])
  })

  test('a version that nobody speaks, an envelope that is none, arguments that are no object', async () => {
    const meta = (more: object) => ({ _meta: more })
    expect(await refusal(meta({ 'io.modelcontextprotocol/protocolVersion': '1999-01-01' }))).toEqual([400, -32_020])
    expect(await refusal(meta({ 'io.modelcontextprotocol/clientCapabilities': 1 }))).toEqual([400, -32_602])
    expect((await refusal({ arguments: [] }))[1]).toBe(-32_602)
    expect((await rpc(h, 'ada', 'tools/call', { name: 'nothing' })).error?.code).toBe(-32_602)
  })

  test('progress is told, and a person is asked where the client can ask', async () => {
    const { secret } = await h.call<{ secret: string }>('ada', 'create_api_key', { approval_above: 0 })
    await h.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
    await h.call('pat', 'adjust_credits', { tenant_id: 'ten_northwind', amount: 5, reason: 'for tests' })
    const { result } = await rpc(
      h,
      null,
      'tools/call',
      { name: 'submit_index_job', arguments: { urls: ['https://bakery.example/'] } },
      { capabilities: { elicitation: { url: {} } }, headers: { 'x-api-key': secret } },
    )
    expect(result).toMatchObject({ resultType: 'input_required' })
  })
})
