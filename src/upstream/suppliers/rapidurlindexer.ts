/**
 * Rapid URL Indexer (rapidurlindexer.com/indexing-api) as a crawl route, in its standard mode: one credit for each
 * link, refunded for links that are not indexed after 14 days. Our reference is the project's name, which the vendor
 * sanitizes without saying how: it is sent, and compared, by its letters and digits alone.
 */
import Type from 'typebox'
import type { CrawlReport, CrawlRoute, RouteSettings } from '../../domains/providers/route.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { reporting } from '../engines/answers.ts'
import { type Context, createHttp, type Reply, type Shape } from '../http.ts'

export const RAPIDURLINDEXER_URL = 'https://rapidurlindexer.com'

export function createRapidUrlIndexer(settings: RouteSettings, context: Context): CrawlRoute {
  const api_key = settings.api_key ?? ''
  const http = createHttp({
    ...context,
    name: 'Rapid URL Indexer',
    base_url: settings.base_url ?? RAPIDURLINDEXER_URL,
    secrets: [api_key],
    headers: { 'x-api-key': api_key },
  })

  /** 403 means no permission or no credits, and some versions answer 400 for the latter; the message tells which. */
  const accepted = <T>(shape: Shape<T>, reply: Reply): T => {
    if ((reply.status === 400 || reply.status === 403) && /credit|balance/i.test(reply.text))
      throw http.refusal(reply, 'quota')
    return http.read(shape, reply)
  }
  const get = async <T>(shape: Shape<T>, path: string, signal: AbortSignal): Promise<T> =>
    accepted(shape, await http.send({ path: `${API}${path}` }, signal))

  return {
    adapter: 'rapidurlindexer',
    simulated: false,
    batch: 9999,

    async send({ ref, urls }, signal) {
      const json = { project_name: bare(ref), urls, notify_on_status_change: false, apex_mode_enabled: false }
      const reply = await http.send({ path: `${API}/projects`, json, order: true, timeout_ms: 60 * SECOND }, signal)
      return { task_id: `${accepted(Created, reply).project_id}`, rejected: [] }
    },

    async find({ ref, beside }, signal) {
      const { projects } = await get(List, '/projects/list', signal)
      const project = projects.find(
        ({ id, name }) => typeof name === 'string' && bare(name) === bare(ref) && `${id}` !== beside,
      )
      return project ? { task_id: `${project.id}`, rejected: [] } : null
    },

    async report({ task_id }, signal) {
      const path = `/projects/${encodeURIComponent(task_id)}`
      const project = await get(Project, path, signal)
      const status = STATUS[project.status.trim().toLowerCase()] ?? 'running'
      if (status === 'failed') return { done: true, status, indexed: 0, unindexed: 0 }
      const reply = await http.send({ path: `${API}${path}/report` }, signal)
      // The report comes after four days; until then the project itself counts.
      if (NO_REPORT.includes(reply.status))
        return { done: false, status, indexed: Number(project.indexed_links ?? 0), unindexed: 0 }
      const links = csvLinks(reply) ?? accepted(Report, reply).urls
      const indexed = links.filter((link) => link.status.trim().toLowerCase() === 'indexed').length
      return { done: status === 'done', status, indexed, unindexed: links.length - indexed }
    },

    balance: (signal) =>
      reporting(async () => {
        const credits = Number((await get(Balance, '/credits/balance', signal)).credits)
        return { ok: true, message: `Rapid URL Indexer: ${credits} credits`, credits }
      }),
  }
}

const API = '/wp-json/api/v1'
/** Documented as 404 "Project report not available"; some versions answer 425. */
const NO_REPORT = [404, 425]

/** A project ends as `refunded` as soon as one of its links was not indexed; the others are billed. */
const STATUS: Record<string, CrawlReport['status']> = {
  pending: 'pending',
  submitted: 'running',
  completed: 'done',
  failed: 'failed',
  refunded: 'done',
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The report as a CSV file, which some accounts get whatever we accept. Only the URL may have commas. */
function csvLinks({ status, text }: Reply): { status: string }[] | null {
  const [head, ...rows] = text.trim().split(/\r?\n/)
  if (status !== 200 || !/^\W*url\W*,\W*status\W*$/i.test(head ?? '')) return null
  return rows.map((row) => ({ status: row.slice(row.lastIndexOf(',') + 1).replace(/^[\s"]+|[\s"]+$/g, '') }))
}

const id = Type.Union([Type.Integer(), Type.String({ minLength: 1 })])
const Created = compiled(Type.Object({ project_id: id }))
const List = compiled(Type.Object({ projects: Type.Array(Type.Object({ id, name: Type.Optional(Type.Unknown()) })) }))
const Report = compiled(Type.Object({ urls: Type.Array(Type.Object({ url: Type.String(), status: Type.String() })) }))
/** PHP sends numbers of its database as text. */
const amount = Type.Union([Type.Number(), Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })])
const Project = compiled(Type.Object({ status: Type.String(), indexed_links: Type.Optional(amount) }))
const Balance = compiled(Type.Object({ credits: amount }))
