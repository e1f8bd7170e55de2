/**
 * What vendors publish: `samples/<vendor>.json` has their documented or recorded answers, each with its source, and
 * their rate limits. Facts only, about example domains. Stand-ins answer with them, and `test/upstream/samples.test.ts`
 * gives each to the adapter and compares the outcome.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE, millis, type Time } from '../../src/kernel/time/clock.ts'
import { localDay } from '../../src/kernel/time/zones.ts'
import type { Received } from './stand-in.ts'

/** One answer. `to` is part of the method and path that it answers; without it any request is answered. */
type Answer = { to?: string; status?: number; headers?: Record<string, string>; body?: unknown }

export type Sample = {
  name: string
  /** A key of `sources`. */
  source: string
  /** The call of the port: an engine's look, collect, search, report, bill; a route's send, find, report, balance; submit. */
  run: string
  /** The adapter, where the vendor has several. */
  adapter?: string
  /** In the order of the calls; the last one repeats. */
  answers: Answer[]
  /** yes, no, unsure, queued, waiting, ok, refused, sent, received, found, none … or a failure class. */
  outcome: string
  /** Part of the message or evidence. */
  words?: string
  cost_usd?: number
}

/** At most so many calls whose method and path contain `to`; others get the answer of the sample. */
type Limit = {
  to: string
  at_once?: number
  per_second?: number
  per_minute?: number
  per_hour?: number
  per_day?: number
  /** Where the day begins, when that is not UTC. */
  zone?: string
  source: string
  sample: string
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

/** For stand-ins: the published answer of that name to this call; the last one, where the sample has several. */
export function published(vendor: string, name: string, called?: Called): Response {
  const answers = vendorOf(vendor).samples.find((one) => one.name === name)?.answers
  if (!answers) throw new Error(`${vendor} publishes no sample "${name}"`)
  return responseOf(answers.find(({ to }) => called && to && isTo(called, to)) ?? answers.at(-1)!)
}

type Called = Pick<Received, 'method' | 'path'>
const isTo = ({ method, path }: Called, to: string): boolean => `${method} ${path}`.includes(to)

type Handle = (request: Received) => Response | Promise<Response>

/**
 * For stand-ins: answers calls beyond the vendor's published limits as the vendor does, and hands on the others. Seconds
 * are real ones, with a little tolerance; longer spans are by the given clock. `of` names what a limit is counted for,
 * where that is not the whole account.
 */
export function limited(
  vendor: string,
  now: () => Time,
  handle: Handle,
  of: (request: Received) => string = () => '',
): Handle {
  const used = new Map<string, number>()
  const lately = new Map<string, number[]>()
  let at_work = 0
  const count = (key: string): number => {
    used.set(key, (used.get(key) ?? 0) + 1)
    return used.get(key)!
  }
  const inSecond = (to: string): number => {
    const times = [...(lately.get(to) ?? []), performance.now()].filter((time) => time > performance.now() - 900)
    lately.set(to, times)
    return times.length
  }
  const spanAt = (span: number, zone?: string): string =>
    zone && span === DAY ? localDay(zone, now()) : `${Math.floor(millis(now()) / span)}`
  const isBeyond = ({ to, at_once, per_second, zone, ...limit }: Limit, request: Received): boolean =>
    [
      at_once !== undefined && at_work >= at_once,
      per_second !== undefined && inSecond(to) > per_second,
      ...SPANS.map(([name, span]) => {
        const most = limit[name]
        return most !== undefined && count(`${of(request)} ${to} ${name} ${spanAt(span, zone)}`) > most
      }),
    ].includes(true)

  return async (request) => {
    const beyond = vendorOf(vendor).limits.filter((limit) => isTo(request, limit.to) && isBeyond(limit, request))
    if (beyond[0]) return published(vendor, beyond[0].sample, request)
    at_work += 1
    try {
      return await handle(request)
    } finally {
      at_work -= 1
    }
  }
}

const SPANS = [
  ['per_minute', MINUTE],
  ['per_hour', HOUR],
  ['per_day', DAY],
] as const
