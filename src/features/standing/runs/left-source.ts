/** Links that a standing push pushed and whose source no longer lists them. */
import { hashOf } from '../../../domains/pushes/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'

type PushedLink = { link_id: number; job_id: string; tenant_id: string; url: string }

/** The links among these that no push knows any more which ordered their job in the last 90 days. */
export function leftSource(tx: ReadTx, links: readonly PushedLink[]): Set<number> {
  const given = links.map(
    ({ link_id, job_id, tenant_id, url }) => `[${link_id},"${job_id}","${tenant_id}",${hashOf(url)}]`,
  )
  const rows = tx.rows<{ link_id: number }>(
    `select g.value ->> 0 as link_id from json_each(?) g
       cross join standing_pushes p on p.tenant_id = g.value ->> 2 and p.known > 0
       cross join standing_runs r on r.push_id = p.id and r.pushed > 0
       cross join json_each(r.job_ids) j on j.value = g.value ->> 1
     group by 1 having sum(exists (select 1 from watched_urls u where u.push = p.watch_id and u.url_hash = g.value ->> 3)) = 0`,
    `[${given.join()}]`,
  )
  return new Set(rows.map(({ link_id }) => link_id))
}
