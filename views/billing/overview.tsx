/** Revenue of this month and last month: payments, refunds, and subscriptions by plan. */

import type { getBilling } from '../../src/features/billing/operations/billing.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Section } from '../kit/fold.tsx'
import { Headline, Strip, type StripFact } from '../kit/strip.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { longMonth, many, number, usd } from '../parts/text/format.ts'
import { SUBSCRIPTION_WORDS, sold } from '../parts/text/words.ts'
import { REVENUE } from './payments.tsx'

export type Overview = AnswerOf<typeof getBilling>
type Month = Overview['this_month']

export const MODES: Record<Overview['mode'], string> = {
  manual: 'Without Stripe: you decide packs and plans here, and they are paid for elsewhere.',
  test: 'Stripe in test mode: no money moves.',
  live: 'Payments through Stripe.',
}

/** Without Stripe no plan brings money here. */
const RECURRING: Record<Overview['mode'], string> = {
  manual: 'plans assigned, not billed',
  test: 'from active subscriptions',
  live: 'from active subscriptions',
}

/** `facts`: those of features. */
export const Revenue = ({ billing, facts }: { billing: Overview; facts: readonly StripFact[] }) => {
  const { this_month: now, last_month: before, disputes_open: disputes } = billing
  return (
    <>
      {disputes > 0 && (
        <Banner tone="warn">
          {`${many(disputes, 'chargeback waits', 'chargebacks wait')} for your answer in Stripe. `}
          <a href={`${REVENUE}/payments?type=chargeback`}>See chargebacks</a>
        </Banner>
      )}
      <Headline
        label="Net revenue this month"
        figure={usd(now.net_usd)}
        of={`${usd(before.net_usd)} in all of last month, days in UTC`}
      />
      <Strip
        facts={[
          { label: 'Monthly recurring', value: usd(billing.mrr_usd), note: RECURRING[billing.mode] },
          ...facts,
          { label: 'Refunds', value: usd(now.refunds_usd), note: `${number(now.refunds)} this month` },
          { label: 'Chargebacks', value: usd(now.chargebacks_usd), note: `${number(now.chargebacks)} this month` },
        ]}
      />
      <Section title="Months">
        <DataTable caption="Revenue by month" columns={MONTHS} rows={[now, before]} />
      </Section>
      <Section title="Subscriptions" note="agencies by plan">
        <DataTable caption="Subscriptions by plan" columns={PLANS} rows={billing.subscriptions} />
      </Section>
    </>
  )
}

const amount = (label: string, usd_of: (month: Month) => number, count: (month: Month) => string): Column<Month> => ({
  label,
  class: 'num wide-only',
  cell: (month) => (
    <>
      {usd(usd_of(month))}
      <small class="sub2">{count(month)}</small>
    </>
  ),
})

const MONTHS: Column<Month>[] = [
  {
    label: 'Month',
    cell: ({ month, packs_usd, plans_usd }) => (
      <>
        <b>{longMonth(`${month}-01`)}</b>
        <span class="sub">{`${usd(packs_usd)} packs, ${usd(plans_usd)} plans`}</span>
      </>
    ),
  },
  amount(
    'Packs',
    ({ packs_usd }) => packs_usd,
    ({ packs }) => many(packs, 'pack'),
  ),
  amount(
    'Plans',
    ({ plans_usd }) => plans_usd,
    ({ invoices }) => many(invoices, 'invoice'),
  ),
  amount(
    'Refunds',
    ({ refunds_usd }) => -refunds_usd,
    ({ refunds }) => many(refunds, 'refund'),
  ),
  amount(
    'Chargebacks',
    ({ chargebacks_usd }) => -chargebacks_usd,
    ({ chargebacks }) => many(chargebacks, 'chargeback'),
  ),
  { label: 'Failed', class: 'num', cell: ({ failed_payments }) => number(failed_payments) },
  { label: 'Net', class: 'num', cell: ({ net_usd }) => <b>{usd(net_usd)}</b> },
]

type PlanRow = Overview['subscriptions'][number]

const PLANS: Column<PlanRow>[] = [
  { label: 'Plan', cell: ({ plan }) => <b>{sold(plan)}</b> },
  { label: SUBSCRIPTION_WORDS.active, class: 'num', cell: ({ active }) => number(active) },
  { label: SUBSCRIPTION_WORDS.past_due, class: 'num', cell: ({ past_due }) => number(past_due) },
  { label: SUBSCRIPTION_WORDS.canceled, class: 'num wide-only', cell: ({ canceled }) => number(canceled) },
  { label: 'Recurring', class: 'num', cell: ({ mrr_usd }) => usd(mrr_usd) },
]
