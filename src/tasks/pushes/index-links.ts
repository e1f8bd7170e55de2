import { INDEX_LINKS, indexLinks } from '../../domains/links/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const indexLinksTask = task({
  name: INDEX_LINKS,
  every: 10 * SECOND,
  summary: 'Indexes the addresses of links for searches.',
  in_doubt: true,
  run: indexLinks,
})
