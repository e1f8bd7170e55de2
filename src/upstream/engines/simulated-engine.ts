/** The `simulated` check engine: it contacts no service, and marks all its answers as simulated. */

import type { Engine, LookOrder, SearchQuestion } from '../../domains/checks/engine.ts'
import type { AdapterContext } from '../../kernel/web-fetch/adapter.ts'
import { visibleAt } from '../simulated.ts'

/** `nameOf` gives the name that decides the simulated result of a URL. */
export function createSimulatedEngine(context: AdapterContext, nameOf = (url: string) => url): Engine {
  const see = ({ ref, url, sent_at }: LookOrder) => {
    const indexed = visibleAt(nameOf(url), sent_at, context.clock.now()) ? 'yes' : 'no'
    const evidence = `Simulated: ${indexed === 'yes' ? 'visible' : 'not visible'}; no search engine was asked`
    const raw = JSON.stringify({ simulated: true, url, indexed })
    return { ref, state: 'seen', sighting: { indexed, method: 'simulated', evidence, raw, cost_usd: 0 } } as const
  }

  return {
    adapter: 'simulated',
    simulated: true,
    per_call: 1000,
    concurrency: 1,
    look: async (orders) => orders.map(see),
    answer: async (question) => ({ surface: 'google_ai_mode', results: sourcesFor(question), cost_usd: 0 }),
    report: async () => ({ ok: true, message: 'Simulated: no search engine is asked, nothing is charged' }),
  }
}

const SOURCES = 3

/** For three of five questions, one of the sources is from the domain that is looked for. */
function sourcesFor({ query, near }: SearchQuestion): { url: string; title: string }[] {
  const drawn = Number.parseInt(Bun.SHA256.hash(`${near} ${query}`, 'hex').slice(0, 6), 16) % 5
  return Array.from({ length: SOURCES }, (_, at) => {
    const url = at === drawn ? `https://${near}/` : `https://source-${at + 1}.example/`
    return { url, title: at === drawn ? near : `Simulated source ${at + 1}` }
  })
}
