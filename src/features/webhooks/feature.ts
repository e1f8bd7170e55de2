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
  needs: ['notices'],
  sections: [
    { name: 'Webhooks', description: 'Signed events for your systems', behind: 'API keys', paths: /^\/webhook/ },
  ],
  operations: { ...endpoints, ...deliveries, ...events },
  tasks: [sendWebhooksTask, writeWebhookEventsTask],
  moved: (tx, { id }, to) => void moveNews(tx, id, to),
  event_types: EVENT_DOCUMENTS,
  outgoing: OUTGOING,
  counts: { webhooks: countEndpoints },
  sealed: [ENDPOINT_SECRETS],
  expired: [forgetHeld, endOld, forgetEvents],
  letters: WEBHOOK_MAILS,
})
