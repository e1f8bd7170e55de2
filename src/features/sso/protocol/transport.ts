/** How the library asks a provider: through the guarded fetch, without redirects, and for JSON alone. */
import type { CustomFetch } from 'openid-client'
import type { App } from '../../../kernel/operation/app.ts'
import { SECOND } from '../../../kernel/time/clock.ts'
import { SafeFetchError } from '../../../kernel/web-fetch/safe-fetch.ts'
import { ProviderDown, SsoRefused } from './refused.ts'

export type SsoApp = Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'sealer'>

const LONGEST = 256 << 10

type Asked = Pick<Parameters<CustomFetch>[1], 'method' | 'headers'> & { body?: unknown }

/** Asks one address. Throws `ProviderDown` where nothing answers. */
async function ask(
  { fetch }: Pick<App, 'fetch'>,
  address: string,
  { method, headers, body }: Asked,
  signal: AbortSignal,
) {
  const asked = { method: method as 'GET' | 'POST', headers: { ...ours(headers), accept: 'application/json' } }
  const limits = { max_body: LONGEST, hop_timeout_ms: 5 * SECOND, follow: () => false }
  try {
    return await fetch(address, { ...asked, ...limits, ...(body ? { body: String(body) } : {}), signal })
  } catch (error) {
    if (error instanceof SafeFetchError) throw new ProviderDown(`${pathOf(address)}: ${error.message}`)
    if (signal.aborted) throw new ProviderDown(`${pathOf(address)}: no complete answer in time`)
    throw error
  }
}

/**
 * JSON of one address. A redirect is refused: it would be another address than the vetted one. That a token endpoint
 * answers 5xx says nothing about the sign-ins of others, because the code that it got is anybody's choice.
 */
export async function askJson(app: Pick<App, 'fetch'>, address: string, asked: Asked, signal: AbortSignal) {
  const { status, body, headers } = await ask(app, address, asked, signal)
  const said = `${pathOf(address)} answers ${status}`
  if (status >= 300 && asked.method !== 'POST') throw new ProviderDown(said)
  if (status >= 500 || (status >= 300 && status < 400)) throw new SsoRefused('unreachable', said)
  const json = jsonIn(body)
  if (json === undefined) throw new SsoRefused('provider_error', `At ${pathOf(address)} the provider sent no JSON.`)
  return { status, json, date: headers.get('date') }
}

export const getJson = (app: Pick<App, 'fetch'>, address: string, signal: AbortSignal) =>
  askJson(app, address, { method: 'GET', headers: {} }, signal)

/** The transport of the library. `read` may change an answer before the library sees it. */
export const transport =
  (app: Pick<App, 'fetch'>, signal: AbortSignal, read = (_: string, json: unknown) => json): CustomFetch =>
  async (address, options) => {
    const { status, json } = await askJson(app, address, options, signal)
    return Response.json(read(address, json), { status })
  }

/** Without the name of the library: providers see ours. */
const ours = ({ 'user-agent': _, ...headers }: Record<string, string>): Record<string, string> => headers

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

const pathOf = (address: string): string => new URL(address).pathname.slice(0, 100)
