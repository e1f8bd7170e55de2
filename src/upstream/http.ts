/**
 * The HTTP client of all adapters. Only the operator sets its addresses, so it has no address guard. It trusts no
 * answer: bodies are capped, shapes are checked, and messages contain no secret.
 */

import { count } from '../kernel/environment/metrics.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { paying } from '../kernel/scheduling/patience.ts'
import { SECOND } from '../kernel/time/clock.ts'
import type { AdapterContext } from '../kernel/web-fetch/adapter.ts'
import { caWords, throughProxyWords } from '../kernel/web-fetch/outbound-words.ts'
import { retryAfter } from '../kernel/web-fetch/retry-after.ts'
import { type FailureClass, UpstreamError } from '../kernel/web-fetch/upstream-error.ts'
import { BodyRefused, bodyOf } from './body.ts'
import { firewallOf, isFirewall, isGateway, isPage } from './gateway-answers.ts'
import { masking } from './masking.ts'
import { routeTo } from './route.ts'

/** Limit of a whole call, from connecting to the last byte of the answer. */
const CALL_LIMIT_MS = 30 * SECOND

/** Limit of a free call that others wait for, such as one for the balance. */
export const ACCOUNT_LIMIT_MS = 10 * SECOND

export type Context = AdapterContext

/** The service behind an adapter. `base_url` is a bare origin; `secrets` are masked in all texts. */
export type Vendor = Context & { name: string; base_url: string; secrets: string[]; headers?: Record<string, string> }

/** One call. `order` marks a purchase: when its answer is lost or unreadable, the failure is `unknown`. */
export type Call = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  order?: boolean
  timeout_ms?: number
}

/** `order` marks the answer to a purchase. */
export type Reply = { status: number; headers: Headers; text: string; order?: boolean }

/** A compiled TypeBox schema. It allows more fields, since vendors add them at will. */
export type Shape<T> = {
  Check(value: unknown): value is T
  Errors(value: unknown): { instancePath: string; message: string }[]
}

export type Http = {
  /** The answer with any status. Throws `UpstreamError` when there is none. */
  send(call: Call, signal: AbortSignal): Promise<Reply>
  /** The JSON of a successful answer. Throws `UpstreamError` for any other. */
  read<T>(shape: Shape<T>, reply: Reply): T
  /** The JSON of an answer with any status; null when it has another shape. */
  peek<T>(shape: Shape<T>, reply: Reply): T | null
  /** `send`, then `read`. */
  ask<T>(shape: Shape<T>, call: Call, signal: AbortSignal): Promise<{ value: T; raw: string }>
  /** The error of an unsuccessful answer, classed by its status unless `known` is given. */
  refusal(reply: Reply, known?: FailureClass): UpstreamError
  failure(failure: FailureClass, message: string, reply?: Reply): UpstreamError
  /** The class of a refusal with a code of its own: by its status if that is clear, else by the code. */
  judged(reply: Reply, byCode: FailureClass): FailureClass
  /** The text with every secret masked. */
  mask(text: string): string
}

/** Supplier connections are separate from those to users' sites. */
const session = new Bun.FetchSession({ keepAlive: { idleTimeout: 20 } })

export function createHttp(vendor: Vendor): Http {
  const mask = masking(vendor.secrets)

  const failure: Http['failure'] = (kind, message, reply) =>
    new UpstreamError(
      kind,
      `${vendor.name} ${line(mask(message))}`,
      reply && retryAfter(reply.headers.get('retry-after'), vendor.clock.now()),
      true,
      reply !== undefined && !isGateway(reply),
    )

  const send = createSend(vendor, failure)

  const refusal: Http['refusal'] = (reply, known = classOf(reply)) => {
    // Masked before the title is cut: of a secret that is cut through, nothing would be recognised.
    const reason = isFirewall(reply) ? firewallOf(mask(reply.text)) : reasonIn(reply)
    return failure(known, `answered ${reply.status}${reason && `: ${reason}`}`, reply)
  }

  const judged: Http['judged'] = (reply, byCode) =>
    isVague(reply.status, byCode) && !isFirewall(reply) ? byCode : classOf(reply)

  const read: Http['read'] = (shape, reply) => {
    if (reply.status < 200 || reply.status > 299) throw refusal(reply)
    // A success that cannot be read: the purchase may have happened.
    const doubtful = reply.order ? 'unknown' : 'transient'
    if (isPage(reply)) throw failure(doubtful, 'answered with a web page instead of JSON')
    const value = parsed(reply.text)
    if (value === undefined) throw failure(doubtful, 'answered with something that is not JSON')
    if (shape.Check(value)) return value
    const [first] = shape.Errors(value)
    throw failure(doubtful, `answered in an unexpected form (${first?.instancePath || '/'} ${first?.message ?? ''})`)
  }

  const peek: Http['peek'] = (shape, reply) => {
    const value = parsed(reply.text)
    return shape.Check(value) ? value : null
  }

  const ask: Http['ask'] = async (shape, call, signal) => {
    const reply = await send(call, signal)
    return { value: read(shape, reply), raw: mask(reply.text) }
  }

  return { send, read, peek, ask, refusal, failure, judged, mask }
}

