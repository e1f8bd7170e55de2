/** One number has one definition: every pair of screens that shows it shows the same. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { refreshOutcome } from '../../../src/domains/jobs/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const jobs = new Map<string, string>()
const BASE = `/app/w/${CAST.ada.tenant_id}`

beforeAll(async () => {
  office = await pushing(1000, 1000)
  const order = async (name: string, operation: string, input: object) =>
    jobs.set(
      name,
      (
        await office.call<{ id: string }>('ada', operation, {
          name,
          ...(operation === 'check_index' ? {} : PUSH),
          ...input,
        })
      ).id,
    )
  await order('with a snapshot', 'submit_index_job', { urls: urls(60, 'smart'), pre_check: true })
  await order('of what is missing', 'submit_index_job', { urls: urls(40, 'missing'), smart: true })
  await order('not all covered', 'submit_index_job', { urls: urls(40, 'forced'), smart: true, force_refresh: true })
  await order('without a snapshot', 'submit_index_job', { urls: urls(30, 'plain') })
  await order('cancelled half-way', 'submit_index_job', { urls: urls(30, 'half'), drip_days: 5, pre_check: true })
  await order('over a month', 'submit_index_job', { urls: urls(30, 'drip'), drip_days: 30 })
  await order('held back in part', 'submit_index_job', { urls: urls(30, 'held'), holdout_pct: 20 })
  await order('check', 'check_index', { urls: urls(80, 'check') })
})
afterAll(() => office.close())

const PUSH = { preflight: false }
const number = (text: string): number => Number(text.replaceAll(',', ''))
const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** The words below the bar of a job or of its report, each with its number. */
function legendOf({ main }: Seen): Record<string, number> {
  const [, list] = [...main.matchAll(/<(?:ul|div) class="legend">(.*?)<\/(?:ul|div)>/gs)].at(-1)!
  const items = [...list!.matchAll(/<(li|a|span)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , item]) => plain(item!).trim())
  return Object.fromEntries(items.map((item) => [item.replace(/ [\d,]+$/, ''), number(/[\d,]+$/.exec(item)![0])]))
}

const tabsOf = ({ main }: Seen) =>
  [...main.matchAll(/<a id="tab-[\w-]+"[^>]*? href="([^"]+)"[^>]*>([^<]*?) ([\d,]+)<\/a>/g)].map(
    ([, href, label, n]) => ({ href: href!.replaceAll('&amp;', '&'), label: label!, count: number(n!) }),
  )

/** Words of the legend that stand as several tabs. */
const CAUSES: Record<string, string[]> = { Skipped: ['Flagged', 'Cancelled'], Waiting: ['Sent', 'Scheduled', 'Queued'] }

