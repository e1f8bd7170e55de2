/** Free test calls to every supplier and check engine that is connected. */
import { openEngine, openSearchConsole } from '../../../domains/checks/index.ts'
import { ENGINES } from '../../../domains/jobs/index.ts'
import { openRoute, ROUTES } from '../../../domains/providers/index.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { version } from '../../../kernel/environment/version.ts'
import { createSealer } from '../../../kernel/secrets/seal.ts'
import { secretKeys } from '../../../kernel/secrets/secret-key.ts'
import { systemClock } from '../../../kernel/time/clock.ts'
import { TEST_CALL } from '../../../kernel/web-fetch/adapter.ts'
import { crawlAdapters, engineAdapters } from '../../../upstream/index.ts'
import { type Finding, warn } from '../finding.ts'
import { inDatabase } from '../in-database.ts'

const CONNECT_ONE = 'connect one in the web interface, or try the simulated one'

type TestCall = { name: string; call(): Promise<{ ok: boolean; message: string }> }

/** One finding a connected supplier; the install may be running meanwhile. */
export async function checkSuppliers(config: Config): Promise<[name: string, finding: Finding][]> {
  const calls = connected(config)
  if (calls.length === 0) return [['suppliers', warn('none is connected', CONNECT_ONE)]]
  return Promise.all(
    calls.map(async ({ name, call }): Promise<[string, Finding]> => {
      const { ok, message } = await call()
      return [name, { verdict: ok ? 'ok' : 'fail', found: message }]
    }),
  )
}

function connected(config: Config): TestCall[] {
  const keys = secretKeys(config)
  if (keys.length === 0) return []
  const app = {
    config,
    version,
    clock: systemClock,
    sealer: createSealer(keys),
    engines: engineAdapters,
    crawl_adapters: crawlAdapters,
  }
  const { signal } = new AbortController()
  return inDatabase(config, (tx) => {
    const engines = [
      ...ENGINES.map((name) => ({ name: name as string, engine: openEngine(tx, app, name, TEST_CALL) })),
      { name: 'search_console', engine: openSearchConsole(tx, app, TEST_CALL) },
    ]
    return [
      ...ROUTES.flatMap((name) => {
        const route = openRoute(tx, app, name, TEST_CALL)
        return route ? [{ name: `crawl ${name}`, call: () => route.balance(signal) }] : []
      }),
      ...engines.flatMap(({ name, engine }) => (engine ? [{ name, call: () => engine.report(signal) }] : [])),
    ]
  })
}
