/** Each number that a page tells opens what it counts, or stands in docs/numbers.md with its reason for not doing so. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { CAST, type Person } from '../world.ts'
import { browserOf } from './browser.ts'
import { crawlOffice } from './crawl-seed.ts'
import { numbersIn, type ToldNumber } from './told-numbers.ts'

const W = '/app/w/[^/]+'
const P = '/app/platform'
/** Pages by their address. */
const PAGES: Record<string, RegExp> = {
  Today: new RegExp(`^${W}$`),
  Pushes: new RegExp(`^${W}/jobs$`),
  Push: new RegExp(`^${W}/jobs/[^/]+$`),
  Checks: new RegExp(`^${W}/checks$`),
  Results: new RegExp(`^${W}/cohorts$`),
  Clients: new RegExp(`^${W}/clients$`),
  Client: new RegExp(`^${W}/clients/[^/]+$`),
  Credits: new RegExp(`^${W}/credits$`),
  'Credits by client': new RegExp(`^${W}/credits/clients$`),
  Buy: new RegExp(`^${W}/credits/buy$`),
  'Line of the ledger': new RegExp(`^${W}/credits/[^/]+$`),
  'Orders to approve': new RegExp(`^${W}/drafts`),
  Reports: new RegExp(`^${W}/reports(/clients)?$`),
  'Report of a month': new RegExp(`^(${W}/reports/[0-9-]+|/r/spm_.*)$`),
  'Report of a push': /^\/r\/spr_/,
  Links: new RegExp(`^${W}/links`),
  'Operator, Overview': new RegExp(`^${P}$`),
  'Workspace, to the operator': new RegExp(`^${P}/workspaces`),
  'Revenue, Margin': new RegExp(`^${P}/revenue/margin$`),
  Batch: new RegExp(`^${P}/providers/batches/.`),
  'Suppliers, other tabs': new RegExp(`^${P}/providers`),
  Suppliers: new RegExp(`^${P}/(engines|suppliers)$`),
  Revenue: new RegExp(`^${P}/revenue$`),
}
/** How many of each are looked at. */
const SOME = 4

const text = readFileSync(new URL('../../docs/numbers.md', import.meta.url), 'utf8')
const rows = text.slice(text.indexOf('## What each number opens')).matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)
const said = [...rows]
  .filter(([, page]) => page !== 'page')
  .flatMap(([, page, labels, opens]) =>
    labels!.split('; ').map((label) => ({ page: page!, label, door: !opens!.startsWith('Nothing') })),
  )

let office: Awaited<ReturnType<typeof crawlOffice>>['office']
const found = new Map<string, ToldNumber & { page: string; path: string }>()

beforeAll(async () => {
  const { office: crawled, reports } = await crawlOffice()
  office = crawled
  const browser = browserOf(office)
  const queue: [Person | null, string][] = [
    ['ada', `/app/w/${CAST.ada.tenant_id}`],
    ['pat', P],
    ...reports.map((path): [null, string] => [null, path]),
    ...['revenue', 'revenue/margin', 'providers', 'providers/usage', 'engines', 'suppliers', 'workspaces'].map(
      (path): [Person, string] => ['pat', `${P}/${path}`],
    ),
  ]
  const [asked, counts] = [new Set<string>(), new Map<string, number>()]
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [who, address] = next
    const { pathname } = new URL(address, 'http://localhost')
    const page = Object.keys(PAGES).find((name) => PAGES[name]!.test(pathname))
    const n = counts.get(page ?? '') ?? 0
    if (!page || asked.has(address) || n >= SOME) continue
    asked.add(address)
    const { status, html, main } = await browser.visit(who, address)
    if (status !== 200) continue
    counts.set(page, n + 1)
    for (const one of numbersIn(main)) found.set(`${page}: ${one.label} ${one.door}`, { ...one, page, path: address })
    for (const [, href] of html.matchAll(/href="(\/app\/(?:w|platform)[^"#]*)/g))
      queue.push([href!.startsWith(P) ? 'pat' : (who ?? 'ada'), href!.replaceAll('&amp;', '&')])
  }
}, 600_000)
afterAll(() => office.close())

const isOf = (told: { page: string; label: string }, one: { page: string; label: string }): boolean =>
  told.page === one.page &&
  (told.label === one.label ||
    told.label.startsWith(`${one.label} `) ||
    told.label.startsWith(`${one.label}:`) ||
    told.label.startsWith(`${one.label},`))

test('what a page tells stands in docs/numbers.md, with what it opens', () => {
  expect(found.size).toBeGreaterThan(60)
  const unsaid = [...found.values()].filter((told) => !said.some((one) => isOf(told, one) && one.door === told.door))
  expect(unsaid.map(({ page, label, value, door, path }) => [page, label, value, door, path])).toEqual([])
})

test('and what docs/numbers.md says to open something does not open nothing on any page', () => {
  const doors = said.filter(({ door }) => door)
  expect(doors.length).toBeGreaterThan(25)
  const both = (one: (typeof said)[number]) => said.some((other) => isOf(other, one) && other.door !== one.door)
  const shut = [...found.values()].filter(
    ({ door, ...told }) => !door && doors.some((one) => isOf(told, one) && !both(one)),
  )
  expect(shut.map(({ page, label }) => [page, label])).toEqual([])
})
