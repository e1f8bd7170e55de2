/** The jobs that reserved credits belong to. */

import type { ReadTx } from '../../../kernel/database/database.ts'
import { type ListArguments, type Listed, list, when } from '../../../kernel/database/list.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { CreditKind } from '../../credits/index.ts'
import type { JobRow } from '../tables.ts'

type ReservedByJob = Pick<JobRow, 'name' | 'type' | 'status'> & { job_id: string; pending: number; created_at: Time }

type Purse = { tenant_id: string; kind: CreditKind }

/** Jobs with reserved credits, newest first; their sum is the reserved total. */
export const reservedByJob = (tx: ReadTx, { tenant_id, kind }: Purse, page: ListArguments): Listed<ReservedByJob> =>
  list(
    tx,
    {
      select: 'r.job_id, r.reserved - r.used - r.returned as pending, j.name, j.type, j.status, j.created_at',
      from: 'reservations r cross join jobs j on j.id = r.job_id',
      where: [when('r.tenant_id = ? and r.kind = ?', tenant_id, kind), when('r.reserved > r.used + r.returned')],
      sorts: { created_at: 'r.job_id' },
    },
    page,
  )
