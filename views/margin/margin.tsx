/** Margin of the install: revenue and costs of credits in steps, by client, and against the supplier's invoices. */

import type { getMargin } from '../../src/features/margin/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Split } from '../kit/panel.tsx'
import { Headline } from '../kit/strip.tsx'
import { listHref, type Query } from '../parts/lists/list.ts'
import { type Period, type PeriodName, PeriodTabs, periodWords } from '../parts/lists/period.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { longMonth, many, number, percent, signed, usd, usdOrDash } from '../parts/text/format.ts'
import { nameOf } from '../suppliers/vendors.ts'
import { Waterfall, type WaterfallStep } from './waterfall.tsx'

export const MARGIN_PERIODS: readonly PeriodName[] = ['30d', 'month', 'last_month', '90d', 'year']

type MarginData = AnswerOf<typeof getMargin>
type Totals = MarginData['totals']
export type ClientMargin = MarginData['clients'][number]
export type Month = MarginData['reconciliation'][number]

export type MarginProps = Pick<MarginData, 'clients' | 'totals' | 'unpriced' | 'reconciliation'> & {
  period: Period
  query: Query
  self: string
  /** Names of engines whose price is not known, so that a high one counts. */
  assumed: string[]
  /** Form of the prices; the panel has the form of a month's invoice. */
  prices: Child
  panel?: Child
}

/** Margin as a share of the revenue; null without revenue, or without a known cost. */
export const shareOf = ({ margin_usd, revenue_usd }: Totals | ClientMargin): number | null =>
  margin_usd !== null && revenue_usd > 0 ? margin_usd / revenue_usd : null

export const Margin = ({
  clients,
  totals,
  unpriced,
  period,
  query,
  self,
  reconciliation,
  assumed,
  prices,
  panel,
}: MarginProps) => (
  <Split panel={panel}>
    <div class="bar-row">
      <PeriodTabs period={period} names={MARGIN_PERIODS} href={self} query={query} />
    </div>
    {totals.cost_in_doubt_usd > 0 && (
      <Banner tone="warn">
        {`Calls without an answer may have cost ${usd(totals.cost_in_doubt_usd)}. The margin includes it once the vendor reports it.`}
      </Banner>
    )}
    {unpriced.map(({ route, adapter, links }) => (
      <Banner tone="warn">
        {`Cost unknown for ${many(links, 'link')}${adapter ? ` sent with ${nameOf(adapter)}` : ''}. `}
        <a href={`/app/platform/suppliers/${route}`}>Enter the price per indexed link</a>
      </Banner>
    ))}
    {assumed.length > 0 && (
      <Banner tone="warn">
        {`The price of a check at ${assumed.join(' and ')} is not known, so a high one counts. `}
        <a href="/app/platform/suppliers">Enter that of your plan</a>
      </Banner>
    )}
    <Headline
      label={assumed.length > 0 && totals.margin_usd !== null ? 'Margin, at least' : 'Margin'}
      figure={usdOrDash(totals.margin_usd)}
      of={shareWords(totals, period)}
    />
    <Waterfall steps={stepsOf(totals)} />
    <div id="list">
      <Section title="Clients">
        <DataTable
          caption="Margin by client"
          columns={columnsOf(totals)}
          rows={clients}
          href={self}
          query={query}
          order="margin_usd"
          lines
          empty={<EmptyState icon="coins">No link was sent or checked in this period.</EmptyState>}
        />
      </Section>
    </div>
    <Section title="Invoices of the main supplier" note="indexed links, billed against counted">
      <DataTable caption="Invoices by month" columns={monthColumns(self, query)} rows={reconciliation} lines />
    </Section>
    <Section title="Prices">{prices}</Section>
  </Split>
)

const shareWords = (totals: Totals, period: Period): string => {
  const revenue = `${usd(totals.revenue_usd)} revenue, ${periodWords(period)}`
  return totals.margin_usd === null ? `${unknownFor(totals)}; ${revenue}` : `${percent(shareOf(totals))} of ${revenue}`
}

const stepsOf = (totals: Totals): WaterfallStep[] => [
  step('Index credits used', totals.index_revenue_usd, 'ok'),
  step('Check credits used', totals.check_revenue_usd, 'ok'),
  ...(totals.price_revenue_usd > 0 ? [step('Prices of clients', totals.price_revenue_usd, 'ok')] : []),
  { ...step('Revenue', totals.revenue_usd, 'idle'), total: true },
  ...costsOf(totals),
]

