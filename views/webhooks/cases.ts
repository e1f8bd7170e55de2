/** The case of an endpoint that is turned off. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { opens, there } from '../kit/case-line.ts'
import { many } from '../parts/text/format.ts'

export const WEBHOOK_WORDS: Slots['case_words'] = {
  webhook: (one, { may }) => ({
    icon: 'circle-pause',
    tone: 'bad',
    text: `The webhook to ${one.name} is turned off`,
    sub: one.count > 0 ? `${one.note} ${many(one.count, 'event')} held` : one.note,
    ...opens('Review webhook', there(one, `/webhooks/${one.id}`), may.hook ?? false),
  }),
}
