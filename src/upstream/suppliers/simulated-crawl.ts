/** The `simulated` crawl supplier: it sends nothing, and reports by the same rule as the simulated checks. */

import type { CrawlReport, CrawlRoute, CrawlSent } from '../../domains/providers/route.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import type { AdapterContext } from '../../kernel/web-fetch/adapter.ts'
import { SIMULATED_DAYS, visibleAt } from '../simulated.ts'

/** `nameOf` gives the name that decides the simulated result of a URL. */
export function createSimulatedCrawl(context: AdapterContext, nameOf = (url: string) => url): CrawlRoute {
  const report = ({ urls, sent_at }: CrawlSent): CrawlReport => {
    const now = context.clock.now()
    const indexed = urls.filter((url) => visibleAt(nameOf(url), sent_at, now))
    const done = now >= plus(sent_at, SIMULATED_DAYS * DAY)
    const unindexed = done ? urls.length - indexed.length : 0
    return { done, status: done ? 'done' : 'running', indexed: indexed.length, unindexed }
  }

  return {
    adapter: 'simulated',
    simulated: true,
    batch: 10_000,
    asks_by_url: true,
    send: async ({ ref }) => ({ task_id: `simulated-${ref}`, rejected: [] }),
    // Sending cannot fail half-way here, so a batch in doubt was never sent.
    find: async () => null,
    report: async (sent) => report(sent),
    balance: async () => ({ ok: true, message: 'Simulated: nothing is sent, nothing is charged' }),
  }
}