/** A cost that is not known may be all that is left. */
function costsOf(totals: Totals): WaterfallStep[] {
  const { crawl_cost_usd: crawl, look_cost_usd: looks, margin_usd: margin, revenue_usd: revenue } = totals
  const checks = step('Checks', -looks, 'warn')
  if (margin !== null)
    return [
      step('Crawl suppliers', -crawl, 'warn'),
      checks,
      { ...step('Margin', margin, margin < 0 ? 'bad' : 'ok'), total: true },
    ]
  const text = crawl > 0 ? `${usd(-crawl)} and more` : 'unknown'
  return [
    checks,
    { label: 'Crawl suppliers', value: -Math.max(crawl, revenue - looks), text, fill: 'wait' },
    { label: 'Margin', value: 0, text: '–', fill: 'idle', total: true },
  ]
}

const step = (label: string, value: number, fill: WaterfallStep['fill']): WaterfallStep => ({
  label,
  value,
  text: usd(value),
  fill,
})

function columnsOf(totals: Totals): Column<ClientMargin>[] {
  const column = (
    label: string,
    sort: string,
    cell: (row: ClientMargin) => Child,
    more: Partial<Column<ClientMargin>>,
  ) => ({ label, sort, first: 'desc', class: 'num wide-only opt', cell, ...more }) as const
  return [
    {
      label: 'Client',
      sort: 'tenant_name',
      cell: ({ tenant_id, tenant_name, revenue_usd, price_revenue_usd }) => (
        <>
          <Named href={`/app/platform/revenue/workspaces/${tenant_id}`} name={tenant_name} />
          <span class="sub">{`${usd(revenue_usd)} revenue${price_revenue_usd > 0 ? ', by its price' : ''}`}</span>
        </>
      ),
      total: 'Total',
    },
    column('Sent', 'links_sent', (row) => number(row.links_sent), {}),
    column('Used', 'index_used', (row) => number(row.index_used), {}),
    {
      ...column('Revenue', 'revenue_usd', revenueOf(totals), { total: usd(totals.revenue_usd) }),
      class: 'num wide-only',
    },
    column('Crawling', 'crawl_cost_usd', crawlCost, { total: crawlCost(totals) }),
    column('Checks', 'look_cost_usd', (row) => usd(-row.look_cost_usd), { total: usd(-totals.look_cost_usd) }),
    column(
      'Margin',
      'margin_usd',
      (row) => <b class={(row.margin_usd ?? 0) < 0 ? 'down' : undefined}>{usdOrDash(row.margin_usd)}</b>,
      { class: 'num', total: usdOrDash(totals.margin_usd) },
    ),
    column('Of revenue', 'share', (row) => percent(shareOf(row)), { class: 'num', total: percent(shareOf(totals)) }),
  ]
}

/** Beside revenue by prices, that by credits is named. */
const revenueOf = (totals: Totals) => (row: ClientMargin) => (
  <>
    {usd(row.revenue_usd)}
    {totals.price_revenue_usd > 0 && row.price_revenue_usd === 0 && <small class="sub2">by credits used</small>}
  </>
)

const crawlCost = ({ crawl_cost_usd, unpriced_links }: Totals | ClientMargin): string =>
  unpriced_links > 0 ? 'unknown' : usd(-crawl_cost_usd)

/** `cost unknown for 1,424 links`. */
export const unknownFor = ({ unpriced_links }: Pick<Totals, 'unpriced_links'>): string =>
  `cost unknown for ${many(unpriced_links, 'link')}`

const monthColumns = (self: string, { period }: Query): Column<Month>[] => [
  {
    label: 'Month',
    cell: ({ month, note, our_count }) => (
      <>
        <Named href={listHref(`${self}/months/${month}`, {}, { period })} name={longMonth(`${month}-01`)} sub={note} />
        <span class="sub">{`${number(our_count)} counted`}</span>
      </>
    ),
  },
  { label: 'Counted', class: 'num wide-only', cell: ({ our_count }) => number(our_count) },
  {
    label: 'Billed',
    class: 'num',
    cell: ({ billed_count: billed }) => (billed === null ? <span class="soft">not entered</span> : number(billed)),
  },
  {
    label: 'Difference',
    class: 'num',
    cell: ({ difference: more }) => more !== null && <span class={more > 0 ? 'down' : undefined}>{signed(more)}</span>,
  },
]
