import { SEND_WEBHOOKS, sendWebhooks } from '../index.ts'
import { task } from '../../../kernel/scheduling/task.ts'
import { SECOND } from '../../../kernel/time/clock.ts'

export const sendWebhooksTask = task({
  name: SEND_WEBHOOKS,
  every: 5 * SECOND,
  summary: 'Sends the webhooks that are due.',
  run: sendWebhooks,
})
