import { inSteps } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { SEND_WEBHOOKS, sendWebhooks } from './index.ts'
import { writeNews } from './news.ts'

export const sendWebhooksTask = task({
  name: SEND_WEBHOOKS,
  every: 5 * SECOND,
  summary: 'Sends the webhooks that are due.',
  run: sendWebhooks,
})

export const writeWebhookEventsTask = task({
  name: taskName('write_webhook_events'),
  every: 5 * SECOND,
  summary: 'Writes the webhook events of what happened to pushes, links, credits, sites and reports.',
  run: (app, signal) => inSteps(app.db, signal, (tx, limit) => writeNews(tx, app, limit)),
})
