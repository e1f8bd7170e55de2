/** Apps whose id is the https address of their description (draft-ietf-oauth-client-id-metadata-document). */

import type { App } from '../../kernel/operation/app.ts'
import { isFields } from '../../kernel/operation/shape.ts'
import { HOUR, MINUTE, plus, SECOND } from '../../kernel/time/clock.ts'
import type { Fields } from '../../kernel/web-fetch/http/head.ts'
import { SafeFetchError, type SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'
import { type Client, findClient, type Metadata, putClient, readMetadata } from './clients.ts'
import { OauthError } from './oauth-error.ts'

type DocumentApp = Pick<App, 'db' | 'clock' | 'fetch'>

const LONGEST_ID = 500
/** The draft recommends at most 5 KB; some documents are larger. */
const MAX_DOCUMENT = 16 << 10
/** Fetched once in a flow, whatever its cache headers say, and at least hourly. */
const KEPT = { least: MINUTE, usual: 10 * MINUTE, most: HOUR }

const isDocumentId = (id: string): boolean => /^https?:\/\//i.test(id)

/**
 * The app with this id: a registered one, or one whose document is fetched when the stored one is too old. Throws
 * `invalid_client` with the reason. It makes a request, so call it only for a signed-in person.
 */
export async function clientOf(app: DocumentApp, id: string, before_fetch: () => void): Promise<Client> {
  const known = app.db.read((tx) => findClient(tx, id))
  if (known && (known.kind === 'registered' || known.fresh_until! > app.clock.now())) return known
  if (!isDocumentId(id)) throw refused('This app is not known here. It has to register again.')
  assertDocumentId(id)
  before_fetch()
  const response = await fetched(app, id)
  const fresh_until = plus(app.clock.now(), keepingTime(response.headers))
  const client: Client = { id, kind: 'document', ...described(id, response), fresh_until }
  app.db.write((tx) => putClient(tx, client))
  return client
}

/** An https address with a path; another spelling of it is another app. */
function assertDocumentId(id: string): void {
  const url = URL.parse(id)
  const fine =
    url && id.length <= LONGEST_ID && url.protocol === 'https:' && url.href === id && url.pathname !== '/' && !url.hash
  if (!fine || url.username || url.password) throw refused('Its id must be an https address with a path.')
}

async function fetched({ fetch }: Pick<App, 'fetch'>, id: string): Promise<SafeResponse> {
  try {
    return await fetch(id, {
      headers: { accept: 'application/json' },
      max_body: MAX_DOCUMENT,
      hop_timeout_ms: 5 * SECOND,
      // A document behind a redirect belongs to another app.
      follow: () => false,
    })
  } catch (error) {
    if (error instanceof SafeFetchError) throw refused(`Its document could not be fetched: ${error.message}.`)
    throw error
  }
}

function described(id: string, { status, body }: SafeResponse): Pick<Client, 'name' | 'redirect_uris'> {
  if (status !== 200) throw refused(`Its document could not be fetched: the address answers ${status}.`)
  const document = jsonIn(body)
  if (!document) throw refused('Its document is no JSON object.')
  if (document.client_id !== id) throw refused('Its document is about another app: client_id is not its own address.')
  if (typeof document.client_name !== 'string') throw refused('Its document does not say what it is called.')
  const { token_endpoint_auth_method: wanted = 'none', token_endpoint_auth_methods_supported: also } = document
  // ChatGPT would rather sign, and says that it need not (OpenID Connect Relying Party Metadata Choices).
  const is_public = wanted === 'none' || (Array.isArray(also) && also.includes('none'))
  if (document.client_secret !== undefined || !is_public)
    throw refused('It wants to prove itself by a secret or a signature, which is not offered here.')
  const { name, redirect_uris } = readMetadata(document)
  return { name, redirect_uris }
}

function jsonIn(body: Uint8Array): Metadata | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isFields(value) ? (value as Metadata) : null
  } catch {
    return null
  }
}

function keepingTime(headers: Fields): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1]
  const wanted = seconds === undefined ? KEPT.usual : Number(seconds) * SECOND
  return Math.min(Math.max(wanted, KEPT.least), KEPT.most)
}

const refused = (message: string): OauthError => new OauthError('invalid_client', message)
