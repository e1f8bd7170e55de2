/** The case of a plan that is not paid. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { opens, there } from '../kit/case-line.ts'
import { day } from '../parts/text/format.ts'

export const PAYMENT_WORDS: Slots['case_words'] = {
  past_due: (one, { may }) => ({
    icon: 'coins',
    tone: 'bad',
    text: 'The payment for the plan is due',
    sub: one.note && `Without it, the plan ends on ${day(one.note)}`,
    ...opens('See the plan', there(one, '/credits/buy'), may.packs),
  }),
}
