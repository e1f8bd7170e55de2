/** A running install for the command line: the public API by key, and the health of the install on this machine. */

import type { Listen } from '../kernel/environment/config.ts'
import { codeOf, type Issue, sentence } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { caWords } from '../kernel/web-fetch/outbound-words.ts'
import { routeTo } from './route.ts'

/** The API's refusal, or the reason why there was no answer. */
export class InstallError extends Error {
  constructor(
    message: string,
    /** The API's error code; null without an answer from a Signalpost install. */
    readonly code: string | null,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

export type Install = {
  /** The origin of the install. */
  address: string
  get<T>(path: string): Promise<T>
  /** Streams a file. */
  file(path: string): AsyncIterable<Uint8Array>
  /** Safe to repeat: all tries have the same `Idempotency-Key`. */
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
}

type Envelope = {
  ok: boolean
  data?: unknown
  error?: { code?: string; message: string; details?: Record<string, unknown> }
}

const TRIES = 4
const TIMEOUT = 60 * SECOND
const MOST_WAIT_S = 60

/** Connects to the install at `address`. A call that failed on the way or hit a rate limit is repeated a few times. */
export function connectInstall(address: string, key: string): Install {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const init = { method, headers, body: text, ...routeTo(address) }
    for (let left = TRIES - 1; ; left--) {
      const tried = await attempt(`${address}/api/v1${path}`, init)
      if ('data' in tried) return tried.data as T
      if (left === 0 || tried.wait === null || tried.wait > MOST_WAIT_S) throw tried.refusal
      await Bun.sleep(tried.wait * SECOND)
    }
  }
  return {
    address,
    get: (path) => call('GET', path),
    file: (path) => download(`${address}/api/v1${path}`, key),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
  }
}

/** Asks the install on this machine. `status` is null without an answer. */
export async function probeInstall(listen: Listen, path: string): Promise<{ status: number | null; text: string }> {
  const here = 'unix' in listen ? 'http://localhost' : `http://${hostOf(listen.hostname)}:${listen.port}`
  try {
    const response = await fetch(here + path, {
      ...('unix' in listen ? { unix: listen.unix } : {}),
      proxy: false,
      signal: AbortSignal.timeout(5 * SECOND),
    } as BunFetchRequestInit)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: null, text: whyNot(error) }
  }
}

/** Opens the address from outside, to test DNS, TLS and proxy. `date` is the clock of the other side. */
export async function probeAddress(
  address: string,
): Promise<{ status: number; date: string | null } | { reason: string }> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(10 * SECOND),
      ...routeTo(address),
    })
    await response.body?.cancel()
    return { status: response.status, date: response.headers.get('date') }
  } catch (error) {
    return { reason: whyNot(error) }
  }
}

type AttemptResult =
  | { data: unknown }
  | { refusal: InstallError /** Seconds until it may be tried again; null for never. */; wait: number | null }

async function attempt(url: string, init: BunFetchRequestInit): Promise<AttemptResult> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
    text = await response.text()
  } catch (error) {
    return { refusal: unreachable(url, error), wait: 1 }
  }
  const answer = parse(text)
  if (!answer) return { refusal: stranger(url, response), wait: null }
  if (answer.ok) return { data: answer.data }
  const wait =
    response.status === 429 || response.status >= 502 ? Number(response.headers.get('retry-after') ?? 1) : null
  return { refusal: refusalOf(answer), wait }
}

/** Streams a file in pieces. It is requested once, since written pieces cannot be undone. */
async function* download(url: string, key: string): AsyncGenerator<Uint8Array> {
  let response: Response
  try {
    response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, ...routeTo(url) })
    if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) {
      for await (const piece of response.body ?? []) yield piece
      return
    }
  } catch (error) {
    throw unreachable(url, error)
  }
  const answer = parse(await response.text())
  throw answer ? refusalOf(answer) : stranger(url, response)
}

const unreachable = (url: string, error: unknown): InstallError =>
  new InstallError(`${new URL(url).origin} cannot be reached (${whyNot(error)})`, null)

const stranger = (url: string, { status }: Response): InstallError =>
  new InstallError(`${new URL(url).origin} answered ${status}, but not as Signalpost does`, null)

/** The operating system's error code, such as ECONNREFUSED, or else the message; advice for a private CA. */
const whyNot = (error: unknown): string => {
  const reason = codeOf(error) || (error as Error).message
  return caWords(reason) ?? reason
}

function parse(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope | null
    return typeof value?.ok === 'boolean' ? value : null
  } catch {
    return null
  }
}

function refusalOf({ error }: Envelope): InstallError {
  const { code = 'internal', message = 'the install refused without a reason', details = {} } = error ?? {}
  const issues = (details.issues ?? []) as Issue[]
  const words = issues.length > 1 ? issues.map(sentence).join('\n') : message
  return new InstallError(words, code, details)
}

const hostOf = (hostname: string): string =>
  hostname === '0.0.0.0'
    ? '127.0.0.1'
    : hostname === '::'
      ? '[::1]'
      : hostname.includes(':')
        ? `[${hostname}]`
        : hostname
