/** One payment on its way: to Stripe's page, back from it, and what came of it. Only what Stripe says counts. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getPayment } from '../../src/operations/billing/get-payment.ts'
import { Banner, Card, CardBody, Facts } from '../parts/card.tsx'
import { usd } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { sold } from '../parts/words.ts'

export type PaymentData = AnswerOf<typeof getPayment>

export type PaymentProps = {
  payment: PaymentData
  /** How the browser came here: `paid` or `back` from Stripe's page. */
  came?: string
  packs: string
  plan: string
  self: string
}

export function PaymentPage({ payment, came, packs, plan, self }: PaymentProps) {
  const { kind, state, url } = payment
  const from = kind === 'pack' ? packs : plan
  const what = kind === 'pack' ? `Pack ${sold(payment.pack ?? '')}` : `Plan ${sold(payment.plan ?? '')}`
  return (
    <>
      <PageHead
        title={what}
        crumbs={[{ label: kind === 'pack' ? 'Packs' : 'Plan', href: from }, { label: 'Payment' }]}
      />
      <State payment={payment} came={came} />
      <Card title="The order">
        <CardBody>
          <Facts
            facts={[
              ...(payment.interval ? [{ label: 'Paid', value: `by the ${payment.interval}` }] : []),
              { label: 'Ordered by', value: payment.created_by },
              { label: 'Price', value: usd(payment.usd), class: 'total' },
            ]}
          />
          <div class="row">
            {state === 'open' && url && came !== 'paid' && (
              <a class="btn primary" href={url} rel="external">
                Pay {usd(payment.usd)} at Stripe
              </a>
            )}
            {WAITS.includes(state) && (
              <a class="btn" href={came ? `${self}?came=${came}` : self}>
                Look again
              </a>
            )}
            <a class="btn" href={from}>
              {state === 'paid' ? 'Go on' : 'Back'}
            </a>
          </div>
        </CardBody>
      </Card>
    </>
  )
}

const WAITS: readonly PaymentData['state'][] = ['opening', 'open', 'processing']

function State({ payment: { state, kind, mode, error }, came }: { payment: PaymentData; came: string | undefined }) {
  if (state === 'paid')
    return (
      <Banner tone="ok">
        Paid.{' '}
        {kind === 'pack' ? 'The credits are there.' : 'The plan is in force, with the credits of its first month.'}
      </Banner>
    )
  if (state === 'processing')
    return <Banner>Your bank takes its time. What you ordered comes when the money does.</Banner>
  if (state === 'failed') return <Banner tone="bad">The payment failed, and nothing was charged. {error}</Banner>
  if (state === 'expired') return <Banner tone="warn">The page at Stripe has expired. Nothing was charged.</Banner>
  if (state === 'opening')
    return <Banner tone="warn">Stripe has not answered yet. Look again in a minute; nothing was charged.</Banner>
  if (came === 'paid')
    return (
      <Banner>
        <b>Waiting for the payment.</b> Stripe sent you back; what you ordered comes as soon as Stripe tells us that it
        is paid, mostly within seconds.
      </Banner>
    )
  if (came === 'back') return <Banner tone="warn">You came back before paying. Nothing was charged.</Banner>
  return mode === 'test' ? (
    <Banner tone="warn">Stripe is in test mode: use one of its test cards. No money moves.</Banner>
  ) : (
    <Banner>You pay on a page of Stripe, and come back here.</Banner>
  )
}
