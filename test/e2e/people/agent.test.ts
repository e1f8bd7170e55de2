/**
 * A program that knows no more than a model does, the server's instructions and the list of tools, and has no model: it
 * does what they and the answers say. From "push these 40 pages for Bakery, at most 30 credits" to the report.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { millis } from '../../../src/kernel/time/clock.ts'
import { startWeb, type Web } from '../../upstreams/web.ts'
import { type Agency, agency, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const PAGES = 40
const MOST = 30
/** Pages that ask not to be indexed: six of the forty. */
const HIDDEN = ['/noindex', '/noindex-none', '/noindex-googlebot', '/noindex-wins', '/noindex-gzip', '/noindex-header']

let web: Web
let one: Agency
let bakery: string
let urls: string[]
beforeAll(async () => {
  web = await startWeb()
  // Every other page is shown from the first day on, the others never.
  one = await agency({ shown: (url) => /ok\?page=\d*[02468]$/.test(url) })
  bakery = (await one.post<{ id: string }>('/tenants', { name: 'Bakery', kind: 'client' })).id
  await one.post('/tenants', { name: 'Butcher', kind: 'client' })
  await one.post('/credits/allocate', { tenant_id: bakery, amount: 50 })
  const plain = Array.from({ length: PAGES - HIDDEN.length }, (_, i) => web.url(`/ok?page=${i}`))
  urls = [...plain, ...HIDDEN.map(web.url)]
})
afterAll(async () => {
  await one.close()
  web.stop()
})

type Answer = Record<string, unknown> & { next?: string; more?: string }
type Refusal = { error: { code: string; message: string } }

/** What the program was told, and the tools that it called. */
async function agentOf(address: string, key: string) {
  const client = new Client({ name: 'agent', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
  const { tools } = await client.listTools()
  const instructions = client.getInstructions()!.split('\n')
  const called: string[] = []
  return {
    client,
    called,
    /** Tools named in the line of the instructions that speaks of this, in their order. */
    told: (about: RegExp): string[] => {
      const line = instructions.find((one) => about.test(one))!
      return tools
        .map(({ name }) => name)
        .filter((name) => line.includes(name))
        .sort((a, b) => line.indexOf(a) - line.indexOf(b))
    },
    /** Tools that a sentence names, the first first. */
    namedIn: (text: string): string =>
      [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)]
        .map(([name]) => name!)
        .find((name) => tools.some((one) => one.name === name))!,
    nextOf: (name: string): string => /Next: (.*)/.exec(tools.find((one) => one.name === name)!.description!)![1]!,
    async call<T = Answer>(name: string, args: Record<string, unknown>): Promise<T> {
      const { inputSchema } = tools.find((one) => one.name === name)!
      for (const given of Object.keys(args)) expect(Object.keys(inputSchema.properties!)).toContain(given)
      called.push(name)
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
      return (isError ? JSON.parse((content as { text: string }[])[0]!.text) : structuredContent) as T
    },
  }
}

test.skipIf(!CAN_TURN)(
  'finds the client, pushes what can be indexed within the limit, and comes back with the report',
  async () => {
    const { secret } = await one.post<{ secret: string }>('/api-keys', {
      name: 'Agent',
      role: 'member',
      approval_above: 40,
    })
    const agent = await agentOf(one.address(), secret)

    // The client by its name.
    const [find] = agent.told(/client's id by its name/)
    const found = await agent.call<{ items: { id: string; name: string }[] }>(find!, { q: 'Bakery' })
    expect(found.items.map(({ name }) => name)).toEqual(['Bakery'])
    const tenant_id = found.items[0]!.id

    // What can be indexed, free; the whole answer where it was cut.
    const [screen, order] = agent.told(/^To push:/)
    const first = await agent.call<Answer & { results: { url: string; flags?: string[] }[] }>(screen!, { urls })
    const screened = first.more ? await agent.call<typeof first>(screen!, { urls, full: true }) : first
    const ready = screened.results.filter(({ flags = [] }) => flags.length === 0).map(({ url }) => url)
    expect(ready).toHaveLength(PAGES - HIDDEN.length)
    expect(agent.namedIn(screened.next!)).toBe(order!)

    // The bill; fewer links until it is within the limit.
    const wanted = { urls: ready, tenant_id, max_credits: MOST }
    let bill = await agent.call<Answer & { credits: number; orderable: boolean }>(order!, { ...wanted, estimate: true })
    while (!bill.orderable) {
      expect(bill.next).toContain('send fewer links')
      wanted.urls = wanted.urls.slice(0, wanted.urls.length - (bill.credits - MOST))
      bill = await agent.call(order!, { ...wanted, estimate: true })
    }
    expect(bill).toMatchObject({ credits: MOST, approval: false })

    // The order; the answer is lost on the way, and asked for again.
    const once = { ...wanted, idempotency_key: 'agent-1' }
    const lost = await agent.call<{ id: string }>(order!, once)
    const job = await agent.call<{ id: string; bill: { credits: number } }>(order!, once)
    expect([job.id, job.bill.credits]).toEqual([lost.id, MOST])

    // It looks when it is told to, and not before.
    const follow = agent.namedIn(agent.nextOf(order!))
    let status = await agent.call(follow, { id: job.id })
    const told = new Set<string>()
    while (agent.namedIn(status.next!) === follow) {
      told.add(status.next!)
      const [, at] = /next check is at (\S+):/.exec(status.next!) ?? []
      if (at) {
        one.clock.turn(Math.max(0, millis(at) - millis(one.clock.now())))
        await one.tick()
      } else
        await until(
          'the push to be sent',
          async () => (await one.job(job.id)).status !== 'queued' && one.reaches(job.id, 'watching', 'done'),
        )
      status = await agent.call(follow, { id: job.id })
    }
    expect(agent.namedIn(status.next!)).toBe('share_job_report')
    const { url } = await agent.call<{ url: string }>(agent.namedIn(status.next!), { id: job.id })
    const report = await (await fetch(one.address() + new URL(url).pathname)).text()
    expect(report).toContain('Bakery')

    // Within the limit, and by the shortest way: nothing was asked that the answers did not suggest.
    const shown = wanted.urls.filter((_, i) => i % 2 === 0).length
    const { index } = await expectBooksToBalance(one, bakery)
    expect(index).toMatchObject({ available: 50 - shown, reserved: 0 })
    expect(agent.called.filter((name) => name !== follow)).toEqual([
      'list_tenants',
      ...(first.more ? ['preflight_urls'] : []),
      'preflight_urls',
      'submit_index_job',
      'submit_index_job',
      'submit_index_job',
      'submit_index_job',
      'share_job_report',
    ])
    // Under way, and then each of its days; the answers of a loaded machine may be a moment late.
    expect(told.size).toBeLessThanOrEqual(6)
    await agent.client.close()
  },
)

test('is refused in words of tools, and told what to do, when the limit is passed over', async () => {
  const { secret } = await one.post<{ secret: string }>('/api-keys', { name: 'Hasty', role: 'member' })
  const agent = await agentOf(one.address(), secret)
  const hasty = { urls: urls.slice(0, 34), tenant_id: bakery, max_credits: 3 }
  const { error } = await agent.call<Refusal>('submit_index_job', hasty)
  expect(error.code).toBe('over_max_credits')
  expect(error.message).toContain('preflight_urls')
  expect(error.message).not.toMatch(/(GET|POST|PUT|PATCH|DELETE) \//)
  await agent.client.close()
})
