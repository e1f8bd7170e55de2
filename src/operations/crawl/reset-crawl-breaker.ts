import Type from 'typebox'
import { write } from '../../kernel/operation.ts'
import { forgiveEstimates } from '../../domains/providers/allowance.ts'
import { closeBreaker } from '../../domains/providers/breaker.ts'
import { crawlStatus } from '../../domains/providers/crawl-status.ts'
import { ROUTES } from '../../domains/providers/settings.ts'
import { CrawlStatus } from '../../domains/providers/shapes.ts'

export const resetCrawlBreaker = write({
  name: 'reset_crawl_breaker',
  route: 'POST /settings/crawl/breaker/reset',
  role: 'platform',
  summary: 'Close the circuit breaker: new batches go to the primary route again.',
  input: Type.Object({}),
  output: CrawlStatus,
  example: {},

  handle({ tx, app, changed }) {
    const closed = ROUTES.filter((route) => closeBreaker(tx, route))
    forgiveEstimates(tx)
    changed({ target: 'crawl', after: { closed } })
    tx.afterCommit(() => app.wake('send_links'))
    return crawlStatus(tx)
  },
})
