/** Google for the owner of a site, simulated on loopback: consent, tokens, Search Console. The real adapters ask it. */
import { createHash, randomBytes } from 'node:crypto'
import { type Clock, DAY, millis, plus, type Time } from '../kernel/time/clock.ts'
import { SIMULATED_DAYS, simulatedDay, visibleAt } from '../upstream/simulated.ts'
import { onLoopback, type SiteName, type SmallWeb } from './web.ts'

export type GoogleOnLoopback = {
  /** The client that the operator registered, and the address that answers for Google. */
  client: { client_id: string; client_secret: string; base_url: string }
  network: string
  /** Links that the crawl supplier sends: Google finds them. */
  hear(urls: readonly string[]): void
  /** Leaves these out of the index from now on. */
  leaveOut(urls: readonly string[]): void
  /** Agrees at the consent screen, and returns where the browser is sent. */
  agree(consent: string): string
  stop(): void
}

type Given = { clock: Clock; web: SmallWeb; redirect_uri: string; owner: string; site: SiteName }

export function openGoogle({ clock, web, redirect_uri, owner, site }: Given): GoogleOnLoopback {
  const client = { client_id: 'demo.apps.google.example', client_secret: `GOCSPX-${secret()}` }
  const property = `${web.origin(site)}/`
  const heard = new Map<string, Time>()
  const left_out = new Set<string>()
  const index: Index = { heard, left_out, web, clock }
  const sitemaps = new Map<string, Time>()
  const notices = new Map<string, object>()
  const { agree, token } = consentsOf(client.client_secret, owner, redirect_uri)

  const sitemap = (method: string, feed: string): Response => {
    if (method === 'PUT') sitemaps.set(feed, clock.now())
    const lastSubmitted = sitemaps.get(feed)
    if (!lastSubmitted) return refusal(404, 'notFound')
    const contents = [{ type: 'web', submitted: String(heard.size) }]
    return Response.json({ path: feed, lastSubmitted, isPending: true, warnings: '0', errors: '0', contents })
  }

  /** `UrlNotificationMetadata` (developers.google.com/search/apis/indexing-api/v3/reference/indexing/rest/v3/urlNotifications). */
  const noticeOf = (url: string) => ({ url, ...notices.get(url) })
  const notify = ({ url, type }: { url: string; type: string }): Response => {
    const field = type === 'URL_DELETED' ? 'latestRemove' : 'latestUpdate'
    notices.set(url, { ...notices.get(url), [field]: { url, type, notifyTime: clock.now() } })
    return Response.json({ urlNotificationMetadata: noticeOf(url) })
  }
  const noticed = (url: string): Response =>
    notices.has(url) ? Response.json(noticeOf(url)) : refusal(404, 'notFound')

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/o/oauth2/v2/auth') return screen(owner, agree(request.url), redirect_uri)
    if (pathname === '/token') return token(new URLSearchParams(await request.text()))
    if (pathname === '/revoke') return Response.json({})
    if (pathname === '/webmasters/v3/sites')
      return Response.json({ siteEntry: [{ siteUrl: property, permissionLevel: 'siteOwner' }] })
    if (pathname === '/v3/urlNotifications:publish') return notify((await request.json()) as never)
    if (pathname === '/v3/urlNotifications/metadata') return noticed(searchParams.get('url') ?? '')
    const feed = pathname.split('/sitemaps/')[1]
    if (feed) return sitemap(request.method, decodeURIComponent(feed))
    const asked = (await request.json()) as { inspectionUrl: string; startDate: string }
    if (pathname.endsWith('/index:inspect'))
      return Response.json({ inspectionResult: { indexStatusResult: statusOf(asked.inspectionUrl, index) } })
    return Response.json({ rows: shownOn(asked.startDate, property, index) })
  }
  const server = onLoopback(202, (hostname) => Bun.serve({ hostname, port: 0, development: false, fetch: answer }))
  return {
    client: { ...client, base_url: server.url.origin },
    network: server.hostname!,
    agree,
    hear(urls) {
      for (const url of urls) if (!heard.has(url)) heard.set(url, clock.now())
    },
    leaveOut(urls) {
      for (const url of urls) left_out.add(url)
    },
    stop: () => void server.stop(true),
  }
}

const secret = (): string => randomBytes(12).toString('hex')

