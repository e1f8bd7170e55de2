/**
 * The loopback server under every stand-in: it keeps what it received, and misbehaves on demand the way real services
 * do. A stand-in gives it a handler that follows its vendor's protocol; faults stand in front of or behind that handler.
 */
import { SECOND, type Time } from '../../src/kernel/time/clock.ts'

/** One request as it stood on the wire. `json` is null when the body is none. */
export type Received = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
  json: unknown
  at: Time
}

/**
 * - a status with its body and headers, in place of the vendor's answer
 * - `lost`: the request takes effect, but its answer never comes
 * - `cut`: the request takes effect, and the connection breaks off within the answer
 * - `late`: the request takes effect a second after the caller has gone, as behind a slow proxy
 * - `slow`: the request takes effect, and its answer comes half a second later
 * - `hang`: nothing happens and no answer comes
 * - `html`, `garbage`, `empty`: a successful answer that is a web page, broken JSON, or `{}`
 * - `huge`, `drip`, `bomb`: a successful answer that never ends, comes a byte at a time, or swells when decompressed
 */
export type Fault =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'lost'
  | 'cut'
  | 'late'
  | 'slow'
  | 'hang'
  | 'html'
  | 'garbage'
  | 'empty'
  | 'huge'
  | 'drip'
  | 'bomb'

export type StandIn = {
  /** Bare origin, as an adapter's `base_url` takes it. */
  url: string
  received: Received[]
  /** Lets the next `times` requests whose path matches go wrong, instead of being answered. */
  fail(fault: Fault, times?: number, path?: RegExp): void
  /** Whether more is to go wrong. */
  fails(): boolean
  /** Nothing more goes wrong, whatever was to. */
  heal(): void
  stop(): void
}

/** Starts the server on a free loopback port. */
export function standIn(
  now: () => Time,
  handle: (request: Received) => Response | Promise<Response>,
  hostname = '127.0.0.1',
): StandIn {
  const received: Received[] = []
  const faults: { fault: Fault; times: number; path: RegExp }[] = []

  const take = (path: string): Fault | null => {
    const found = faults.find((entry) => entry.times > 0 && entry.path.test(path))
    if (!found) return null
    found.times -= 1
    return found.fault
  }

  const server = Bun.serve({
    port: 0,
    hostname,
    idleTimeout: 0,
    maxRequestBodySize: 64 * 1024 * 1024,
    error: () => new Response('the stand-in itself failed', { status: 500 }),
    async fetch(request) {
      const seen = await receive(request, now())
      received.push(seen)
      const fault = take(seen.path)
      if (!fault) return handle(seen)
      if (fault === 'lost' || fault === 'cut') await handle(seen)
      if (fault === 'slow') {
        const answer = await handle(seen)
        await Bun.sleep(SECOND / 2)
        return answer
      }
      if (fault === 'late') request.signal.addEventListener('abort', () => setTimeout(() => handle(seen), SECOND))
      return misbehave(fault, request)
    },
  })
  return {
    url: server.url.origin,
    received,
    fail: (fault, times = 1, path = /^/) => void faults.push({ fault, times, path }),
    fails: () => faults.some(({ times }) => times > 0),
    heal: () => void faults.splice(0),
    stop: () => void server.stop(true),
  }
}

async function receive(request: Request, at: Time): Promise<Received> {
  const url = new URL(request.url)
  const body = await request.text()
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(request.headers),
    body,
    json: jsonOrNull(body),
    at,
  }
}

function jsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function misbehave(fault: Exclude<Fault, 'slow'>, request: Request): Response | Promise<Response> {
  if (typeof fault === 'object') {
    const body = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {})
    return new Response(body, { status: fault.status, headers: fault.headers })
  }
  switch (fault) {
    case 'lost':
    case 'late':
    case 'hang':
      return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(new Response())))
    case 'cut':
      return new Response(brokenOff())
    case 'html':
      return new Response('<!DOCTYPE html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } })
    case 'garbage':
      return new Response('{"tasks":[{"id":')
    case 'empty':
      return Response.json({})
    case 'huge':
      return new Response(repeat(' '.repeat(1024 * 1024), 0))
    case 'drip':
      return new Response(repeat(' ', 10))
    case 'bomb':
      return new Response(Bun.gzipSync(Buffer.alloc(48 * 1024 * 1024, 32)), { headers: { 'content-encoding': 'gzip' } })
  }
}

/** Begins, and ends with the connection. An error without a value is not reported on the console. */
function brokenOff(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(out) {
      out.enqueue(Buffer.from('{'))
      await Bun.sleep(5)
      out.error(undefined)
    },
  })
}

/** The same text for ever, `pause` milliseconds apart. */
function repeat(text: string, pause: number): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  return new ReadableStream({
    async pull(out) {
      await Bun.sleep(pause)
      out.enqueue(bytes)
    },
  })
}
