/** What an agency's clients read names no supplier, repeats none of its words and tells no price. */
import { afterEach, expect, test } from 'bun:test'
import { HOUR } from '../../../src/kernel/time/clock.ts'
import { dataForSeo } from '../../upstreams/dataforseo.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

const OPERATOR = { login: 'ops@northwind.example', password: 'a password of the check engine' }
const VENDORS = /speedy|dataforseo|rapid|lantern/i

async function start() {
  const one = await setting()
  open.push(one)
  const { now } = one
  const speedy = one.use(speedyIndex({ now, api_key: 'speedy-key' }))
  const engine = one.use(dataForSeo({ now, ...OPERATOR, balance: 10, ready_after: 0, indexed: () => true }))
  await one.call('pat', 'update_crawl_settings', {
    routes: { primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: 'speedy-key' } },
  })
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'dataforseo', base_url: engine.url, ...OPERATOR } },
  })
  const read = async (id: string) => {
    const [job, links, results] = await Promise.all(
      ['get_job_status', 'list_job_urls', 'get_check_results'].map((name) => one.call('ada', name, { id })),
    )
    return { job: job as { note: string | null }, links, results: results as { items: Result[] } }
  }
  return { ...one, speedy, engine, read }
}

type Result = { adapter: string | null; cost_usd: number | null; evidence: string | null; failure: string | null }
type Batches = { items: { last_error: string | null }[] }

test.each([
  ['fails', { status: 503, body: 'lantern is down' }, 'The crawl supplier did not confirm the links.'],
  ['takes no more for now', { status: 429, body: 'lantern is busy' }, 'The crawl supplier could not accept the links.'],
  ['refuses the key', { status: 401, body: 'lantern knows no such key' }, 'The crawl supplier accepts no links now.'],
] as const)(
  'of a supplier that %s a push says when it goes on and nothing else; the operator sees it all',
  async (_, fault, note) => {
    const one = await start()
    one.speedy.fail(fault, 100)
    const { id } = await one.push(pages(2))
    await one.work(2)
    const seen = await one.read(id)
    expect(seen.job.note).toStartWith(note)
    expect(JSON.stringify(seen)).not.toMatch(VENDORS)
    const { items } = await one.call<Batches>('pat', 'list_campaigns', {})
    expect(items[0]!.last_error).toMatch(/SpeedyIndex|supplier refused our key/)
  },
)

test('of links that the supplier refuses the reason is told in our words', async () => {
  const one = await start()
  one.speedy.fail({ status: 422, body: 'lantern wants other links' }, 1, /create/)
  const { id } = await one.push(pages(2))
  await one.work(2)
  const seen = await one.read(id)
  expect(seen.links).toMatchObject({ items: Array(2).fill({ reason: 'The crawl supplier rejected the links.' }) })
  expect(JSON.stringify(seen)).not.toMatch(VENDORS)
})

test('a result says what was seen; who looked, and for how much, is told to the platform admin alone', async () => {
  const one = await start()
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(1) })
  await one.work()
  const [mine] = (await one.read(id)).results.items
  expect(mine).toMatchObject({ adapter: null, cost_usd: null, evidence: expect.any(String) })
  const [theirs] = await one.results(id)
  expect(theirs).toMatchObject({ adapter: 'dataforseo', evidence: mine!.evidence! })
  expect(theirs!.cost_usd).toBeGreaterThan(0)
})

test('the stored answer behind a result is evidence for the customer, without what it cost', async () => {
  const one = await start()
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(1) })
  await one.work()
  const [{ rid }] = (await one.results(id)) as unknown as [{ rid: number }]
  const bodyFor = async (who: 'ada' | 'pat') =>
    (await one.call<{ body: string }>(who, 'get_raw_check_result', { id, rid })).body
  const [theirs, mine] = [await bodyFor('pat'), await bodyFor('ada')]
  expect(theirs).toContain('"cost"')
  expect(mine).not.toContain('"cost"')
  expect(JSON.parse(mine).tasks[0].result).toEqual(JSON.parse(theirs).tasks[0].result)
})

test('a look that fails for good shows no word of the vendor, in the list or in the CSV', async () => {
  const one = await start()
  one.engine.fail({ status: 500, body: 'lantern went out' }, 1000)
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(1) })
  for (let i = 0; i < 8; i++) {
    await one.work(1)
    one.clock.turn(2 * HOUR)
  }
  const seen = await one.read(id)
  expect(seen.results.items).toMatchObject([{ indexed: 'unknown', failure: expect.any(String), evidence: null }])
  const { lines } = await one.call<{ lines: AsyncIterable<string> }>('ada', 'export_job_csv', { id })
  expect(JSON.stringify(seen) + (await Array.fromAsync(lines)).join('')).not.toMatch(VENDORS)
})

test('one link’s history is found by any spelling of its address', async () => {
  const one = await start()
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(1) })
  await one.work()
  const of = (url: string) => one.call<{ total: number }>('ada', 'get_check_results', { id, url })
  for (const url of [pages(1)[0]!, 'HTTPS://Bakery.example/page-0#crust', ' https://bakery.example/x/../page-0'])
    expect(await of(url)).toMatchObject({ total: 1 })
  expect(await of('page-0')).toMatchObject({ total: 0 })
})
