import { SEND_INDEXNOW, sendSubmissions } from '../../domains/indexnow/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const sendIndexnowTask = task({
  name: SEND_INDEXNOW,
  every: 10 * SECOND,
  summary: 'Hands the URLs of pushes to IndexNow, and tries again where that failed.',
  run: sendSubmissions,
})
