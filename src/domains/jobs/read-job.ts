import type { ReadTx } from '../../kernel/database.ts'
import { JOB_COLUMNS } from './shapes.ts'

/** A job as the API tells it: columns of the shape `Job`. */
export const readJob = (tx: ReadTx, id: string): Record<string, unknown> =>
  tx.row<Record<string, unknown>>(
    `select ${JOB_COLUMNS} from jobs j join tenants t on t.id = j.tenant_id where j.id = ?`,
    id,
  )!
