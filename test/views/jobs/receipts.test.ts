/** Every credit has its receipt: what is reserved opens its jobs and links, what moved opens its lines of the ledger. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { balances } from '../../../src/domains/credits/index.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const OWN = CAST.ada.tenant_id
const CLIENT = CAST.vera.tenant_id
const BASE = `/app/w/${OWN}`

beforeAll(async () => {
  office = await pushing(2000, 900)
  for (const kind of ['index', 'check'])
    await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 150, kind })
  await push({ urls: urls(40, 'covered'), tenant_id: CLIENT })
  await push({ urls: urls(60, 'own') })
  const half = await push({ urls: urls(30, 'half'), drip_days: 6 })
  await office.day(0)
  await office.day(1)
  await office.call('ada', 'cancel_job', { id: half })
  for (const day of [3, 7, 9]) await office.day(day)
  await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 33 })
  await push({ urls: urls(20, 'late'), tenant_id: CLIENT })
  browser = browserOf(office)
})
afterAll(() => office.close())

const push = async (input: Record<string, unknown>) =>
  (await office.call<{ id: string }>('ada', 'submit_index_job', { preflight: false, ...input })).id
const page = (path: string) => browser.visit('ada', path.replaceAll('&amp;', '&'))
const number = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'))
const totalOf = ({ text }: Seen): number => number(/[\d,]+–[\d,]+ of ([\d,]+)/.exec(text)?.[1] ?? '0')

/** What the lines of a list add up to, on all of its pages. */
async function sumOf(href: string) {
  let [sum, lines] = [0, 0]
  for (let at = 1; ; at++) {
    const { main } = await page(`${href}&page_size=7&page=${at}`)
    const amounts = [...panelOf(main).matchAll(/<b class="nowrap">([^<]+)</g)].map(([, n]) => number(n!))
    if (amounts.length === 0) return { sum, lines }
    sum += amounts.reduce((all, n) => all + n, 0)
    lines += amounts.length
  }
}

const panelOf = (main: string): string => /<aside class="panel.*?<\/aside>/s.exec(main)?.[0] ?? ''

/** Links of a page to lines of the ledger, with the number that each says. */
const linesIn = ({ main }: Seen) =>
  [...main.matchAll(/<a href="([^"]*\/credits\/clients\?[^"]*panel=(?!expected)[^"]*)">([+−\d,]+)<\/a>/g)].map(
    ([, href, n]) => ({ href: href!, n: number(n!) }),
  )

test.each(['', '?period=month', '?period=90d'])(
  'received, reserved and refunded credits%s open the lines whose sum they are',
  async (query) => {
    const doors = linesIn(await page(`${BASE}/credits/clients${query}`))
    for (const move of ['given', 'set_aside', 'back'])
      expect(doors.filter(({ href }) => href.includes(`panel=${move}`)).length).toBeGreaterThan(0)
    for (const whose of [CLIENT, OWN])
      expect(doors.some(({ href }) => href.includes('panel=given') && href.includes(whose))).toBe(true)
    for (const { href, n } of doors) {
      const list = await page(href)
      const told = /([+−\d,]+) index credits/.exec(list.text)![1]!
      const { sum, lines } = await sumOf(href)
      expect([href, number(told), sum, lines]).toEqual([href, n, n, totalOf(list)])
    }
  },
)

test('lines are of one client after the other, the newest first, and open their page', async () => {
  const { main } = await page(`${BASE}/credits/clients?panel=set_aside`)
  const panel = panelOf(main)
  const clients = [...panel.matchAll(/<\/time>(?:<[^>]*>|[^·<])* · ([^·<]+)/g)].map(([, name]) => name!.trim())
  expect(new Set(clients).size).toBe(2)
  expect(clients).toEqual([...clients].sort((a, b) => clients.indexOf(a) - clients.indexOf(b)))
  const [, href] = /<li><p><a href="([^"]+)"/.exec(panel)!
  expect((await page(href!)).status).toBe(200)
})

test('lines of a workspace out of reach are not there, and nobody but those who fund sees any', async () => {
  expect((await page(`${BASE}/credits/clients?panel=given&client=ten_nobody`)).status).toBe(404)
  for (const path of ['?panel=given', '?panel=expected']) {
    expect((await browser.visit('vera', `/app/w/${CLIENT}/credits/clients${path}`)).status).toBeGreaterThanOrEqual(403)
    expect((await page(`${BASE}/credits/clients${path}`)).status).toBe(200)
  }
})

