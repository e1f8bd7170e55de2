/** The people who get the reports of a workspace. */
import type { ReadTx } from '../../../kernel/database/database.ts'

/** Recipients `r` who get its letters now. */
export const GETS_REPORTS = "r.status = 'active' and r.removed_at is null"

export const hasReaders = (tx: ReadTx, tenant_id: string): boolean =>
  tx.row(`select 1 from report_recipients r where r.tenant_id = ? and ${GETS_REPORTS} limit 1`, tenant_id) !== null
