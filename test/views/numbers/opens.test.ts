/** Every number of some days opens to its links: the list has exactly as many as the number says. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lineOf } from '../../../views/attention/cases.tsx'
import type { CaseContext, ShownCase } from '../../../views/kit/case-line.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const BASE = `/app/w/${CAST.ada.tenant_id}`
const CLIENT = CAST.vera.tenant_id

beforeAll(async () => {
  office = await pushing(2000, 500)
  for (const kind of ['index', 'check'])
    await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 200, kind })
  const push = async (input: Record<string, unknown>) =>
    (await office.call<{ id: string }>('ada', 'submit_index_job', { preflight: false, ...input })).id
  const uncovered = await push({ urls: urls(40, 'forced'), smart: true, force_refresh: true, tenant_id: CLIENT })
  const covered = await push({ urls: urls(30, 'plain'), tenant_id: CLIENT })
  await push({ urls: urls(60, 'own'), holdout_pct: 10 })
  const half = await push({ urls: urls(30, 'half'), drip_days: 6 })
  await push({ urls: urls(30, 'drip'), drip_days: 30, tenant_id: CLIENT })
  const work = async (...days: number[]) => {
    for (const day of days) await office.day(day)
  }
  await work(0)
  // Uncovered links that were seen before their push are sought under other addresses: some are not seen any more.
  moved(uncovered, 'a')
  await work(1, 3)
  await office.call('ada', 'cancel_job', { id: half })
  await work(5, 7, 9)
  // Seen after all, once the verdict was given: of those whose credit went back, and of those that nothing covers.
  for (const id of [uncovered, covered]) {
    moved(id, 'b')
    await office.call('ada', 'recheck_job', { id })
  }
  await work(10)
  await push({ urls: urls(24, 'week'), tenant_id: CLIENT })
  await work(12, 13, 15, 19, 20)
  browser = browserOf(office)
})
afterAll(() => office.close())

const moved = (id: string, end: string) =>
  office.db.write((tx) => tx.run('update links set url = url || ? where job_id = ?', `-${end}`, id))

const number = (text: string): number => Number(text.replaceAll(',', ''))
const page = (path: string) => browser.visit('ada', path)
const totalIn = (text: string): number => number(/–([\d,]+) of ([\d,]+)/.exec(text)?.[2] ?? '0')

/** The addresses of lists of links on a page, each with the first number that its link says. */
function doorsIn(main: string): { href: string; n: number }[] {
  return [...main.matchAll(/<a href="([^"]*\/links\?[^"]*)"([^>]*)>(.*?)<\/a>/gs)].flatMap(([, href, rest, inner]) => {
    // A day of the calendar begins with its date; its title tells the links that it opens.
    const said = /(?:aria-label|title)="([^"]*)"/.exec(rest!)?.[1] ?? inner!.replace(/<[^>]+>/g, '')
    const n = /^\s*([\d,]+)/.exec(said)?.[1]
    // A cell of the grid tells a share and opens those that were not seen: test/features/results/cohorts.test.ts.
    return n === undefined || href!.includes('/cohorts/links')
      ? []
      : [{ href: href!.replaceAll('&amp;', '&'), n: number(n) }]
  })
}

const MONEY = ['', '?period=month', '?period=last_month', '?period=90d'].map(
  (query) => `${BASE}/credits/clients${query}`,
)

test.each([
  BASE,
  `${BASE}/clients/${CLIENT}`,
  `${BASE}/credits`,
  `/app/w/${CLIENT}/credits`,
  `${BASE}/cohorts`,
  ...MONEY,
])('%s leads to as many as it says', async (address) => {
  const doors = doorsIn((await page(address)).main)
  for (const { href, n } of doors) {
    const list = await page(href)
    expect([href, totalIn(list.text)]).toEqual([href, n])
    expect(list.text).not.toContain('removed since')
  }
  if (!address.includes('last_month')) expect(doors.length).toBeGreaterThan(0)
})

test('there is a door for each number that days have, of every client and of all', async () => {
  const of = (doors: { href: string; n: number }[]) =>
    new Set(doors.map(({ href }) => `${/moment=(\w+)/.exec(href)?.[1]} ${href.includes(CLIENT) ? 'one' : 'all'}`))
  const money = of(doorsIn((await page(`${BASE}/credits/clients`)).main))
  for (const moment of ['used', 'returned', 'indexed'])
    for (const whose of ['one', 'all']) expect([...money]).toContain(`${moment} ${whose}`)
  expect([...of(doorsIn((await page(BASE)).main))]).toContain('sent all')
})

test('what is set aside opens its links wherever it is told of', async () => {
  for (const path of ['/credits', `/clients/${CLIENT}`, '/credits/clients'])
    expect([path, (await page(`${BASE}${path}`)).main.includes('/links?credit=reserved')]).toEqual([path, true])
})

test('a day below the usual leads to the very links that were sent on it', async () => {
  const [last] = office.db.read((tx) =>
    tx.rows<{ day: string; links: number }>(
      'select substr(l.sent_at, 1, 10) as day, count(*) as links from links l join jobs j on j.id = l.job_id where j.tenant_id = ? and l.sent_at is not null group by 1 order by 2 desc limit 1',
      CLIENT,
    ),
  )
  const standing = { last: { ...last!, rate: 0.3 }, usual: 0.6 }
  const one = { kind: 'below_usual', tenant_id: CLIENT, standing } as ShownCase
  const { text, href } = lineOf(one, { base: BASE, zone: 'UTC', may: {} } as CaseContext)
  expect(text).toContain(`of ${last!.links} links`)
  expect(totalIn((await page(href)).text)).toBe(last!.links)
})

