import { randomBytes } from 'node:crypto'
import { site } from '../../views/site.tsx'
import { boot } from '../boot.ts'
import type { CrawlRoute } from '../domains/providers/route.ts'
import { web as webDoor } from '../doors/pages/web.ts'
import { type RunningServer, serve } from '../doors/server.ts'
import { readConfig } from '../kernel/environment/config.ts'
import { createLog } from '../kernel/environment/log.ts'
import type { App } from '../kernel/operation/app.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { trustClock } from '../kernel/time/clock-doubt.ts'
import { createSimulatedEngine } from '../upstream/engines/simulated-engine.ts'
import { crawlAdapters, engineAdapters } from '../upstream/index.ts'
import { createSimulatedCrawl } from '../upstream/suppliers/simulated-crawl.ts'
import { type EventReceiver, openEventReceiver } from './events.ts'
import { type GoogleOnLoopback, openGoogle } from './google.ts'
import type { Receiver } from './indexnow.ts'
import { daysOf, keepLetters, READER } from './last-month.ts'
import { SEASON } from './season.ts'
import type { ThrowAway } from './throw-away.ts'
import type { SmallWeb } from './web.ts'
import { createWeek, type Week } from './week.ts'

/** A serving install, and the failures inside it. */
export type Stage = {
  app: App
  running: RunningServer
  week: Week
  end: number
  post: Letterbox
  admin: Admin
  troubles: string[]
  events: EventReceiver
  google: GoogleOnLoopback
}
export type Letterbox = ReturnType<typeof keepLetters>
type Admin = { email: string; name: string; workspace: string; password: string }

export function openStage(folder: ThrowAway, web: SmallWeb, receiver: Receiver): Stage {
  const address = `127.0.0.1:${freePort()}`
  const { push, end } = daysOf(systemClock.now())
  const week = createWeek(push + SEASON)
  const events = openEventReceiver(week)
  const redirect_uri = `http://${address}/connect/google/callback`
  const google = openGoogle({ clock: week, web, redirect_uri, owner: READER, site: 'bakery' })
  const { config } = readConfig({
    SIGNALPOST_DATA_DIR: folder.path,
    SIGNALPOST_LISTEN: address,
    SIGNALPOST_SITE_URL: `http://${address}`,
    SIGNALPOST_ALLOW_NETWORKS: [...web.networks, events.network, google.network].join(','),
    SIGNALPOST_INDEXNOW_ENDPOINT: receiver.endpoint,
    SIGNALPOST_LOG_LEVEL: 'error',
  })
  const post = keepLetters()
  const troubles: string[] = []
  const booted = boot(config, {
    clock: week,
    log: createLog({ level: 'error', format: 'pretty', clock: week, write: (line) => troubles.push(line) }),
    ...simulatedBy(web.nameOf, google),
    courier: post,
  })
  // The sites belong to the demo, so they need no gap between requests.
  const app = { ...booted, source_gap: 0 }
  // The week begins before the program was built, but its clock is right.
  app.db.write((tx) => trustClock(tx) as undefined)
  const running = serve(app, { web: webDoor(app, site) })
  const password = randomBytes(15).toString('base64url')
  const admin = { email: 'ada@northwind.example', name: 'Ada', workspace: 'Northwind', password }
  return { app, running, week, end, post, admin, troubles, events, google }
}

/** The site's lasting names decide the simulated results, so that every run has the same. */
function simulatedBy(nameOf: SmallWeb['nameOf'], google: GoogleOnLoopback): Pick<App, 'engines' | 'crawl_adapters'> {
  const engine = engineAdapters.get('simulated')!
  const route = crawlAdapters.get('simulated')!
  return {
    engines: new Map(engineAdapters).set('simulated', {
      ...engine,
      create: (_, context) => createSimulatedEngine(context, nameOf),
    }),
    crawl_adapters: new Map(crawlAdapters).set('simulated', {
      ...route,
      create: (_, context) => heardBy(google, createSimulatedCrawl(context, nameOf)),
    }),
  }
}

/** The supplier leads Google to the links that it is sent. */
const heardBy = (google: GoogleOnLoopback, route: CrawlRoute): CrawlRoute => ({
  ...route,
  send(batch, signal) {
    google.hear(batch.urls)
    return route.send(batch, signal)
  },
})

/** A free port, since the server must know its own address before it listens. */
function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}
