import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { recordEvent } from '../../hooks/index.ts'
import type { PushRow, RunRow } from '../tables.ts'

type News = 'standing_push.ran' | 'standing_push.held' | 'standing_push.failed'

/** Other systems hear of a run, once for each kind of news. */
export function recordRunNews(
  tx: Tx,
  app: Pick<App, 'wake' | 'config'>,
  row: PushRow,
  run_id: string,
  type: News,
): void {
  const { id, tenant_id, name } = row
  const run = tx.row<RunRow>('select * from standing_runs where id = ?', run_id)!
  recordEvent(tx, app, {
    type,
    tenant_id,
    ref: `${type} ${run_id}`,
    data: {
      ...{ id, run_id, name, new: run.new_urls, changed: run.changed_urls, pushed: run.pushed, held: run.held },
      why: type === 'standing_push.ran' ? null : run.note,
      url: `${app.config.site_url}/app/w/${tenant_id}/standing/${id}`,
    },
  })
}
