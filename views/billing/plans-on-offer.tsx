/** The plans of the install, the agencies on each, and how they are changed. */
import type { Plan } from '../../src/domains/plans/index.ts'
import { Section } from '../kit/fold.tsx'
import { DataTable } from '../parts/lists/table.tsx'
import { number } from '../parts/text/format.ts'
import { planColumns } from '../plans/plans.tsx'
import type { Overview } from './overview.tsx'

type Props = {
  plans: readonly Plan[]
  subscriptions: Overview['subscriptions']
  /** The file that changes built-in plans. */
  file: string | null
}

export const PlansOnOffer = ({ plans, subscriptions, file }: Props) => {
  const agencies = ({ plan }: Plan): number => {
    const { active = 0, past_due = 0, canceled = 0 } = subscriptions.find((one) => one.plan === plan) ?? {}
    return active + past_due + canceled
  }
  return (
    <>
      <DataTable
        caption="Plans on offer"
        columns={[...planColumns(), { label: 'Agencies', class: 'num', cell: (plan) => number(agencies(plan)) }]}
        rows={plans}
      />
      <Section title="Put an agency on a plan">
        <p>
          Open it under <a href="/app/platform/workspaces?kind=agency">Workspaces</a> to set its plan and grant a month
          of credits. With Stripe, agencies choose and pay themselves.
        </p>
      </Section>
      <Section title="Change prices and limits">
        <p>
          {file === null
            ? 'These plans are built in. Name a file in SIGNALPOST_CATALOG with the values that differ, such as:'
            : `${file} overrides the built-in plans. It is read when Signalpost starts:`}
        </p>
        <pre>
          <code>{'{"plans": {"agency_pro": {"usd_month": 199, "clients": null}}}'}</code>
        </pre>
        <p class="hint">null is no limit. A lower limit deletes nothing.</p>
      </Section>
    </>
  )
}
