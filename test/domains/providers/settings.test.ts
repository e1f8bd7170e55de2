/** Settings of the check engines: what may be plugged in where, what is needed, what is never told. */
import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { SLOT_ADAPTERS } from '../../../src/domains/checks/shapes.ts'
import { CRAWL_ADAPTERS } from '../../../src/domains/providers/shapes.ts'
import { createScheduler } from '../../../src/doors/ops/scheduler.ts'
import { handler } from '../../../src/doors/server.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters, engineAdapters } from '../../../src/upstream/index.ts'
import { VENDORS } from '../../../views/suppliers/vendors.ts'
import { dataForSeo } from '../../upstreams/dataforseo.ts'
import { vendorNames, vendorOf } from '../../upstreams/samples.ts'
import { searchConsole } from '../../upstreams/search-console.ts'
import { PRIVATE_KEY, PUBLIC_KEY, pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})
const start = async (parts = {}) => {
  const one = await setting(parts)
  open.push(one)
  return one
}

test('each slot takes exactly the adapters that say they fit it', () => {
  for (const [slot, adapters] of Object.entries(SLOT_ADAPTERS))
    expect([...engineAdapters].flatMap(([name, { slots }]) => (slots.includes(slot) ? name : [])).sort()).toEqual(
      [...adapters].sort(),
    )
  expect([...crawlAdapters.keys()].sort()).toEqual([...CRAWL_ADAPTERS].sort())
})

test('the manual lists every adapter by the name on the pages', () => {
  const manual = readFileSync(new URL('../../../docs/manual/suppliers.md', import.meta.url), 'utf8')
  const names = Object.entries(VENDORS).flatMap(([adapter, { name }]) => (LISTED_AS[adapter] ?? name).split(', ')[0]!)
  expect(names.filter((name) => !new RegExp(`^\\| .*${name}`, 'm').test(manual))).toEqual([])
})

test('the manual says of every vendor when, and against what, it was last verified', () => {
  const manual = readFileSync(new URL('../../../docs/manual/suppliers.md', import.meta.url), 'utf8')
  const [, section = ''] = manual.split('## What was verified')
  const rows = section.slice(0, section.indexOf('\n\n**') + 1).match(/(?<=\n\n)(\|.*\n)+/g)
  expect(rows).toHaveLength(1)
  const named = (vendor: string, verified: string) =>
    new RegExp(`^\\|[^|]*${vendor}[^|]*\\| ${dayIn(verified)} \\|`, 'm')
  const vendors = vendorNames().map(vendorOf)
  const missing = vendors.filter(({ vendor, verified }) => !named(vendor, verified).test(rows![0]!))
  expect(missing.map(({ vendor }) => vendor)).toEqual([])
})

const dayIn = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Rows with another name than the panel. */
const LISTED_AS: Record<string, string> = { crawl_supplier: 'SpeedyIndex', search_console: 'Search Console' }

test('an engine is refused by field until every secret that its adapter declares is there', async () => {
  const { call } = await start()
  for (const [slot, adapters] of Object.entries(SLOT_ADAPTERS))
    for (const adapter of adapters) {
      const secrets = engineAdapters.get(adapter)!.secrets
      const paths = secrets.map((name) =>
        name === 'service_account' ? 'search_console.service_account' : `engines.${slot}.${name}`,
      )
      const put = call('pat', 'update_integrations', { engines: { [slot]: { adapter } } })
      if (paths.length === 0) await put
      else
        await expect(put).rejects.toMatchObject({
          code: 'validation_failed',
          details: { issues: paths.map((path) => ({ path })) },
        })
      const given = Object.fromEntries(secrets.filter((s) => s !== 'service_account').map((s) => [s, 'a-secret-value']))
      if (!secrets.includes('service_account'))
        await call('pat', 'update_integrations', { engines: { [slot]: { adapter, ...given } } })
      await call('pat', 'update_integrations', { engines: { [slot]: null } })
    }
})

