/**
 * Google's token endpoint and Search Console on loopback. POST /token checks the RS256 signature, audience, scope and times
 * of the assertion, and gives tokens that live an hour by the given clock; `revokeTokens` ends them early. The inspection
 * answers 401 without a good token, 403 for a property without access or beyond its limits (`daily_quota`: a lower one),
 * and 400 for a URL outside it. `verdict` says what Google has on a URL. Search Analytics answers one day by page as
 * published (developers.google.com/webmaster-tools/v1/searchanalytics/query, read on 29 November 2026): `rows` is left out
 * of an empty answer, at most 25,000 rows a request from `startRow` on and 50,000 a day, by clicks.
 */
import { verify } from 'node:crypto'
import { HOUR, millis, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { localDay } from '../../src/kernel/time/zones.ts'
import { limited, published } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SearchConsoleStandIn = StandIn & {
  token_uri: string
  /** Assertions that were accepted. */
  assertions: { header: Record<string, unknown>; claims: Record<string, unknown> }[]
  revokeTokens(): void
  /** From now on a property may be asked so often a day. */
  allow(daily_quota: number): void
}

export function searchConsole(options: {
  now: () => Time
  public_key: string
  client_email: string
  /** Properties that the account can read. */
  properties: string[]
  verdict: (url: string) => Record<string, unknown>
  daily_quota?: number
  /** Pages with their impressions on a day. */
  shown?: (property: string, day: string) => [page: string, impressions: number][]
}): SearchConsoleStandIn {
  const { now, properties, verdict } = options
  let daily_quota = options.daily_quota ?? Number.POSITIVE_INFINITY
  const tokens = new Map<string, number>()
  const used = new Map<string, number>()
  const assertions: SearchConsoleStandIn['assertions'] = []
  const refuse = (code: number, status: string, message: string) =>
    Response.json({ error: { code, message, status, errors: [] } }, { status: code })

  const grant = ({ body }: Received, origin: string) => {
    const form = new URLSearchParams(body)
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const given = { header: decoded(header), claims: decoded(claims) }
    const seconds = millis(now()) / SECOND
    const good =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      given.header.alg === 'RS256' &&
      given.claims.iss === options.client_email &&
      given.claims.aud === `${origin}/token` &&
      `${given.claims.scope}`.startsWith('https://www.googleapis.com/auth/webmasters') &&
      Math.abs(Number(given.claims.iat) - seconds) < 300 &&
      Number(given.claims.exp) - Number(given.claims.iat) <= 3600 &&
      verify('sha256', Buffer.from(`${header}.${claims}`), options.public_key, Buffer.from(signature, 'base64url'))
    if (!good)
      return Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, { status: 400 })
    assertions.push(given)
    const access_token = `ya29.token-${assertions.length}`
    tokens.set(access_token, millis(now()) + HOUR)
    return Response.json({ access_token, expires_in: 3599, token_type: 'Bearer' })
  }

  const inspect = ({ json }: Received) => {
    const { inspectionUrl = '', siteUrl = '' } = (json ?? {}) as { inspectionUrl?: string; siteUrl?: string }
    if (!properties.includes(siteUrl)) return refuse(403, 'PERMISSION_DENIED', 'You do not own this site.')
    const covered = siteUrl.startsWith('sc-domain:')
      ? `.${new URL(inspectionUrl).hostname}`.endsWith(`.${new URL(`http://${siteUrl.slice(10)}`).hostname}`)
      : inspectionUrl.startsWith(siteUrl)
    if (!covered) return refuse(400, 'INVALID_ARGUMENT', 'The URL is not part of the property.')
    const day = `${siteUrl} ${localDay('America/Los_Angeles', now())}`
    used.set(day, (used.get(day) ?? 0) + 1)
    if (used.get(day)! > daily_quota) return published('search-console', 'quota of the day')
    const inspectionResultLink = 'https://search.google.example/inspect'
    return Response.json({ inspectionResult: { inspectionResultLink, indexStatusResult: verdict(inspectionUrl) } })
  }

  const analytics = ({ path, json }: Received) => {
    const siteUrl = decodeURIComponent(path.split('/')[4]!)
    if (!properties.includes(siteUrl)) return refuse(403, 'PERMISSION_DENIED', 'You do not own this site.')
    const asked = json as {
      startDate: string
      endDate: string
      dimensions: string[]
      rowLimit: number
      startRow: number
    }
    const isOneDay = asked.startDate === asked.endDate && asked.dimensions.join() === 'page'
    if (!isOneDay || asked.rowLimit > 25_000) return refuse(400, 'INVALID_ARGUMENT', 'Not one day by page.')
    const rows = (options.shown?.(siteUrl, asked.startDate) ?? [])
      .slice(0, 50_000)
      .slice(asked.startRow, asked.startRow + asked.rowLimit)
      .map(([page, impressions]) => ({ keys: [page], clicks: 0, impressions, ctr: 0, position: 9.5 }))
    return Response.json({ ...(rows.length && { rows }), responseAggregationType: 'byPage' })
  }

  const handle = (request: Received): Response => {
    if (request.method === 'POST' && request.path === '/token') return grant(request, server.url)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if ((tokens.get(token) ?? 0) <= millis(now())) return refuse(401, 'UNAUTHENTICATED', 'Invalid credentials.')
    const called = `${request.method} ${request.path}`
    if (called === 'POST /v1/urlInspection/index:inspect') return inspect(request)
    if (called.endsWith('/searchAnalytics/query')) return analytics(request)
    const siteEntry = properties.map((siteUrl) => ({ siteUrl, permissionLevel: 'siteFullUser' }))
    if (called === 'GET /webmasters/v3/sites') return Response.json({ siteEntry })
    return refuse(404, 'NOT_FOUND', 'Not found')
  }
  // Limits are counted for each property.
  const siteOf = ({ json }: Received) => (json as { siteUrl?: string } | null)?.siteUrl ?? ''
  const allow = (n: number): void => {
    daily_quota = n
  }
  const server: StandIn = standIn(now, limited('search-console', now, handle, siteOf))
  return { ...server, token_uri: `${server.url}/token`, assertions, revokeTokens: () => tokens.clear(), allow }
}

const decoded = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
