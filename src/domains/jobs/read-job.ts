import type { ReadTx } from '../../kernel/database/database.ts'
import { JOB_COLUMNS } from './shapes.ts'

export const readJob = (tx: ReadTx, id: string): Record<string, unknown> =>
  tx.row<Record<string, unknown>>(
    `select ${JOB_COLUMNS} from jobs j join tenants t on t.id = j.tenant_id where j.id = ?`,
    id,
  )!
