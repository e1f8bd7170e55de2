/**
 * 2index.ninja (2index.ninja/api-documentation and its PHP SDK) as a crawl route: each link is charged when the service
 * sends it. Our reference is the project's name; adding links to a new name makes the project. A success may have
 * `success: false`.
 */
import Type from 'typebox'
import type { CrawlReport, CrawlRoute, RouteSettings } from '../../domains/providers/route.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import type { FailureClass } from '../../kernel/web-fetch/upstream-error.ts'
import { reporting } from '../engines/answers.ts'
import { type Context, createHttp, type Http, type Reply, type Shape } from '../http.ts'

export const TWOINDEX_URL = 'https://2index.ninja'

export function createTwoIndex(settings: RouteSettings, context: Context): CrawlRoute {
  const api_key = settings.api_key ?? ''
  const http = createHttp({
    ...context,
    name: '2index.ninja',
    base_url: settings.base_url ?? TWOINDEX_URL,
    secrets: [api_key],
    headers: { authorization: `Bearer ${api_key}` },
  })

  const get = async <T>(shape: Shape<T>, path: string, signal: AbortSignal): Promise<T> =>
    accepted(http, shape, await http.send({ path: `${API}${path}` }, signal))

  return {
    adapter: 'twoindex',
    simulated: false,
    batch: 1000,

    async send({ ref, urls }, signal) {
      const json = {
        project_name: ref,
        links: urls,
        google: true,
        yandex: false,
        bing: false,
        google_access_granted: false,
      }
      const call = { path: `${API}/link/add_simple`, json, order: true, timeout_ms: 60 * SECOND }
      const { project_id } = accepted(http, Added, await http.send(call, signal))
      return { task_id: `${project_id}`, rejected: [] }
    },

    async find({ ref, urls, beside }, signal) {
      const { projects } = await get(Projects, '/project', signal)
      const project = projects.find(({ name }) => name === ref)
      if (!project) return null
      const total = Number(project.links_total ?? 0)
      // Both orders are in one project, whose name is our reference.
      if (`${project.id}` === beside) return total > urls.length ? { task_id: beside, rejected: [] } : null
      if (total > 0) return { task_id: `${project.id}`, rejected: [] }
      // A project is made before its links are in. Links under way are a source of it.
      const json = { project_id: project.id }
      const reply = await http.send({ path: `${API}/link_sources`, json }, signal)
      return accepted(http, Sources, reply).length > 0 ? { task_id: `${project.id}`, rejected: [] } : null
    },

    report: async ({ task_id }, signal) =>
      reportOf((await get(Project, `/project/${encodeURIComponent(task_id)}`, signal)).project),

    balance: (signal) =>
      reporting(async () => {
        const { account } = await get(Account, '/account', signal)
        const credits = Number(account.available_links ?? 0)
        const money = account.balance == null ? '' : `, balance ${account.balance}`
        return { ok: true, message: `2index.ninja: ${credits} links available${money}`, credits }
      }),
  }
}

function reportOf(of: Type.Static<typeof project>): CrawlReport {
  const [total, queued, sent] = [Number(of.links_total ?? 0), Number(of.in_queue ?? 0), Number(of.sent_links ?? 0)]
  const [indexed, unindexed] = [Number(of.indexed ?? 0), Number(of.not_indexed ?? 0)]
  const done = total > 0 && queued === 0 && indexed + unindexed >= total
  return { done, status: done ? 'done' : sent === 0 ? 'pending' : 'running', indexed, unindexed, billed: sent }
}

const API = '/api/v1'

/** The answer unless it refuses: by its status, or with `success: false` and the reasons in `errors` or `message`. */
function accepted<T>(http: Http, shape: Shape<T>, reply: Reply): T {
  const refused = http.peek(Refusal, reply)
  if (reply.status < 300 && refused?.success !== false) return http.read(shape, reply)
  if (!refused) throw http.refusal(reply)
  const words = wordsOf(refused)
  const kind = http.judged(reply, classOf(refused, words))
  throw http.failure(kind, reply.status < 300 ? `refused: ${words}` : `answered ${reply.status}: ${words}`, reply)
}

/** Refusals have no codes. Only faults that name a field of the order concern the order itself. */
function classOf(refused: Type.Static<typeof refusal>, words: string): FailureClass {
  if (/balance|not enough|insufficient|tariff/i.test(words)) return 'quota'
  const { errors = {}, invalid_links = [] } = refused
  return invalid_links.length > 0 || 'links' in errors || 'project_name' in errors ? 'invalid' : 'transient'
}

function wordsOf(refused: Type.Static<typeof refusal>): string {
  const { errors, message, invalid_links } = refused
  const given =
    errors &&
    Object.values(errors)
      .flat()
      .filter((word) => typeof word === 'string')
  const links = invalid_links?.length ? ` (${invalid_links.slice(0, 3).join(', ')})` : ''
  return (given?.length ? given.join('; ') : (message ?? 'no reason given')) + links
}

const list = Type.Array(Type.Unknown())
const refusal = Type.Object({
  success: Type.Optional(Type.Boolean()),
  message: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Union([list, Type.Record(Type.String(), Type.Unknown())])),
  invalid_links: Type.Optional(list),
})
const Refusal = compiled(refusal)
const amount = Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]))
const id = Type.Union([Type.Integer(), Type.String({ minLength: 1 })])
const project = Type.Object({
  id,
  name: Type.Optional(Type.Unknown()),
  links_total: amount,
  in_queue: amount,
  sent_links: amount,
  indexed: amount,
  not_indexed: amount,
})
const Added = compiled(Type.Object({ project_id: id }))
const Projects = compiled(Type.Object({ projects: Type.Array(project) }))
const Project = compiled(Type.Object({ project }))
const Sources = compiled(list)
const Account = compiled(Type.Object({ account: Type.Object({ available_links: amount, balance: amount }) }))
