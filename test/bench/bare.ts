/**
 * What the appliance is measured against: the least that gives the same answers. Bun.serve and bun:sqlite over the same
 * rows, one key look-up, one query, the same JSON (`reads.ts` compares it); no roles, limits, tenancy or headers.
 */
import { Database } from 'bun:sqlite'
import { hashSecret } from '../../src/kernel/secrets/ids.ts'

const [file, tenant_id, job_id] = process.argv.slice(2) as [string, string, string]
const db = new Database(file, { readonly: true })
type Row = Record<string, unknown>
const keys = db.query<Row, [string]>(
  `select tenant_id, created_by, role, id, name, prefix, rate_per_min, rate_per_day, daily_credit_cap, approval_above
   from api_keys where hash = ?`,
)
const tenant = db.query<Row, [string]>('select id, name, kind from tenants where id = ?')
const user = db.query<Row, [string]>(
  'select id, email, email_verified_at is not null as email_verified, name, status, locale, time_zone from users where id = ?',
)
const jobs = db.query<Row, [string]>(
  `select j.id, j.tenant_id, t.name as tenant_name, j.type, j.name, j.status, j.note, j.link_count, j.drip_days,
     j.recheck_days, j.preflight, j.skip_flagged, j.pre_check, j.smart, j.force_refresh, j.indexnow_force, j.holdout_pct,
     j.engine, j.simulated, j.created_by, j.source_job_id, j.sent_at, j.finished_at, j.created_at, j.updated_at,
     j.outcome, j.comparison
   from jobs j join tenants t on t.id = j.tenant_id where j.tenant_id = ? and j.deleted_at is null
   order by j.id desc limit 50`,
)
const links = db.query<Row, [string]>(
  `select id as uid, url, state, indexed, credit, guarantee, flags, fix, warnings, bing_flags,
     facts ->> '$.status' as http_status, reason, before_indexed, due_at, sent_at, looks, next_look_at, checked_at,
     0 as simulated
   from links where id between (select first_link from jobs where id = ?1) and (select last_link from jobs where id = ?1)
   order by id limit 50`,
)
const tenants = db.query<Row, []>(
  `select id, name, kind, parent_id, length(path) - length(replace(path, '/', '')) - 1 as depth, notes,
     default_recheck_days, rooms, archived_at is not null as archived, archived_at, null as archived_by, created_at,
     updated_at
   from tenants where archived_at is null order by path limit 50`,
)
const count = db.query<{ n: number }, [string]>('select link_count as n from jobs where id = ?')

const FLAGS = ['preflight', 'skip_flagged', 'pre_check', 'smart', 'force_refresh', 'indexnow_force', 'simulated']
const answers: Record<string, (key: Row) => unknown> = {
  '/me': person,
  '/jobs': () => page(jobs.all(tenant_id), 60, FLAGS, ['outcome', 'comparison']),
  [`/jobs/${job_id}/urls`]: () =>
    page(links.all(job_id), count.get(job_id)!.n, ['guarantee', 'simulated'], ['flags', 'warnings', 'bing_flags']),
  '/tenants': () => page(tenants.all(), 61, ['archived'], ['rooms']),
}

/** Of a row, columns that are true or false and columns of JSON are so on the wire, here as there. */
function page(items: Row[], total: number, booleans: string[], objects: string[]) {
  for (const item of items) {
    for (const name of booleans) item[name] = item[name] === 1
    for (const name of objects) item[name] = JSON.parse((item[name] as string) ?? 'null')
  }
  return { items, total, page: 1, page_size: 50 }
}

function person({ tenant_id, created_by, role, ...key }: Row) {
  const { email_verified, ...rest } = user.get(created_by as string)!
  return {
    via: 'key',
    tenant_id,
    role,
    platform: true,
    approved: true,
    tenant: tenant.get(tenant_id as string),
    user: { ...rest, email_verified: email_verified === 1 },
    key,
    workspaces: [],
    invitations: [],
  }
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const key = keys.get(hashSecret(request.headers.get('authorization')?.slice(7) ?? ''))
    if (!key) return new Response('no', { status: 401 })
    const path = request.url.slice(request.url.indexOf('/', 8) + '/api/v1'.length).split('?')[0]!
    return new Response(JSON.stringify({ ok: true, data: answers[path]!(key) }), {
      headers: { 'content-type': 'application/json' },
    })
  },
})
console.log(server.port)
