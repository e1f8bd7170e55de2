/**
 * What vendors publish: `samples/<vendor>.json` has their documented or recorded answers, each with its source, and
 * their rate limits. Facts only, about example domains. Stand-ins answer with them, and `test/upstream/samples.test.ts`
 * gives each to the adapter and compares the outcome.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE, millis, type Time } from '../../src/kernel/time/clock.ts'
import type { Received } from './stand-in.ts'

/** One answer. `to` is part of the method and path that it answers; without it any request is answered. */
type Answer = { to?: string; status?: number; headers?: Record<string, string>; body?: unknown }

export type Sample = {
  name: string
  /** A key of `sources`. */
  source: string
  /** The call of the port: an engine's look, collect, search, report, bill; a route's send, find, report, balance. */
  run: string
  /** The adapter, where the vendor has several. */
  adapter?: string
  /** In the order of the calls; the last one repeats. */
  answers: Answer[]
  /** yes, no, unsure, queued, waiting, ok, refused, sent, found, none … or a failure class. */
  outcome: string
  /** Part of the message or evidence. */
  words?: string
  cost_usd?: number
}

/** At most so many calls whose method and path contain `to`. */
type Limit = {
  to: string
  per_second?: number
  per_minute?: number
  per_hour?: number
  per_day?: number
  source: string
}

export type Vendor = {
  vendor: string
  adapters: string[]
  /** The day on which adapter and samples were last compared with the sources. */
  verified: string
  /**
   * Published pages, schemas and clients by a short name. `kind` is `vendor` for the vendor's own words, `client` for
   * public programs that use it.
   */
  sources: Record<string, { address: string; dated: string; kind: 'vendor' | 'client' }>
  /** Every documented status and error code; each needs a sample. */
  documented: { statuses: number[]; codes?: (number | string)[] }
  limits: Limit[]
  /** Functions that the adapter leaves out on purpose. */
  unused: string[]
  samples: Sample[]
}

const FOLDER = join(import.meta.dir, 'samples')

export const vendorNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''))
    .sort()

const read = new Map<string, Vendor>()

export function vendorOf(name: string): Vendor {
  const known = read.get(name) ?? (JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Vendor)
  read.set(name, known)
  return known
}

/** The answer of a sample as it goes over the wire. */
export function responseOf({ status = 200, headers = {}, body = '' }: Answer): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  return new Response(text, { status, headers: { 'content-type': type, ...headers } })
}

/** For stand-ins: the published answer of that name; the last one, where the sample has several. */
export function published(vendor: string, name: string): Response {
  const sample = vendorOf(vendor).samples.find((one) => one.name === name)
  if (!sample) throw new Error(`${vendor} publishes no sample "${name}"`)
  return responseOf(sample.answers.at(-1)!)
}

/**
 * For stand-ins: whether a call is beyond the vendor's published limits. It is counted either way. Seconds are real ones,
 * with a little tolerance; longer spans are by the given clock.
 */
export function limitsOf(vendor: string, now: () => Time): (request: Pick<Received, 'method' | 'path'>) => boolean {
  const used = new Map<string, number>()
  const lately = new Map<string, number[]>()
  const count = (key: string): number => {
    used.set(key, (used.get(key) ?? 0) + 1)
    return used.get(key)!
  }
  const inSecond = (to: string): number => {
    const times = [...(lately.get(to) ?? []), performance.now()].filter((time) => time > performance.now() - 900)
    lately.set(to, times)
    return times.length
  }
  return ({ method, path }) => {
    const limits = vendorOf(vendor).limits.filter(({ to }) => `${method} ${path}`.includes(to))
    const over = limits.flatMap(({ to, per_second, ...limit }) => [
      per_second !== undefined && inSecond(to) > per_second,
      ...SPANS.map(([name, span]) => {
        const most = limit[name]
        return most !== undefined && count(`${to} ${name} ${Math.floor(millis(now()) / span)}`) > most
      }),
    ])
    return over.includes(true)
  }
}

const SPANS = [
  ['per_minute', MINUTE],
  ['per_hour', HOUR],
  ['per_day', DAY],
] as const
