/**
 * With late checks and large counts, too, each number is one on all screens that show it: pages, REST, CSV files and reports
 * of the torture agency, for its clients and for the agency.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { AGENCY, type TortureAgency, tortureAgency } from '../../torture/agency.ts'
import { browserOf } from '../browser.ts'
import { after, before, expectOne, number, plain, rowOf, rowsOfFile, sumOf } from './screens.ts'

let agency: TortureAgency
let browser: ReturnType<typeof browserOf>
let ids: string[]

beforeAll(async () => {
  agency = await tortureAgency({ big: 1_500 })
  browser = browserOf(agency)
  ids = agency.ids
})
afterAll(() => agency.close())

/** The big push, the largest purse, right to left, markup, one that is low, one without a push for weeks, one without any. */
const CLIENTS = [0, 1, 2, 3, 16, 26, 29]

type Figures = Record<string, string | number | undefined>
type Standing = {
  available: number
  reserved: number
  sent_30d: number
  rate: number | null
  rate_links: number
  rate_until: string | null
}
type Use = { id: string; available: number; reserved: number; used: number; sent: number; expected_back: number }

const textOf = async (person: 'ada' | 'vera' | 'pat' | null, path: string) =>
  plain((await browser.visit(person, path)).main)
const fileOf = async (path: string) => rowsOfFile(await browser.visit('ada', path))
const call = <T>(name: string, input: object = {}) => agency.call<T>('ada', name, { ...input })
const linksOf = async (input: object) => (await call<{ total: number }>('list_links', { ...input, page_size: 1 })).total

async function ofClient(n: number): Promise<Record<string, Figures>> {
  const id = ids[n]!
  const [credits, overview, clients, summary, margin] = await Promise.all([
    call<{ index: { available: number; reserved: number } }>('get_credits', { tenant_id: id }),
    call<{ standing: Standing }>('get_tenant_overview', { id }),
    call<{ items: (Standing & { id: string })[] }>('list_clients', { page_size: 100 }),
    call<{ rows: Use[] }>('get_summary'),
    agency.call<{ clients: { tenant_id: string; links_sent: number; index_used: number }[] }>('pat', 'get_margin'),
  ])
  const listed = clients.items.find((one) => one.id === id)!
  const used = summary.rows.find((one) => one.id === id)!
  const billed = margin.clients.find((one) => one.tenant_id === id)
  const [own, list, money, purse, sums] = await Promise.all([
    textOf('ada', `${AGENCY}/clients/${id}`),
    browser.visit('ada', `${AGENCY}/clients`),
    browser.visit('ada', `${AGENCY}/credits/clients?page_size=100`),
    textOf('ada', `/app/w/${id}/credits`),
    browser.visit('pat', '/app/platform/revenue/margin'),
  ])
  const row = rowOf(money, id)
  const costs = billed ? rowOf(sums, id) : null
  const [jobs, ledger] = await Promise.all([fileOf(`/app/w/${id}/jobs/csv`), fileOf(`/app/w/${id}/credits/ledger/csv`)])
  return {
    available: {
      'REST credits': credits.index.available,
      'REST overview': overview.standing.available,
      'REST clients': listed.available,
      'REST summary': used.available,
      'file of the ledger': Number(ledger.find(({ kind }) => kind === 'index')!.available_after),
      'Credits by client': number(/^[\d,]+/.exec(row.Available!)?.[0]),
      Clients: number(/^[\d,]+/.exec(rowOf(list, id).Credits!)?.[0]),
      'its page': after(own, 'Credits'),
      'its Credits': before(purse, 'available'),
    },
    reserved: {
      'REST credits': credits.index.reserved,
      'REST overview': overview.standing.reserved,
      'REST summary': used.reserved,
      'REST links': await linksOf({ tenant_id: id, credit: 'reserved' }),
      'file of pushes': sumOf(jobs, 'credits_reserved'),
      'Credits by client': number(row.Reserved),
      'its page': before(own, 'reserved') ?? 0,
      'its Credits': after(purse, 'Reserved'),
    },
    used: {
      'REST summary': used.used,
      'REST margin': billed?.index_used ?? 0,
      'REST links': await linksOf({ tenant_id: id, credit: 'consumed' }),
      'file of pushes': sumOf(jobs, 'credits_used'),
      'Credits by client': number(row.Used),
      Margin: costs ? number(costs.Used) : 0,
    },
    'sent in 30 days': {
      'REST overview': overview.standing.sent_30d,
      'REST clients': listed.sent_30d,
      'REST summary': used.sent,
      'REST margin': billed?.links_sent ?? 0,
      'REST links': await linksOf({ tenant_id: id, moment: 'sent', from: '2026-11-01' }),
      'file of pushes': sumOf(
        jobs.filter(({ sent_at }) => sent_at !== ''),
        'links',
      ),
      'its page': before(own, 'links? pushed in 30 days'),
      Margin: costs ? number(costs.Sent) : 0,
    },
    'expected refunds': {
      'REST summary': used.expected_back,
      'REST forecast': (await call<{ expected_refunds: number }>('get_credits_forecast', { tenant_id: id }))
        .expected_refunds,
      'its Credits': after(purse, 'Expected refunds ≈'),
    },
    'by day 7': {
      'REST overview': dayShare(overview.standing),
      'REST clients': dayShare(listed),
      'REST month': await monthShare(id),
    },
  }
}

