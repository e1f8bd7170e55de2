/** One payment: to Stripe's page, back from it, and its outcome. Only Stripe's report counts. */

import type { getPayment } from '../../src/features/billing/operations/checkout.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Sum } from '../kit/panel.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Banner } from '../parts/page/card.tsx'
import { usd } from '../parts/text/format.ts'
import { sold } from '../parts/text/words.ts'

export type PaymentData = AnswerOf<typeof getPayment>

type PaymentProps = {
  payment: PaymentData
  /** How the browser came here: `paid` or `back` from Stripe's page. */
  came?: string
  buy: string
  self: string
}

export const nameOf = ({ kind, pack, plan }: PaymentData): string =>
  kind === 'pack' ? `Pack ${sold(pack ?? '')}` : `Plan ${sold(plan ?? '')}`

export const PaymentPage = ({ payment, came, buy, self }: PaymentProps) => {
  const { state, url, interval, created_by } = payment
  const [tone, text] = stateOf(payment, came)
  return (
    <>
      <Banner tone={tone}>{text}</Banner>
      <Sum
        lines={[
          ...(interval ? [{ label: 'Paid', value: `by the ${interval}` }] : []),
          { label: 'Ordered by', value: created_by },
          { label: 'Price', value: usd(payment.usd), total: true },
        ]}
      />
      <div class="row">
        {state === 'open' && url && came !== 'paid' && (
          <LinkButton class="btn primary" href={url} rel="external" label={`Pay ${usd(payment.usd)} at Stripe`} />
        )}
        {WAITS.includes(state) && <LinkButton href={came ? `${self}?came=${came}` : self} label="Check again" />}
        <LinkButton href={buy} label={state === 'paid' ? 'Continue' : 'Back to Buy'} />
      </div>
    </>
  )
}

const WAITS: readonly PaymentData['state'][] = ['opening', 'open', 'processing']

type PaymentNotice = [tone: 'ok' | 'info' | 'warn' | 'bad', text: string]

function stateOf({ state, kind, mode, error }: PaymentData, came: string | undefined): PaymentNotice {
  if (state !== 'open')
    return {
      paid: [
        'ok',
        `Paid. ${kind === 'pack' ? 'The credits were added.' : 'The plan is in force, with the credits of its first month.'}`,
      ],
      processing: ['info', 'Your bank is processing the payment. Your order arrives when the money does.'],
      failed: ['bad', `The payment failed, and nothing was charged. ${error ?? ''}`],
      expired: ['warn', 'The page at Stripe has expired. Nothing was charged.'],
      opening: ['warn', 'Stripe has not answered yet, and nothing was charged. Check again in a minute.'],
    }[state] as PaymentNotice
  if (came === 'paid')
    return ['info', 'Waiting for the payment. Your order arrives once Stripe confirms it, mostly within seconds.']
  if (came === 'back') return ['warn', 'You came back before paying. Nothing was charged.']
  return mode === 'test'
    ? ['warn', 'Stripe is in test mode: use one of its test cards. No money moves.']
    : ['info', 'You pay on a page of Stripe, and come back here.']
}
