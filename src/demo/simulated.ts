import type { App } from '../kernel/operation/app.ts'
import { createSimulatedEngine } from '../upstream/engines/simulated-engine.ts'
import { crawlAdapters, engineAdapters } from '../upstream/index.ts'
import { createSimulatedCrawl } from '../upstream/suppliers/simulated-crawl.ts'
import type { SmallWeb } from './web.ts'

/** The draw goes by the lasting names of the pages, so that each run draws the same. */
export function simulatedBy(nameOf: SmallWeb['nameOf']): Pick<App, 'engines' | 'crawl_adapters'> {
  const engine = engineAdapters.get('simulated')!
  const route = crawlAdapters.get('simulated')!
  return {
    engines: new Map(engineAdapters).set('simulated', {
      ...engine,
      create: (_, context) => createSimulatedEngine(context, nameOf),
    }),
    crawl_adapters: new Map(crawlAdapters).set('simulated', {
      ...route,
      create: (_, context) => createSimulatedCrawl(context, nameOf),
    }),
  }
}

/** The server must know its own address before it listens. */
export function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}
