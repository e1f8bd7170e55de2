/** Pages that reports leave out, because they are on a host of another client. */

import type { NamedHost } from '../../../domains/jobs/index.ts'
import { below, pathOfTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { spanOf } from './zones.ts'

/** Most hosts in one answer. */
const MOST = 200

/**
 * The hosts with their owners, most links first: of the pushes of a workspace and those below it, of those in a period, or
 * of one push. Owners out of the reader's reach are not named, nor is anything said about their hosts.
 */
export function leftOutOf(
  tx: ReadTx,
  reader: Caller,
  { tenant_id, period, job_id }: { tenant_id: string; period?: string | undefined; job_id?: string | undefined },
): NamedHost[] {
  const path = below(pathOfTenant(tx, tenant_id)!)
  const seen = treeOf(reader, 'o.id')
  const span = period ? spanOf(tx, tenant_id, period) : null
  return tx.rows<NamedHost>(
    `select f.host, sum(f.links) as links, o.id as tenant_id, o.name as tenant_name
     from tenants t cross join foreign_hosts f on f.tenant_id = t.id cross join jobs j on j.id = f.job_id
     cross join tenants o on o.id = f.owner_id
     where t.path >= ? and t.path < ? and not (o.path >= ? and o.path < ?) and ${seen.sql}
       and j.type = 'index' and j.deleted_at is null and j.id = coalesce(?, j.id)
       and j.created_at >= ? and j.created_at < ?
     group by o.id, f.host having links > 0 order by links desc, f.host limit ${MOST}`,
    ...path,
    ...path,
    ...seen.params,
    job_id ?? null,
    span?.from ?? '',
    span?.to ?? '~',
  )
}
