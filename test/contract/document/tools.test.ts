/** Tools are the operations: the same call by `/mcp` answers what REST answers, or a part of it that says so. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { MOST_TOKENS } from '../../../src/doors/mcp/brief.ts'
import { offersFull } from '../../../src/kernel/operation/offered/routes-and-tools.ts'
import type { AnyOperation } from '../../../src/kernel/operation/operation.ts'
import { operations } from '../../../src/operations/index.ts'
import { type Reply, rpc } from '../../doors/mcp/rpc.ts'
import { tokensOf } from '../../doors/mcp/tokens.ts'
import type { Cast } from '../cast.ts'
import { createAjv } from '../document.ts'
import { castOfFile, forEachOperation } from '../each.ts'
import { ask, exampleOf, type Input } from '../request.ts'
import type { Credential } from '../seed-cast.ts'

const cast = await castOfFile()
beforeEach(() => cast.reset())

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
type Json = any
type Told = { isError?: boolean; content: { text: string }[]; structuredContent?: Json }

const tools = operations.filter(({ tool }) => tool)
const callerOf = ({ role }: AnyOperation): Credential =>
  role === 'platform' ? cast.platform : cast.northwind[role ?? 'client_viewer']

/** The same request at the other door. */
async function tell(operation: AnyOperation, input: Input = exampleOf(operation)): Promise<Told> {
  const who = callerOf(operation)
  const at = {
    ask: (_: unknown, path: string, init: RequestInit = {}) =>
      fetch(cast.url + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...who } }),
  }
  const { result, error }: Reply = await rpc(at, null, 'tools/call', { name: operation.name, arguments: input })
  expect([operation.name, error]).toEqual([operation.name, undefined])
  return result as Told
}

/** What is made anew each time has another id, another secret, another key; that a key was used is written now and then. */
const settled = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replace(/\b(ipk_|r\/|welcome\/)?[0-9A-Za-z_-]{32,}/g, '<secret>')
      .replace(/"prefix":"[^"]*"/g, '"prefix":"<prefix>"')
      .replace(/"last_used_at":(null|"[^"]*")/g, '"last_used_at":null'),
  )

describe('the same call', () => {
  forEachOperation(tools)('of %s answers at /mcp what it answers at REST', async (_, operation) => {
    const rest = await ask(cast, operation, callerOf(operation))
    cast.reset()
    const whole = offersFull(operation) ? { full: true } : {}
    const { isError, content, structuredContent } = await tell(operation, { ...exampleOf(operation), ...whole })
    expect(isError).toBeFalsy()
    if (operation.produces) return expect(settled(content[0]!.text)).toEqual(settled(rest.text))
    expect(settled(structuredContent)).toEqual(settled(rest.json!.data))
    expect(JSON.parse(content[0]!.text)).toEqual(structuredContent)
  })

  const ajv = createAjv()
  forEachOperation(tools.filter(({ produces }) => !produces))(
    'of %s answers as its schema says',
    async (name, operation) => {
      const { items } = (
        await ask(cast, operations.find((one) => one.name === 'list_mcp_tools')!, cast.platform, { page_size: 200 })
      ).json!.data as { items: { name: string; output_schema: object }[] }
      const schema = items.find((tool) => tool.name === name)!.output_schema
      const { structuredContent } = await tell(operation)
      expect([ajv.validate(schema, structuredContent), ajv.errors]).toEqual([true, null])
    },
  )

  forEachOperation(tools)(
    'of %s with an argument that it does not know is refused by its name',
    async (_, operation) => {
      const { isError, content } = await tell(operation, { ...exampleOf(operation), bogus: 1 })
      expect([isError, JSON.parse(content[0]!.text).error.details.issues]).toEqual([
        true,
        [{ path: 'bogus', message: 'is not a known field' }],
      ])
    },
  )
})

