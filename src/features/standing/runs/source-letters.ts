/** The letter about a source that could not be read for some days, once for each time that it fails. */
import { ARCHIVED, namedWorkspace } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { SOURCE_DAYS, tellReaders } from '../../notices/index.ts'
import type { PushRow } from '../tables.ts'

type Failing = Pick<PushRow, 'id' | 'tenant_id' | 'name' | 'failure'> & { failing_since: string }

/** Writes about the next source whose days have passed; false when there is none. */
export function warnOfSource(tx: Tx, app: App): boolean {
  const due = tx.row<Failing>(
    `select p.id, p.tenant_id, p.name, p.failing_since, p.failure from standing_pushes p join tenants t on t.id = p.tenant_id
       left join notice_settings own on own.tenant_id = p.tenant_id
       left join notice_settings agency on agency.tenant_id = substr(t.path, 2, instr(substr(t.path, 2), '/') - 1)
     where p.paused = 0 and p.failing_since <= ?1 and p.warned_since is not p.failing_since and p.tenant_id not in ${ARCHIVED}
       and unixepoch(?1) - unixepoch(p.failing_since) >= 86400 * coalesce(own.source_days, agency.source_days, ?2)
     order by p.failing_since, p.id limit 1`,
    tx.now,
    SOURCE_DAYS,
  )
  if (!due) return false
  tx.run('update standing_pushes set warned_since = failing_since where id = ?', due.id)
  tellReaders(tx, app, namedWorkspace(tx, due.tenant_id), 'source_failing', {
    ref: `source ${due.id} ${due.failing_since}`,
    facts: { push: due.name, since: due.failing_since, why: due.failure ?? '' },
    under: `/standing/${due.id}`,
  })
  return true
}
