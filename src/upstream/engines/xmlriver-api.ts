/**
 * XML River (xmlriver.com/apidoc), in the format of Yandex XML. Errors come as status 200 with a code inside. An empty
 * list is code 15. The account is in roubles, and the key is in the address, so none is shown.
 */
import type { Engine, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import type { Place } from '../../domains/tenants/index.ts'
import { MINUTE, SECOND } from '../../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { ACCOUNT_LIMIT_MS, type Context, createHttp, type Http, type Reply } from '../http.ts'
import { accountOf, oneByOne, reporting } from './answers.ts'
import { resultOf, type SearchResult, sightingAmong } from './search-results.ts'

export const XMLRIVER_URL = 'https://xmlriver.com'

type Index = {
  adapter: string
  path: string
  balance: string
  query(url: string): string
  fixed(place?: Place): Record<string, string>
}

export function createXmlRiverEngine(index: Index, settings: EngineSettings, context: Context): Engine {
  const [user, key] = [settings.login ?? '', settings.api_key ?? '']
  const base_url = settings.base_url ?? XMLRIVER_URL
  const http = createHttp({ ...context, name: 'XML River', base_url, secrets: [key] })
  const cost_usd = settings.cost_usd || SEARCH_USD

  const roubles = async (signal: AbortSignal): Promise<number> => {
    const reply = await http.send({ path: index.balance, query: { user, key }, timeout_ms: ACCOUNT_LIMIT_MS }, signal)
    if (reply.status >= 300) throw http.refusal(reply)
    const text = reply.text.trim()
    if (/^-?\d+([.,]\d+)?$/.test(text)) return Number(text.replace(',', '.'))
    throw errorIn(http, reply) ?? http.failure('transient', 'answered with something that is no balance', reply)
  }

  const ask = async (q: string, place: Place | undefined, signal: AbortSignal) => {
    const query = { user, key, query: q, groupby: '10', ...index.fixed(place) }
    const reply = await http.send({ path: index.path, query, order: true, timeout_ms: 2 * MINUTE }, signal)
    return { results: resultsOf(http, reply), raw: http.mask(reply.text), cost_usd }
  }

  const look = async ({ ref, url, place }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const query = index.query(url)
    const sighting = sightingAmong(url, { ...(await ask(query, place, signal)), query })
    return { ref, state: 'seen', sighting: { ...sighting, units: SEARCH_RUB } }
  }

  return oneByOne({
    adapter: index.adapter,
    // An account has ten channels; a few are left for other programs.
    concurrency: 5,
    by_search: true,
    look,
    async search({ query, place }, signal) {
      const { results } = await ask(query, place, signal)
      return { results, cost_usd, units: SEARCH_RUB }
    },
    billing: {
      account: accountOf(index.adapter, base_url, user, key),
      units: SEARCH_RUB,
      unit_usd: cost_usd / SEARCH_RUB,
      by: 'meter',
      reading: async (signal) => ({ left: await roubles(signal) }),
    },
    report: (signal) =>
      reporting(async () => {
        const amount = await roubles(signal)
        return { ok: true, message: `XML River: ${amount} RUB left`, balance: { amount, unit: 'RUB' } }
      }),
  })
}

/** Price without a prepaid plan: 25 roubles for 1,000 searches. */
const SEARCH_RUB = 0.025
const SEARCH_USD = 0.0004

function resultsOf(http: Http, reply: Reply): SearchResult[] {
  if (reply.status >= 300) throw http.refusal(reply)
  const error = errorIn(http, reply)
  if (error) throw error
  if (codeIn(reply) === NOTHING_FOUND) return []
  if (!/<results>[\s\S]*<\/response>/.test(reply.text))
    throw http.failure('unknown', 'answered with something that is no list of results')
  return [...reply.text.matchAll(/<doc\b[^>]*>([\s\S]*?)<\/doc>/g)].map(([, doc = '']) =>
    resultOf({ url: textOf(doc, 'url'), title: textOf(doc, 'title') }, 'url'),
  )
}

const NOTHING_FOUND = 15

const ERROR = /<error code="(\d+)"[^>]*>([\s\S]*?)<\/error>/
const codeIn = ({ text }: Reply): number | null => {
  const code = ERROR.exec(text)?.[1]
  return code === undefined ? null : Number(code)
}

/** The failure that an answer reports; null for a list, also for an empty one. */
function errorIn(http: Http, reply: Reply): UpstreamError | null {
  const code = codeIn(reply)
  if (code === null || code === NOTHING_FOUND) return null
  const words = plain(ERROR.exec(reply.text)?.[2] ?? '')
  const kind = CLASSES.find(([codes]) => codes.includes(code))?.[1] ?? 'transient'
  const { message } = http.failure(kind, `refused with code ${code}${words && `: ${words}`}`, reply)
  const wait = kind === 'rate' ? /(\d+)\s*(с|s)/i.exec(words)?.[1] : undefined
  return new UpstreamError(kind, message, wait === undefined ? undefined : Number(wait) * SECOND, true, true)
}

/** Other codes are faults of the service, which passes on that a search failed and asks to repeat it. */
const CLASSES: [number[], FailureClass][] = [
  [[31, 42, 45], 'auth'],
  [[200], 'quota'],
  [[110, 111, 115, 201], 'rate'],
  [[2, 102, 103, 104, 105, 106, 107, 108, 120, 121], 'invalid'],
]

const textOf = (doc: string, name: string): string | null => {
  const found = new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`).exec(doc)?.[1]
  return found === undefined ? null : plain(found)
}

/** The text of an element, without highlighting. */
const plain = (markup: string): string =>
  markup
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    .replace(/<[^>]+>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, n: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(n, hex ? 16 : 10) || 32, 0x10ffff)),
    )
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
