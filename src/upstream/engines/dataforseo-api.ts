/**
 * DataForSEO v3 (docs.dataforseo.com/v3), shared by the queue and the live engine. Every answer has the same envelope.
 * The code of each task counts, since the top code is 20000 even when tasks failed.
 */
import Type, { type Static } from 'typebox'
import type { EngineReport, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import { FIRST_PLACE, type Place } from '../../domains/tenants/places.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { type FailureClass, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { type Call, type Context, createHttp, type Http } from '../http.ts'
import { failed, reporting, unasked } from './answers.ts'
import { countryNumber, PAGE_SIZE, resultOf, type SearchResult, sightingAmong, siteQuery } from './search-results.ts'

export const DATAFORSEO_URL = 'https://api.dataforseo.com'

export const organic = (path: string): string => `/v3/serp/google/organic/${path}`

/** Cost of a check with `site:` in USD, when the answer does not state it. */
export const LOOK_USD = { queued: 0.003, live: 0.01 }

export type Task = Type.Static<typeof task>

export type DataForSeoApi = {
  http: Http
  /** The tasks of an accepted call. A refusal of the whole call is thrown, by its top code. */
  call(call: Call, signal: AbortSignal): Promise<{ tasks: Task[]; raw: string }>
  /** The result of a task that can only succeed, such as a list. */
  resultOf(task: Task | undefined): unknown[]
}

export function createDataForSeoApi(settings: EngineSettings, context: Context): DataForSeoApi {
  const { login = '', password = '', postback_url = '' } = settings
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const http = createHttp({
    ...context,
    name: 'DataForSEO',
    base_url: settings.base_url ?? DATAFORSEO_URL,
    secrets: [login, password, basic, postback_url],
    headers: { authorization: `Basic ${basic}` },
  })
  return {
    http,
    async call(call, signal) {
      const reply = await http.send(call, signal)
      const whole = http.peek(Envelope, reply) ?? http.read(Envelope, reply)
      const tasks = whole.tasks ?? []
      const raw = http.mask(reply.text)
      const byCode = classOfCode(whole.status_code)
      const failure = http.judged(reply, byCode)
      if (failure !== byCode) throw http.failure(failure, `answered ${reply.status}: ${complaint(whole)}`, reply)
      if (tasks.length || whole.status_code === 20000) return { tasks, raw }
      if (GONE.includes(whole.status_code)) return { tasks: [whole], raw }
      throw http.failure(failure, `refused: ${complaint(whole)}`, reply)
    },
    resultOf(task) {
      if (task && task.status_code !== 20000 && task.status_code !== NO_RESULTS)
        throw http.failure(classOfCode(task.status_code), `refused: ${complaint(task)}`)
      return task?.result ?? []
    },
  }
}

/**
 * Google's own filter of similar results is off: with it a list may be empty for a page that Google has. Parameters are
 * written as in an address, each with its `&` (docs.dataforseo.com, `search_param` of task_post and live).
 */
const UNFILTERED = '&filter=0'

/** A search for one URL. Null when its query is longer than DataForSEO takes. */
export function searchTask({ ref, url, place }: LookOrder) {
  const asked = questionFor(ref, siteQuery(url), place)
  return asked && { ...asked, depth: PAGE_SIZE, group_organic_results: false, search_param: UNFILTERED }
}

/** A question for AI Mode, which takes none of the fields for results. Null when it is longer than DataForSEO takes. */
export function questionFor(ref: string, query: string, place: Place = FIRST_PLACE) {
  if (query.length > KEYWORD_LIMIT) return null
  // The server decodes the keyword once more, so escapes and plus signs are escaped again.
  const keyword = query.replaceAll('%', '%25').replaceAll('+', '%2B')
  const { language: language_code, device } = place
  return {
    keyword,
    location_code: countryNumber(place),
    language_code,
    ...(device === 'mobile' && { device }),
    tag: ref,
  }
}

/** The answer of a finished task about the URL, or its failure. 40102, no results at all, is a valid no. */
export function answerOf(
  http: Http,
  task: Task,
  order: LookOrder,
  found: { raw: string; cost_usd: number },
): LookAnswer {
  const { ref, url } = order
  const query = siteQuery(url)
  try {
    const answer = { ...found, query, results: resultsOf(http, task), total: countIn(task) }
    return { ref, state: 'seen', sighting: sightingAmong(url, answer) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return failed(ref, error, found.cost_usd)
  }
}

/** The results of a finished task. Throws `UpstreamError` for one that failed. */
const resultsOf = (http: Http, task: Task): SearchResult[] =>
  itemsOf(http, task)
    .filter((item) => !Other.Check(item))
    .flatMap((item) => [item, ...(Parent.Check(item) ? item.related_result : [])])
    .map((item) => resultOf(item, 'url'))

/**
 * References of an answer of AI Mode, those under the whole answer first. Each of its elements may have its own
 * (docs.dataforseo.com/v3/serp/google/ai_mode/live/advanced).
 */
export const referencesOf = (http: Http, task: Task): unknown[] =>
  itemsOf(http, task).flatMap((item) => (Answer.Check(item) ? referencesIn(item) : []))

const referencesIn = ({ references, items, components }: Static<typeof element>): unknown[] => [
  ...(references ?? []),
  ...[...(items ?? []), ...(components ?? [])].flatMap((inner) => (Element.Check(inner) ? referencesIn(inner) : [])),
]

function itemsOf(http: Http, task: Task): unknown[] {
  if (task.status_code === NO_RESULTS) return []
  if (task.status_code !== 20000) throw failureOf(http, task)
  const [result] = task.result ?? []
  if (!Serp.Check(result)) throw http.failure('transient', 'gave a result in an unexpected form')
  return result.items ?? []
}

/** Google's own count of results; 0 where it shows none. */
function countIn({ result }: Task): number | null {
  const [serp] = result ?? []
  return Serp.Check(serp) ? (serp.se_results_count ?? null) : null
}

/** A task's failure as the answer to its order. */
export const failedTask = (http: Http, task: Task, ref: string, cost_usd: number): LookAnswer =>
  failed(ref, failureOf(http, task), cost_usd)

const failureOf = (http: Http, task: Task): UpstreamError =>
  http.failure(classOfCode(task.status_code), `failed: ${complaint(task)}`)

/** The failure of an order whose query is too long for DataForSEO. Nothing was sent. */
export const queryTooLong = (http: Http, ref: string): LookAnswer =>
  unasked(ref, http.failure('invalid', `takes no search of more than ${KEYWORD_LIMIT} characters`))

/** The class of a code other than 20000, 20100 and 40102 (docs.dataforseo.com/v3/appendix/errors). */
export function classOfCode(code: number): FailureClass {
  return CLASSES.find(([, codes]) => codes.includes(code))?.[0] ?? 'transient'
}

/** The balance, by a free call. */
export const reportBalance = (api: DataForSeoApi, signal: AbortSignal): Promise<EngineReport> =>
  reporting(async () => {
    const { tasks } = await api.call({ path: '/v3/appendix/user_data' }, signal)
    const [user] = api.resultOf(tasks[0])
    if (!UserData.Check(user)) throw api.http.failure('transient', 'answered without a balance')
    const { balance } = user.money
    return { ok: true, message: `DataForSEO: balance ${balance} USD`, balance: { amount: balance, unit: 'USD' } }
  })

const NO_RESULTS = 40102
const GONE = [40401, 40403]
const KEYWORD_LIMIT = 700

/**
 * Unlisted codes are transient. 40101 and 40103 (the search engine failed), 40001 to 40004, 40401, 40403 and 40404 (the
 * task is missing) need a new task; 5xxxx are server errors. 40201 is a blocked account, 40204 one without access to
 * the API; 40400 and 40402 mean that DataForSEO does not know the address.
 */
const CLASSES: [FailureClass, number[]][] = [
  ['auth', [40100, 40104, 40201, 40204, 40207]],
  ['quota', [40200, 40203, 40210]],
  ['rate', [40202, 40205, 40206, 40209]],
  ['pending', [40601, 40602]],
  ['invalid', [40000, 40006, 40400, 40402, 40501, 40502, 40503, 40506]],
]

const complaint = ({ status_code, status_message }: Pick<Task, 'status_code' | 'status_message'>): string =>
  `${status_message} (${status_code})`

const task = Type.Object({
  id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  status_code: Type.Integer(),
  status_message: Type.String(),
  cost: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  data: Type.Optional(
    Type.Union([Type.Object({ tag: Type.Optional(Type.Union([Type.String(), Type.Null()])) }), Type.Null()]),
  ),
  result: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})
const Envelope = compiled(
  Type.Object({
    status_code: Type.Integer(),
    status_message: Type.String(),
    tasks: Type.Optional(Type.Union([Type.Array(task), Type.Null()])),
  }),
)
const Serp = compiled(
  Type.Object({
    items: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
    se_results_count: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  }),
)
/**
 * Items that prove nothing: advertisements and boxes. A featured snippet is the first organic result, shown on top; a
 * related result is one of the same host, below its parent or as an item of its own.
 */
const Other = compiled(
  Type.Object({ type: Type.String({ pattern: '^(?!(organic|featured_snippet|related_result)$)' }) }),
)
const list = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]))
const element = Type.Object({ references: list, items: list, components: list })
const Element = compiled(element)
const Answer = compiled(Type.Object({ ...element.properties, type: Type.Literal('ai_overview') }))
const Parent = compiled(Type.Object({ related_result: Type.Array(Type.Unknown()) }))
const UserData = compiled(Type.Object({ money: Type.Object({ balance: Type.Number() }) }))