const totalOf = ({ text }: Seen): number => number(/[\d,]+–[\d,]+ of ([\d,]+)/.exec(text)?.[1] ?? '0')
const barIn = (html: string): string => /class="(?:bar|stack)[^"]*"[^>]*aria-label="([^"]*)"/.exec(html)?.[1] ?? ''
/** The row of a job in a list of jobs. */
const rowOf = ({ main }: Seen, id: string): string =>
  main
    .split('<tr>')
    .slice(1)
    .find((row) => row.includes(`/jobs/${id}"`)) ?? ''

const page = (path: string) => browser.visit('ada', `${BASE}${path}`)

/** As if the supplier had refused one of its links for good. */
function failed(tx: Tx, id: string): null {
  tx.run(
    "update links set state = 'failed' where id = (select min(id) from links where job_id = ? and state = 'not_indexed')",
    id,
  )
  refreshOutcome(tx, id)
  return null
}

describe.each([0, 3, 9])('on day %p', (day) => {
  beforeAll(async () => {
    await office.day(day)
    browser = browserOf(office)
    if (day === 3) await office.call('ada', 'cancel_job', { id: jobs.get('cancelled half-way')! })
    if (day === 9) office.db.write((tx) => failed(tx, jobs.get('without a snapshot')!))
  })

  test('bar, legend, tabs, lists and the file of a job count its links alike', async () => {
    const list = await page('/jobs')
    for (const [name, id] of jobs) {
      const job = await page(`/jobs/${id}`)
      const [legend, tabs] = [legendOf(job), tabsOf(job)]
      const all = tabs.find(({ label }) => label === 'All')!.count
      const sum = Object.values(legend).reduce((a, b) => a + b, 0)
      expect([name, sum]).toEqual([name, all])
      for (const { label, count, href } of tabs) {
        if (legend[label] !== undefined) expect([name, label, count]).toEqual([name, label, legend[label]])
        expect([name, label, totalOf(await browser.visit('ada', href))]).toEqual([name, label, count])
      }
      for (const [label, count] of Object.entries(legend)) {
        const apart = CAUSES[label] ?? [label]
        const told = tabs.filter((tab) => tab.label === label || apart.includes(tab.label))
        expect([name, label, told.reduce((total, tab) => total + tab.count, 0)]).toEqual([name, label, count])
      }
      // Before its first result, a running push shows its progress there.
      if (!job.main.includes('id="job-progress"'))
        expect([name, barIn(rowOf(list, id))]).toEqual([name, barIn(job.main)])
      const file = await page(`/jobs/${id}/csv`)
      expect([name, file.html.trim().split('\n').length - 1]).toEqual([name, all])
    }
  })

  test('the share that is indexed is that of the links, of pushes and checks alike', async () => {
    const list = await page('/jobs')
    for (const [name, id] of jobs) {
      const { Indexed = 0, Waiting = 0, ...rest } = legendOf(await page(`/jobs/${id}`))
      if (Waiting > 0) continue
      const missed = rest['Not indexed'] ?? rest['Not indexed, refunded'] ?? 0
      const judged = Indexed + missed + (rest['No answer'] ?? 0)
      expect([name, plain(rowOf(list, id))]).toEqual([
        name,
        expect.stringContaining(` ${Math.round((Indexed / judged) * 100)}% `),
      ])
    }
  })

  test('a report has in its curve and above its pages as many as its job has', async () => {
    for (const [name, id] of jobs) {
      const { url } = await office.call<{ url: string }>('ada', 'share_job_report', { id })
      const { main } = await browser.visit(null, new URL(url).pathname)
      const { outcome } = await office.call<{ outcome: { indexed: { yes: number } } }>('ada', 'get_job_status', { id })
      const listed = Number(/<span class="n in">([\d,]+)</.exec(main)?.[1]?.replace(',', '') ?? 0)
      expect([name, listed]).toEqual([name, outcome.indexed.yes])
      const now = /([\d,]+) now<\/text>/.exec(main)?.[1]
      if (now !== undefined) expect([name, Number(now.replace(',', ''))]).toEqual([name, listed])
    }
  })

  test('Today counts pushes as the lists do', async () => {
    const [today, list] = [await page(''), await page('/jobs')]
    const count = /Pushes<span class="n">(\d+)<\/span>/.exec(today.html.replace(/<svg.*?<\/svg>/gs, ''))?.[1]
    expect([totalOf(list), totalOf(await page('/jobs?status=open'))]).toEqual([jobs.size, Number(count)])
    expect(/(no|\d+) open push/.exec(today.text)![1]).toBe(count === '0' || count === undefined ? 'no' : count)
  })
})

describe('the pace of a purse', () => {
  const dials = async () => plain((await page('')).main)

  test('is that of its tree, so a transfer within it changes nothing', async () => {
    const before = /Credits last until [\w ]+? [\d,]+ available/.exec(await dials())![0]
    office.db.write((tx) => {
      grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 500, reason: 'adjustment', actor: 'test' })
      return null
    })
    const after = /Credits last until [\w ]+? [\d,]+ available/.exec(await dials())![0]
    expect(after).not.toBe(before)
    await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 300 })
    expect(await dials()).toContain(after)
    const client = { tenant_id: 'ten_bakery', urls: urls(400, 'client'), preflight: false }
    await office.call('ada', 'submit_index_job', client)
    await office.work()
    expect(await dials()).not.toContain(after)
  })
})

