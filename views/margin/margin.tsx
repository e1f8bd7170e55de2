/** What the install earns with credits and pays for them: in steps, by client, and as the supplier bills it. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getMargin } from '../../src/operations/margin/get-margin.ts'
import type { getMarginSettings } from '../../src/operations/margin/get-margin-settings.ts'
import { updateMarginSettings } from '../../src/operations/margin/update-margin-settings.ts'
import { Banner, Card, CardBody, Empty } from '../parts/card.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { number, percent, signed, usd } from '../parts/format.ts'
import type { Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Period, type PeriodName, PeriodTabs, periodWords } from '../parts/period.tsx'
import { Hidden } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { Waterfall, type WaterfallStep } from '../parts/waterfall.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { type ClientMargin, revenueOf, shareOf } from './by-client.ts'

export const MARGIN_PERIODS: readonly PeriodName[] = ['30d', 'month', 'last_month', '90d', 'year']

type Data = AnswerOf<typeof getMargin>
type Month = Data['reconciliation'][number]

export type MarginProps = Pick<Data, 'totals' | 'reconciliation'> & {
  rows: readonly ClientMargin[]
  settings: AnswerOf<typeof getMarginSettings>
  period: Period
  query: Query
  self: string
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
}

export const Margin = (props: MarginProps) => {
  const { rows, totals, period, query, self, reconciliation } = props
  return (
    <>
      <PageHead
        title="Margin"
        sub={`What used credits bring, less what suppliers cost, from ${periodWords(period)}. Days are of UTC.`}
      />
      <PeriodTabs period={period} names={MARGIN_PERIODS} href={self} query={query} />
      {totals.cost_in_doubt_usd > 0 && (
        <Banner tone="warn">
          Calls whose answer was lost may have cost {usd(totals.cost_in_doubt_usd)}. It is not part of the margin until
          the vendor tells.
        </Banner>
      )}
      <Card title="From revenue to margin" aside={<span class="muted">{percent(shareOf(totals))} of the revenue</span>}>
        <CardBody>
          <Waterfall steps={stepsOf(totals)} />
        </CardBody>
      </Card>
      <Card id="list" title="By client">
        {rows.length > 0 ? (
          <DataTable
            caption="Margin by client"
            columns={columnsOf(totals)}
            rows={rows}
            href={self}
            query={query}
            order="margin_usd"
          />
        ) : (
          <Empty icon="coins">Nothing was sent and nothing looked at in these days.</Empty>
        )}
      </Card>
      <div class="grid">
        <div class="w8">
          <Card
            title="Billed against counted"
            aside={<span class="muted">Indexed links, at the primary supplier</span>}
          >
            <DataTable
              caption="What the supplier billed, by month"
              columns={monthColumns(self, period.name)}
              rows={reconciliation}
            />
          </Card>
        </div>
        <div class="w4">
          <Card title="What it is reckoned with">
            <CardBody>
              <Form
                action={`${self}/settings`}
                schema={updateMarginSettings.input}
                values={{ ...props.settings, ...props.values }}
                issues={props.issues}
                hints={{
                  cost_per_indexed_usd: 'What the primary supplier bills; holds for what is sent from now on.',
                  standard_check_usd: 'For looks whose vendor does not tell a price.',
                  live_check_usd: 'The same of live ones.',
                }}
                hidden={{ period: period.name }}
                verb="Save"
              />
            </CardBody>
          </Card>
        </div>
      </div>
    </>
  )
}

type Totals = Data['totals']

const stepsOf = (totals: Totals): WaterfallStep[] => [
  step('Index credits used', totals.index_revenue_usd, 'seen'),
  step('Check credits used', totals.check_revenue_usd, 'seen'),
  { ...step('Revenue', revenueOf(totals), 'reserved'), total: true },
  step('Crawl suppliers', -totals.crawl_cost_usd, 'warn'),
  step('Looks', -totals.look_cost_usd, 'warn'),
  { ...step('Margin', totals.margin_usd, totals.margin_usd < 0 ? 'bad' : 'ok'), total: true },
]

const step = (label: string, value: number, fill: WaterfallStep['fill']): WaterfallStep => ({
  label,
  value,
  text: usd(value),
  fill,
})

const columnsOf = (totals: Totals): Column<ClientMargin>[] => {
  const money = (label: string, sort: string, of: (row: Totals) => number, kind = 'num'): Column<ClientMargin> => ({
    label,
    sort,
    first: 'desc',
    class: kind,
    cell: (row) => usd(of(row)),
    total: usd(of(totals)),
  })
  return [
    {
      label: 'Client',
      sort: 'tenant_name',
      cell: ({ tenant_id, tenant_name, links_sent }) => (
        <>
          <a href={`/app/platform/billing/tenants/${tenant_id}`} data-row>
            <b>{tenant_name}</b>
          </a>
          <span class="sub">{number(links_sent)} sent</span>
        </>
      ),
      total: 'Together',
    },
    {
      label: 'Sent',
      sort: 'links_sent',
      first: 'desc',
      class: 'num wide-only',
      cell: ({ links_sent }) => number(links_sent),
    },
    {
      label: 'Used',
      sort: 'index_used',
      first: 'desc',
      class: 'num wide-only',
      cell: ({ index_used }) => number(index_used),
    },
    money('Revenue', 'revenue', revenueOf),
    money('Crawling', 'crawl_cost_usd', (row) => -row.crawl_cost_usd, 'num wide-only'),
    money('Looks', 'look_cost_usd', (row) => -row.look_cost_usd, 'num wide-only'),
    {
      ...money('Margin', 'margin_usd', ({ margin_usd }) => margin_usd),
      cell: (row) => (
        <>
          <span class={row.margin_usd < 0 ? 'down' : undefined}>{usd(row.margin_usd)}</span>
          <span class="sub">{percent(shareOf(row))}</span>
        </>
      ),
    },
    {
      label: 'Of revenue',
      sort: 'share',
      first: 'desc',
      class: 'num wide-only',
      cell: (row) => percent(shareOf(row)),
      total: percent(shareOf(totals)),
    },
  ]
}

const monthColumns = (self: string, period: string): Column<Month>[] => [
  { label: 'Month', class: 'nowrap', cell: ({ month }) => <b>{month}</b> },
  { label: 'Counted', class: 'num', cell: ({ our_count }) => number(our_count) },
  {
    label: 'Difference',
    class: 'num wide-only',
    cell: ({ difference }) =>
      difference === null ? (
        <span class="muted">–</span>
      ) : (
        <span class={difference > 0 ? 'down' : ''}>{signed(difference)}</span>
      ),
  },
  { label: 'Billed', cell: (row) => <Billed of={row} self={self} period={period} /> },
]

type BilledProps = { of: Month; self: string; period: string }

/** What the supplier's invoice says, where one enters it. */
const Billed = ({ of: { month, billed_count, note, difference }, self, period }: BilledProps) => (
  <form method="post" action={`${self}/months/${month}`} class="billed">
    <Hidden fields={{ period }} />
    <input
      class="input short"
      type="number"
      name="billed_count"
      min="0"
      value={billed_count === null ? '' : String(billed_count)}
      placeholder="Links"
      aria-label={`Links billed for ${month}; blank for none yet`}
    />
    <input
      class="input"
      name="note"
      maxlength="500"
      value={note ?? ''}
      placeholder="Invoice, or why it differs"
      aria-label={`Note on ${month}`}
    />
    <button type="submit" class="btn small">
      Save<span class="vh"> {month}</span>
    </button>
    <SameAs of={`${self}/months/${month}`} short />
    {difference !== null && <span class="sub">{signed(difference)} against our count</span>}
  </form>
)
