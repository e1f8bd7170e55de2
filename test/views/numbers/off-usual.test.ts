/** Which clients are off their usual is one rule: the tab of Clients, its rows, Today and the page of each client. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { offUsual } from '../../../src/domains/figures/index.ts'
import { tally } from '../../../src/domains/jobs/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { pushing } from '../../pushing.ts'
import { CAST, START } from '../../world.ts'
import { browserOf } from '../browser.ts'

const BASE = `/app/w/${CAST.ada.tenant_id}`
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const ids = new Map<string, string>()

type Day = [ago: number, sent: number, came: number]
const USUAL: Day[] = [
  [40, 40, 28],
  [30, 40, 28],
  [20, 40, 28],
]
/** The last day of each client, and how it is off. */
const CLIENTS: Record<string, { days: Day[]; off: 'low' | 'below' | 'above' | null }> = {
  'As usual': { days: [...USUAL, [8, 40, 25]], off: null },
  'Ten below': { days: [...USUAL, [8, 40, 24]], off: 'below' },
  'Far above': { days: [...USUAL, [8, 40, 38]], off: 'above' },
  'Half of it': { days: [...USUAL, [9, 40, 14]], off: 'below' },
  'Too few links': { days: [...USUAL, [8, 9, 1]], off: null },
  'Long ago': {
    days: [
      [60, 40, 28],
      [50, 40, 28],
      [40, 40, 28],
      [15, 40, 4],
    ],
    off: null,
  },
  'New and low': { days: [[8, 22, 3]], off: 'low' },
  'New and fine': { days: [[8, 22, 20]], off: null },
  'New and small': { days: [[8, 19, 2]], off: null },
}

beforeAll(async () => {
  office = await pushing(500, 0)
  for (const [name, { days }] of Object.entries(CLIENTS)) {
    const { id } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client' })
    ids.set(name, id)
    office.db.write((tx) => {
      for (const [ago, sent, came] of days) {
        tally(tx, id, { sent, came, missed: sent - came }, plus(START, -ago * DAY))
      }
      return null
    })
  }
  browser = browserOf(office)
})
afterAll(() => office.close())

const named = (html: string): string[] => [...ids.keys()].filter((name) => html.includes(name)).toSorted()
const OFF = Object.keys(CLIENTS)
  .filter((name) => CLIENTS[name]!.off !== null)
  .toSorted()

test('the tab counts and lists those that Today lists', async () => {
  const { main: list } = await browser.visit('ada', `${BASE}/clients?view=off_usual`)
  expect(named(list.slice(list.indexOf('<tbody')))).toEqual(OFF)
  expect(list).toMatch(new RegExp(`Off usual\\D*${OFF.length}\\b`))
  const { main: today } = await browser.visit('ada', BASE)
  const section = today.slice(today.indexOf('Clients off their usual'))
  expect(named(section.slice(0, section.indexOf('</table>')))).toEqual(OFF)
})

test('a row has the colour of its rule, and so has the page of its client', async () => {
  const rows = (await browser.visit('ada', `${BASE}/clients`)).main.split('<tr>')
  for (const [name, id] of ids) {
    const { off } = CLIENTS[name]!
    const row = rows.find((one) => one.includes(`/${id}"`))!
    const colour = off === null ? undefined : off === 'above' ? 'up' : 'down'
    expect([name, /class="delta (up|down)"/.exec(row)?.[1]]).toEqual([name, colour])
    const { main } = await browser.visit('ada', `${BASE}/clients/${id}`)
    expect([name, /class="delta (up|down)"/.exec(main)?.[1]]).toEqual([name, colour])
  }
})

test('below the floor a client is low, whatever is usual', () => {
  expect(offUsual({ rate: 0.29, links: 20 }, 0.3)).toBe('low')
  expect(offUsual({ rate: 0.29, links: 19 }, 0.3)).toBeNull()
  expect(offUsual({ rate: 0.3, links: 20 }, null)).toBeNull()
})