/** Makes the calls and counts their outcomes. */
function createSend(vendor: Vendor, failure: Http['failure']): Http['send'] {
  const send: Http['send'] = async (call, signal) => {
    const limit = Math.min(call.timeout_ms ?? CALL_LIMIT_MS, vendor.timeout_ms ?? Number.POSITIVE_INFINITY)
    const deadline = AbortSignal.timeout(limit)
    const request = requestFor(vendor, call)
    if (!request) throw failure('auth', 'cannot be called with these settings: check the address and the credentials')
    try {
      const init = { ...request.init, ...routeTo(request.url), signal: AbortSignal.any([signal, deadline]) }
      const response = await session.fetch(request.url, init)
      return { status: response.status, headers: response.headers, text: await bodyOf(response), order: call.order }
    } catch (error) {
      const doubtful = call.order ? 'unknown' : 'transient'
      if (signal.aborted) throw failure('unknown', 'was not waited for')
      if (deadline.aborted) throw failure(doubtful, `did not answer within ${limit / SECOND} s`)
      if (error instanceof BodyRefused) throw failure(doubtful, error.message)
      const code = codeOf(error) || 'no reason given'
      if (NOT_SENT.test(code)) {
        const { message } = failure(
          'transient',
          `could not be reached (${[code, caWords(code) ?? throughProxyWords(code)].filter(Boolean).join('; ')})`,
        )
        throw new UpstreamError('transient', message, undefined, false)
      }
      throw failure(doubtful, `broke off the connection (${code})`)
    }
  }

  const patient: Http['send'] = async (call, signal) => {
    if (!call.order) return send(call, signal)
    if (signal.aborted) throw new UpstreamError('transient', `${vendor.name} was not asked`, undefined, false)
    return paying(signal, (ends) => send(call, ends))
  }

  const noted: Http['send'] = async (call, signal) => {
    try {
      const reply = await patient(call, signal)
      count('upstream_calls', [vendor.name, `${Math.floor(reply.status / 100)}xx`])
      return reply
    } catch (error) {
      count('upstream_calls', [vendor.name, error instanceof UpstreamError ? error.failure : 'broken'])
      throw error
    }
  }

  return noted
}

/**
 * The class of an answer by its status alone. A gateway's error does not tell whether an order arrived. A firewall in
 * front of the vendor refuses this machine or this call, and never the key.
 */
function classOf(reply: Reply): FailureClass {
  const { status } = reply
  if (isFirewall(reply)) return 'transient'
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'quota'
  if (status === 429) return 'rate'
  if (status === 425) return 'pending'
  if (isGateway(reply)) return reply.order ? 'unknown' : 'transient'
  return status === 400 || status === 413 || status === 422 ? 'invalid' : 'transient'
}

/** Statuses without a clear cause, where the code decides. 403 may concern one page or site, if the code says so. */
const isVague = (status: number, byCode: FailureClass): boolean =>
  status < 300 || [400, 404, 422].includes(status) || (status === 403 && byCode !== 'transient')

/** Failures before the first byte of the request was sent: name, address, proxy, connection, TLS. */
const NOT_SENT =
  /^(ECONNREFUSED|ERR_PROXY_TUNNEL|ENOTFOUND|EAI_\w+|E(HOST|NET)UNREACH|EADDRNOTAVAIL|E[MN]FILE|EPROTO|UNABLE_TO_\w+|CRL_\w+|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|.*(CERT|TLS|SSL|ISSUER).*)$/

/** The request; null when the settings make it invalid, such as a key with a line break. */
function requestFor(vendor: Vendor, call: Call): { url: URL; init: BunFetchRequestInit } | null {
  try {
    const url = new URL(call.path, vendor.base_url)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers({
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': vendor.user_agent,
      ...vendor.headers,
      ...call.headers,
    })
    const body = call.json !== undefined ? JSON.stringify(call.json) : call.form && `${new URLSearchParams(call.form)}`
    const type = call.form ? 'application/x-www-form-urlencoded' : 'application/json'
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', type)
    const method = call.method ?? (body === undefined ? 'GET' : 'POST')
    // An order gets a connection of its own: on a reused one, a close by the server looks like a lost answer.
    const init = { method, headers, body, redirect: 'manual', decompress: false, keepalive: !call.order } as const
    return { url, init }
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The vendor's reason for a failure, in the usual places of an API's answer. */
function reasonIn(reply: Reply): string {
  const value = parsed(reply.text)
  if (value === undefined) return isPage(reply) ? 'a web page' : reply.text
  if (typeof value !== 'object' || value === null) return ''
  const inner: unknown = Reflect.get(value, 'error')
  const holders = typeof inner === 'object' && inner !== null ? [inner, value] : [value]
  const words = holders.flatMap((holder) => REASONS.map((name): unknown => Reflect.get(holder, name)))
  return words.find((word) => typeof word === 'string') ?? ''
}

const REASONS = ['error_description', 'message', 'Message', 'status_message', 'error']

/** One line of at most 240 characters. */
function line(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const flat = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return flat.length > 240 ? `${flat.slice(0, 239)}…` : flat
}
