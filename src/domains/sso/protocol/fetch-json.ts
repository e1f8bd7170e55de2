import type { App } from '../../../kernel/operation/app.ts'
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { SECOND } from '../../../kernel/time/clock.ts'
import { SafeFetchError } from '../../../kernel/web-fetch/safe-fetch.ts'
import { SsoRefused } from './refused.ts'

export type SsoApp = Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'sealer'>

type JsonRequest = {
  /** Named in errors. */
  what: string
  signal: AbortSignal
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

const LONGEST = 256 << 10

/** JSON of a provider, through the guarded fetch. A redirect is refused: it would be another address than the vetted one. */
export async function fetchJson(
  { fetch }: Pick<App, 'fetch'>,
  address: string,
  { what, headers, ...asked }: JsonRequest,
): Promise<{ status: number; body: Fields; date: string | null }> {
  const options = { ...asked, max_body: LONGEST, hop_timeout_ms: 5 * SECOND, follow: () => false }
  const response = await fetch(address, { ...options, headers: { accept: 'application/json', ...headers } }).catch(
    (error: unknown) => {
      if (error instanceof SafeFetchError) throw unreachable(`${what}: ${error.message}`)
      if (asked.signal.aborted) throw unreachable(`${what}: no complete answer in time`)
      throw error
    },
  )
  const { status } = response
  if (status >= 500 || (status >= 300 && status < 400)) throw unreachable(`${what}: the address answers ${status}`)
  if (status >= 400 && asked.method !== 'POST') throw unreachable(`${what}: the address answers ${status}`)
  const body = objectIn(response.body)
  if (!body) throw new SsoRefused('provider_error', `Of ${what} the provider sent no JSON object.`)
  return { status, body, date: response.headers.get('date') }
}

/** The JSON object in these bytes; null for anything else. */
export function objectIn(bytes: Uint8Array): Fields | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

const unreachable = (message: string) => new SsoRefused('unreachable', message)
