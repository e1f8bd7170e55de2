/**
 * An IndexNow engine on loopback (indexnow.org/documentation). It really fetches the key file, from `keyLocation` or
 * `http(s)://<host>/<key>.txt`, and answers as documented: 200 received, 202 received while the key is yet to be looked
 * at (`pending` hosts, until their next batch), 400 malformed, 403 key file missing or different, 422 URLs that are not
 * of the host or outside the key file's folder, a key of the wrong form, or more than 10,000 URLs. `script` holds answers
 * to give first, whatever comes: Bing's two 403 bodies, 429 with Retry-After, 202. `resolve` says where a host is
 * reached, since its name does not exist here.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { published, vendorOf } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type IndexNowSubmission = {
  host: string
  key: string
  keyLocation?: string
  urlList: string[]
  at: Time
  status: number
}

export type IndexNowStandIn = StandIn & {
  /** Full address, as `SIGNALPOST_INDEXNOW_ENDPOINT` takes it. */
  endpoint: string
  /** Every submission that was well-formed, with what it was answered. */
  batches: IndexNowSubmission[]
  /** URLs that were received (200 or 202), in order. */
  urls(): string[]
  /** URLs that it takes for invalid, and whether it names them in its answer. */
  refuses: { urls: Set<string>; named: boolean }
  /** Answers to give before any rule is looked at. */
  script: { status: number; body?: unknown; headers?: Record<string, string> }[]
}

export type IndexNowOptions = {
  now: () => Time
  /** The origin on which a host (with its port) is served. */
  resolve?: (host: string) => string
  pending?: (host: string) => boolean
}

const bodyOf = (name: string) =>
  vendorOf('indexnow').samples.find((one) => one.name === name)!.answers[0]!.body as object
export const NOT_FETCHED_YET = bodyOf('key file not fetched yet')
export const FORBIDDEN = bodyOf('refusal that Bing remembers')

export function indexNow(options: IndexNowOptions): IndexNowStandIn {
  const { now, resolve = (host) => `http://${host}`, pending = () => false } = options
  const batches: IndexNowSubmission[] = []
  const script: IndexNowStandIn['script'] = []
  const refuses = { urls: new Set<string>(), named: false }
  const known = new Set<string>()

  /** The file's text, fetched where the host really is; null when there is none. */
  const fetchKey = async (address: URL): Promise<string | null> => {
    const answer = await fetch(new URL(address.pathname, resolve(address.host)), { redirect: 'manual' }).catch(
      () => null,
    )
    return answer?.status === 200 ? (await answer.text()).trim() : null
  }

  const judge = async ({
    host,
    key,
    keyLocation,
    urlList,
  }: Omit<IndexNowSubmission, 'at' | 'status'>): Promise<Response> => {
    if (!/^[a-zA-Z0-9-]{8,128}$/.test(key)) return refuse(422, 'the key is not of the required form')
    if (urlList.length > 10_000) return published('indexnow', 'more than 10,000 URLs')
    const file = new URL(keyLocation ?? `http://${host}/${key}.txt`)
    if (file.host !== host) return refuse(422, 'the key file is not on the host')
    const folder = file.pathname.slice(0, file.pathname.lastIndexOf('/') + 1)
    const covered = (url: string) => {
      const { host: of, pathname } = new URL(url)
      return of === host && pathname.startsWith(folder)
    }
    if (!urlList.every((url) => URL.canParse(url) && covered(url))) return refuse(422, 'URLs do not belong to the host')
    const bad = urlList.filter((url) => refuses.urls.has(url))
    if (bad.length) return refuse(422, refuses.named ? `Invalid urls: ${bad.join(', ')}` : 'Some urls are invalid')
    if (pending(host) && !known.has(host)) {
      known.add(host)
      return new Response(null, { status: 202 })
    }
    if ((await fetchKey(file)) !== key) return published('indexnow', 'key file not fetched yet')
    return new Response(null, { status: 200 })
  }

  const handle = async (request: Received): Promise<Response> => {
    if (request.path !== '/indexnow') return new Response(null, { status: 404 })
    const given = request.method === 'GET' ? single(request.query) : batch(request.json)
    const next = script.shift()
    const response = next
      ? new Response(next.body === undefined ? null : JSON.stringify(next.body), next)
      : given
        ? await judge(given)
        : published('indexnow', 'invalid format')
    if (given) batches.push({ ...given, at: now(), status: response.status })
    return response
  }

  const server = standIn(now, handle)
  const urls = () => batches.filter(({ status }) => status < 300).flatMap(({ urlList }) => urlList)
  return { ...server, endpoint: `${server.url}/indexnow`, batches, script, refuses, urls }
}

const refuse = (status: number, message: string) => Response.json({ message }, { status })

function single({ url, key, keyLocation }: Record<string, string>) {
  return url && key && URL.canParse(url) ? { host: new URL(url).host, key, keyLocation, urlList: [url] } : null
}

function batch(json: unknown) {
  const { host, key, keyLocation, urlList } = (json ?? {}) as Partial<IndexNowSubmission>
  const complete = typeof host === 'string' && typeof key === 'string' && Array.isArray(urlList) && urlList.length > 0
  return complete ? { host, key, keyLocation, urlList } : null
}
