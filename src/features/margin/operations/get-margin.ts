import Type from 'typebox'
import {
  ClientMargin,
  countsOfMonths,
  MarginRow,
  marginByClient,
  marginRows,
  Reconciliation,
  totalsOf,
} from '../index.ts'
import { ROUTES, unpricedLinks } from '../../../domains/providers/index.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Defaulted, MomentOrDay, Nullable } from '../../../kernel/operation/shape.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'

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
      price_revenue_usd: Type.Number({ description: 'Of prices of clients' }),
      crawl_cost_usd: Type.Number(),
      look_cost_usd: Type.Number(),
      cost_in_doubt_usd: Type.Number(),
      unpriced_links: Count(),
      margin_usd: Nullable(Type.Number({ description: 'Null while the cost of some links is unknown' })),
    }),
    unpriced: Type.Array(
      Shape('UnpricedLinks', { route: Type.Enum(ROUTES), adapter: Nullable(Type.String()), links: Count() }),
      { description: 'Links that a supplier bills at a price that nobody entered' },
    ),
    clients: Type.Array(ClientMargin, { description: 'All months in total' }),
    rows: Type.Array(MarginRow),
    reconciliation: Type.Array(Reconciliation),
  }),
  example: {},

  handle({ tx, app }, { from, to, days = '30' }) {
    const until = to ? endOf(to) : plus(tx.now, 1)
    const since = from ? plus(from, 0) : plus(until, -Number(days) * DAY)
    if (since >= until) throw invalid({ path: 'from', message: 'is not before to' })
    const rows = marginRows(tx, app, { from: since, to: until })
    return {
      from: since,
      to: until,
      totals: totalsOf(rows),
      unpriced: unpricedLinks(tx, since, until),
      clients: marginByClient(rows),
      rows,
      reconciliation: countsOfMonths(tx, since, until),
    }
  },
})

/** A day is included to its end. */
const endOf = (time: string): string => plus(time, time.length === 10 ? DAY : 0)
