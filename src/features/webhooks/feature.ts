import { WEBHOOK_MAILS } from '../../../views/webhooks/mails.ts'
import { feature } from '../feature.ts'
import { EVENT_DOCUMENTS } from './event-documents.ts'
import { countEndpoints, ENDPOINT_SECRETS, endOld, forgetEvents, forgetHeld, OUTGOING } from './index.ts'
import { moveNews } from './news.ts'
import * as deliveries from './operations/deliveries.ts'
import * as events from './operations/events.ts'
import * as endpoints from './operations/webhooks.ts'
import { sendWebhooksTask, writeWebhookEventsTask } from './tasks.ts'

export const webhooks = feature({
  name: 'webhooks',
  summary: 'Sends signed events to the systems of an agency, with retries and a log of deliveries.',
  needs: [],
  operations: { ...endpoints, ...deliveries, ...events },
  tasks: [sendWebhooksTask, writeWebhookEventsTask],
  moved: (tx, { id }, to) => void moveNews(tx, id, to),
  event_types: EVENT_DOCUMENTS,
  outgoing: OUTGOING,
  counts: { webhooks: countEndpoints },
  sealed: [ENDPOINT_SECRETS],
  expired: [forgetHeld, endOld, forgetEvents],
  slots: async () => ({
    case_words: (await import('../../../views/webhooks/cases.ts')).WEBHOOK_WORDS,
    integration: { needs: endpoints.listWebhooks },
    case_rights: { hook: endpoints.updateWebhook },
  }),
  letters: WEBHOOK_MAILS,
  screens: async () => {
    const { webhookScreens } = await import('../../../views/webhooks/pages.tsx')
    const { webhookDocs } = await import('../../../views/webhooks/docs.tsx')
    return [...webhookScreens, webhookDocs]
  },
})
