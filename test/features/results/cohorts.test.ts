/** The grid of cohorts says what the pages of its pushes say, and a cell opens the links that it counts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { pushing, urls } from '../../pushing.ts'
import { browserOf, type Seen, wordIn } from '../../views/browser.ts'
import { CAST } from '../../world.ts'

let office: Awaited<ReturnType<typeof pushing>>
const BASE = `/app/w/${CAST.ada.tenant_id}`
const WEEK = '2026-11-02'
const jobs: string[] = []

beforeAll(async () => {
  office = await pushing(500, 500)
  office.db.write((tx) => {
    grant(tx, { tenant_id: 'ten_bakery', kind: 'index', amount: 100, reason: 'adjustment', actor: 'test' })
    return null
  })
  const order = async (name: string, links: string[], more: object = {}) =>
    jobs.push(
      (await office.call<{ id: string }>('ada', 'submit_index_job', { name, urls: links, preflight: false, ...more }))
        .id,
    )
  const shop = (n: number, path: string) => urls(n, path).map((url) => url.replace('bakery', 'shop'))
  await order('Bread', urls(40, 'bread'))
  await order('Cakes', urls(20, 'cake'), { tenant_id: 'ten_bakery' })
  await office.day(0)
  await office.day(2)
  await order('Shelves', shop(30, 'shelf'))
  for (const day of [2, 3, 5, 7, 9, 10]) await office.day(day)
  await order('Later', shop(12, 'later'), { drip_days: 4 })
  await office.day(10.1)
})
afterAll(() => office.close())

const page = (path: string) => browserOf(office).visit('ada', `${BASE}${path}`)
type Row = { name: string; sent: number; cells: { text: string; href: string | null; seen: number; of: number }[] }

/** The cells of all links by week, newest first, by the day that the page shows. */
function gridOf({ main }: Seen): Row[] {
  const rows: Row[] = []
  const [, table = ''] = main.split(/<table class="heat[^>]*>/)
  for (const [, href, title] of table.matchAll(/<a href="([^"]*\/cohorts\/links\?[^"]*)" title="([^"]*)"/g)) {
    const address = new URL(href!.replaceAll('&amp;', '&'), 'http://x')
    const name = address.searchParams.get('key')!
    const [, seen = '0', of = '0'] = /(\d+) of (\d+)/.exec(title!) ?? []
    const cell = { text: title!, href: address.pathname + address.search, seen: Number(seen), of: Number(of) }
    rows.push({ name, sent: sentOf(main, name), cells: [cell] })
  }
  return rows.toSorted((a, b) => (a.name < b.name ? 1 : -1))
}

/** The cells of all links by week and day. */
async function weeksIn(path: string, visit = page): Promise<Row[]> {
  const [first, ...others] = await Promise.all(
    [1, 3, 7].map(async (day) => gridOf(await visit(`${path}${path.includes('?') ? '&' : '?'}day=${day}`))),
  )
  return first!.map((row, n) => ({
    ...row,
    cells: [row, ...others.map((rows) => rows[n]!)].flatMap(({ cells }) => cells),
  }))
}

const sentOf = (main: string, key: string): number =>
  Number(new RegExp(`moment=sent[^"]*=${key}[^"]*">(\\d+)<`).exec(main)?.[1])

/** Links of a push that were indexed by day 1, 3 and 7. */
async function railOf(id: string): Promise<number[]> {
  const { timeline } = await office.call<{ timeline: { days: { indexed: number }[] } }>('ada', 'get_job_summary', {
    id,
  })
  return timeline.days.map(({ indexed }) => indexed)
}
const sumOf = (rails: number[][]): number[] => [0, 1, 2].map((at) => rails.reduce((sum, rail) => sum + rail[at]!, 0))

/** `5 of 20` by week, of the row with this name. */
function rowOf({ main }: Seen, name: string): Record<string, string> {
  const row = main.split('<tr>').find((one) => one.includes('row-name') && one.includes(`title="${name}"`))!
  const cells = [...row.matchAll(/[?&;]key=([\d-]+)[^"]*" title="[^"]*?(\d+ of \d+)/g)]
  return Object.fromEntries(cells.map(([, week, counts]) => [week, counts!]))
}