const share = (rate: number | null, links: number): string =>
  rate === null ? '–' : `${Math.round(rate * 100)}% of ${links}`
const dayShare = ({ rate, rate_links }: Pick<Standing, 'rate' | 'rate_links'>): string => share(rate, rate_links)
async function monthShare(id: string): Promise<string> {
  const month = await call<{ by_day7: { rate: number | null; links: number } | null }>('get_month_report', {
    id,
    month: '2026-11',
  })
  return share(month.by_day7?.rate ?? null, month.by_day7?.links ?? 0)
}

test.each(CLIENTS)('client %i: credits, links, refunds and shares are one number each', async (n) => {
  for (const [name, figures] of Object.entries(await ofClient(n))) expectOne(`${name} of ${n}`, figures)
})

test('what the client reads says the same: portals, report and its file', async () => {
  const { standing } = await call<{ standing: Standing }>('get_tenant_overview', { id: ids[0] })
  const [mine, open, report] = await Promise.all([
    textOf('vera', `/app/w/${ids[0]}`),
    textOf(null, agency.portal),
    browser.visit(null, agency.report),
  ])
  const read = plain(report.html)
  const byDay = (text: string) => /(\d+% of \d+) pages sent by/.exec(text)?.[1]
  expectOne('by day 7', {
    REST: dayShare(standing),
    portal: byDay(mine),
    'public portal': byDay(open),
    report: byDay(read),
  })
  expectOne('sent in 30 days', {
    REST: standing.sent_30d,
    portal: after(mine, 'Sent in 30 days'),
    'public portal': after(open, 'Sent in 30 days'),
  })
  const month = await call<{ pages: { visible: number; total: number } }>('get_month_report', {
    id: ids[0],
    month: '2026-11',
  })
  const [, csv] = /href="([^"]*csv[^"]*)"/.exec(report.html)!
  const file = rowsOfFile(await browser.visit(null, csv!.replaceAll('&amp;', '&')))
  expectOne('pages', { REST: month.pages.total, file: file.length, report: before(read, 'pages were pushed') })
  const found = file.filter(({ visible }) => visible === 'yes').length
  expectOne('in Google', {
    REST: month.pages.visible,
    file: found,
    report: before(read, 'are in Google now'),
    portal: after(mine, 'In Google'),
    'public portal': after(open, 'In Google'),
  })
})

