import type { Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { judgeNewJob } from './foreign/hosts.ts'
import { type NewLinks, writeLinks } from './new-links.ts'
import { outcomeOf } from './outcome.ts'
import { type JobRow, jobs } from './tables.ts'

type Order = Pick<JobRow, 'tenant_id' | 'type' | 'name'> & Partial<JobRow>

const NO_COMPARISON = JSON.stringify({ before: null, after: null, gained: null, lost: null })

const NEVER_SCREENED = { preflight: 0, skip_flagged: 0 }

/** Writes a job and its links, or the first of very many: `writeUnwrittenLinks` goes on. */
export function createJob(tx: Tx, caller: Caller, order: Order, links: NewLinks): string {
  const { urls, state, credit } = links
  const id = order.id ?? newId()
  const outcome = outcomeOf([
    { state, credit, indexed: 'unknown', before_indexed: null, n: urls.length, next_look_at: null },
  ])
  tx.orm
    .insert(jobs)
    .values({
      status: 'queued',
      ...(order.type === 'check' ? NEVER_SCREENED : {}),
      ...order,
      id,
      name: jobName(order.name, urls),
      created_by: caller.label,
      link_count: urls.length,
      outcome: JSON.stringify(outcome),
      comparison: NO_COMPARISON,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .run()
  const first_link = writeLinks(tx, id, links)
  tx.run('update jobs set first_link = ?, last_link = ? where id = ?', first_link, first_link + urls.length - 1, id)
  judgeNewJob(tx, caller, { id, tenant_id: order.tenant_id, type: order.type }, urls, links.foreign_meant ?? false)
  return id
}

/** The given name, or one made of the hosts. */
export function jobName(given: string, urls: string[]): string {
  if (given.trim()) return given.trim()
  const hosts = new Set(urls.map((url) => url.split('/', 3)[2]))
  const [first] = hosts
  const rest = hosts.size > 1 ? ` and ${hosts.size - 1} more` : ''
  return `${first}${rest}`.slice(0, 200)
}
