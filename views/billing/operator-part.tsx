/** Part of the operator's overview: the margin of 30 days, payments and chargebacks. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getBilling } from '../../src/features/billing/operations/billing.ts'
import { getMargin } from '../../src/features/margin/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { count, type OverviewPart } from '../attention/operator.tsx'
import { lately } from '../links/count-links.ts'
import { unknownFor } from '../margin/margin.tsx'
import { usd, usdOrDash } from '../parts/text/format.ts'
import type { SystemData } from '../system/system.tsx'

type Margin = AnswerOf<typeof getMargin>['totals']
type Billing = AnswerOf<typeof getBilling>

/** The same days as the margin page shows first. */
export const overviewPart = async (call: SignedInCall, { payments }: SystemData): Promise<OverviewPart> =>
  partOf(
    (await call.call(getMargin, lately(call.app.clock.now()))).totals,
    await call.call(getBilling, {}),
    payments.waiting,
  )

export const partOf = (margin: Margin, billing: Billing, waiting: number): OverviewPart => ({
  today: [
    {
      label: 'Margin, 30 days',
      value: usdOrDash(margin.margin_usd),
      href: '/app/platform/revenue/margin',
      note: `${margin.margin_usd === null ? `${unknownFor(margin)}; ` : 'of '}${usd(margin.revenue_usd)} revenue, ${recurring(billing)}`,
    },
  ],
  in_progress: [count('Payments and Stripe events', '/revenue', waiting)],
  waiting: [count('Chargebacks to answer', '/revenue/payments?type=chargeback', billing.disputes_open)],
})

const recurring = ({ mode, mrr_usd }: Billing): string =>
  `${usd(mrr_usd)} a month ${mode === 'manual' ? 'assigned, not billed' : 'recurring'}`
