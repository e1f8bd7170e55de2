import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { listWebhooks, updateWebhook } from '../../src/features/webhooks/operations/webhooks.ts'
import { opens, there } from '../kit/case-line.ts'
import { many } from '../parts/text/format.ts'
import { webhookDocs } from './docs.tsx'
import { webhookScreens } from './pages.tsx'

const WEBHOOK_WORDS: Slots['case_words'] = {
  webhook: (one, { may }) => ({
    icon: 'circle-pause',
    tone: 'bad',
    text: `The webhook to ${one.name} is turned off`,
    sub: one.count > 0 ? `${one.note} ${many(one.count, 'event')} held` : one.note,
    ...opens('Review webhook', there(one, `/webhooks/${one.id}`), may.hook ?? false),
  }),
}

export const webhooksPages: FeaturePages = {
  screens: [...webhookScreens, webhookDocs],
  slots: {
    case_words: WEBHOOK_WORDS,
    case_rights: { hook: updateWebhook },
    integration: { at: 'webhooks', label: 'Webhooks', needs: listWebhooks },
  },
}
