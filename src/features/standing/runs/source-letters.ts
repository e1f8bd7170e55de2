/** The letter about a source that could not be read for some days, once for each time that it fails. */
import { ARCHIVED, namedWorkspace } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { storedNotices, tellReaders } from '../../notices/index.ts'
import type { PushRow } from '../tables.ts'

type Failing = Pick<PushRow, 'id' | 'tenant_id' | 'name' | 'failure'> & { failing_since: string }

/** Writes about the next source whose days have passed; false when there is none. */
export function warnOfSource(tx: Tx, app: App): boolean {
  const failing = tx.rows<Failing>(
    `select id, tenant_id, name, failing_since, failure from standing_pushes
     where paused = 0 and failing_since <= ? and warned_since is not failing_since and tenant_id not in ${ARCHIVED}
     order by failing_since, id`,
    plus(tx.now, -DAY),
  )
  const due = failing.find(
    ({ tenant_id, failing_since }) => plus(failing_since, storedNotices(tx, tenant_id).source_days * DAY) <= tx.now,
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
