import Type from 'typebox'
import { JOB_TYPES, jobsNamed } from '../domains/jobs/index.ts'
import { allLinks, ListedLink } from '../domains/links/index.ts'
import { TenantKind, workspacesNamed } from '../domains/tenants/index.ts'
import type { Listed } from '../kernel/database/list.ts'
import { Searched, type SearchReader } from '../kernel/database/search-steps.ts'
import { read } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Defaulted, Id } from '../kernel/operation/shape.ts'

const { uid, url, job_id, job_name, tenant_id, tenant_name, state, indexed } = ListedLink.properties
const DEFAULT = 8

export const search = read({
  name: 'search',
  route: 'GET /search',
  role: null,
  instead: 'list_tenants and list_jobs with `q`',
  summary: 'Workspaces and jobs by name, and links by address.',
  description: 'Links take longer: they are searched only with `links`.',
  input: Type.Object({
    q: Type.String({ title: 'Search', minLength: 1, maxLength: 200, description: 'Text in the name or address' }),
    links: Defaulted(Type.Boolean({ title: 'Links too' }), false),
    limit: Type.Optional(Type.Integer({ title: 'Matches of each kind', minimum: 1, maximum: 20, default: DEFAULT })),
  }),
  output: Shape('SearchMatches', {
    tenants: Type.Array(Type.Object({ id: Id, name: Type.String(), kind: TenantKind })),
    jobs: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.Enum(JOB_TYPES), tenant_id, tenant_name })),
    links: Type.Array(Type.Object({ uid, url, state, indexed, job_id, job_name, tenant_id, tenant_name })),
  }),
  example: { q: 'Guest', links: false },

  handle({ tx, caller }, { q, links = false, limit = DEFAULT }) {
    const page = { page_size: limit }
    const [tenants, jobs] = [workspacesNamed(tx, caller, q, page), jobsNamed(tx, caller, q, page)]
    const found = links ? allLinks(tx, caller, { q, ...page }) : null
    return new Searched(
      async (look) => ({
        tenants: await itemsOf(tenants, look),
        jobs: await itemsOf(jobs, look),
        links: found ? await itemsOf(found, look) : [],
      }),
      { long: links },
    )
  },
})

const itemsOf = async <T>(found: Listed<T> | Searched<Listed<T>>, look: SearchReader): Promise<T[]> =>
  (found instanceof Searched ? await found.run(look) : found).items