test('the numbers of a job open the links of it that they count', async () => {
  const ids = office.db.read((tx) => tx.rows<{ id: string }>('select id from jobs'))
  const opened = new Set<string>()
  for (const { id } of ids) {
    const strip = /<div id="job-live".*?<h2>Links/s.exec((await page(`${BASE}/jobs/${id}`)).main)![0]
    for (const [, href, query, inner] of strip.matchAll(/<a href="([^"]*\/jobs\/[^"?]+\?([^"]*))">(.*?)<\/a>/gs)) {
      const n = number(/\d[\d,]*/.exec(inner!.replace(/<[^>]+>/g, ''))![0])
      const list = await page(href!.replaceAll('&amp;', '&'))
      expect([id, query, totalIn(list.text)]).toEqual([id, query, n])
      opened.add(query!.replaceAll('&amp;', '&'))
    }
  }
  for (const wanted of ['indexed', 'not_indexed', 'skipped', 'held_out', 'waiting'])
    expect([...opened]).toContain(`state=${wanted}`)
  expect([...opened]).toContain('state=indexed&credit=released')
  for (const look of ['seen_1', 'seen_3', 'seen_7', 'unseen_1', 'unseen_3', 'unseen_7', 'due_1', 'due_3', 'due_7'])
    expect([...opened]).toContain(`look=${look}`)
  for (const leaves of ['sent', 'later']) expect([...opened]).toContain(`leaves=${leaves}`)
})

test('what was seen late, failed or is of another day is counted where it belongs', () => {
  const [late] = office.db.read((tx) =>
    tx.rows<{ back: number; bare: number }>(
      `select sum(state = 'indexed' and credit = 'released') as back,
         sum(state = 'indexed' and guarantee = 0 and settled_at >= '2026-11-12') as bare from links`,
    ),
  )
  expect([late!.back > 0, late!.bare > 0]).toEqual([true, true])
})

test('days, order and moment are chosen together, and pages follow each other by day', async () => {
  const uids = (main: string) =>
    [...main.matchAll(/href="[^"]*\/links\/(\d+)" data-row/g)].map(([, uid]) => Number(uid))
  const days = new Map(
    office.db
      .read((tx) =>
        tx.rows<{ id: number; day: string }>(
          'select id, substr(sent_at, 1, 10) as day from links where sent_at is not null',
        ),
      )
      .map(({ id, day }) => [id, day]),
  )
  for (const dir of ['asc', 'desc']) {
    const seen: number[] = []
    for (let at = 1; at < 30; at++) {
      const some = uids((await page(`${BASE}/links?moment=sent&dir=${dir}&page_size=20&page=${at}`)).main)
      if (some.length === 0) break
      seen.push(...some)
    }
    expect(seen.length).toBe(days.size)
    expect(new Set(seen).size).toBe(days.size)
    const told = seen.map((uid) => days.get(uid)!)
    expect(told).toEqual(dir === 'asc' ? told.toSorted() : told.toSorted().reverse())
  }
  const inTime = `${BASE}/links?moment=sent&from=2026-11-03&to=2026-11-05`
  const wanted = [...days.values()].filter((day) => day >= '2026-11-03' && day <= '2026-11-05').length
  expect([totalIn((await page(inTime)).text), wanted > 0]).toEqual([wanted, true])
  expect(totalIn((await page(`${BASE}/links?from=2026-11-03`)).text)).toBe(24)
  expect(totalIn((await page(`${BASE}/links?from=yesterday&to=2026-02-31&moment=soon`)).text)).toBe(
    office.db.read((tx) => tx.number('select count(*) from links')),
  )
})

test('in the order of jobs and of clients', async () => {
  const named = async (query: string) =>
    [
      ...(await page(`${BASE}/links?page_size=200&${query}`)).main.matchAll(
        /<td class="short wide-only">([^<]+)<\/td>/g,
      ),
    ].map(([, name]) => name!)
  const clients = await named('sort=tenant_name')
  expect(clients.length).toBe(200)
  expect(clients).toEqual(clients.toSorted())
  expect((await named('sort=tenant_name&dir=desc'))[0]).toBe(clients.toSorted().at(-1)!)
})

test('links that were removed since are told of', async () => {
  const { id } = office.db.read((tx) =>
    tx.row<{ id: string }>(
      "select id from jobs where type = 'index' and status = 'done' and tenant_id = ? limit 1",
      CAST.ada.tenant_id,
    ),
  )!
  const [door] = doorsIn((await page(`${BASE}/credits/clients`)).main).filter(
    ({ href }) => href.includes('moment=indexed') && !href.includes('tenant_id'),
  )
  const before = totalIn((await page(door!.href)).text)
  await office.call('ada', 'delete_job', { id })
  const list = await page(door!.href)
  const left = totalIn(list.text)
  expect([left < before, before]).toEqual([true, door!.n])
  expect(list.text).toContain(`${before} were counted in these days; ${before - left} of them were removed since.`)
  expect((await page(`${door!.href}&q=x`)).text).not.toContain('removed since')
})
