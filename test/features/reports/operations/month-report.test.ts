import { afterAll, beforeAll, expect, test } from 'bun:test'
import type {
  getMonthReport,
  getMonthReports,
  listMonthReportPages,
} from '../../../../src/features/reports/operations/months.ts'
import type { AnswerOf } from '../../../../src/kernel/operation/operation.ts'
import { pushing, urls } from '../../../pushing.ts'

let office: Awaited<ReturnType<typeof pushing>>
beforeAll(async () => {
  office = await pushing(300)
  await office.call('ada', 'submit_index_job', { urls: urls(40), preflight: false })
  for (const day of [0, 1, 3, 8]) await office.day(day)
})
afterAll(() => office.close())

const month = { id: 'ten_northwind', month: '2026-11' }
const pages = (input: object) =>
  office.call<AnswerOf<typeof listMonthReportPages>>('ada', 'list_month_report_pages', { ...month, ...input })

test('the pages of a part are as many as the report says, and `dir` turns their order round', async () => {
  const { parts } = await office.call<AnswerOf<typeof getMonthReport>>('ada', 'get_month_report', month)
  expect(parts.reduce((sum, { pages: n }) => sum + n, 0)).toBe(40)
  for (const { part, pages: n } of parts) {
    const { items, total } = await pages({ part })
    expect([part, items.length, total]).toEqual([part, n, n])
    expect((await pages({ part, dir: 'desc' })).items).toEqual(items.toReversed())
  }
})

test('a month without a report is listed for an admin, and for a member once it is shared', async () => {
  const months = async (who: 'ada' | 'ben') => {
    const input = { id: 'ten_northwind' }
    const answer = await office.call<AnswerOf<typeof getMonthReports>>(who, 'get_month_reports', input)
    return answer.months.map(({ month, state, pushes }) => [month, state, pushes])
  }
  expect([await months('ada'), await months('ben')]).toEqual([[['2026-11', 'new', 1]], []])
  await office.call('ada', 'share_month_report', month)
  const shared = ['2026-11', 'shared', 1]
  expect([await months('ada'), await months('ben')]).toEqual([[shared], [shared]])
})
