/** The catalog as a model reads it: short, complete in words, true in its hints. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { inTools, toolsOf } from '../../../src/kernel/operation/offered/routes-and-tools.ts'
import { operations } from '../../../src/operations/index.ts'
import { createAjv } from '../../contract/document.ts'
import { bodyOf, type House, house } from '../house.ts'
import { rpc } from './rpc.ts'
import { tokensOf } from './tokens.ts'

type Property = {
  type?: string
  description?: string
  anyOf?: Property[]
  enum?: unknown[]
  items?: Property
  properties?: Record<string, Property>
  additionalProperties?: boolean
}
type Tool = {
  name: string
  description: string
  inputSchema: { properties: Record<string, Property>; required?: string[] }
  outputSchema?: object
  annotations: Record<string, boolean>
}

let h: House
let tools: Tool[]
beforeAll(async () => {
  h = house()
  tools = ((await rpc(h, 'ada', 'tools/list')).result as { tools: Tool[] }).tools
})
afterAll(() => h.close())

const toolOf = (name: string): Tool => tools.find((tool) => tool.name === name)!
const declared = operations.filter(({ tool }) => tool)

test('the whole list weighs at most 12,400 tokens', () => {
  const weight = tokensOf({ tools })
  console.log(`tools/list: ${tools.length} tools, ${weight} tokens`)
  expect(tools.length).toBe(declared.length)
  expect(weight).toBeLessThanOrEqual(12_400)
})

describe('a model is told', () => {
  test('what each input is', () => {
    const bare = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties)
        .filter(([, { anyOf, description = anyOf?.[0]?.description ?? '' }]) => description.length < 4)
        .map(([input]) => `${name}.${input}`),
    )
    expect(bare).toEqual([])
  })

  test.each(declared.map((one) => [one.name, one] as const))(
    'when to use %s, what it costs, what it returns and what comes next',
    (name, { tool, summary }) => {
      const { description } = toolOf(name)
      expect(description).toStartWith(summary)
      for (const words of [
        `Use ${tool!.when}.`,
        tool!.costs ?? 'Free.',
        `Returns ${tool!.returns}.`,
        `Next: ${tool!.next}.`,
      ])
        expect(description).toContain(words)
      expect(description).not.toMatch(/\.\.|(GET|POST|PATCH|PUT|DELETE) \//)
      expect(description.length).toBeLessThanOrEqual(450)
    },
  )

  test('only of tools that there are', () => {
    const names = new Set(declared.map(({ name }) => name))
    const fields =
      /^(tenant_id|job_id|parent_id|key_url|key_location|url_ids|invitation_url|scan_live|scan_bing|pre_check|next_look_at|indexed_rate)$/
    const strange = declared.flatMap(({ name, tool }) =>
      [...`${tool!.when} ${tool!.returns} ${tool!.next}`.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)]
        .map(([word]) => word)
        .filter((word) => !names.has(word) && !fields.test(word))
        .map((word) => `${name}: ${word}`),
    )
    expect(strange).toEqual([])
  })

  test('nothing of inputs that leave no choice or are kept for older clients', () => {
    expect(Object.keys(toolOf('retry_job').inputSchema.properties)).not.toContain('mode')
    expect(Object.keys(toolOf('submit_index_job').inputSchema.properties)).not.toContain('recheck_days')
  })
})

describe('the schema of each input is one that strict clients take:', () => {
  const inputs = (): [string, Property][] =>
    tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties).flatMap(([input, schema]) => parts(`${name}.${input}`, schema)),
    )
  const parts = (name: string, schema: Property): [string, Property][] => [
    [name, schema],
    ...(schema.anyOf ?? []).flatMap((branch, at) => parts(`${name}#${at}`, branch)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, one]) => parts(`${name}.${field}`, one)),
    ...(schema.items ? parts(`${name}[]`, schema.items) : []),
  ]
  const where = (fails: (schema: Property, name: string) => boolean): string[] =>
    inputs()
      .filter(([name, schema]) => fails(schema, name))
      .map(([name]) => name)

  test('each has one type, enumerations too, or anyOf with nothing beside it', () => {
    expect(where(({ anyOf, type }) => !anyOf && typeof type !== 'string')).toEqual([])
    expect(where((schema) => !!schema.anyOf && Object.keys(schema).length > 1)).toEqual([])
    expect(where((schema) => !!schema.enum).length).toBeGreaterThan(40)
    expect(where((schema) => !!schema.anyOf).length).toBeGreaterThan(5)
  })

  test('an object names its fields, takes no others and is in no anyOf', () => {
    const objects = where(({ type }) => type === 'object')
    expect(objects).toEqual(['update_tenant.rooms'])
    expect(
      where(({ type, ...rest }) => type === 'object' && !(rest.properties && rest.additionalProperties === false)),
    ).toEqual([])
    expect(Object.keys(toolOf('update_tenant').inputSchema.properties.rooms!.properties!)).toEqual([
      'clients',
      'members',
      'keys',
    ])
  })

  test.each(declared.map(({ name }) => name))('the example of %s fits it', (name) => {
    const { examples, input_schema } = toolsOf(operations).find((one) => one.name === name)!
    const fits = createAjv().compile(input_schema)
    expect([fits(examples[0]!.arguments), fits.errors]).toEqual([true, null])
  })

  test('names the re-check days that the specification has for workspaces and jobs', () => {
    const days = { type: 'integer', maximum: 5 }
    expect(toolOf('update_tenant').inputSchema.properties.default_recheck_days).toMatchObject(days)
    expect(toolOf('update_job').inputSchema.properties.recheck_days).toMatchObject(days)
  })
})

describe('the own workspace is meant', () => {
  test('wherever one is asked for, but where it is given credits or deleted', () => {
    const asked = declared
      .filter(({ name, tenant_names }) =>
        tenant_names.some((input) => toolOf(name).inputSchema.required?.includes(input)),
      )
      .map(({ name }) => name)
    expect(asked.sort()).toEqual(['allocate_credits', 'delete_tenant'])
  })

  test('by list_members and get_tenant without an id, and another one by its id', async () => {
    const call = async (args: object) =>
      (await rpc(h, 'ada', 'tools/call', { name: 'list_members', arguments: args })).result as {
        structuredContent: unknown
      }
    const rest = async (id: string) => (await bodyOf(await h.ask('ada', `/api/v1/tenants/${id}/members`))).data
    expect((await call({})).structuredContent).toEqual(await rest('ten_northwind'))
    expect((await call({ id: 'ten_bakery' })).structuredContent).toEqual(await rest('ten_bakery'))
    const { result } = await rpc(h, 'ada', 'tools/call', { name: 'get_tenant', arguments: {} })
    expect(result).toMatchObject({ structuredContent: { id: 'ten_northwind' } })
  })

  test('never by delete_tenant', async () => {
    const { result } = await rpc(h, 'ada', 'tools/call', { name: 'delete_tenant', arguments: {} })
    expect(JSON.stringify(result)).toContain('id: is required')
  })
})

describe('hints are true:', () => {
  const hinted = (hint: string): string[] =>
    tools
      .filter(({ annotations }) => annotations[hint])
      .map(({ name }) => name)
      .sort()

  test('what reads changes no row, and the pre-flight reads', () => {
    const reading = declared.filter((one) => one.method === 'GET' || one.harmless).map(({ name }) => name)
    expect(hinted('readOnlyHint')).toEqual([...reading, 'preflight_urls'].sort())
  })

  test('what calls suppliers, sites or people says so, in the background too', () => {
    expect(hinted('openWorldHint')).toEqual([
      'add_member',
      'check_index',
      'preflight_urls',
      'retry_job',
      'send_unindexed_to_indexer',
      'submit_index_job',
      'verify_indexnow_site',
    ])
  })

  test('whatever can end, archive, take away or overwrite says so', () => {
    expect(hinted('destructiveHint')).toEqual([
      'allocate_credits',
      'cancel_job',
      'delete_api_key',
      'delete_indexnow_site',
      'delete_job',
      'delete_job_url',
      'delete_tenant',
      'remove_member',
      'reverse_ledger_entry',
      'revoke_api_key',
      'update_api_key',
      'update_indexnow_site',
      'update_member_role',
      'update_tenant',
    ])
  })
})

describe('a refusal', () => {
  test('names tools and pages, and no address of the REST API, whatever the sources say', async () => {
    const glob = new Bun.Glob('src/{domains,operations,kernel}/**/*.ts')
    for await (const path of glob.scan(`${import.meta.dir}/../../..`)) {
      const text = await Bun.file(`${import.meta.dir}/../../../${path}`).text()
      expect([path, /\b(GET|POST|PATCH|PUT|DELETE) \/[a-z]/.test(inTools(operations, text))]).toEqual([path, false])
    }
  })

  test('of a push without a supplier says where one is connected', async () => {
    h.db.write((tx) => tx.run("update purses set available = 10 where tenant_id = 'ten_northwind'"))
    const call = { name: 'submit_index_job', arguments: { urls: ['https://bakery.example/'] } }
    const { result } = await rpc(h, 'ada', 'tools/call', call)
    expect(result).toMatchObject({ isError: true })
    expect(JSON.stringify(result)).toContain('the settings of the web interface')
  })
})

