/** What the install offers: each plan with its price, its credits, its rooms and who is on it. */
import type { Plan } from '../../src/domains/plans/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getBilling } from '../../src/operations/billing/get-billing.ts'
import { Card, CardBody } from '../parts/card.tsx'
import { number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { planColumns } from '../plans/plan.tsx'

type Standing = AnswerOf<typeof getBilling>['subscriptions'][number]

export type PlansOnOfferProps = {
  plans: readonly Plan[]
  /** How many agencies are on each. */
  standing: readonly Standing[]
  /** The file that changes what is built in; empty without one. */
  file: string
}

export const PlansOnOffer = ({ plans, standing, file }: PlansOnOfferProps) => (
  <>
    <PageHead
      title="Plans"
      sub="A plan belongs to an agency and holds for all below it. Prices are in USD, credits those of a month."
      actions={
        <a class="btn" href="/app/platform/workspaces?kind=agency">
          Agencies
        </a>
      }
    />
    <Card title="On offer">
      <DataTable caption="Plans on offer" columns={columnsOf(standing)} rows={plans} />
    </Card>
    <div class="grid">
      <Card class="w6" title="To put an agency on a plan">
        <CardBody>
          <p>
            Open it under <a href="/app/platform/workspaces?kind=agency">Workspaces</a>: its page sets the plan, whether
            it is paid for, and grants the credits of a month. With Stripe, agencies choose and pay for themselves.
          </p>
        </CardBody>
      </Card>
      <Card class="w6" title="To change what a plan has">
        <CardBody>
          <p>
            {file === ''
              ? 'These are the plans that are built in. Name a file in SIGNALPOST_CATALOG to change prices, credits and limits, or just some of them:'
              : `What ${file} says counts, and the plans that are built in for the rest. It is read when Signalpost starts:`}
          </p>
          <pre>
            <code>{EXAMPLE}</code>
          </pre>
          <p class="hint">null is no limit. Nothing that is there is taken away by a lower limit.</p>
        </CardBody>
      </Card>
    </div>
  </>
)

const EXAMPLE = '{"plans": {"agency_pro": {"usd_month": 199, "clients": null}}}'

const columnsOf = (standing: readonly Standing[]): Column<Plan>[] => [
  { label: 'Plan', cell: ({ name }) => <b>{name}</b> },
  ...planColumns,
  { label: 'Agencies', class: 'num', cell: ({ plan }) => number(agencies(standing.find((one) => one.plan === plan))) },
]

const agencies = (of: Standing | undefined): number => (of ? of.active + of.past_due + of.canceled : 0)
