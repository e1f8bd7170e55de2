/**
 * 2index.ninja on loopback (2index.ninja/api-documentation and the vendor's PHP SDK 1.0 of Aug 2025; read 28 Nov 2026)
 * under /api/v1 with a bearer token: account, project, project/{id}, link/add_simple, link_sources. Links added to an
 * unknown name make a project. Refusals are `success: false` with `errors`. `indexed` says which links are in by now.
 */
import { between, DAY, HOUR, type Time } from '../../src/kernel/time/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type TwoIndexProject = { id: number; name: string; urls: string[]; created_at: Time }
export type TwoIndexStandIn = StandIn & { available: number; projects: TwoIndexProject[] }

export function twoIndex(options: {
  now: () => Time
  api_key: string
  available?: number
  indexed?: (url: string, project: TwoIndexProject, now: Time) => boolean
}): TwoIndexStandIn {
  const { now, api_key, indexed = () => true } = options
  const projects: TwoIndexProject[] = []
  const state = { available: options.available ?? 1000 }
  const refuse = (errors: Record<string, string[]>, more = {}) => Response.json({ success: false, errors, ...more })

  const add = ({ json }: Received) => {
    const order = (json ?? {}) as { project_name?: string; links?: string[]; google?: boolean }
    const { project_name: name = 'default', links = [], google } = order
    if (!google) return refuse({ google: ['Choose a search engine.'] })
    const invalid_links = links.filter((url) => !URL.canParse(url))
    if (links.length === 0 || invalid_links.length) return refuse({ links: ['Invalid links.'] }, { invalid_links })
    if (state.available < links.length) return refuse({ balance: ['Not enough balance.'] })
    state.available -= links.length
    const known = projects.find((project) => project.name === name)
    const project = known ?? { id: 1 + projects.length, name, urls: [], created_at: now() }
    if (!known) projects.push(project)
    project.urls.push(...links)
    return Response.json({ success: true, message: 'Links added.', project_name: name, project_id: project.id })
  }

  const facts = (project: TwoIndexProject) => {
    const age = between(project.created_at, now())
    const sent = age < HOUR ? 0 : project.urls.length
    const found = project.urls.filter((url) => indexed(url, project, now())).length
    return {
      id: project.id,
      name: project.name,
      type: 'indexing',
      status: 'in progress',
      created_at: project.created_at,
      links_total: project.urls.length,
      in_queue: project.urls.length - sent,
      sent_links: sent,
      indexed: sent ? found : 0,
      not_indexed: age < 7 * DAY ? 0 : project.urls.length - found,
    }
  }

  const server = standIn(now, (request) => {
    const { method, headers, json } = request
    if (headers.authorization !== `Bearer ${api_key}`)
      return Response.json({ message: 'Unauthenticated.' }, { status: 401 })
    const path = request.path.replace('/api/v1/', '')
    if (method === 'GET' && path === 'account')
      return Response.json({
        success: true,
        account: { tariff: 'White Ninja', balance: 100, available_links: state.available },
      })
    if (method === 'GET' && path === 'project') return Response.json({ success: true, projects: projects.map(facts) })
    if (method === 'POST' && path === 'link/add_simple') return add(request)
    const asked = (json as { project_id?: number } | null)?.project_id
    if (method === 'POST' && path === 'link_sources')
      return Response.json(projects.filter(({ id }) => id === asked).map(({ id }) => ({ id: 1, project_id: id })))
    const project = projects.find(({ id }) => path === `project/${id}`)
    if (!project) return Response.json({ success: false, errors: ['Project not found.'] }, { status: 404 })
    return Response.json({ success: true, project: facts(project) })
  })
  return Object.assign(state, server, { projects })
}
