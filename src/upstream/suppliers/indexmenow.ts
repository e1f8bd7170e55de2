/**
 * IndexMeNow (tool.indexmenow.com/docapi; read from the vendor's WordPress plugin 1.2.4) as a crawl route: one credit
 * for each link, when it is submitted. A refusal is a success with status `KO`. Our reference is the project's name,
 * which is unique there.
 */
import Type from 'typebox'
import type { CrawlReport, CrawlRoute, RouteSettings } from '../../domains/providers/route.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { isUsedUp, reporting } from '../engines/answers.ts'
import { type Context, createHttp } from '../http.ts'

export const INDEXMENOW_URL = 'https://tool.indexmenow.com'

export function createIndexMeNow(settings: RouteSettings, context: Context): CrawlRoute {
  const api_key = settings.api_key ?? ''
  const http = createHttp({
    ...context,
    name: 'IndexMeNow',
    base_url: settings.base_url ?? INDEXMENOW_URL,
    secrets: [api_key],
    headers: { authorization: `Bearer ${api_key}` },
  })

  const credits = async (signal: AbortSignal): Promise<number> =>
    Number((await http.ask(Credits, { path: `${API}/user/credits` }, signal)).value.credits)

  /** Two questions, because a KO does not say whether the name is unknown or the question failed. */
  const idOf = async (name: string, signal: AbortSignal): Promise<string | null> => {
    const json = { project_name: name }
    const { value } = await http.ask(Answer, { path: `${API}/project/exists`, json }, signal)
    if (value.status !== KO && value.project_id !== undefined) return `${value.project_id}`
    const { projects } = (await http.ask(List, { path: `${API}/project/list` }, signal)).value
    const listed = projects.find((project) => project.name === name)
    return listed ? `${listed.id}` : null
  }

  return {
    adapter: 'indexmenow',
    simulated: false,
    batch: 2000,
    asks_by_url: true,

    async send({ ref, urls }, signal) {
      const json = { project_name: ref, urls }
      const call = { path: `${API}/project/add`, json, order: true, timeout_ms: 60 * SECOND }
      const reply = await http.send(call, signal)
      const answer = http.read(Answer, reply)
      if (answer.status === KO) {
        const spent = await isUsedUp(async () => ({ left: (await credits(signal)) - urls.length + 1 }))
        throw http.failure(spent ? 'quota' : 'transient', `refused: ${answer.message ?? 'no reason given'}`, reply)
      }
      // Without an id in the answer the look-up finds it.
      if (answer.project_id === undefined) throw http.failure('unknown', 'took the links without an id')
      return { task_id: `${answer.project_id}`, rejected: [] }
    },

    async find({ ref, beside }, signal) {
      const task_id = await idOf(ref, signal)
      return task_id === null || task_id === beside ? null : { task_id, rejected: [] }
    },

    async report({ task_id, urls }, signal) {
      const call = { path: `${API}/project/${encodeURIComponent(task_id)}`, json: { urls } }
      return reportOf((await http.ask(Report, call, signal)).value.urls)
    },

    balance: (signal) =>
      reporting(async () => {
        const amount = await credits(signal)
        return { ok: true, message: `IndexMeNow: ${amount} credits`, credits: amount }
      }),
  }
}

/** The vendor says of each link whether its work is done, not whether Google has it. */
function reportOf(links: { completed?: unknown }[]): CrawlReport {
  const completed = links.filter((link) => Boolean(link.completed)).length
  const done = links.length > 0 && completed === links.length
  return { done, status: done ? 'done' : 'running', indexed: completed, unindexed: 0, billed: links.length }
}

const API = '/api/v1'
const KO = 'KO'

/** PHP sends numbers of its database as text. */
const amount = Type.Union([Type.Number(), Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })])
const id = Type.Union([Type.Integer(), Type.String({ minLength: 1 })])
const Credits = compiled(Type.Object({ credits: amount }))
const Answer = compiled(
  Type.Object(
    { status: Type.Optional(Type.Unknown()), message: Type.Optional(Type.String()), project_id: Type.Optional(id) },
    { minProperties: 1 },
  ),
)
const List = compiled(Type.Object({ projects: Type.Array(Type.Object({ id, name: Type.Optional(Type.Unknown()) })) }))
const Report = compiled(
  Type.Object({ urls: Type.Array(Type.Object({ url: Type.String(), completed: Type.Optional(Type.Unknown()) })) }),
)
