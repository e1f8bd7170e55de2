/** Checks that the install is reachable at its public address over HTTPS, by fetching itself. */

import Type, { type Static } from 'typebox'
import type { ReadTx, Sync, Tx } from '../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Moment } from '../../kernel/operation/shape.ts'
import { SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'

/** Result of the latest check. It does not count for another address. */
export const AddressCheck = Shape('AddressCheck', {
  url: Type.String(),
  ok: Type.Boolean(),
  message: Type.String(),
  at: Moment,
})
export type AddressCheck = Static<typeof AddressCheck>

const SETTING = 'site_address_check'
const MOST_BYTES = 4096

export function lastAddressCheck(tx: ReadTx, { config }: Pick<App, 'config'>): AddressCheck | null {
  const last = readSetting<AddressCheck>(tx, SETTING)
  return last?.url === config.site_url ? last : null
}

/** Checks now and stores the result. */
export async function checkAddress(
  app: App,
  signal: AbortSignal,
  write: <T>(work: (tx: Tx) => Sync<T>) => T,
): Promise<AddressCheck> {
  const url = app.config.site_url
  const problem = await problemOf(app, url, signal)
  const message = problem ?? `${url} answers over HTTPS with a certificate that holds.`
  const check = { url, ok: problem === null, message, at: app.clock.now() }
  write((tx) => writeSetting(tx, SETTING, check))
  return check
}

async function problemOf(app: App, url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { status, body } = await app.fetch(`${url}/healthz`, {
      allow_own: true,
      max_body: MOST_BYTES,
      on_too_large: 'truncate',
      max_redirects: 0,
      signal,
    })
    const answer = new TextDecoder().decode(body)
    if (status !== 200) return `${url} answers ${status}, not this install. Point the name and the proxy at it.`
    if (!answer.includes(`"version":${JSON.stringify(app.version)}`))
      return `Something else than this install answers at ${url}. Point the name and the proxy at it.`
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return `${url} could not be reached from here: ${error.message}`
  }
  return url.startsWith('https:')
    ? null
    : `${url} answers, but without TLS: passwords travel in the open. Put a proxy with a certificate before it and set SIGNALPOST_SITE_URL to the https address.`
}
