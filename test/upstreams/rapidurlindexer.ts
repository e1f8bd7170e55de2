/**
 * Rapid URL Indexer on loopback (rapidurlindexer.com/indexing-api) under /wp-json/api/v1, key in X-API-Key. A project costs
 * 1 credit a link at creation, and its name loses all special characters; `indexed` says which links are in by now; the
 * report is a 404 for 96 hours; after 14 days the project is completed, or refunded where links are not in, whose credits
 * come back. Default library User-Agents are refused with 403, as are projects beyond the credits. `statuses` forces a
 * project's status by id.
 */
import { between, DAY, HOUR, plus, type Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type RapidProject = { id: number; name: string; urls: string[]; created_at: Time; refunded: boolean }

export type RapidUrlIndexerStandIn = StandIn & {
  credits: number
  projects: RapidProject[]
  statuses: Map<string, string>
}

export function rapidUrlIndexer(options: {
  now: () => Time
  api_key: string
  credits?: number
  indexed?: (url: string, project: RapidProject, now: Time) => boolean
}): RapidUrlIndexerStandIn {
  const { now, api_key, indexed = () => true } = options
  const projects: RapidProject[] = []
  const statuses = new Map<string, string>()
  const state = { credits: options.credits ?? 100 }
  const refuse = (status: number, message: string) => Response.json({ code: 'error', message }, { status })

  const age = (project: RapidProject) => between(project.created_at, now())
  /** What a project found stays as it is once it is completed. */
  const inNow = (project: RapidProject) => {
    const end = plus(project.created_at, 14 * DAY)
    return project.urls.filter((url) => indexed(url, project, [now(), end].sort()[0]!))
  }
  const statusOf = (project: RapidProject) =>
    statuses.get(`${project.id}`) ??
    (age(project) < HOUR ? 'pending' : age(project) < 14 * DAY ? 'submitted' : endOf(project))
  const endOf = (project: RapidProject) => (inNow(project).length < project.urls.length ? 'refunded' : 'completed')

  const settle = () => {
    for (const project of projects) {
      if (project.refunded || age(project) < 14 * DAY) continue
      project.refunded = true
      state.credits += project.urls.length - inNow(project).length
    }
  }

  const create = ({ json }: Received) => {
    const { project_name, urls } = (json ?? {}) as { project_name?: string; urls?: string[] }
    if (!project_name || !Array.isArray(urls) || urls.length < 1 || urls.length > 9999)
      return refuse(400, 'Invalid project name or URLs')
    if (state.credits < urls.length) return refuse(403, 'Insufficient credits')
    state.credits -= urls.length
    const name = project_name.replace(/[^\w ]|_/g, '')
    projects.push({ id: 100 + projects.length, name, urls, created_at: now(), refunded: false })
    return Response.json({ message: 'Project created', project_id: projects.at(-1)!.id }, { status: 201 })
  }

  const list = () => ({
    success: true,
    projects: projects.map((project) => ({
      id: project.id,
      name: project.name,
      status: statusOf(project),
      submitted_urls: project.urls.length,
      indexed_urls: inNow(project).length,
      created_at: project.created_at,
    })),
  })

  const report = (project: RapidProject) => {
    if (age(project) < 96 * HOUR) return refuse(404, 'Project report not available')
    const seen = new Set(inNow(project))
    const urls = project.urls.map((url) => ({ url, status: seen.has(url) ? 'indexed' : 'not_indexed' }))
    return Response.json({ project_id: project.id, project_name: project.name, total_urls: urls.length, urls })
  }

  const handle = (request: Received): Response => {
    const { method, headers } = request
    if (/^(bun|node|python|curl)/i.test(headers['user-agent'] ?? '')) return refuse(403, 'Forbidden')
    if (headers['x-api-key'] !== api_key) return refuse(401, 'Invalid API key')
    settle()
    const path = request.path.replace('/wp-json/api/v1', '')
    if (method === 'GET' && path === '/credits/balance') return Response.json({ credits: state.credits })
    if (method === 'POST' && path === '/projects') return create(request)
    if (method === 'GET' && path === '/projects/list') return Response.json(list())
    const [, id, rest] = path.match(/^\/projects\/(\d+)(\/report)?$/) ?? []
    const project = projects.find((project) => `${project.id}` === id)
    if (!project) return refuse(404, 'Project not found')
    if (rest) return report(project)
    return Response.json({
      project_id: project.id,
      project_name: project.name,
      status: statusOf(project),
      submitted_links: project.urls.length,
      indexed_links: inNow(project).length,
    })
  }
  return Object.assign(state, standIn(now, limited('rapidurlindexer', now, handle)), { projects, statuses })
}
