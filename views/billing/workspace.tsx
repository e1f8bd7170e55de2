/** The billing of one workspace, for the operator. */

import type { NameOf } from '../../src/doors/pages/people.ts'
import type { getTenantBilling } from '../../src/features/billing/operations/billing.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Sum, type SumLine } from '../kit/panel.tsx'
import { Strip } from '../kit/strip.tsx'
import { Post } from '../parts/forms/post.tsx'
import { DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many, usd } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { SUBSCRIPTION_WORDS, sold } from '../parts/text/words.ts'
import { eventColumns, REVENUE } from './payments.tsx'

export type WorkspaceBilling = AnswerOf<typeof getTenantBilling>

export const WorkspaceRevenue = ({
  of,
  names,
  zone = ENGLISH,
}: {
  of: WorkspaceBilling
  names: NameOf
  zone?: Reader
}) => (
  <>
    <Notices of={of} />
    <Strip
      facts={[
        { label: 'Net', value: usd(of.paid_usd - of.refunds_usd - of.chargebacks_usd), note: 'all time' },
        { label: 'Paid', value: usd(of.paid_usd), note: 'packs and plans' },
        { label: 'Refunded', value: usd(of.refunds_usd) },
        { label: 'Charged back', value: usd(of.chargebacks_usd) },
      ]}
    />
    <Section title="Plan">
      <Sum lines={planLines(of, zone)} />
    </Section>
    <Section
      title="Newest payments"
      aside={
        <a class="link" href={`${REVENUE}/payments?tenant_id=${of.tenant_id}`}>
          All payments
        </a>
      }
    >
      <DataTable
        caption="Payments"
        columns={eventColumns({ zone, names }, false)}
        rows={of.recent}
        lines
        empty={<EmptyState icon="coins">No payment yet.</EmptyState>}
      />
    </Section>
  </>
)

const Notices = ({ of }: { of: WorkspaceBilling }) => (
  <>
    {of.buying_locked && (
      <Banner
        tone="warn"
        action={
          <Post action={`${REVENUE}/workspaces/${of.tenant_id}/unlock`} class="btn small" label="Unlock buying" />
        }
      >
        {`Buying is locked: ${of.disputed ? `a payment was charged back (${of.locked_by})` : `${of.locked_by} locked it`}.`}
      </Banner>
    )}
    {of.refunds_waiting.map(({ usd: amount, state, error }) => (
      <Banner tone={state === 'failed' ? 'bad' : 'info'}>
        {`A refund of ${usd(amount)} ${state === 'failed' ? `failed: ${error}` : 'is in progress.'}`}
      </Banner>
    ))}
    {of.packs_waiting > 0 && (
      <Banner>
        {`${many(of.packs_waiting, 'request for a pack waits', 'requests for packs wait')} for your decision. `}
        <a href={`${REVENUE}/packs`}>See requests</a>
      </Banner>
    )}
  </>
)

function planLines({ plan, stripe, tenant_id, root_id }: WorkspaceBilling, zone: string): SumLine[] {
  const when = (label: string, time: string | null | undefined): SumLine[] =>
    time ? [{ label, value: <When time={time} zone={zone} /> }] : []
  return [
    { label: 'Subscribed', value: `${sold(plan.plan)}, ${SUBSCRIPTION_WORDS[plan.status].toLowerCase()}` },
    { label: 'In force', value: sold(plan.in_force) },
    { label: 'Billed', value: plan.interval ? `by the ${plan.interval}` : 'not billed' },
    ...when('Period ends', plan.current_period_end),
    ...when('Grace until', plan.grace_until),
    ...(stripe?.subscription_id
      ? [{ label: 'At Stripe', value: `${stripe.subscription_id}, ${stripe.subscription_status}` }]
      : []),
    ...when('Ends', stripe?.cancels_at),
    ...(tenant_id === root_id
      ? []
      : [{ label: 'Plan of', value: <a href={`${REVENUE}/workspaces/${root_id}`}>the agency above</a> }]),
  ]
}
