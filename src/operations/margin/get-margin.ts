import Type from 'typebox'
import {
  ClientMargin,
  countOfMonth,
  MarginRow,
  marginByClient,
  marginRows,
  Reconciliation,
} from '../../domains/margin/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, MomentOrDay } from '../../kernel/operation/shape.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'

const SUMMED = [
  'revenue_usd',
  'index_revenue_usd',
  'check_revenue_usd',
  'crawl_cost_usd',
  'look_cost_usd',
  'cost_in_doubt_usd',
  'margin_usd',
] as const

export const getMargin = read({
  name: 'get_margin',
  route: 'GET /admin/margin',
  role: 'platform',
  summary: 'Margin by client and month: revenue of used credits, cost of suppliers, and the invoices beside our count.',
  input: Type.Object({
    from: Type.Optional(Type.With(MomentOrDay, { title: 'From' })),
    to: Type.Optional(
      Type.With(MomentOrDay, { title: 'To', description: 'A time, or a UTC day, included to its end' }),
    ),
    days: Defaulted(
      Type.String({ title: 'Days back', description: 'A number of days, 1 to 9999', pattern: '^[1-9]\\d{0,3}$' }),
      '30',
    ),
  }),
  output: Shape('Margin', {
    from: Type.String(),
    to: Type.String(),
    totals: Type.Object({
      revenue_usd: Type.Number(),
      index_revenue_usd: Type.Number(),
      check_revenue_usd: Type.Number(),
      crawl_cost_usd: Type.Number(),
      look_cost_usd: Type.Number(),
      cost_in_doubt_usd: Type.Number(),
      margin_usd: Type.Number(),
    }),
    clients: Type.Array(ClientMargin, { description: 'All months in total' }),
    rows: Type.Array(MarginRow),
    reconciliation: Type.Array(Reconciliation),
  }),
  example: {},

  handle({ tx, app }, { from, to, days = '30' }) {
    const until = to ? endOf(to) : plus(tx.now, 1)
    const since = from ? plus(from, 0) : plus(until, -Number(days) * DAY)
    if (since >= until) throw invalid({ path: 'from', message: 'is not before to' })
    const rows = marginRows(tx, app, since, until)
    const totals = Object.fromEntries(
      SUMMED.map((name) => [name, Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 10_000) / 10_000]),
    )
    return {
      from: since,
      to: until,
      totals,
      clients: marginByClient(rows),
      rows,
      reconciliation: monthsOf(since, until).map((m) => countOfMonth(tx, m)),
    }
  },
})

/** A day is included to its end. */
const endOf = (time: string): string => plus(time, time.length === 10 ? DAY : 0)

/** The months of a range, newest first; at most two years. */
function monthsOf(since: string, until: string): string[] {
  const months: string[] = []
  for (let at = plus(until, -1); at >= since && months.length < 24; at = plus(`${at.slice(0, 7)}-01`, -1))
    months.push(at.slice(0, 7))
  return months
}
