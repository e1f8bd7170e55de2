/** A running install as the command line sees it: the public API by key, and the health of the one on this machine. */

import { SECOND } from '../kernel/clock.ts'
import type { Listen } from '../kernel/config.ts'
import { codeOf, sentence } from '../kernel/fault.ts'

/** What the API refused, or why there was no answer. */
export class InstallError extends Error {}

export type Install = {
  get<T>(path: string): Promise<T>
  /** Safe to repeat: all tries carry one `Idempotency-Key`. */
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
}

type Envelope = {
  ok: boolean
  data?: unknown
  error?: { message: string; details?: { issues?: { path: string; message: string }[] } }
}

const TRIES = 4
const TIMEOUT = 60 * SECOND
const MOST_WAIT_S = 60
/** No proxy of the environment stands between this machine and itself. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Talks to the install at `address`. A call that failed on the way, or came too early, is made again a few times. */
export function connectInstall(address: string, key: string): Install {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    const init = {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      ...(LOOPBACK.test(new URL(address).hostname) ? { proxy: false } : {}),
    } as BunFetchRequestInit
    for (let left = TRIES - 1; ; left--) {
      const tried = await attempt(`${address}/api/v1${path}`, init)
      if ('data' in tried) return tried.data as T
      if (left === 0 || tried.wait === null || tried.wait > MOST_WAIT_S) throw new InstallError(tried.reason)
      await Bun.sleep(tried.wait * SECOND)
    }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  }
}

/** Asks the install that listens here. `status` is null when nothing answers. */
export async function knock(listen: Listen, path: string): Promise<{ status: number | null; text: string }> {
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

/** The address from outside, for a look at DNS, TLS and the proxy in between. `date` is the other side's clock. */
export async function visit(address: string): Promise<{ status: number; date: string | null } | { reason: string }> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10 * SECOND) })
    await response.body?.cancel()
    return { status: response.status, date: response.headers.get('date') }
  } catch (error) {
    return { reason: whyNot(error) }
  }
}

type Tried =
  | { data: unknown }
  | { reason: string /** Seconds until it may be tried again; null for never. */; wait: number | null }

async function attempt(url: string, init: BunFetchRequestInit): Promise<Tried> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
    text = await response.text()
  } catch (error) {
    return { reason: `${new URL(url).origin} cannot be reached (${whyNot(error)})`, wait: 1 }
  }
  const answer = parse(text)
  if (!answer)
    return { reason: `${new URL(url).origin} answered ${response.status}, but not as Signalpost does`, wait: null }
  if (answer.ok) return { data: answer.data }
  const wait =
    response.status === 429 || response.status >= 502 ? Number(response.headers.get('retry-after') ?? 1) : null
  return { reason: reasonOf(answer), wait }
}

/** The operating system's word for it, such as ECONNREFUSED, where there is one. */
const whyNot = (error: unknown): string => codeOf(error) || (error as Error).message

function parse(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope | null
    return typeof value?.ok === 'boolean' ? value : null
  } catch {
    return null
  }
}

function reasonOf({ error }: Envelope): string {
  const issues = error?.details?.issues ?? []
  return issues.length > 1
    ? issues.map(sentence).join('\n')
    : (error?.message ?? 'the install refused without a reason')
}

const hostOf = (hostname: string): string =>
  hostname === '0.0.0.0'
    ? '127.0.0.1'
    : hostname === '::'
      ? '[::1]'
      : hostname.includes(':')
        ? `[${hostname}]`
        : hostname
