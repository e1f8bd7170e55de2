/** Pages of a client that Google keeps out, by its own word. */
import Type, { type Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { GOOGLE_CAUSES } from '../checks/index.ts'

export type MissingAtGoogle = Static<typeof MissingAtGoogle>
export const MissingAtGoogle = Type.Array(
  Shape('MissingAtGoogle', {
    cause: Type.Enum(GOOGLE_CAUSES, { description: 'As its newest inspection of the page names it' }),
    pages: Type.Integer({ minimum: 1 }),
  }),
  { description: 'Why Google keeps pages out that were never found, by its URL Inspection, most pages first' },
)

/** Pushes so long ago count. */
export const MISSING_DAYS = 30

/** Causes of the last days' pushes, without pages on hosts of other clients. Counted in an index of such links alone. */
export const missingAtGoogle = (tx: ReadTx, tenant_id: string): MissingAtGoogle =>
  tx.rows(
    `select l.google_cause as cause, count(*) as pages from tenants w
     cross join tenants t on t.path >= w.path and t.path < w.path || '~' cross join jobs j on j.tenant_id = t.id
     cross join links l indexed by links_google_cause on l.job_id = j.id
     where w.id = ? and j.type = 'index' and j.deleted_at is null and j.created_at >= ? and l.google_cause is not null
       and not exists (select 1 from foreign_hosts f join tenants o on o.id = f.owner_id
         where f.job_id = l.job_id and f.host = l.host and not (o.path >= w.path and o.path < w.path || '~'))
     group by 1 order by 2 desc, 1`,
    tenant_id,
    plus(tx.now, -MISSING_DAYS * DAY),
  )
