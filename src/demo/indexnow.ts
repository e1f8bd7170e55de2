/** An IndexNow engine on loopback that follows the protocol (indexnow.org/documentation). */
import { MOST_URLS } from '../domains/indexnow/endpoint.ts'
import { parseNetworks } from '../kernel/web-fetch/addresses.ts'
import { createSafeFetch, type SafeFetch } from '../kernel/web-fetch/safe-fetch.ts'
import type { Install } from '../upstream/install.ts'
import { onLoopback, type SiteName, type SmallWeb } from './web.ts'

export type Receiver = {
  /** Full address, for `SIGNALPOST_INDEXNOW_ENDPOINT`. */
  endpoint: string
  stop(): void
}

/** `networks`: addresses of the sites whose key files it fetches. */
export function openReceiver(networks: string[]): Receiver {
  const fetch = createSafeFetch({
    allow_networks: networks.flatMap(parseNetworks),
    user_agent: 'Mozilla/5.0 (compatible; an IndexNow engine on loopback)',
  })
  const receive = async (request: Request) => {
    if (new URL(request.url).pathname !== '/indexnow') return new Response(null, { status: 404 })
    const submission = submissionIn(await request.json().catch(() => null))
    return submission ? judge(submission, fetch) : refusal(400, 'The request is malformed.')
  }
  const server = onLoopback(200, (hostname) => Bun.serve({ hostname, port: 0, development: false, fetch: receive }))
  return { endpoint: `${server.url.origin}/indexnow`, stop: () => void server.stop(true) }
}

type Submission = { host: string; key: string; keyLocation: string; urlList: string[] }

function submissionIn(json: unknown): Submission | null {
  const { host, key, keyLocation, urlList } = (json ?? {}) as Partial<Submission>
  if (typeof host !== 'string' || typeof key !== 'string') return null
  if (!Array.isArray(urlList) || urlList.length === 0 || !urlList.every((url) => URL.canParse(url))) return null
  const file = keyLocation ?? `http://${host}/${key}.txt`
  return URL.canParse(file) ? { host, key, keyLocation: file, urlList } : null
}

/** Accepts nothing before it has read the key file. A site that is too busy to show the file is asked again later. */
async function judge({ host, key, keyLocation, urlList }: Submission, fetch: SafeFetch): Promise<Response> {
  const file = new URL(keyLocation)
  const folder = file.pathname.slice(0, file.pathname.lastIndexOf('/') + 1)
  const belongs = (url: URL) => url.host === host && url.pathname.startsWith(folder)
  if (!/^[a-zA-Z0-9-]{8,128}$/.test(key)) return refusal(422, 'The key is not of the required form.')
  if (urlList.length > MOST_URLS) return refusal(422, `More than ${MOST_URLS} URLs.`)
  if (file.host !== host) return refusal(422, 'The key file is not on the host.')
  if (!urlList.every((url) => belongs(new URL(url))))
    return refusal(422, 'URLs do not belong to the host or the folder.')
  const found = await fetch(file).catch(() => null)
  if (!found || found.status >= 500) return new Response(null, { status: 202 })
  const text = new TextDecoder().decode(found.body).trim()
  if (found.status !== 200 || text !== key) return refusal(403, 'The key was not found in the key file.')
  return new Response(null, { status: 200 })
}

const refusal = (status: number, message: string): Response => Response.json({ message }, { status })

/** Address of each site's key file, and the site's answer there once the push is on its way. */
const KEY_FILES: { name: SiteName; path?: string; later: number }[] = [
  { name: 'bakery', later: 200 },
  { name: 'florist', later: 503 },
  { name: 'inn', later: 404 },
  { name: 'magazine', path: '/blog/indexnow.txt', later: 200 },
]

type Site = { id: string; key: string; key_url: string }

/** Adds the sites to the install. Returns their number. */
export async function addSites(api: Install, web: SmallWeb): Promise<number> {
  for (const { name, path, later } of KEY_FILES) {
    const host = web.origin(name)
    const location = path ? { key_location: host + path } : {}
    const { id, key, key_url } = await api.post<Site>('/indexnow/sites', { host, ...location })
    web.hostKey(key_url, key)
    const { verified, check } = await api.post<{ verified: boolean; check: { message: string } }>(
      `/indexnow/sites/${id}/verify`,
      {},
    )
    if (!verified) throw new Error(`the IndexNow site of the ${name} was not verified: ${check.message}`)
    web.hostKey(key_url, key, later)
  }
  return KEY_FILES.length
}
