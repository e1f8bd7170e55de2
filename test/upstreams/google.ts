/**
 * Google for owners of sites, on loopback: the consent screen, the token and revocation endpoints, Search Console with its
 * sitemaps and inspection. Sources, read 2026-11-29: developers.google.com/identity/protocols/oauth2/web-server (parameters,
 * `refresh_token_expires_in`, `invalid_grant`, revocation), …/identity/protocols/oauth2 (Testing: seven days),
 * developers.google.com/search/apis/indexing-api/v3/{using-api,quota-pricing} and …/reference/indexing/rest/v3/urlNotifications
 * (read 2026-11-30: `publish`, `metadata`, 200 publishes a day that begins at midnight in California, 403 for another owner),
 * developers.google.com/webmaster-tools/v1/{sites,sitemaps,urlInspection.index} (shapes, 403 beyond the scope).
 */
import { createHash } from 'node:crypto'
import { propertyFor } from '../../src/domains/checks/google/property.ts'
import { DAY, HOUR, millis, type Time } from '../../src/kernel/time/clock.ts'
import { localDay } from '../../src/kernel/time/zones.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export const GOOGLE_CLIENT = { client_id: '248-signalpost.apps.example', client_secret: 'GOCSPX-secret-of-the-client' }

type Person = { email: string; sites: Record<string, string> }
type Grant = { email: string; scopes: string[]; refresh_token: string; until: number }
type Code = { email: string; scopes: string[]; challenge: string; redirect_uri: string }
type Sitemap = { submitted_at: Time; times: number }

export type GoogleStandIn = StandIn & {
  people: Map<string, Person>
  /** Signs in at the consent screen and agrees to these scopes (all that are asked for); returns where the browser is sent. */
  consent(url: string, email: string, scopes?: (asked: string[]) => string[]): string
  /** Refuses there. */
  refuse(url: string): string
  /** The consent screen is in Testing: consents end after seven days. `silent`: it does not say so in the answer. */
  testing: false | 'said' | 'silent'
  grants: Grant[]
  revoked: string[]
  sitemaps: Map<string, Sitemap>
  /** Pages that the Indexing API was given, and its publishes a day. */
  published: { url: string; type: string; at: Time }[]
  publishes_a_day: number
  inspections: { site: string; url: string; language: string | undefined; token: string }[]
  verdict: (url: string) => Record<string, unknown>
  /** The next refreshes bring another refresh token. */
  rotates: boolean
}