test('expected refunds are explained client by client, each number with its links', async () => {
  const money = await page(`${BASE}/credits/clients`)
  const [, href, n] = /<a href="([^"]+)">≈ ([\d,]+)</.exec(money.main)!
  const panel = panelOf((await page(href!)).main)
  const rows = [...panel.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row]) => plain(row!))
  expect(rows.length).toBeGreaterThan(0)
  expect(sum(rows.map((row) => number(row.split(' ').at(-1)!)))).toBe(number(n!))
  for (const row of rows) {
    const [reserved, returned, indexed, back] = [
      ...row.replace('30 days', '').matchAll(/(?<![\d%])\d[\d,]*(?![\d%,])/g),
    ].map(([n]) => number(n))
    expect([row, back]).toEqual([row, Math.round((reserved! * returned!) / (returned! + indexed!))])
  }
  const doors = [...panel.matchAll(/<a href="([^"]*\/links\?[^"]+)">([\d,]+)<\/a>/g)]
  expect(doors.length).toBeGreaterThan(2)
  for (const [, door, says] of doors) expect([door, totalOf(await page(door!))]).toEqual([door, number(says!)])
})

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const sum = (some: number[]): number => some.reduce((all, n) => all + n, 0)

/** The jobs that credits are reserved for, each with how many, and how many links its number opens. */
async function setAside(kind: 'index' | 'check') {
  const { main } = await page(`${BASE}/credits?panel=reserved&kind=${kind}`)
  const doors = [...main.matchAll(/<a href="([^"]*\/jobs\/[^"]*\?[^"]+)">([\d,]+)<\/a>/g)]
  return Promise.all(doors.map(async ([, href, n]) => ({ n: number(n!), links: totalOf(await page(href!)) })))
}

test('reserved credits of both kinds open the jobs that they are reserved for, and these the links', async () => {
  await push({ urls: urls(25, 'before'), pre_check: true })
  await push({ urls: urls(12, 'plain') })
  const { id } = await office.call<{ id: string }>('ada', 'check_index', { urls: urls(30, 'look') })
  for (const _ of ['as ordered', 'once screened', 'once looks are planned']) {
    const purse = office.db.read((tx) => balances(tx, OWN))
    for (const kind of ['index', 'check'] as const) {
      const jobs = await setAside(kind)
      expect([kind, sum(jobs.map(({ n }) => n))]).toEqual([kind, purse[kind].reserved])
      for (const { n, links } of jobs) expect([kind, links]).toEqual([kind, n])
    }
    expect(purse.check.reserved).toBe(55)
    await office.run(advancePushesTask)
  }
  const { main } = await page(`${BASE}/credits`)
  const [, href, n] = /<dt>Reserved for checks<\/dt><dd><a href="([^"]+)">([\d,]+)</.exec(main)!
  expect(number(n!)).toBe(55)
  expect((await page(href!)).text).toContain('55 check credits of this workspace for checks without an answer')
  await office.work()
  await office.call('ada', 'recheck_job', { id })
  const again = await setAside('check')
  expect(again).toEqual([{ n: 30, links: 30 }])
})

test('what a push over days sends today and later opens those links, from the first minute on', async () => {
  const id = await push({ urls: urls(30, 'drip'), drip_days: 10 })
  await office.work()
  const strip = async () =>
    Object.fromEntries(
      [...(await page(`${BASE}/jobs/${id}`)).main.matchAll(/<a href="([^"]*\?leaves=(\w+))">(\d+)<\/a>/g)].map(
        ([, href, leaves, n]) => [leaves!, { href: href!, n: Number(n) }],
      ),
    )
  office.db.write((tx) =>
    tx.run(
      "update links set due_at = '2026-11-10T23:00:00.000Z' where id in (select id from links where job_id = ? and state = 'scheduled' limit 2)",
      id,
    ),
  )
  const told = await strip()
  expect(sum(Object.values(told).map(({ n }) => n))).toBe(30)
  expect(Object.keys(told)).toEqual(['sent', 'today', 'later'])
  for (const { href, n } of Object.values(told)) expect([href, totalOf(await page(href))]).toEqual([href, n])
  const tabs = [...(await page(told.later!.href)).main.matchAll(/<a id="tab-[\w-]+"[^>]*>([^<]+)<\/a>/g)].map(
    ([, tab]) => tab,
  )
  for (const [label, part] of Object.entries({ Sent: 'sent', Today: 'today', 'To come': 'later' }))
    expect(tabs).toContain(`${label} ${told[part]!.n}`)
})

test('a line says what it was: credits of work that was cancelled are no refund of a pack', async () => {
  const { text } = await page(`${BASE}/credits/ledger?direction=in&kind=index`)
  expect(text).toContain('20 index credits refunded unused')
  expect(text).not.toMatch(/of a pack|pack (?:was )?refunded/i)
})
