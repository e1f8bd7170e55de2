import Type from 'typebox'
import { CRAWL_SETTING, crawlSettings, ROUTES, SYNC_BATCHES, unpricedLinks } from '../../domains/providers/index.ts'
import { patched, writeSetting } from '../../kernel/database/settings.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Defaulted, MOST, MomentOrDay, Nullable } from '../../kernel/operation/shape.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import {
  ClientMargin,
  checkRates,
  countOfMonth,
  countsOfMonths,
  MarginRow,
  MarginSettings,
  marginByClient,
  marginFields,
  marginRows,
  marginSettings,
  RATES_SETTING,
  Reconciliation,
  reconcile,
  reconciliationOf,
  totalsOf,
} from './index.ts'

export const getMarginSettings = read({
  name: 'get_margin_settings',
  route: 'GET /admin/margin/settings',
  role: 'platform',
  summary: 'Settings of the margin: tier, cost per indexed link, allowance, check rates.',
  input: Type.Object({}),
  output: MarginSettings,
  example: {},
  handle: ({ tx }) => marginSettings(tx),
})

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

export const putMarginReconciliation = write({
  name: 'put_margin_reconciliation',
  route: 'PUT /admin/margin/reconciliation/{month}',
  role: 'platform',
  summary: 'Enter how many links the crawl supplier billed for a month, to compare with our count. Null clears it.',
  description: 'A note left out stays.',
  input: Type.Object({
    month: Type.String({ title: 'Month', description: 'YYYY-MM' }),
    billed_count: Nullable(Type.Integer({ title: 'Links billed', minimum: 0, maximum: MOST })),
    note: Type.Optional(Nullable(Type.String({ title: 'Note', maxLength: 500 }))),
  }),
  output: Reconciliation,
  example: { month: '2026-10', billed_count: 0 },

  handle({ tx, changed }, { month, billed_count, note }) {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw invalid({ path: 'month', message: 'must be a month such as 2026-11' })
    const before = reconciliationOf(tx, month)
    reconcile(tx, month, billed_count, note === undefined ? (before?.note ?? null) : note)
    changed({ target: month, before, after: { billed_count, note } })
    return countOfMonth(tx, month)
  },
})

export const updateMarginSettings = write({
  name: 'update_margin_settings',
  route: 'PUT /admin/margin/settings',
  role: 'platform',
  summary: 'Set the settings of the margin. A field left out stays; null clears it.',
  input: Type.Partial(Type.Object(marginFields)),
  output: MarginSettings,
  example: { cost_per_indexed_usd: 0.0075, standard_check_usd: 0.003 },

  handle({ tx, app, changed }, given) {
    const before = marginSettings(tx)
    writeSetting(tx, CRAWL_SETTING, patched(crawlSettings(tx), { ...given, plan_tier: given.tier }))
    writeSetting(tx, RATES_SETTING, patched(checkRates(tx), given))
    const after = marginSettings(tx)
    changed({ target: 'margin', before, after })
    tx.afterCommit(() => app.wake(SYNC_BATCHES))
    return after
  },
})
