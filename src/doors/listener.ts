/**
 * The listening sockets. At the limit of open files the system keeps announcing connections that cannot be accepted, and
 * the event loop would spin on them; so the sockets are closed meanwhile, and accepted connections go on.
 */
import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import type { App } from '../kernel/operation/app.ts'
import type { Server } from './visit.ts'

export type Listener = {
  /** `http://127.0.0.1:8080`, or `unix:/path`. */
  address: string
  /** Closes the place or opens it again, as there is room for files. */
  look(): void
  /** Lets nobody in any more; resolves when all that was let in is answered. */
  close(): Promise<void>
  /** Ends the remaining connections. */
  end(): Promise<void>
}

export type RequestHandlers = {
  answer(request: Request, server: Server): Response | Promise<Response>
  error(error: Error): Response
}

/** Files that are kept for our own work: the database, pages, suppliers. */
const RESERVE = 16
/** Milliseconds between checks for requests that are still open. */
const CHECK_EVERY = 20

export function listen({ config, log }: Pick<App, 'config' | 'log'>, answering: RequestHandlers): Listener {
  let place = config.listen
  /** All that may still have something to answer; the last one listens, unless the place is `shut`. */
  let servers = [open(place, answering)]
  let shut = false
  const [first] = servers
  if (!('unix' in place)) place = { ...place, port: first!.port! }

  const closePlace = () => {
    shut = true
    const closed = servers.at(-1)!
    void closed.stop().then(() => {
      servers = servers.filter((one) => one !== closed)
    })
    log.error(`the limit of open files is reached: new connections are refused until some are closed; ${ADVICE}`)
  }
  const openPlace = () => {
    try {
      servers = [...servers, open(place, answering)]
      shut = false
      log.info('new connections are taken again')
    } catch (error) {
      log.error('new connections cannot be taken yet', { error })
    }
  }
  return {
    address: 'unix' in place ? `unix:${place.unix}` : first!.url.origin,
    look() {
      const room = hasRoom()
      // Connections that wait for another request go first. One without a request closes automatically when idle.
      if (!shut && !room && !closesIdle(servers.at(-1)!)) closePlace()
      else if (shut && room) openPlace()
    },
    async close() {
      if (!shut) void servers.at(-1)!.stop()
      while (servers.some(isBusy)) await Bun.sleep(CHECK_EVERY)
    },
    async end() {
      await Promise.all(servers.map((server) => server.stop(true)))
    },
  }
}

const ADVICE = 'allow more (LimitNOFILE= of the service, or ulimit -n before it is started)'

type ListenAddress = App['config']['listen']

function open(place: ListenAddress, { answer, error }: RequestHandlers) {
  if ('unix' in place) rmSync(place.unix, { force: true })
  const server = Bun.serve({
    ...(place as { hostname: string; port: number }),
    // Outside development Bun would share the port with another process.
    reusePort: false,
    idleTimeout: 10,
    // The runtime would refuse without our headers and words. Each door bounds what it reads, and what none reads is not taken.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    fetch: answer,
    error,
  })
  if ('unix' in place && existsSync(place.unix)) chmodSync(place.unix, 0o660)
  return server
}

const closesIdle = (server: ReturnType<typeof open>): boolean => server.closeIdleConnections() > 0

const isBusy = ({ pendingRequests }: { pendingRequests: number }): boolean => pendingRequests > 0

/** The count of the system itself, because counting open connections takes longer the more there are. */
function hasRoom(): boolean {
  const held: number[] = []
  try {
    while (held.length < RESERVE) held.push(openSync('/dev/null', 'r'))
    return true
  } catch {
    return false
  } finally {
    held.forEach(closeSync)
  }
}
