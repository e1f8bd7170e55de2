/** The links behind a number of the results are as many as it counts, in the order asked for. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { usualOfWeeks } from '../../../src/domains/jobs/index.ts'
import type { getResultsByWeek, listResultLinks } from '../../../src/features/results/operations.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { getResults } from '../../../src/operations/results.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'

type Results = AnswerOf<typeof getResults>
type Links = AnswerOf<typeof listResultLinks>

let office: Awaited<ReturnType<typeof pushing>>
beforeAll(async () => {
  office = await pushing(300)
  for (const path of ['first', 'second'])
    await office.call('ada', 'submit_index_job', { urls: urls(20, path), preflight: false })
  for (const day of [0, 1, 3, 8, 15]) await office.day(day)
})
afterAll(() => office.close())

const links = (input: object) =>
  office.call<Links>('ada', 'list_result_links', { by: 'host', key: 'bakery.example', day: 7, ...input })

test.each([1, 3, 7])('the parts of day %i have as many links as the number says', async (day) => {
  const { rows } = await office.call<Results>('ada', 'get_results', { by: 'host' })
  const cell = rows.find(({ key }) => key === 'bakery.example')!.cells.find((one) => one.day === day)!
  expect(cell.sent).toBe(40)
  const totalOf = async (part: string) => (await links({ day, part })).total
  expect(await totalOf('all')).toBe(cell.sent)
  expect(await totalOf('seen')).toBe(cell.seen)
  expect(await totalOf('due')).toBe(cell.due)
  expect(await totalOf('missed')).toBe(cell.sent - cell.seen - cell.due)
})

test('newest first unless asked otherwise, and pages follow each other across pushes', async () => {
  const ids = (answer: Links) => answer.items.map(({ uid }) => uid)
  const falling = ids(await links({ part: 'all', page_size: 200 }))
  expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  expect(ids(await links({ part: 'all', page_size: 200, dir: 'asc' }))).toEqual(falling.toReversed())
  const paged = await Promise.all([1, 2, 3].map((page) => links({ part: 'all', dir: 'asc', page, page_size: 15 })))
  expect(paged.flatMap(ids)).toEqual(falling.toReversed())
})

test('a row that nobody has is empty, and a day without a check is refused by name', async () => {
  expect(await links({ key: 'nobody.example' })).toMatchObject({ items: [], total: 0 })
  expect(await refusal(links({ day: 2 }))).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'day', message: 'is 1, 3 or 7' }] },
  })
})

test('the usual share is the median of the complete weeks before the last one, from three of them on', () => {
  const week = (seen: number, settled = true) => ({
    key: '',
    label: '',
    sent: 10,
    cells: [{ day: 7 as const, seen, due: settled ? 0 : 5, sent: 10, weeks: [], settled }],
  })
  expect(usualOfWeeks([week(9, false), week(1), week(8), week(2), week(6)])).toBe(0.6)
  expect(usualOfWeeks([week(1), week(8), week(2)])).toBeNull()
})

test('clients week by week have as many links as their week in get_results, and no other day than 1, 3 and 7', async () => {
  const { weeks, rows } = await office.call<AnswerOf<typeof getResultsByWeek>>('ada', 'get_results_by_week', { day: 3 })
  const all = (await office.call<Results>('ada', 'get_results', { by: 'week' })).rows
  expect(weeks).toHaveLength(12)
  expect(rows.map(({ sent }) => sent)).toEqual([40])
  const told = rows[0]!.weeks.map(({ week, seen, sent }) => [week, seen, sent])
  expect(told).toEqual(all.map(({ key, sent, cells }) => [key, cells[1]!.seen, sent]))
  expect(await refusal(office.call('ada', 'get_results_by_week', { day: 2 }))).toMatchObject({
    code: 'validation_failed',
  })
})

test('a cell is the number of the grid; where the grid has none it is not found', async () => {
  const cell = (key: string) => office.call<object>('ada', 'get_result_cell', { by: 'host', key, day: 7 })
  const { rows } = await office.call<Results>('ada', 'get_results', { by: 'host' })
  expect(await cell('bakery.example')).toMatchObject({
    label: 'bakery.example',
    cell: rows[0]!.cells[2],
    leaving: [],
    more: 0,
  })
  expect(await refusal(cell('nobody.example'))).toMatchObject({ code: 'not_found' })
})
