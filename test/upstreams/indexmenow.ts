/**
 * IndexMeNow on loopback (https://github.com/WordPressBugBounty/plugins-indexmenow at 1efc3f0: the vendor's WordPress
 * plugin 1.2.4 of Mar 2026, which publishes no limit; and a public MCP server): a bearer token;
 * GET /user/credits and /project/list; POST /project/exists, /project/add and /project/{id}. A project takes one credit
 * a link. Refusals are status `KO`. A link is completed once `completed` says so.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type IndexMeNowProject = { id: number; name: string; urls: string[]; created_at: Time }
export type IndexMeNowStandIn = StandIn & { credits: number; projects: IndexMeNowProject[] }

export function indexMeNow(options: {
  now: () => Time
  api_key: string
  credits?: number
  completed?: (url: string, project: IndexMeNowProject, now: Time) => boolean
}): IndexMeNowStandIn {
  const { now, api_key, completed = () => true } = options
  const projects: IndexMeNowProject[] = []
  const state = { credits: options.credits ?? 1000 }
  const ko = (message: string) => Response.json({ status: 'KO', message })

  const add = ({ json }: Received) => {
    const { project_name, urls } = (json ?? {}) as { project_name?: string; urls?: string[] }
    if (!project_name || !urls?.length) return ko('Missing parameters')
    if (projects.some(({ name }) => name === project_name)) return ko('A project with this name exists')
    if (state.credits < urls.length) return ko('Not enough credits')
    state.credits -= urls.length
    const project = { id: 501 + projects.length, name: project_name, urls, created_at: now() }
    projects.push(project)
    return Response.json({ status: 'OK', project_id: project.id, credits: state.credits })
  }

  const server = standIn(now, (request) => {
    const { method, headers, json } = request
    if (headers.authorization !== `Bearer ${api_key}`)
      return Response.json({ message: 'Unauthorized' }, { status: 401 })
    const path = request.path.replace('/api/v1', '')
    if (method === 'GET' && path === '/user/credits') return Response.json({ credits: state.credits })
    if (method === 'GET' && path === '/project/list')
      return Response.json({ projects: projects.map(({ id, name, urls }) => ({ id, name, total_urls: urls.length })) })
    if (method === 'POST' && path === '/project/add') return add(request)
    const name = ((json ?? {}) as { project_name?: string }).project_name
    if (method === 'POST' && path === '/project/exists') {
      const found = projects.find((project) => project.name === name)
      return found ? Response.json({ status: 'OK', project_id: found.id }) : Response.json({ status: 'KO' })
    }
    const project = projects.find(({ id }) => path === `/project/${id}`)
    if (method !== 'POST' || !project) return Response.json({ message: 'Not found' }, { status: 404 })
    const asked = ((json ?? {}) as { urls?: string[] }).urls ?? project.urls
    const urls = project.urls.filter((url) => asked.includes(url))
    return Response.json({ urls: urls.map((url) => ({ url, completed: completed(url, project, now()) ? 1 : 0 })) })
  })
  return Object.assign(state, server, { projects })
}
