/**
 * SpeedyIndex API v2 (github.com/SpeedyIndexcom/speedyindexapi), shared by the crawl route and the checker.
 * `Authorization` has the key without a scheme, and a successful answer may have a `code` that refuses. A wrong key is
 * 401, with a code that means nothing by itself.
 */
import Type from 'typebox'
import { compiled } from '../../kernel/environment/compiled.ts'
import { between, DAY, plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { type Context, createHttp, type Http, type Reply, type Shape } from '../http.ts'

export const SPEEDYINDEX_URL = 'https://api.speedyindex.com'

/** Link limit of one task. */
export const SPEEDYINDEX_MOST = 10_000

export type TaskKind = 'indexer' | 'checker'
/** `complete`: the supplier is done with the task, and the lists no longer change. */
export type TaskReport = Type.Static<typeof report> & { complete: boolean }

export type SpeedyIndexApi = {
  create(kind: TaskKind, task: { title: string; urls: string[] }, signal: AbortSignal): Promise<string>
  /** Ids of tasks with these titles, `beside` not, among the newest 50,000. Reads the list until all are found. */
  find(kind: TaskKind, titles: ReadonlySet<string>, signal: AbortSignal, beside?: string): Promise<Map<string, string>>
  /** Makes two calls: the report does not say whether it is the last one. */
  report(kind: TaskKind, task_id: string, signal: AbortSignal): Promise<TaskReport>
  account(signal: AbortSignal): Promise<Type.Static<typeof balance>>
}

export function createSpeedyIndexApi(
  settings: { base_url?: string; api_key?: string },
  context: Context,
): SpeedyIndexApi {
  const api_key = settings.api_key ?? ''
  const http = createHttp({
    ...context,
    name: 'SpeedyIndex',
    base_url: settings.base_url ?? SPEEDYINDEX_URL,
    secrets: [api_key],
    headers: { authorization: api_key },
  })

  /** The answer when it succeeds with `code` 0. Code 2 means rejected input or overload, depending on the call. */
  const accepted = <T>(shape: Shape<T>, reply: Reply, two: FailureClass): T => {
    const refused = http.peek(Refusal, reply)
    if (!refused || refused.code === 0) return http.read(shape, reply)
    throw refusalOf(http, reply, refused, two, context.clock.now())
  }

  return {
    async create(kind, task, signal) {
      const path = `/v2/task/google/${kind}/create`
      const json = kind === 'indexer' ? { ...task, pay_per_indexed: true } : task
      const reply = await http.send({ path, json, order: true, timeout_ms: 60 * SECOND }, signal)
      return accepted(Created, reply, 'invalid').task_id
    },

    async find(kind, titles, signal, beside) {
      const found = new Map<string, string>()
      for (let page = 0; found.size < titles.size && page < PAGES; page++) {
        const reply = await http.send({ path: `/v2/task/google/${kind}/list/${page}` }, signal)
        const { result, last_page } = accepted(List, reply, 'transient')
        for (const { id, title } of result ?? []) {
          if (title && titles.has(title) && id !== beside) found.set(title, id)
        }
        if (!result?.length || page >= last_page) break
      }
      return found
    },

    async report(kind, task_id, signal) {
      const task = `/v2/task/google/${kind}`
      // The status is read first: a task that completes between the two calls is reported once more, not cut short.
      const asked = await http.send({ path: `${task}/status`, json: { task_ids: [task_id] } }, signal)
      const status = accepted(Status, asked, 'transient').result?.find(({ id }) => id === task_id)
      const reply = await http.send({ path: `${task}/fullreport`, json: { task_id } }, signal)
      // The report's entries are stored as evidence, so secrets are masked.
      const { result } = accepted(Report, { ...reply, text: http.mask(reply.text) }, 'transient')
      return { ...result, complete: status?.is_completed ?? allProcessed(result) }
    },

    async account(signal) {
      return accepted(Account, await http.send({ path: '/v2/account' }, signal), 'transient').balance
    },
  }
}

/** Limit of list pages, with 1,000 tasks each, the newest first. An order in doubt is not older than these. */
const PAGES = 50

/** A refusal in the vendor's words. */
function refusalOf(http: Http, reply: Reply, refused: Refused, two: FailureClass, now: Time): UpstreamError {
  const { code } = refused
  const words = refused.message ?? refused.error ?? ''
  const byCode = classOf(code, words, two)
  const kind = http.judged(reply, byCode)
  const what = (kind === byCode && MEANING[code]) || (reply.status < 300 ? 'refused' : `answered ${reply.status}`)
  const error = http.failure(kind, `${what} (code ${code})${words && `: ${words}`}`, reply)
  if (kind !== 'rate' || !DAILY.test(words)) return error
  return new UpstreamError('rate', error.message, error.retryAfter ?? untilTomorrow(now), true, true)
}

/** Only codes 1, 2 and -2 are documented; the words tell about others, such as the daily limit. */
function classOf(code: number, words: string, two: FailureClass): FailureClass {
  if (code === 1 || /insufficient|balance/i.test(words)) return 'quota'
  if (code === 2) return two
  return code !== -2 && /limit|quota|too many/i.test(words) ? 'rate' : 'transient'
}

/** Words of a limit that ends with the day, UTC. */
const DAILY = /dail?y|per day|24 ?h/i
const untilTomorrow = (now: Time): number => between(now, `${plus(now, DAY).slice(0, 10)}T00:00:00.000Z`)

const MEANING: Record<number, string> = {
  1: 'asks to top up the balance',
  2: 'rejected the input',
  [-2]: 'is overloaded',
}

const nullable = <T extends Type.TSchema>(type: T) => Type.Union([type, Type.Null()])

const code = Type.Integer()
const balance = Type.Object({
  indexer: Type.Optional(Type.Number()),
  checker: Type.Optional(Type.Number()),
  tokens: Type.Optional(Type.Number()),
})
const report = Type.Object({
  size: Type.Integer(),
  processed_count: Type.Integer(),
  indexed_links: nullable(
    Type.Array(Type.Object({ url: Type.String(), title: Type.Optional(nullable(Type.String())) })),
  ),
  unindexed_links: nullable(
    Type.Array(Type.Object({ url: Type.String(), error_code: Type.Optional(nullable(Type.Integer())) })),
  ),
})
const listed = Type.Object({ id: Type.String(), title: Type.Optional(nullable(Type.String())) })

const known = Type.Object({ id: Type.String(), is_completed: Type.Optional(nullable(Type.Boolean())) })

const word = Type.Optional(nullable(Type.String()))
const refused = Type.Object({ code, message: word, error: word })
type Refused = Type.Static<typeof refused>
const Refusal = compiled(refused)
const Created = compiled(Type.Object({ code, task_id: Type.String({ minLength: 1 }) }))
const List = compiled(Type.Object({ code, last_page: Type.Integer(), result: nullable(Type.Array(listed)) }))
const Status = compiled(Type.Object({ code, result: nullable(Type.Array(known)) }))
const Report = compiled(Type.Object({ code, result: report }))
const Account = compiled(Type.Object({ code, balance }))

/** For answers without `is_completed`: links are processed before they are indexed, so the flag is better. */
const allProcessed = ({ size, processed_count }: Type.Static<typeof report>): boolean =>
  size > 0 && processed_count >= size