describe('where there is much to tell,', () => {
  const lists = tools.filter(
    ({ name, output }) => name.startsWith('list_') || 'items' in ((output as Json).properties ?? {}),
  )

  beforeEach(() => plenty(cast))

  forEachOperation(lists)(
    '%s answers a page that REST would give, in at most 1,500 tokens, and says how to go on',
    async (_, operation) => {
      const { content, structuredContent: told } = await tell(operation, wide(operation))
      expect(tokensOf(content[0]!.text)).toBeLessThanOrEqual(MOST_TOKENS)
      const { items, total, page, page_size, more } = told
      expect(total).toBeGreaterThan(50)
      expect(items.length).toBe(page_size)
      const rest = await ask(cast, operation, callerOf(operation), { ...wide(operation), page, page_size })
      expect({ ...(rest.json!.data as Json), more }).toMatchObject(told)
      expect(more).toContain(
        `${items.length} of ${total} rows, in brief. Next: page ${page + 1}, page_size ${page_size}.`,
      )
    },
  )

  forEachOperation(lists)('%s goes on where it stopped, and misses nothing', async (_, operation) => {
    const first = (await tell(operation, wide(operation))).structuredContent
    const second = (await tell(operation, { ...wide(operation), page: 2, page_size: first.page_size }))
      .structuredContent
    const late = (await tell(operation, { ...wide(operation), page: 2 })).structuredContent
    expect(50 % late.page_size).toBe(0)
    const whole = await ask(cast, operation, callerOf(operation), { ...wide(operation), page_size: 200 })
    const { items } = whole.json!.data as Json
    expect(items.slice(0, 2 * first.page_size)).toMatchObject([...first.items, ...second.items])
    expect(items.slice(50, 50 + late.page_size)).toMatchObject(late.items)
  })

  forEachOperation(lists)('%s gives the whole when that is asked for', async (_, operation) => {
    const { structuredContent } = await tell(operation, { ...wide(operation), full: true })
    const rest = await ask(cast, operation, callerOf(operation), wide(operation))
    expect(settled(structuredContent)).toEqual(settled(rest.json!.data))
  })

  test('get_job_status tells the job whole and of its links what fits', async () => {
    const operation = tools.find(({ name }) => name === 'get_job_status')!
    const { content, structuredContent: told } = await tell(operation, { id: 'job_guestposts' })
    expect(tokensOf(content[0]!.text)).toBeLessThanOrEqual(MOST_TOKENS)
    const { urls, more, ...job } = told
    const rest = (await ask(cast, operation, callerOf(operation), { id: 'job_guestposts' })).json!.data as Json
    expect({ ...job, urls: rest.urls }).toEqual(rest)
    expect(urls.length).toBeGreaterThan(5)
    expect(rest.urls).toHaveLength(50)
    expect(rest.urls.slice(0, urls.length)).toMatchObject(urls)
    expect(more).toBe(`${urls.length} of 50 urls, in brief. All links, with filters: list_job_urls.`)
    const asked = await tell(operation, { id: 'job_guestposts', url_limit: 30 })
    expect(asked.structuredContent.urls).toHaveLength(30)
  })

  test('10,000 entries that are no URLs do not drown the answer', async () => {
    const operation = tools.find(({ name }) => name === 'validate_urls')!
    const urls = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? `https://bakery.example/page-${i}` : `no url ${i}`))
    const { content, structuredContent } = await tell(operation, { urls })
    expect(tokensOf(content[0]!.text)).toBeLessThanOrEqual(MOST_TOKENS)
    expect(structuredContent.counts).toEqual({ given: 10_000, valid: 5000, duplicates: 0, invalid: 5000 })
    expect(structuredContent.more).toMatch(/^\d+ of 5000 urls, \d+ of 5000 invalid, in brief. Whole: full true.$/)
    expect((await tell(operation, { urls, full: true })).structuredContent.urls).toHaveLength(5000)
  })
})

/** The example without what narrows the list. */
function wide(operation: AnyOperation): Input {
  const { id } = exampleOf(operation)
  return id === undefined ? {} : { id }
}

/** A hundred more of everything that lists show, with long words. */
function plenty({ db }: Pick<Cast, 'db'>): void {
  const id = () => Bun.randomUUIDv7()
  const words = 'Guest posts of the autumn about bread, cakes and what else there is'
  const page = (i: number) => `https://bakery.example/${'page-'.repeat(8)}${i}`
  db.write((tx) => {
    const copy = (table: string, where: string, changes: Record<string, (i: number) => unknown>) => {
      const row = tx.row<Record<string, unknown>>(`select * from ${table} where ${where} limit 1`)!
      const written = tx.rows<{ name: string }>('select name from pragma_table_info(?)', table)
      const names = written.map(({ name }) => name)
      const insert = `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
      for (let i = 0; i < 100; i++)
        tx.run(insert, ...names.map((name) => (changes[name] ? changes[name](i) : row[name]) as string))
    }
    const path = '/ten_northwind/'
    copy('tenants', "id = 'ten_bakery'", { id, path: (i) => `${path}more-${i}/`, name: (i) => `${words} ${i}` })
    copy('jobs', "id = 'job_guestposts'", { id, name: (i) => `${words} ${i}` })
    copy('links', "job_id = 'job_guestposts'", { id: () => null, url: page })
    copy('ledger', "tenant_id = 'ten_northwind'", { id, ref: () => null, note: (i) => `${words} ${i}` })
    const key = { id, hash: id, name: (i: number) => `${words} ${i}` }
    copy('api_keys', "tenant_id = 'ten_northwind' and status = 'active'", key)
    const user_id = (i: number) => `usr_more_${i}`
    copy('users', "id = 'usr_ada'", { id: user_id, email: (i) => `somebody.with.a.name.${i}@northwind.example` })
    copy('members', "user_id = 'usr_ada' and tenant_id = 'ten_northwind'", { user_id })
    copy('indexnow_sites', "id = 'ins_bakery'", { id, host: (i) => `shop-${i}.bakery.example` })
    const provider = { id, client_id: id, name: (i: number) => `${words} ${i}`.slice(0, 60), secret_sealed: () => '' }
    copy('identity_providers', "id = 'idp_bakery'", provider)
    const ping = { id: () => null, link_id: (i: number) => 50_000 + i, url: page }
    copy('indexnow_urls', "job_id = 'job_guestposts'", ping)
    tx.run(
      "insert into audit (id, at, actor, via, as_platform, action, tenant_id) values ('aud_more', ?, 'ada@northwind.example', 'session', 0, 'update_tenant', 'ten_bakery')",
      tx.now,
    )
    copy('audit', "id = 'aud_more'", { seq: () => null, id })
    copy('tracked_errors', "id = 'err_odd'", { id, fingerprint: id, message: (i) => `${words} ${i}` })
    copy('looks', "job_id = 'job_guestposts' and state = 'done'", { id: () => null, ref: id })
    return tx.run(
      "update jobs set last_link = (select max(id) from links), link_count = 100 where id = 'job_guestposts'",
    )
  })
}