test('a week says what the pages of its pushes say together', async () => {
  const week = (await weeksIn('/cohorts')).find(({ name }) => name === WEEK)!
  const rails = await Promise.all(jobs.slice(0, 3).map(railOf))
  expect(week.sent).toBe(90)
  expect(week.cells.map(({ seen, of }) => [seen, of])).toEqual(sumOf(rails).map((seen) => [seen, 90]))
  expect(week.cells[2]!.text).toStartWith(`${Math.round((week.cells[2]!.seen / 90) * 100)}%`)
})

test('a client and a host say what the pages of theirs say, week by week, and lead to their own weeks', async () => {
  const [bread, cakes, shelves] = (await Promise.all(jobs.slice(0, 3).map(railOf))) as [number[], number[], number[]]
  const seenOf = async (path: string, name: string) => {
    const days = await Promise.all([1, 3, 7].map((day) => page(`${path}&day=${day}`)))
    return days.map((seen) => rowOf(seen, name)[WEEK])
  }
  expect(await seenOf('/cohorts?by=client', 'Bakery')).toEqual(cakes.map((n) => `${n} of 20`))
  expect(await seenOf('/cohorts?by=host', 'bakery.example')).toEqual(sumOf([bread, cakes]).map((n) => `${n} of 60`))
  expect(await seenOf('/cohorts?by=host', 'shop.example')).toEqual(shelves.map((n) => `${n} of 30`))
  expect((await page('/cohorts')).main).toContain(`${BASE}/cohorts?tenant_id=ten_bakery"`)
  const own = await page('/cohorts?host=shop.example')
  expect(own.text).toContain('Only shop.example')
  const earlier = await page('/cohorts/hosts?day=1')
  expect([earlier.status, earlier.location]).toEqual([303, `${BASE}/cohorts?day=1&by=host`])
  expect(gridOf(own).find(({ name }) => name === WEEK)!.sent).toBe(30)
})

