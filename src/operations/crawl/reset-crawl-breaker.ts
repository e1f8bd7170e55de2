import Type from 'typebox'
import {
  breakerOf,
  CrawlStatus,
  closeBreaker,
  crawlStatus,
  forgiveEstimates,
  openRoute,
  ROUTES,
  SEND_LINKS,
} from '../../domains/providers/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { type OutboundCall, outbound } from '../../kernel/operation/operation.ts'
import { TEST_CALL } from '../../kernel/web-fetch/adapter.ts'

export const resetCrawlBreaker = outbound({
  name: 'reset_crawl_breaker',
  route: 'POST /settings/crawl/breaker/reset',
  role: 'platform',
  proof: false,
  summary: 'Close the circuit breaker: new batches go to the primary route again.',
  description:
    'Where the supplier refused the API key, a free call tests the key first; 409 while it is still refused.',
  input: Type.Object({}),
  output: CrawlStatus,
  example: {},
  faults: ['conflict'],

  async handle(call) {
    await assertKeysAccepted(call)
    return call.write((tx) => {
      const closed = ROUTES.filter((route) => closeBreaker(tx, route))
      forgiveEstimates(tx)
      call.changed({ target: 'crawl', after: { closed } })
      tx.afterCommit(() => call.app.wake(SEND_LINKS))
      return crawlStatus(tx)
    })
  },
})

/** Asks each supplier that refused its key whether it accepts it now. */
async function assertKeysAccepted({ app, signal, read }: OutboundCall<unknown>): Promise<void> {
  const refused = read((tx) => ROUTES.filter((route) => breakerOf(tx, route)?.cause === 'auth'))
  for (const name of refused) {
    const route = read((tx) => openRoute(tx, app, name, TEST_CALL))
    const tested = await route?.balance(signal)
    if (tested && !tested.ok)
      throw conflict(
        `The supplier still refuses the API key of the ${name} route. Enter a new key (PUT /settings/crawl).`,
      )
  }
}
