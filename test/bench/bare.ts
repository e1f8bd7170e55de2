/**
 * What the appliance is measured against: the least that could give the same answers. Bun.serve and bun:sqlite over the
 * same rows, one key look-up, one query, the same JSON; no roles, limits, tenancy, trimming or headers.
 */
import { Database } from 'bun:sqlite'
import { hashSecret } from '../../src/kernel/secrets/ids.ts'

const [file, tenant_id, job_id] = process.argv.slice(2) as [string, string, string]
const db = new Database(file, { readonly: true })
const key = db.query('select k.id, k.name, k.role, k.tenant_id, k.prefix from api_keys k where k.hash = ?')
const jobs = db.query(
  'select j.*, t.name as tenant_name from jobs j join tenants t on t.id = j.tenant_id where j.tenant_id = ? and j.deleted_at is null order by j.id desc limit 50',
)
const links = db.query(
  'select id as uid, url, state, indexed, credit, guarantee, flags, fix, reason, before_indexed, due_at, sent_at, looks, next_look_at, checked_at from links where id between (select first_link from jobs where id = ?1) and (select last_link from jobs where id = ?1) order by id limit 50',
)
const tenants = db.query('select * from tenants order by path limit 50')
const total = db.query<{ n: number }, [string]>('select link_count as n from jobs where id = ?')

const answers: Record<string, (who: unknown) => unknown> = {
  '/me': (who) => who,
  '/jobs': () => page(jobs.all(tenant_id), 50),
  [`/jobs/${job_id}/urls`]: () => page(links.all(job_id), total.get(job_id)!.n),
  '/tenants': () => page(tenants.all(), 60),
}
const page = (items: unknown[], n: number) => ({ items: items.map(opened), total: n, page: 1, page_size: 50 })

/** JSON columns are objects on the wire, here as there. */
function opened(row: unknown): unknown {
  const { outcome, comparison, flags, ...rest } = row as Record<string, string>
  const open = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))
  return { ...rest, outcome: open(outcome), comparison: open(comparison), flags: open(flags) }
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const who = key.get(hashSecret(request.headers.get('authorization')?.slice(7) ?? ''))
    if (!who) return new Response('no', { status: 401 })
    const path = request.url.slice(request.url.indexOf('/', 8) + '/api/v1'.length).split('?')[0]!
    return new Response(JSON.stringify({ ok: true, data: answers[path]!(who) }), {
      headers: { 'content-type': 'application/json' },
    })
  },
})
console.log(server.port)