test('the agency: its sums, its open pushes and its clients off their usual are one number each', async () => {
  const summary = await call<{ total: Use; rows: Use[] }>('get_summary')
  const forecast = await call<{ spendable: number; reserved: number; expected_refunds: number }>('get_credits_forecast')
  const [today, purse, money, clients, pushes] = await Promise.all(
    ['', '/credits', '/credits/clients?page_size=100', '/clients', '/jobs'].map((path) =>
      browser.visit('ada', AGENCY + path),
    ),
  )
  const [home, credits, byClient] = [plain(today!.main), plain(purse!.main), plain(money!.main)]
  expectOne('available', {
    'REST summary': summary.total.available,
    'REST forecast': forecast.spendable,
    'sum of clients': summary.rows.reduce((sum, { available }) => sum + available, 0),
    Today: before(home, 'available'),
    Credits: before(credits, 'available'),
    'Credits by client': after(byClient, 'Available after [\\w ]+? 2026'),
  })
  expectOne('reserved', {
    'REST summary': summary.total.reserved,
    'REST forecast': forecast.reserved,
    Credits: after(credits, 'Reserved'),
    'Credits by client': before(byClient, 'reserved'),
    'file of pushes': sumOf(await fileOf(`${AGENCY}/jobs/csv`), 'credits_reserved'),
  })
  expectOne('expected refunds', {
    'REST summary': summary.total.expected_back,
    'REST forecast': forecast.expected_refunds,
    'sum of clients': summary.rows.reduce((sum, { expected_back }) => sum + expected_back, 0),
    Today: before(home, 'refunds? by'),
    Credits: after(credits, 'Expected refunds ≈'),
    'Credits by client': after(byClient, 'Expected refunds ≈'),
  })
  // The big push alone waits: as many refunds as its timeline allows for.
  expect(forecast.expected_refunds).toBeGreaterThan(200)
  const { workspace } = await call<{ workspace: { open_jobs: number } }>('get_shell')
  const open = await browser.visit('ada', `${AGENCY}/jobs?status=open`)
  expectOne('open pushes', {
    REST: workspace.open_jobs,
    menu: number(/Pushes<span class="n">(\d+)</.exec(today!.html.replace(/<svg.*?<\/svg>/gs, ''))?.[1]),
    Today: before(home, 'open push'),
    'list of pushes': number(/–\d+ of ([\d,]+)/.exec(plain(open.main))?.[1]),
    'file of pushes': (await fileOf(`${AGENCY}/jobs/csv`)).filter(({ status }) => status === 'watching').length,
    'tab of pushes': number(/Pushes ([\d,]+)/.exec(plain(pushes!.main))?.[1]),
  })
  const { counts, items } = await call<{ counts: { off_usual: number }; items: { off_usual: string | null }[] }>(
    'list_clients',
    { page_size: 100 },
  )
  const listed = await browser.visit('ada', `${AGENCY}/clients?view=off_usual`)
  const section = today!.main.slice(today!.main.indexOf('Clients off their usual'))
  expectOne('off usual', {
    'REST counts': counts.off_usual,
    'REST clients': items.filter(({ off_usual }) => off_usual !== null).length,
    tab: after(plain(clients!.main), 'Off usual'),
    'rows of the tab': listed.main.split('<tr>').filter((row) => row.includes('<td')).length,
    Today: section
      .slice(0, section.indexOf('</table>'))
      .split('<tr>')
      .filter((row) => row.includes('<td')).length,
  })
  expect(counts.off_usual).toBeGreaterThan(4)
})

test('checks of day 1 were answered days later, so that the answer and not the plan decides', () => {
  const late = agency.db.read((tx) =>
    tx.number(
      `select count(*) from looks k join links l on l.id = k.link_id
       where k.purpose = 'guarantee' and k.day = 1 and julianday(k.finished_at) - julianday(l.sent_at) > 1.5`,
    ),
  )
  expect(late).toBeGreaterThan(100)
})
