/** The share by day 7 is one number on every screen, also while checks are late: before its day 7 no link counts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { dayAndMonth } from '../../../views/parts/text/format.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST, START } from '../../world.ts'
import { browserOf } from '../browser.ts'

const CLIENT = CAST.vera.tenant_id
const AGENCY = `/app/w/${CAST.ada.tenant_id}`
const MONTH = '2026-11'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let portal: string
let report: string

const push = (path: string, n: number) =>
  office.call('ada', 'submit_index_job', { tenant_id: CLIENT, urls: urls(n, path), preflight: false })

/** Sends what is due; no check runs. */
const outage = async (day: number) => {
  office.clock.set(plus(START, day * DAY))
  for (let i = 0; i < 3; i++) await office.run(advancePushesTask, sendLinksTask)
}

beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 300 })
  const { url } = await office.call<{ url: string }>('ada', 'put_portal', { id: CLIENT, enabled: true, origins: [] })
  portal = new URL(url).pathname
  await push('one', 40)
  await office.day(0)
  const shared = await office.call<{ url: string }>('ada', 'share_month_report', { id: CLIENT, month: MONTH })
  report = new URL(shared.url).pathname
})
afterAll(() => office.close())

type Told = { share: string; links: number; until: string | null }

/** Of the links themselves: those of days whose day 7 has come, where no more than a twentieth waits for a result. */
function counted(): Told {
  const days = office.db.read((tx) =>
    tx.rows<{ day: string; n: number; found: number; waiting: number }>(
      `select substr(sent_at, 1, 10) as day, count(*) as n, sum(stage in ('day1', 'day3', 'day7')) as found,
         sum(state = 'sent') as waiting from links where sent_at is not null group by 1 order by 1`,
    ),
  )
  const final = days.filter(
    ({ day, n, waiting }) => plus(`${day}T00:00:00.000Z`, 7 * DAY) <= office.clock.now() && waiting * 20 <= n,
  )
  const [links, found] = [final.reduce((sum, { n }) => sum + n, 0), final.reduce((sum, one) => sum + one.found, 0)]
  return { share: links === 0 ? '–' : `${Math.round((100 * found) / links)}%`, links, until: final.at(-1)?.day ?? null }
}

const words = ({ share, links, until }: Told): string =>
  until === null ? share : `${share} of ${links} pages sent by ${dayAndMonth(`${until}T12:00:00.000Z`)}`

const textOf = async (person: 'ada' | 'vera' | null, path: string): Promise<string> =>
  (await browser.visit(person, path)).main
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

async function told(): Promise<Record<string, string | undefined>> {
  const { standing } = await office.call<{
    standing: { rate: number | null; rate_links: number; rate_until: string | null }
  }>('ada', 'get_tenant_overview', { id: CLIENT })
  browser = browserOf(office)
  const inFigures = (text: string) => /In Google by day 7 ((?:–|\d+% of \d+ pages sent by \d+ \w+))/.exec(text)?.[1]
  // A shared report is counted once a minute.
  office.clock.set(plus(office.clock.now(), 61_000))
  return {
    api: words({
      share: standing.rate === null ? '–' : `${Math.round(standing.rate * 100)}%`,
      links: standing.rate_links,
      until: standing.rate_until,
    }),
    portal: inFigures(await textOf('vera', `/app/w/${CLIENT}`)),
    'public portal': inFigures(await textOf(null, portal)),
    report: /((?:–|\d+% of \d+ pages sent by \d+ \w+)) in Google by day 7/.exec(await textOf(null, report))?.[1],
  }
}

async function expectOneNumber(): Promise<Told> {
  const now = counted()
  for (const [screen, says] of Object.entries(await told())) expect([screen, says]).toEqual([screen, words(now)])
  return now
}

/** What the two lists of clients and the client's page tell of its last final day. */
async function lastDay(): Promise<string[]> {
  const row = (await browser.visit('ada', `${AGENCY}/clients`)).main
    .split('<tr>')
    .find((one) => one.includes(`/${CLIENT}"`))!
  const shown = /class="fig">(\d+%)</.exec(row)?.[1] ?? 'waiting'
  const lead = /Indexed by day 7 (–|\d+ %)/.exec(await textOf('ada', `${AGENCY}/clients/${CLIENT}`))?.[1]
  return [shown, lead === '–' ? 'waiting' : lead!.replace(' ', '')]
}

test('no two screens differ: early finds wait for their day 7, and late checks hold their day back', async () => {
  expect((await expectOneNumber()).share).toBe('–')
  for (const day of [1, 3]) {
    await office.day(day)
    expect((await expectOneNumber()).share).toBe('–')
  }
  expect(office.db.read((tx) => tx.number("select count(*) from links where state = 'indexed'"))).toBeGreaterThan(10)
  await push('two', 30)
  await office.day(3)
  await office.day(4)
  await push('three', 25)
  await outage(6)
  await outage(8)
  // Its day 7 has come, its checks have not: the finds of the first days alone would tell 100%.
  expect((await expectOneNumber()).share).toBe('–')
  expect(await lastDay()).toEqual(['waiting', 'waiting'])
  await office.day(11)
  const [late] = [await expectOneNumber()]
  expect([late.links, late.until]).toEqual([70, '2026-11-05'])
  expect(late.share).not.toBe('100%')
  const [row, lead] = await lastDay()
  expect(row).toBe(lead!)
  await office.day(14)
  expect((await expectOneNumber()).links).toBe(95)
})

test('a link that is found after its refund does not raise it', async () => {
  const before = counted()
  const id = office.db.read(
    (tx) => tx.row<{ id: string }>('select min(id) as id from jobs where tenant_id = ?', CLIENT)!.id,
  )
  await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, kind: 'check', amount: 40 })
  // Under other addresses the simulated engine finds some of them.
  office.db.write((tx) => tx.run("update links set url = url || '-b' where job_id = ? and state = 'not_indexed'", id))
  await office.call('ada', 'recheck_job', { id })
  await office.work()
  expect(office.db.read((tx) => tx.number("select count(*) from links where stage = 'later'"))).toBeGreaterThan(0)
  expect(await expectOneNumber()).toEqual(before)
})

test('Today tells the newest week of which few links wait, names them, and says when it is old', async () => {
  const headline = async () => {
    browser = browserOf(office)
    const text = await textOf('ada', AGENCY)
    return text.slice(text.indexOf('Indexed by day 7'), text.indexOf('Credits last until'))
  }
  const waiting = (n: number) =>
    office.db.write((tx) => {
      tx.run("update links set state = 'not_indexed', looks = 3 where state = 'sent'")
      tx.run(
        "update links set state = 'sent', looks = 2 where id in (select id from links where stage = 'never' limit ?)",
        n,
      )
      return null
    })
  waiting(2)
  const [, share, seen] = /Indexed by day 7 (\d+) %.*?(\d+) of 95 links sent 2 Nov – 8 Nov ; 2 of 95 still wait/.exec(
    await headline(),
  )!
  expect(Number(share)).toBe(Math.round((100 * Number(seen)) / 95))
  // Fewer weeks than make a line: the pushes stand in its place.
  expect(await headline()).toContain('36 of 40 Complete')
  waiting(5)
  expect(await headline()).toStartWith('Indexed by day 7 – ')
  waiting(0)
  expect(await headline()).not.toContain('since')
  office.clock.set(plus(START, 25 * DAY))
  expect(await headline()).toContain('No link was sent since.')
})