export function google(options: { now: () => Time; redirect_uri: string; people: Person[] }): GoogleStandIn {
  const { now, redirect_uri } = options
  const people = new Map(options.people.map((person) => [person.email, person]))
  const codes = new Map<string, Code>()
  const tokens = new Map<string, { grant: Grant; until: number }>()
  let n = 0
  const error = (status: number, word: string) => Response.json({ error: word }, { status })

  const asked = (url: string) => {
    const query = new URL(url).searchParams
    const wanted = { response_type: 'code', code_challenge_method: 'S256', access_type: 'offline', prompt: 'consent' }
    for (const [name, value] of Object.entries(wanted))
      if (query.get(name) !== value) throw new Error(`the consent screen wants ${name}=${value}`)
    if (query.get('client_id') !== GOOGLE_CLIENT.client_id) throw new Error('invalid_client')
    if (query.get('redirect_uri') !== redirect_uri) throw new Error('redirect_uri_mismatch')
    return { query, back: new URL(redirect_uri) }
  }

  const answerOf = (grant: Grant, extra: object) => {
    const access_token = `ya29.access-${++n}`
    tokens.set(access_token, { grant, until: millis(now()) + HOUR })
    const id_token = ['{"alg":"RS256"}', JSON.stringify({ email: grant.email, email_verified: true }), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
    const ends = server.testing === 'said' ? { refresh_token_expires_in: 604_799 } : {}
    return Response.json({
      ...{ access_token, expires_in: 3599, token_type: 'Bearer', scope: grant.scopes.join(' '), id_token },
      ...ends,
      ...extra,
    })
  }

  const token = (form: URLSearchParams) => {
    const { client_id, client_secret } = GOOGLE_CLIENT
    if (form.get('client_id') !== client_id || form.get('client_secret') !== client_secret)
      return error(401, 'invalid_client')
    if (form.get('grant_type') === 'authorization_code') {
      if (form.get('redirect_uri') !== redirect_uri) return error(400, 'redirect_uri_mismatch')
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (!code || code.challenge !== challenge) return error(400, 'invalid_grant')
      const until = server.testing ? millis(now()) + 7 * DAY : Number.POSITIVE_INFINITY
      const grant = {
        email: code.email,
        scopes: code.scopes,
        refresh_token: `1//refresh-${crypto.randomUUID()}`,
        until,
      }
      server.grants.push(grant)
      return answerOf(grant, { refresh_token: grant.refresh_token })
    }
    const grant = server.grants.find(({ refresh_token }) => refresh_token === form.get('refresh_token'))
    if (!grant || grant.until <= millis(now())) return error(400, 'invalid_grant')
    if (server.rotates) grant.refresh_token = `1//refresh-${crypto.randomUUID()}`
    return answerOf(grant, server.rotates ? { refresh_token: grant.refresh_token } : {})
  }

  const revoke = (given: string) => {
    const of = server.grants.find(({ refresh_token }) => refresh_token === given) ?? tokens.get(given)?.grant
    if (!of) return error(400, 'invalid_token')
    server.revoked.push(given)
    // The consent of a person for a client is one, whatever token names it.
    server.grants = server.grants.filter(({ email }) => email !== of.email)
    for (const [name, { grant }] of tokens) if (grant.email === of.email) tokens.delete(name)
    return Response.json({})
  }

  const refuseCall = (code: number, status: string, reason: string) =>
    Response.json({ error: { code, message: reason, status, errors: [{ reason }] } }, { status: code })

  const sitemap = ({ method, path }: Received, grant: Grant) => {
    const [, site = '', feed = ''] = /^\/webmasters\/v3\/sites\/([^/]+)\/sitemaps\/(.+)$/.exec(path) ?? []
    const key = `${decodeURIComponent(site)} ${decodeURIComponent(feed)}`
    if (!people.get(grant.email)!.sites[decodeURIComponent(site)])
      return refuseCall(403, 'PERMISSION_DENIED', 'forbidden')
    if (method === 'PUT') {
      if (!grant.scopes.includes('https://www.googleapis.com/auth/webmasters'))
        return refuseCall(403, 'PERMISSION_DENIED', 'insufficientPermissions')
      server.sitemaps.set(key, { submitted_at: now(), times: (server.sitemaps.get(key)?.times ?? 0) + 1 })
      return new Response('', { status: 204 })
    }
    const known = server.sitemaps.get(key)
    if (!known) return refuseCall(404, 'NOT_FOUND', 'notFound')
    const contents = [{ type: 'web', submitted: '42', indexed: '0' }]
    const path_ = decodeURIComponent(feed)
    return Response.json({
      ...{ path: path_, lastSubmitted: known.submitted_at, isPending: true, isSitemapsIndex: false },
      ...{ warnings: '0', errors: '0', contents },
    })
  }

  const inspect = ({ json }: Received, grant: Grant, bearer: string) => {
    const { inspectionUrl = '', siteUrl = '', languageCode } = (json ?? {}) as Record<string, string>
    if (!people.get(grant.email)!.sites[siteUrl]) return refuseCall(403, 'PERMISSION_DENIED', 'forbidden')
    server.inspections.push({ site: siteUrl, url: inspectionUrl, language: languageCode, token: bearer })
    return Response.json({ inspectionResult: { indexStatusResult: server.verdict(inspectionUrl) } })
  }

  const refuseIndexing = (code: number, status: string, message: string) =>
    Response.json({ error: { code, message, status } }, { status: code })
  const notice = (url: string) => {
    const last = (type: string, name: string) => {
      const found = server.published.findLast((one) => one.url === url && one.type === type)
      return found ? { [name]: { url, type, notifyTime: found.at } } : {}
    }
    return { url, ...last('URL_UPDATED', 'latestUpdate'), ...last('URL_DELETED', 'latestRemove') }
  }
  const indexing = ({ method, query, json }: Received, grant: Grant) => {
    if (!grant.scopes.includes('https://www.googleapis.com/auth/indexing'))
      return refuseIndexing(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.')
    if (method === 'GET') {
      const known = notice(query.url ?? '')
      const { latestUpdate, latestRemove } = known as Record<string, unknown>
      if (!latestUpdate && !latestRemove) return refuseIndexing(404, 'NOT_FOUND', 'Requested entity was not found.')
      return Response.json(known)
    }
    const { url = '', type = '' } = (json ?? {}) as Record<string, string>
    if (type !== 'URL_UPDATED' && type !== 'URL_DELETED')
      return refuseIndexing(400, 'INVALID_ARGUMENT', "Invalid value at 'url_notification.type'")
    const isOwner = Object.entries(people.get(grant.email)!.sites).some(
      ([site, permission]) => permission === 'siteOwner' && propertyFor(url, [site]) !== null,
    )
    if (!isOwner)
      return refuseIndexing(403, 'PERMISSION_DENIED', 'Permission denied. Failed to verify the URL ownership.')
    const today = localDay('America/Los_Angeles', now())
    const used = server.published.filter(({ at }) => localDay('America/Los_Angeles', at) === today).length
    if (used >= server.publishes_a_day)
      return refuseIndexing(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Publish requests'")
    server.published.push({ url, type, at: now() })
    return Response.json({ urlNotificationMetadata: notice(url) })
  }

  const handle = (request: Received): Response => {
    const form = new URLSearchParams(request.body)
    if (request.path === '/token') return token(form)
    if (request.path === '/revoke') return revoke(form.get('token') ?? '')
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const held = tokens.get(bearer)
    if (!held || held.until <= millis(now())) return refuseCall(401, 'UNAUTHENTICATED', 'authError')
    if (request.path.startsWith('/v3/urlNotifications')) return indexing(request, held.grant)
    if (!held.grant.scopes.some((scope) => scope.startsWith('https://www.googleapis.com/auth/webmasters')))
      return refuseCall(403, 'PERMISSION_DENIED', 'insufficientPermissions')
    if (request.path === '/webmasters/v3/sites') {
      const sites = Object.entries(people.get(held.grant.email)!.sites)
      const siteEntry = sites.map(([siteUrl, permissionLevel]) => ({ siteUrl, permissionLevel }))
      return Response.json(siteEntry.length ? { siteEntry } : {})
    }
    if (request.path.includes('/sitemaps/')) return sitemap(request, held.grant)
    if (request.path === '/v1/urlInspection/index:inspect') return inspect(request, held.grant, bearer)
    return refuseCall(404, 'NOT_FOUND', 'notFound')
  }

  const server: GoogleStandIn = {
    ...standIn(now, handle),
    ...{ people, testing: false, grants: [], revoked: [], sitemaps: new Map(), inspections: [], rotates: false },
    ...{ published: [], publishes_a_day: 200 },
    verdict: () => ({ verdict: 'PASS', coverageState: 'Submitted and indexed', lastCrawlTime: now() }),
    consent(url, email, scopes = (all) => all) {
      const { query, back } = asked(url)
      const code = `4/code-${++n}`
      const granted = scopes((query.get('scope') ?? '').split(' '))
      codes.set(code, { email, scopes: granted, challenge: query.get('code_challenge') ?? '', redirect_uri })
      for (const [name, value] of Object.entries({ code, state: query.get('state') ?? '', scope: granted.join(' ') }))
        back.searchParams.set(name, value)
      return back.href
    },
    refuse(url) {
      const { query, back } = asked(url)
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('state', query.get('state') ?? '')
      return back.href
    },
  }
  return server
}
