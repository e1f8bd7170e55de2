import { saveUses } from '../kernel/database/last-use.ts'
import { saveErrors } from '../kernel/environment/errors.ts'
import { count } from '../kernel/environment/metrics.ts'
import type { App } from '../kernel/operation/app.ts'
import { Fault } from '../kernel/operation/fault.ts'
import { keepStalls } from '../kernel/scheduling/kept-stalls.ts'
import { doing, watchLoop } from '../kernel/scheduling/watchdog.ts'
import { SECOND, stopwatch } from '../kernel/time/clock.ts'
import { corsOf } from './cors.ts'
import { ask, broken, doorBase } from './door-base.ts'
import type * as lateDoors from './doors.ts'
import type { ServerOptions } from './doors.ts'
import { defaultHeaders } from './headers.ts'
import { listen } from './listener.ts'
import { health } from './ops/health.ts'
import { createScheduler, type Scheduler } from './ops/scheduler.ts'
import { createReception, passOn, type Server, type Visit } from './visit.ts'

/** Handlers from outside: the pages, which answer every path that no door knows. */
export type RunningServer = {
  /** `http://127.0.0.1:8080`, or `unix:/path`. */
  address: string
  scheduler: Scheduler
  /** Accepts nothing more, answers what is under way (2 s at most), waits for suppliers (10 s at most), writes what is only in memory, closes the database. */
  stop(): Promise<void>
}

/** After this long searches, files and calls to other places are broken off with a refusal. */
const LONG_GRACE = SECOND
/** After this long requests that are still open are cut. */
const GRACE = 2 * SECOND
/** After this long tasks are left alone. Only a supplier or mail server that has our order keeps one from ending at once. */
const TASK_GRACE = 10 * SECOND
const SAVE_EVERY = SECOND / 4
const CHECK_EVERY = SECOND

/** Opens the doors: answers requests and runs the tasks until `stop`. */
export function serve(app: App, extra: ServerOptions = {}): RunningServer {
  const scheduler = createScheduler(app)
  app.wake = scheduler.wake
  app.runTask = scheduler.runTask
  const listener = listen(app, { answer: handler(app, scheduler, extra), error: (error) => broken(app, error, null) })
  const save = createSaving(app)
  const saving = setInterval(() => doing('saving counters', save), SAVE_EVERY)
  const looking = setInterval(() => {
    app.db.storage.look()
    listener.look()
  }, CHECK_EVERY)
  const endWatch = watchLoop({ clock: app.clock, log: app.log, keep: (seen) => keepStalls(app.db, seen) })
  scheduler.start()
  let stopping: Promise<void> | null = null
  return {
    address: listener.address,
    scheduler,
    stop: () => {
      stopping ??= (async () => {
        clearInterval(looking)
        const breaking = setTimeout(() => app.ending.abort(stops()), LONG_GRACE)
        const tasks = Promise.race([scheduler.stop(), Bun.sleep(TASK_GRACE)])
        await Promise.race([listener.close(), Bun.sleep(GRACE)])
        await tasks
        clearTimeout(breaking)
        await listener.end()
        clearInterval(saving)
        endWatch()
        save()
        doing('saving counted events', () => saveEvents(app))
        app.db.close()
      })()
      return stopping
    },
  }
}

const stops = (): Fault =>
  new Fault('busy', 'This install is about to stop. Try again in a moment.', { reason: 'stopping' }, AGAIN_S)
const AGAIN_S = 5

/** A disk that refuses them must not keep the database from being closed. */
function saveEvents({ events, log }: App): void {
  try {
    events.flush({ all: true })
  } catch (error) {
    log.error('counted events could not be written to the audit trail', { error: (error as Error).message })
  }
}

/** Loaded at the first request that is not for the health. */
let doors: typeof lateDoors | undefined
const loadDoors = async () => {
  doors = await import('./doors.ts')
  return doors
}

/**
 * One function from request to response, with the default headers around every answer. Health is answered before the
 * other doors are made, for programs that wait for the start. A page does not wait for the operations' routes either.
 */
export function handler(app: App, scheduler: Scheduler, extra: ServerOptions) {
  const first = doorBase().use(health(app, scheduler))
  const asked = { app, web: extra.web }
  const through = (request: Request, { misdirected, apiDoor, otherDoors }: typeof lateDoors) =>
    misdirected(app, request) ?? ask(OF_API.test(request.url) ? apiDoor(app.operations) : otherDoors(), asked, request)
  const answer = (request: Request): Response | Promise<Response> => {
    if (READS.test(request.method) && HEALTH.test(request.url))
      return doors?.misdirected(app, request) ?? ask(first, asked, request)
    return doors ? through(request, doors) : loadDoors().then((loaded) => through(request, loaded))
  }
  const receive = createReception(app)
  const finish = finisher(app)
  const cors = corsOf(app.config)
  return (given: Request, server: Server): Response | Promise<Response> => {
    const visit = receive(given, server)
    const elapsed = stopwatch()
    const around = { visit, word: wordOf(given.url), elapsed }
    if (!namesOneHost(given.headers.get('host'))) return finish(badHost(), given, around)
    const request = withLongHost(withoutMarks(withPlainPath(given, visit), visit), visit)
    const allowed = OF_API.test(request.url) ? cors : null
    const response = allowed?.preflight(request) ?? doing(`${given.method} /${around.word}`, () => answer(request))
    return response instanceof Promise
      ? response.then((late) => finish(late, given, { ...around, allowed }))
      : finish(response, given, { ...around, allowed })
  }
}

