/** The billing of one workspace, for whoever runs the install. */
import { isDispute } from '../../src/domains/billing/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getTenantBilling } from '../../src/operations/billing/get-tenant-billing.ts'
import { Banner, Card, CardBody, Empty, type Fact, Facts } from '../parts/card.tsx'
import { many, usd } from '../parts/format.ts'
import { listHref } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { eventColumns } from './events.tsx'

export type WorkspaceBilling = AnswerOf<typeof getTenantBilling>

type Props = {
  of: WorkspaceBilling
  self: string
  /** Whether it can be opened: an archived one has no pages. */
  opens: boolean
  zone?: string
}

export const WorkspaceBillingPage = ({ of, self, opens, zone = 'UTC' }: Props) => (
  <>
    <PageHead
      title={`Billing of ${of.tenant_name}`}
      crumbs={[{ label: 'Billing', href: self }, { label: of.tenant_name }]}
      actions={
        opens && (
          <a class="btn" href={`/app/w/${of.tenant_id}`}>
            Open workspace
          </a>
        )
      }
    />
    {of.buying_locked && (
      <Banner
        tone="warn"
        action={
          <Post action={`${self}/tenants/${of.tenant_id}/lift`} class="btn small">
            Let it buy again
          </Post>
        }
      >
        It may buy nothing:{' '}
        {isDispute(of.locked_by) ? `a payment was charged back (${of.locked_by})` : `${of.locked_by} locked it`}.
      </Banner>
    )}
    {of.refunds_waiting.map(({ usd: amount, state, error }) => (
      <Banner tone={state === 'failed' ? 'bad' : 'info'}>
        A refund of {usd(amount)} {state === 'failed' ? `failed: ${error}` : 'is on its way back.'}
      </Banner>
    ))}
    {of.packs_waiting > 0 && (
      <Banner>
        {many(of.packs_waiting, 'request')} for a pack {of.packs_waiting === 1 ? 'waits' : 'wait'} for your decision.{' '}
        <a href="/app/platform/pack-requests">Pack requests</a>
      </Banner>
    )}
    <div class="grid">
      <div class="w6">
        <Card title="Plan">
          <CardBody>
            <Facts facts={planFacts(of, zone)} />
          </CardBody>
        </Card>
      </div>
      <div class="w6">
        <Card title="Ever">
          <CardBody>
            <Facts
              facts={[
                { label: 'Paid', value: usd(of.paid_usd) },
                { label: 'Refunded', value: usd(-of.refunds_usd) },
                { label: 'Charged back', value: usd(-of.chargebacks_usd) },
                { label: 'Net', value: usd(of.paid_usd - of.refunds_usd - of.chargebacks_usd), class: 'total' },
              ]}
            />
          </CardBody>
        </Card>
      </div>
    </div>
    <Card
      title="Newest events"
      aside={<a href={listHref(`${self}/events`, {}, { tenant_id: of.tenant_id })}>All of this workspace</a>}
    >
      {of.recent.length ? (
        <DataTable caption="Billing events" columns={eventColumns(zone)} rows={of.recent} />
      ) : (
        <Empty icon="coins">It has paid nothing yet.</Empty>
      )}
    </Card>
  </>
)

const STATUS = { active: 'active', past_due: 'payment late', canceled: 'cancelled' } as const

function planFacts({ plan, stripe, tenant_id, root_id }: WorkspaceBilling, zone: string): Fact[] {
  return [
    { label: 'Subscribed', value: `${plan.plan}, ${STATUS[plan.status]}` },
    { label: 'In force', value: plan.in_force },
    { label: 'Billed', value: plan.interval ? `by the ${plan.interval}` : 'not billed' },
    { label: 'Period ends', value: <When time={plan.current_period_end} zone={zone} /> },
    ...(stripe?.subscription_id
      ? [{ label: 'At Stripe', value: `${stripe.subscription_id}, ${stripe.subscription_status}` }]
      : []),
    ...(stripe?.cancels_at ? [{ label: 'Ends', value: <When time={stripe.cancels_at} zone={zone} /> }] : []),
    ...(plan.grace_until ? [{ label: 'Grace until', value: <When time={plan.grace_until} zone={zone} /> }] : []),
    ...(tenant_id === root_id
      ? []
      : [{ label: 'Of', value: <a href={`/app/platform/billing/tenants/${root_id}`}>the agency above it</a> }]),
  ]
}
