/** What the install earns, this month and the last. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getBilling } from '../../src/operations/billing/get-billing.ts'
import { Banner, Card, CardBody, Facts, Kpi } from '../parts/card.tsx'
import { many, number, usd } from '../parts/format.ts'
import { listHref } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { sold } from '../parts/words.ts'

export type Overview = AnswerOf<typeof getBilling>
type Month = Overview['this_month']

export const BillingPage = ({ billing, events }: { billing: Overview; events: string }) => {
  const { this_month: now, last_month: before } = billing
  return (
    <>
      <PageHead
        title="Billing"
        sub={MODES[billing.mode]}
        actions={
          <a class="btn" href={events}>
            All events
          </a>
        }
      />
      {billing.disputes_open > 0 && (
        <Banner tone="warn">
          {many(billing.disputes_open, 'chargeback')} {billing.disputes_open === 1 ? 'waits' : 'wait'} for your answer
          in Stripe. <a href={listHref(events, {}, { type: 'chargeback' })}>See which</a>
        </Banner>
      )}
      <div class="grid">
        <Kpi class="w3" icon="refresh-cw" label="MRR" value={usd(billing.mrr_usd)} note="from active subscriptions" />
        <Kpi class="w3" icon="coins" label="This month" value={usd(now.revenue_usd)} note={against(before)} />
        <Kpi
          class="w3"
          icon="undo-2"
          label="Refunds"
          value={usd(now.refunds_usd)}
          note={`${number(now.refunds)} this month`}
        />
        <Kpi
          class="w3"
          icon="triangle-alert"
          label="Chargebacks"
          value={usd(now.chargebacks_usd)}
          note={`${number(now.chargebacks)} this month`}
        />
      </div>
      <div class="grid">
        <div class="w6">
          <MonthCard title="This month" month={now} />
        </div>
        <div class="w6">
          <MonthCard title="Last month" month={before} />
        </div>
      </div>
      <Card title="Subscriptions" aside={<span class="muted">Agencies by plan</span>}>
        <DataTable caption="Subscriptions by plan" columns={PLANS} rows={billing.subscriptions} />
      </Card>
    </>
  )
}

const MODES: Record<Overview['mode'], string> = {
  manual: 'Without Stripe: packs and plans are decided by hand, and paid for elsewhere. Months are of UTC.',
  test: 'Stripe in test mode: no money moves. Months are of UTC.',
  live: 'Payments through Stripe. Months are of UTC.',
}

const against = (before: Month): string => `${usd(before.revenue_usd)} last month`

const MonthCard = ({ title, month }: { title: string; month: Month }) => (
  <Card title={title} aside={<span class="muted">{month.month}</span>}>
    <CardBody>
      <Facts
        facts={[
          { label: many(month.packs, 'pack'), value: usd(month.packs_usd) },
          { label: many(month.invoices, 'plan invoice'), value: usd(month.plans_usd) },
          { label: many(month.refunds, 'refund'), value: usd(-month.refunds_usd) },
          { label: many(month.chargebacks, 'chargeback'), value: usd(-month.chargebacks_usd) },
          { label: 'Failed payments', value: number(month.failed_payments) },
          { label: 'Net', value: usd(month.net_usd), class: 'total' },
        ]}
      />
    </CardBody>
  </Card>
)

type PlanRow = Overview['subscriptions'][number]

const PLANS: Column<PlanRow>[] = [
  { label: 'Plan', cell: ({ plan }) => <b>{sold(plan)}</b> },
  { label: 'Active', class: 'num', cell: ({ active }) => number(active) },
  { label: 'Payment late', class: 'num', cell: ({ past_due }) => number(past_due) },
  { label: 'Cancelled', class: 'num wide-only', cell: ({ canceled }) => number(canceled) },
  { label: 'MRR', class: 'num', cell: ({ mrr_usd }) => usd(mrr_usd) },
]