test('the share of a client is that of its links, those that nothing covers among them', async () => {
  await office.day(44)
  await office.day(61)
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', kind: 'check', amount: 40 })
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 40 })
  await office.call('ada', 'submit_index_job', {
    tenant_id: 'ten_bakery',
    urls: urls(40, 'client-smart'),
    preflight: false,
    smart: true,
    force_refresh: true,
  })
  await office.work()
  // What was visible is seen again in these tests: under other addresses some of it is not.
  office.db.write((tx) => {
    tx.run(
      `update links set url = url || '-moved' where guarantee = 0
       and job_id = (select max(id) from jobs where tenant_id = 'ten_bakery')`,
    )
    return null
  })
  for (const day of [62, 64, 68, 70]) await office.day(day)
  browser = browserOf(office)
  const [tally] = office.db.read((tx) =>
    tx.rows<{ came: number; missed: number; uncovered: number }>(
      `select sum(state = 'indexed') as came, sum(state = 'not_indexed') as missed, sum(guarantee = 0 and state = 'not_indexed') as uncovered
       from links where job_id = (select max(id) from jobs where tenant_id = 'ten_bakery')`,
    ),
  )
  const { came, missed, uncovered } = tally!
  expect([came > 0, uncovered > 0]).toEqual([true, true])
  const share = `${Math.round((came / (came + missed)) * 100)}%`
  expect(plain((await page('/clients/ten_bakery')).main)).toContain(`Indexed by day 7 ${share.replace('%', ' %')} `)
  const row = (await page('/clients')).main.split('<tr>').find((one) => one.includes('/ten_bakery"'))!
  expect(plain(row)).toContain(` ${share} `)
})

test('the rate of the last complete week opens its links', async () => {
  const today = await page('')
  const [, seen, href, links] = /([\d,]+) of <a href="([^"]+)">([\d,]+) links/.exec(today.main)!
  const share = Math.round((number(seen!) / number(links!)) * 100)
  expect(plain(today.main)).toContain(`Indexed by day 7 ${share} %`)
  expect(totalOf(await browser.visit('ada', href!.replaceAll('&amp;', '&')))).toBe(number(links!))
  expect((await page('/cohorts')).main).toContain(`${seen} of ${links} links`)
})

test('the page of a client tells what its row and the list of jobs tell', async () => {
  const [whole, list] = await Promise.all(['/clients/ten_bakery', '/clients'].map(page))
  const row = plain(list!.main.split('<tr>').find((one) => one.includes('/ten_bakery"'))!)
  const [, share] = /Indexed by day 7 (\d+) %/.exec(plain(whole!.main))!
  const [, available, until] = /Credits ([\d,]+) last (until [\w ]+?) at about/.exec(plain(whole!.main))!
  expect(row).toContain(` ${share}% `)
  expect(row).toContain(` ${available} ${until} `)
  const job = office.db.read((tx) =>
    tx.row<{ id: string; indexed: number }>(
      "select max(id) as id, outcome ->> '$.states.indexed' as indexed from jobs where tenant_id = 'ten_bakery'",
    ),
  )!
  expect(plain(whole!.main.split('<li class="row">').find((one) => one.includes(job.id))!)).toContain(
    ` ${job.indexed} of `,
  )
})

/** Where the free index credits of a client stand: seen from its agency, and by itself. */
const PURSE: Record<string, [path: string, told: RegExp]> = {
  Credits: ['/app/w/ten_bakery/credits', /<b>([\d,]+) available/],
  'the row of Clients': [`${BASE}/clients`, /ten_bakery"[\s\S]*?class="cred"[^>]*><span class="fig">([\d,]+)</],
  'its page': [`${BASE}/clients/ten_bakery`, /ten_bakery\/credits">([\d,]+)</],
  'its row by client': [
    `${BASE}/credits/clients`,
    /ten_bakery\/credits"[\s\S]*?class="cred"[^>]*><span class="fig">([\d,]+)</,
  ],
}

test('a purse is the same on every screen that shows it', async () => {
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 37 })
  browser = browserOf(office)
  const free = office.db.read((tx) =>
    tx.number("select available from purses where tenant_id = 'ten_bakery' and kind = 'index'"),
  )
  expect(free).toBeGreaterThan(0)
  for (const [screen, [path, told]] of Object.entries(PURSE)) {
    const shown = told.exec((await browser.visit('ada', path)).html)?.[1]
    expect([screen, shown && number(shown)]).toEqual([screen, free])
  }
})