test('the service account is told by its e-mail alone, works in the test call, and null forgets it', async () => {
  const one = await start()
  const google = one.use(
    searchConsole({
      now: one.now,
      public_key: PUBLIC_KEY,
      client_email: 'reader@project.example',
      properties: ['sc-domain:bakery.example'],
      verdict: () => ({ verdict: 'PASS' }),
    }),
  )
  const service_account = {
    type: 'service_account',
    client_email: 'reader@project.example',
    private_key: PRIVATE_KEY,
    token_uri: google.token_uri,
  }
  const put = await one.call<Status>('pat', 'update_integrations', {
    search_console: { service_account, properties: ['sc-domain:bakery.example'], base_url: google.url },
    engines: { upstream: { adapter: 'search_console' } },
  })
  expect(put.search_console).toMatchObject({
    service_account: { set: true, hint: 'reader@project.example' },
    reserve_pct: 25,
    properties: [{ property: 'sc-domain:bakery.example', used_today: 0, queue: { left: 66 } }],
  })
  expect(JSON.stringify(put)).not.toContain('PRIVATE KEY')
  for (const source of ['search_console', 'upstream'])
    expect(await one.call('pat', 'test_integration', { source })).toMatchObject({ ok: true })
  const job = await one.call<{ id: string }>('ada', 'check_index', {
    urls: ['https://bakery.example/bread'],
    engine: 'upstream',
  })
  await one.work()
  expect(await one.results(job.id)).toMatchObject([{ indexed: 'yes', method: 'inspection', adapter: 'search_console' }])
  const kept = await one.call<Status>('pat', 'update_integrations', { search_console: { reserve_pct: 50 } })
  expect(kept.search_console).toMatchObject({ service_account: { set: true }, reserve_pct: 50 })
  expect(await one.call<Status>('pat', 'update_integrations', { search_console: null })).toMatchObject({
    search_console: null,
  })
  expect(one.db.read((tx) => tx.count("select count(*) from secrets where name like 'search_console%'"))).toBe(0)
})

test('a callback of DataForSEO is a trigger: twice settles once, forged ones and other paths do nothing', async () => {
  const one = await start({ env: { SIGNALPOST_SITE_URL: 'https://links.agency.example' } })
  const vendor = one.use(dataForSeo({ now: one.now, login: 'me', password: 'pass-word' }))
  const engine = { adapter: 'dataforseo', base_url: vendor.url, login: 'me', password: 'pass-word' }
  await one.call('pat', 'update_integrations', { engines: { scan_standard: engine } })
  const answer = handler(one.app, createScheduler(one.app), {})
  const door = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => answer(request, server as Parameters<typeof answer>[1]),
  })
  try {
    const job = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(3) })
    await one.work(1)
    expect(vendor.tasks.map(({ data }) => data.postback_data)).toEqual(['regular', 'regular', 'regular'])
    const path = new URL(`${vendor.tasks[0]!.data.postback_url}`).pathname
    expect(path).toMatch(/^\/hooks\/dfs\/cb_\w{30,}$/)
    for (const task of vendor.tasks)
      task.data.postback_url = `${task.data.postback_url}`.replace('https://links.agency.example', door.url.origin)
    one.clock.turn(6 * MINUTE)
    const forged = [
      { url: `${door.url.origin}${path}?id=$id&tag=$tag`, id: '11210900-1535-0066-0000-999999999999' },
      { url: `${door.url.origin}/hooks/dfs/cb_guessed?id=$id`, id: vendor.tasks[0]!.id },
    ]
    expect(await vendor.deliverPostbacks({ times: 2, forged })).toEqual([200, 200, 200, 200, 200, 200, 200, 404])
    const calls = vendor.received.length
    await one.work(1)
    expect(vendor.received.slice(calls).map(({ path }) => path.split('/').slice(5, 7).join('/'))).toEqual([
      'task_get/regular',
      'task_get/regular',
      'task_get/regular',
    ])
    expect(await one.results(job.id)).toHaveLength(3)
    expect(await vendor.deliverPostbacks()).toEqual([200, 200, 200])
    await one.work(1)
    expect(await one.results(job.id)).toHaveLength(3)
    expect(vendor.balance).toBeCloseTo(50 - 3 * 0.003)
  } finally {
    await door.stop(true)
  }
})

type Status = { search_console: Record<string, unknown> | null }
