import Type from 'typebox'
import {
  CrawlStatus,
  closeBreaker,
  crawlStatus,
  forgiveEstimates,
  ROUTES,
  SEND_LINKS,
} from '../../domains/providers/index.ts'
import { write } from '../../kernel/operation/operation.ts'

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
    tx.afterCommit(() => app.wake(SEND_LINKS))
    return crawlStatus(tx)
  },
})
