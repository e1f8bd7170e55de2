/** Whose search results a check reads: settings, what is stored, and what a changed setting may do to a credit. */
import { afterEach, expect, test } from 'bun:test'
import { placeOf } from '../../../src/domains/checks/index.ts'
import type { JobRow } from '../../../src/domains/jobs/index.ts'
import { fileRows } from '../../../src/domains/jobs/link-file.ts'
import { type SerperStandIn, serper } from '../../upstreams/serper.ts'
import { callerOf } from '../../world.ts'
import { pages, type Setting, setting } from '../providers/setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

const GERMAN = { country: 'DE', language: 'de' }
type Asked = { q: string; gl: string; hl: string; location?: string }

/** Serper, whose results depend on the country. */
async function withSerper(shows: (url: string, gl: string) => boolean) {
  const one = await setting()
  open.push(one)
  const vendor: SerperStandIn = one.use(
    serper({
      now: one.now,
      api_key: 'serper-key',
      results: (query) => {
        const url = `https://${query.replace('site:', '')}`
        return shows(url, (vendor.received.at(-1)!.json as Asked).gl) ? [url] : [`${url}-2`]
      },
    }),
  )
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', api_key: 'serper-key', base_url: vendor.url } },
  })
  const asked = () => vendor.received.filter(({ path }) => path === '/search').map(({ json }) => json as Asked)
  return {
    ...one,
    vendor,
    asked,
    links: () => one.db.read((tx) => tx.rows('select state, indexed, credit from links')),
  }
}

type Placed = { place: string | null; evidence: string; confirms: number | null }

test('a workspace takes the place of the nearest workspace above that has one, else that of the install', async () => {
  const { call, db } = await withSerper(() => true)
  const of = (id: string) => db.read((tx) => placeOf(tx, id))
  expect(of('ten_bakery')).toEqual({ place: { country: 'US', language: 'en', device: 'desktop' }, tenant_id: null })
  await call('pat', 'update_integrations', { search_place: { country: 'FR', language: 'fr', device: 'mobile' } })
  expect(of('ten_bakery')).toEqual({ place: { country: 'FR', language: 'fr', device: 'mobile' }, tenant_id: null })
  await call('ada', 'update_tenant', { id: 'ten_northwind', search_place: GERMAN })
  expect(of('ten_bakery')).toEqual({ place: { ...GERMAN, device: 'desktop' }, tenant_id: 'ten_northwind' } as never)
  const own = await call('ada', 'update_tenant', { id: 'ten_bakery', search_place: { country: 'AT', language: 'de' } })
  expect(own).toMatchObject({ search_place: { country: 'AT', language: 'de', device: 'desktop' } })
  expect(of('ten_bakery').tenant_id).toBe('ten_bakery')
  expect(await call('ada', 'get_tenant_overview', { id: 'ten_bakery' })).toMatchObject({
    search_place: { place: { country: 'AT' }, tenant_id: 'ten_bakery' },
  })
  await call('ada', 'update_tenant', { id: 'ten_bakery', search_place: null })
  expect(of('ten_bakery').tenant_id).toBe('ten_northwind')
})

test('an unknown country is refused by its field', async () => {
  const { call } = await withSerper(() => true)
  const refused = call('pat', 'update_integrations', { search_place: { country: 'XX', language: 'de' } })
  await expect(refused).rejects.toThrow(/search_place\.country/)
})

test('a check is asked in its place, stores it, and says so to who reads it', async () => {
  const one = await withSerper(() => true)
  await one.call('ada', 'update_tenant', { id: 'ten_northwind', search_place: { ...GERMAN, device: 'mobile' } })
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(1) })
  await one.work()
  expect(one.asked()).toMatchObject([{ gl: 'de', hl: 'de', location: 'Germany' }])
  const [result] = (await one.results(id)) as unknown as Placed[]
  // Serper searches as a desktop browser, so no phone is claimed.
  expect(result).toMatchObject({ place: 'DE/de' })
  const job = one.db.read((tx) => tx.row<JobRow>('select * from jobs where id = ?', id)!)
  expect(one.db.read((tx) => fileRows(tx, callerOf('ada'), job, 0))).toMatchObject([{ place: 'DE/de' }])
  const { items } = await one.call<{ items: object[] }>('ada', 'list_job_urls', { id })
  expect(items).toMatchObject([{ indexed: 'yes', place: 'DE/de' }])
})

test('a link that only the first place shows is not refunded after the place was changed', async () => {
  const seen = { us: false }
  const one = await withSerper((_, gl) => gl === 'us' && seen.us)
  const { id } = await one.push(pages(1))
  await one.work()
  await one.day(1)
  await one.call('ada', 'update_tenant', { id: 'ten_northwind', search_place: GERMAN })
  seen.us = true
  await one.day(7.1)
  await one.work()
  expect(one.asked().map(({ gl }) => gl)).toEqual(['us', 'de', 'us'])
  expect(
    ((await one.results(id)) as unknown as Placed[]).map(({ place, confirms }) => [place, confirms !== null]),
  ).toEqual([
    ['US/en', false],
    ['DE/de', false],
    ['US/en', true],
  ])
  expect(one.links()).toMatchObject([{ state: 'indexed', credit: 'consumed' }])
})

test('a re-check in another place does not undo that the link was seen, one in the same place does', async () => {
  const seen = { us: true }
  const one = await withSerper((_, gl) => gl === 'us' && seen.us)
  const { id } = await one.push(pages(1))
  await one.work()
  await one.day(1)
  const recheck = async () => {
    await one.call('ada', 'recheck_job', { id, engine: 'scan_standard' })
    await one.work()
    return one.links()
  }
  await one.call('ada', 'update_tenant', { id: 'ten_northwind', search_place: GERMAN })
  expect(await recheck()).toMatchObject([{ state: 'indexed', indexed: 'yes' }])
  const last = ((await one.results(id)) as unknown as Placed[]).at(-1)
  expect(last).toMatchObject({ place: 'DE/de', indexed: 'no' } as never)
  expect(last?.evidence).toContain('It was seen in US/en, which this does not undo.')
  await one.call('ada', 'update_tenant', { id: 'ten_northwind', search_place: null })
  seen.us = false
  expect(await recheck()).toMatchObject([{ state: 'indexed', indexed: 'no' }])
})

test('a check from before there were places was one of the United States, and its repeat is asked there', async () => {
  const one = await withSerper(() => false)
  const { id } = await one.push(pages(1))
  await one.work()
  await one.day(1)
  one.db.write((tx) => tx.run('update looks set place = null'))
  expect((await one.results(id)) as unknown as Placed[]).toMatchObject([{ place: 'US/en' }])
  await one.call('ada', 'update_tenant', { id: 'ten_northwind', search_place: GERMAN })
  await one.day(7.1)
  await one.work()
  expect(one.asked().map(({ gl }) => gl)).toEqual(['us', 'de', 'us'])
  expect(one.links()).toMatchObject([{ state: 'not_indexed', credit: 'released' }])
})