test('GET /mcp-tools tells the same', async () => {
  const { data } = await bodyOf<{ items: { name: string; description: string; input_schema: object }[] }>(
    await h.ask('ada', '/api/v1/mcp-tools?page_size=200'),
  )
  expect(
    data.items.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema })),
  ).toEqual(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))
  expect(toolsOf(operations)).toBe(toolsOf(operations))
})

describe('spending by a tool', () => {
  const push = (args: object) =>
    rpc(h, 'ada', 'tools/call', {
      name: 'submit_index_job',
      arguments: { urls: ['https://bakery.example/', 'https://bakery.example/cake'], ...args },
    }).then(
      ({ result }) =>
        result as { isError?: boolean; structuredContent: Record<string, unknown>; content: { text: string }[] },
    )

  beforeAll(async () => {
    await h.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
    await h.call('pat', 'adjust_credits', { tenant_id: 'ten_northwind', amount: 20, reason: 'for tests' })
  })

  test('starts with an estimate, then an order under a key of the caller’s, which happens once', async () => {
    const { structuredContent: bill } = await push({ estimate: true, max_credits: 2, idempotency_key: 'mine' })
    expect(bill).toMatchObject({ estimate: true, credits: 2, orderable: true })
    const first = await push({ max_credits: 2, idempotency_key: 'mine' })
    const again = await push({ max_credits: 2, idempotency_key: 'mine' })
    expect(first.structuredContent).toMatchObject({ bill: { credits: 2, left: { index: expect.any(Number) } } })
    expect(again.structuredContent).toEqual(first.structuredContent)
    const other = await push({ max_credits: 3, idempotency_key: 'mine' })
    expect(JSON.parse(other.content[0]!.text).error).toMatchObject({
      code: 'conflict',
      message: 'This idempotency_key was used for another request.',
    })
    const bad = await push({ idempotency_key: 7 })
    expect(bad.content[0]!.text).toContain('idempotency_key: must be text')
  })

  test('takes a key where credits move, and nowhere else', () => {
    const taking = tools.filter(({ inputSchema }) => inputSchema.properties.idempotency_key).map(({ name }) => name)
    expect(taking).toEqual([
      'allocate_credits',
      'check_index',
      'retry_job',
      'send_unindexed_to_indexer',
      'submit_index_job',
    ])
  })
})