/** Consents of the owner: a code for each, and tokens for a code with its verifier (OAuth 2.0 with PKCE). */
function consentsOf(client_secret: string, owner: string, redirect_uri: string) {
  const codes = new Map<string, { challenge: string; scope: string }>()
  let scopes = ''
  return {
    agree(consent: string): string {
      const query = new URL(consent).searchParams
      if (query.get('redirect_uri') !== redirect_uri) throw new Error('redirect_uri_mismatch')
      const code = secret()
      codes.set(code, { challenge: query.get('code_challenge') ?? '', scope: query.get('scope') ?? '' })
      return `${redirect_uri}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`
    },
    token(form: URLSearchParams): Response {
      if (form.get('client_secret') !== client_secret) return refusal(401, 'invalid_client')
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      if (form.get('grant_type') === 'authorization_code') {
        const proof = createHash('sha256').update(form.get('code_verifier') ?? '')
        if (code?.challenge !== proof.digest('base64url')) return refusal(400, 'invalid_grant')
        scopes = code.scope
      }
      const claims = Buffer.from(JSON.stringify({ email: owner, email_verified: true })).toString('base64url')
      const tokens = { access_token: `ya29.${secret()}`, ...(code && { refresh_token: `1//${secret()}` }) }
      return Response.json({ ...tokens, expires_in: 3599, scope: scopes, id_token: `e30.${claims}.` })
    },
  }
}

const refusal = (status: number, error: string): Response => Response.json({ error }, { status })

/** The consent screen, for people who connect an account themselves. */
function screen(owner: string, agreed: string, redirect_uri: string): Response {
  const state = new URL(agreed).searchParams.get('state')!
  const denied = `${redirect_uri}?${new URLSearchParams({ error: 'access_denied', state })}`
  const [yes, no] = [agreed, denied].map((address) => address.replaceAll('&', '&amp;'))
  const text = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Google, simulated</title>
    <h1>Google, simulated</h1><p>${owner} lets Signalpost read Search Console.</p><p><a href="${yes}">Allow</a> <a href="${no}">Cancel</a></p>`
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

// ---- The index ------------------------------------------------------------------------------------------------------

type Index = { heard: ReadonlyMap<string, Time>; left_out: ReadonlySet<string>; web: SmallWeb; clock: Clock }

/** Some pages are never crawled again, and some are never shown. */
const CRAWLED_ONCE = 0.2
const SHOWN = 0.6
const LEFT_OUT = { verdict: 'NEUTRAL', coverageState: 'Crawled - currently not indexed' }
const NOT_CRAWLED = { verdict: 'NEUTRAL', coverageState: 'Discovered - currently not indexed' }
const NOINDEX = { verdict: 'NEUTRAL', coverageState: 'Excluded by ‘noindex’ tag', indexingState: 'BLOCKED_BY_META_TAG' }
const OTHER_PAGE = { verdict: 'NEUTRAL', coverageState: 'Duplicate, Google chose different canonical than user' }

/** A number from 0 to 1, always the same for these words. */
const draw = (words: string): number => Number(Bun.hash(words) % 1000n) / 1000

/** The fields of `IndexStatusInspectionResult` (developers.google.com/webmaster-tools/v1/urlInspection.index). */
function statusOf(url: string, { heard, left_out, web, clock }: Index): Record<string, string> {
  const name = web.nameOf(url)
  const now = clock.now()
  const at = heard.get(url)
  if (!at || now < plus(at, DAY / 2)) return NOT_CRAWLED
  const days = simulatedDay(name)
  const fetched = { robotsTxtState: 'ALLOWED', pageFetchState: 'SUCCESSFUL', lastCrawlTime: crawledAt(name, at, now) }
  if (web.isForbidden(url)) return { ...NOINDEX, ...fetched }
  if (left_out.has(url)) return { ...LEFT_OUT, ...fetched }
  if (visibleAt(name, at, now))
    return { verdict: 'PASS', coverageState: 'Submitted and indexed', indexingState: 'INDEXING_ALLOWED', ...fetched }
  if (days !== null || now < plus(at, SIMULATED_DAYS * DAY)) return NOT_CRAWLED
  const other = { ...OTHER_PAGE, googleCanonical: `${new URL(url).origin}/about` }
  return { ...(draw(`other ${name}`) < 0.3 ? other : LEFT_OUT), ...fetched }
}

/** Google came when it first heard of the page, and comes back about each month. */
function crawledAt(name: string, at: Time, now: Time): Time {
  const first = plus(at, DAY / 4)
  const last = plus(now, -Math.ceil(draw(`crawl ${name}`) * 20) * DAY)
  return draw(`once ${name}`) < CRAWLED_ONCE || last < first ? first : last
}

/** Pages that were shown on a finished day (searchanalytics/query with `dimensions: ["page"]`). */
function shownOn(day: string, property: string, { heard, left_out, web, clock }: Index) {
  const end = plus(`${day}T00:00:00.000Z`, DAY)
  if (millis(end) > millis(clock.now())) return []
  return [...heard].flatMap(([url, at]) => {
    const name = web.nameOf(url)
    const is_in = url.startsWith(property) && !left_out.has(url) && !web.isForbidden(url) && visibleAt(name, at, end)
    if (at > end || !is_in || draw(`shown ${name}`) >= SHOWN) return []
    const impressions = 1 + Math.floor(draw(`${day} ${name}`) * 40)
    return [{ keys: [url], clicks: 0, impressions, ctr: 0, position: 8 }]
  })
}
