/** The margin of an install: a good month, one that lost money, and one without anything. */
import { type ClientMargin, MARGIN_PERIODS, Margin, type MarginProps } from '../../../views/margin/margin.tsx'
import { InvoicePanel, prices } from '../../../views/margin/pages.tsx'
import { periodOf } from '../../../views/parts/lists/period.tsx'
import { inOperator } from '../frames.tsx'
import { NASTY, NOW } from '../samples.ts'

const row = (tenant_id: string, tenant_name: string, more: Partial<ClientMargin> = {}): ClientMargin => ({
  tenant_id,
  tenant_name,
  links_sent: 2400,
  index_used: 1610,
  indexed_later: 12,
  revenue_usd: 102.21,
  index_revenue_usd: 98.21,
  price_revenue_usd: 0,
  unpriced_links: 0,
  crawl_cost_usd: 12.165,
  checks_used: 800,
  check_revenue_usd: 4,
  looks: 6100,
  look_cost_usd: 18.3,
  cost_in_doubt_usd: 0,
  margin_usd: 71.745,
  ...more,
})

const ROWS = [
  row('ten_northwind', 'Northwind'),
  row('ten_bakery', NASTY, { revenue_usd: 8, index_revenue_usd: 4, margin_usd: -22.465 }),
  row('ten_idle', 'Only looks', {
    links_sent: 0,
    revenue_usd: 0,
    index_revenue_usd: 0,
    check_revenue_usd: 0,
    margin_usd: -18.3,
  }),
]

export const TOTALS: MarginProps['totals'] = {
  revenue_usd: 1610.75,
  index_revenue_usd: 1490.5,
  check_revenue_usd: 120.25,
  price_revenue_usd: 0,
  unpriced_links: 0,
  crawl_cost_usd: 244.1,
  look_cost_usd: 310.02,
  cost_in_doubt_usd: 0,
  margin_usd: 1056.63,
}

const MONTHS: MarginProps['reconciliation'] = [
  { month: '2026-11', our_count: 31_204, billed_count: null, difference: null, note: null },
  { month: '2026-10', our_count: 28_411, billed_count: 28_930, difference: 519, note: 'Invoice 4711 & "extras"' },
  { month: '2026-09', our_count: 22_050, billed_count: 22_041, difference: -9, note: null },
]

const SETTINGS = {
  tier: 'Scale',
  cost_per_indexed_usd: 0.0075,
  monthly_allowance: 50_000,
  standard_check_usd: 0.003,
  live_check_usd: 0.01,
}

const margin = (more: Partial<MarginProps> = {}) =>
  inOperator(
    'Margin',
    <Margin
      clients={ROWS}
      totals={TOTALS}
      unpriced={[]}
      reconciliation={MONTHS}
      assumed={[]}
      prices={prices.form('/app/platform/revenue/margin/settings', SETTINGS)}
      period={periodOf({ period: '90d' }, NOW, MARGIN_PERIODS)}
      query={{ sort: 'margin_usd', period: '90d' }}
      self="/app/platform/revenue/margin"
      {...more}
    />,
  )

const NONE = {
  revenue_usd: 0,
  index_revenue_usd: 0,
  check_revenue_usd: 0,
  price_revenue_usd: 0,
  unpriced_links: 0,
  crawl_cost_usd: 0,
  look_cost_usd: 0,
  cost_in_doubt_usd: 0,
}

export const marginGallery = [
  { name: 'margin', page: () => margin() },
  {
    name: 'margin-lost',
    page: () =>
      margin({
        assumed: ['SerpApi', 'Scale SERP'],
        totals: { ...TOTALS, revenue_usd: 210.25, index_revenue_usd: 90, cost_in_doubt_usd: 3.2, margin_usd: -343.87 },
      }),
  },
  {
    name: 'margin-unknown',
    page: () =>
      margin({
        clients: [
          row('ten_northwind', 'Northwind', { unpriced_links: 1400, margin_usd: null }),
          row('ten_bakery', NASTY, {
            index_revenue_usd: 0,
            check_revenue_usd: 0,
            price_revenue_usd: 400,
            revenue_usd: 400,
          }),
        ],
        totals: {
          ...TOTALS,
          revenue_usd: 2010.75,
          price_revenue_usd: 400,
          unpriced_links: 1424,
          crawl_cost_usd: 0,
          margin_usd: null,
        },
        unpriced: [
          { route: 'primary', adapter: 'indexmenow', links: 1400 },
          { route: 'fallback', adapter: null, links: 24 },
        ],
      }),
  },
  {
    name: 'margin-none',
    page: () => margin({ clients: [], totals: { ...NONE, margin_usd: 0 }, reconciliation: MONTHS.slice(0, 1) }),
  },
  {
    name: 'margin-422',
    page: () =>
      margin({
        prices: prices.form('/app/platform/revenue/margin/settings', SETTINGS, undefined, {
          values: { standard_check_usd: '-1' },
          issues: [{ path: 'standard_check_usd', message: 'must be >= 0' }],
        }),
      }),
  },
  {
    name: 'margin-invoice',
    page: () => margin({ panel: <InvoicePanel of={MONTHS[1]!} close="/margin" action="/m" /> }),
  },
]
