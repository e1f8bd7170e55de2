/** The `simulated` check engine: asks nobody, and says so in everything it answers. */

import type { Engine, LookOrder } from '../domains/checks/engine.ts'
import type { AdapterContext } from '../kernel/adapter.ts'
import { visibleAt } from './simulated.ts'

/** `nameOf` says under which name a URL takes part in the draw. */
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
    report: async () => ({ ok: true, message: 'Simulated: no search engine is asked, nothing is charged' }),
  }
}
