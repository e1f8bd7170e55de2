import { SEND_LINKS } from '../../domains/providers/index.ts'
import { sendLinks } from '../../domains/pushes/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const sendLinksTask = task({
  name: SEND_LINKS,
  every: 5 * SECOND,
  summary: 'Orders links that are due from the crawl suppliers.',
  run: sendLinks,
})