test('a week that is not over is told and not compared', async () => {
  const [now] = await weeksIn('/cohorts')
  expect(now!.name).toBe('2026-11-09')
  expect(now!.cells.map(({ text }) => text)).toEqual(Array(3).fill('3 links, checks to come'))
  const { main } = await page('/cohorts')
  const [, all = ''] = main.split(/<table class="heat[^>]*>/)
  expect([all.match(/<td class="h h\d">/g), all.match(/<td class="h sofar">/g)]).toEqual([
    expect.objectContaining({ length: 1 }),
    expect.objectContaining({ length: 1 }),
  ])
  // The head counts the complete week alone.
  expect(main).toMatch(/<h2 class="lbl">Indexed by day 7<\/h2>.*?of <\/b><a [^>]*>90 links</)
})

test('a cell opens its links: as many as it says, each with what it says', async () => {
  for (const by of ['', '?host=bakery.example', '?tenant_id=ten_bakery'])
    for (const row of await weeksIn(`/cohorts${by}`))
      for (const { href, seen, of } of row.cells.filter(({ of }) => of > 0)) {
        const counted = async (part: string) => {
          const { text } = await browserOf(office).visit('ada', `${href}&part=${part}`)
          return Number(/–\d+ of (\d+)/.exec(text)?.[1] ?? 0)
        }
        const parts = [await counted('all'), await counted('seen'), await counted('missed')]
        expect([by, row.name, parts]).toEqual([by, row.name, [of, seen, of - seen]])
      }
  const [, week] = await weeksIn('/cohorts')
  const all = new Set<string>()
  for (const at of [1, 2, 3, 4]) {
    const { main } = await browserOf(office).visit('ada', `${week!.cells[2]!.href}&part=all&page_size=25&page=${at}`)
    for (const [, url] of main.matchAll(/<a class="url" href="([^"]+)" target/g)) all.add(url!)
  }
  expect(all.size).toBe(90)
})

test('what was not seen is put into a new push, with nothing spent before its bill is agreed to', async () => {
  const { send } = browserOf(office)
  const [, week] = await weeksIn('/cohorts')
  const { href, of, seen } = week!.cells[2]!
  const fields = Object.fromEntries(new URL(href!, 'http://localhost').searchParams)
  const before = office.credits()
  const push = await send('ada', `${BASE}/cohorts/links/again`, { ...fields, part: 'missed', all: 'true' })
  const list = /<textarea[^>]*name="urls"[^>]*>([^<]*)</.exec(push.html)![1]!.trim().split('\n')
  expect([push.status, list.length]).toEqual([200, of - seen])
  expect(office.credits()).toEqual(before)
  const none = await send('ada', `${BASE}/cohorts/links/again`, fields)
  expect([none.status, none.location]).toEqual([303, href!])
})

test('links of the cell that wait can be stopped, and no others; what has left is not offered to be', async () => {
  const { visit, send } = browserOf(office)
  // Twelve over four days from the Thursday on: all of its week, and none of the week before.
  const [now, before] = await weeksIn('/cohorts')
  const address = now!.cells[0]!.href!
  const open = await visit('ada', address)
  expect(open.text).toContain('Stop pushing these 9')
  expect(open.main).toContain(`/jobs/${jobs[3]}"`)
  expect((await visit('ada', before!.cells[0]!.href!)).text).not.toContain('Stop pushing')
  // The same push over more days: the days of next week are of no cell yet.
  const more = [...urls(6, 'long'), ...urls(6, 'tall').map((url) => url.replace('bakery', 'mill'))]
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
    name: 'Long',
    urls: more,
    preflight: false,
    drip_days: 12,
  })
  await office.work()
  expect((await visit('ada', address)).text).toContain('3 links of this cell, 8 besides')
  expect((await page('/cohorts?by=host')).main).toContain('title="bakery.example"')
  const fields = Object.fromEntries(new URL(address, 'http://x').searchParams)
  const asked = await send('ada', `${BASE}/cohorts/links/stop`, fields)
  expect(asked.text).toContain('12 links of 2 pushes will not be sent, and 12 index credits are refunded.')
  const credits = office.credits().index
  const { location, headers } = await send('ada', `${BASE}/cohorts/links/call-off`, fields)
  expect(location).toContain('/cohorts/links?')
  expect(wordIn(office, headers)).toContain('12 links are not sent')
  expect(office.credits().index).toEqual({ available: credits.available + 12, reserved: credits.reserved - 12 })
  const states = (job: string) =>
    office.db.read((tx) => tx.rows('select state, count(*) as n from links where job_id = ? group by 1', job))
  expect(states(jobs[3]!)).toEqual([
    { state: 'cancelled', n: 9 },
    { state: 'sent', n: 3 },
  ])
  expect(states(id)).toEqual([
    { state: 'cancelled', n: 3 },
    { state: 'scheduled', n: 8 },
    { state: 'sent', n: 1 },
  ])
  expect((await visit('ada', address)).text).toContain('8 links to come, none of this cell')
  await office.call('ada', 'cancel_job', { id })
})

test('a client sees its own links alone, and nothing to do; a stranger sees none', async () => {
  const { visit, send } = browserOf(office)
  const vera = await visit('vera', `/app/w/${CAST.vera.tenant_id}/cohorts`)
  expect(gridOf(vera).map(({ sent }) => sent)).toEqual([20])
  expect(vera.main).not.toContain('by=client')
  expect(vera.main).not.toContain('by=supplier')
  expect(vera.main).not.toContain('id="notes"')
  const cell = gridOf(vera)[0]!.cells[0]!.href!
  expect((await visit('vera', cell)).main).not.toContain('<form')
  expect((await send('vera', cell.replace('links?', 'links/again?'), { by: 'week', key: WEEK, day: '7' })).status).toBe(
    403,
  )
  const rita = await visit('rita', `/app/w/${CAST.rita.tenant_id}/cohorts?tenant_id=ten_bakery`)
  expect(rita.status).toBe(404)
  expect(rita.text).not.toContain('Bakery')
  const asked = `/app/w/${CAST.rita.tenant_id}/cohorts/links?by=week&key=${WEEK}&day=7`
  expect((await visit('rita', asked)).status).toBe(404)
})

test('a job that is deleted leaves the grid', async () => {
  const sent = async () => gridOf(await page('/cohorts')).map(({ sent }) => sent)
  expect(await sent()).toEqual([4, 90])
  await office.call('ada', 'delete_job', { id: jobs[0]! })
  expect(await sent()).toEqual([4, 50])
})