/** Paths of other versions too, so that a program reads a refusal as JSON. */
const OF_API = /^\w+:\/\/[^/]*\/api(?:[/?]|$)/
const HEALTH = /^\w+:\/\/[^/]*\/(?:healthz|readyz|up)(?:\?|$)/
const READS = /^(?:GET|HEAD)$/

/** The first word of a path: all that is said of it where nothing better is known, for the rest may hold secrets. */
const wordOf = (url: string): string => /^\w+:\/\/[^/]*\/([\w-]{0,20})/.exec(url)?.[1] ?? ''

/** A name of 253 letters and a port. */
const MOST_HOST = 260

/** One name or address and its port, if any (RFC 9110, section 7.2): with two it would be open whose window this is. */
const namesOneHost = (host: string | null): boolean =>
  host === null ||
  (host.length <= MOST_HOST &&
    /^(\[[\da-f:.]+\]|[^\s,:@/?#[\]\\]+)(:\d*)?$/i.test(host) &&
    URL.canParse(`http://${host}`))

const badHost = (): Response => new Response('The Host header does not name one host.\n', { status: 400 })

/** Elysia looks for the path behind the eleventh character, so a host shorter than four (`http://x/`) would be 404. */
function withLongHost(request: Request, visit: Visit): Request {
  const path = request.url.indexOf('/', 8)
  if (path >= 11) return request
  return passOn(visit, new Request(`http://localhost${request.url.slice(path)}`, request))
}

/** Doors for programs, whose base address often ends in a slash, with another one before the rest. */
const PROGRAMS = /^\/(?:api|mcp|oauth|hooks|websub|\.well-known|openapi\.json|healthz|readyz|metrics)(?:\/|$)/

/** The same request without empty parts in its path. */
function withPlainPath(request: Request, visit: Visit): Request {
  const { url } = request
  const start = url.indexOf('/', 8)
  const query = url.indexOf('?', start)
  const path = query < 0 ? url.slice(start) : url.slice(start, query)
  if (!path.includes('//') && !(path.length > 1 && path.endsWith('/'))) return request
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  if (!PROGRAMS.test(plain)) return request
  const rest = query < 0 ? '' : url.slice(query)
  return passOn(visit, new Request(url.slice(0, start) + plain + rest, request))
}

/** Marks that a chat or a mail takes into a link at its end: brackets, quotes and the punctuation of its sentence. */
const MARKS = `(?:[).,;:!?>\\]}'"*]|%(?:29|2[Cc]|3[AaBbEe]|21|22|27|5[Dd]|7[Dd]|2[Aa]|[Ee]2%80%(?:9[9Dd]|[Aa]6)|[Cc]2%[Bb][Bb]))+`
const SECRET_PATH = new RegExp(`^(\\w+://[^/]*/(?:r|portal)/\\w+)${MARKS}(?=/|\\?|$)`)
const SECRET_QUERY = new RegExp(`([?&]token=[\\w.~%-]*?\\w)${MARKS}$`)

/** The same request without such marks behind the token of a shared page, an invitation or another link in a letter. */
function withoutMarks(request: Request, visit: Visit): Request {
  const { url, method } = request
  if ((method !== 'GET' && method !== 'HEAD') || !/\/(?:r|portal)\/|[?&]token=/.test(url)) return request
  const plain = url.replace(SECRET_PATH, '$1').replace(SECRET_QUERY, '$1')
  return plain === url ? request : passOn(visit, new Request(plain, request))
}

type RequestTiming = {
  visit: Visit
  word: string
  elapsed: () => number
  /** For a call of the API, where pages of other sites may make some. */
  allowed?: ReturnType<typeof corsOf>
}

function finisher(app: App) {
  const defaults = defaultHeaders(app.config)
  const logs = app.config.log_level === 'debug'
  return (response: Response, request: Request, { visit, word, elapsed, allowed }: RequestTiming): Response => {
    const { headers } = response
    allowed?.open(request, response)
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has('x-request-id')) headers.set('x-request-id', visit.id)
    const door = METRIC_WORDS.has(word) ? word : 'other'
    count('requests', [door, request.method, String(response.status)])
    count('request_seconds', [door], elapsed() / SECOND)
    if (logs)
      app.log.debug('request', {
        method: request.method,
        path: URL.parse(request.url)?.pathname ?? null,
        status: response.status,
        ms: Math.round(elapsed() * 10) / 10,
        ip: visit.ip,
        request_id: visit.id,
      })
    return response
  }
}

/** Labels of metrics: never a path, because clients can send any number of paths. */
const METRIC_WORDS = new Set(['api', 'mcp', 'app', 'oauth', 'static', 'metrics'])

/** Saves counters from memory to disk. A full disk does not stop the answers; it is logged once. */
function createSaving(app: App): () => void {
  let failing = false
  return () => {
    try {
      app.limits.save()
      saveUses(app.db)
      saveErrors(app.db)
      failing = false
    } catch (error) {
      if (!failing) app.log.error('counters could not be written', { error })
      failing = true
    }
  }
}
