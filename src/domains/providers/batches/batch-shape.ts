import Type, { type Static } from 'typebox'
import { columnsOf } from '../../../kernel/database/columns.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Moment, Nullable, trimmer } from '../../../kernel/operation/shape.ts'

export const BATCH_STATES = ['planned', 'sending', 'doubtful', 'sent', 'refused', 'held'] as const

export const Batch = Shape('Campaign', {
  id: Type.String(),
  ref: Type.String({ description: 'Our reference, sent to the supplier' }),
  job_id: Type.String(),
  job_name: Nullable(Type.String({ description: 'Null once a deleted job is removed' })),
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  state: Type.Enum(BATCH_STATES, {
    description:
      'doubtful: the supplier may have it and is asked before a new attempt; held: a control group, never sent',
  }),
  route: Nullable(Type.String()),
  adapter: Nullable(Type.String()),
  simulated: Type.Boolean(),
  task_id: Nullable(Type.String()),
  url_count: Type.Integer(),
  rejected: Type.Integer(),
  indexed_day1: Type.Integer({ description: 'Found indexed by our own checks up to day 1' }),
  indexed_day3: Type.Integer(),
  indexed_day7: Type.Integer(),
  indexed_later: Type.Integer({ description: 'Found indexed only after the refund' }),
  billed: Type.Integer(),
  cost_usd: Nullable(Type.Number()),
  report: Nullable(
    Type.Object(
      { status: Type.String(), done: Type.Boolean(), indexed: Type.Integer(), unindexed: Type.Integer(), at: Moment },
      { description: 'The supplier’s own report' },
    ),
  ),
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
  created_at: Moment,
  sent_at: Nullable(Moment),
})

export const BATCH_COLUMNS = columnsOf(Batch, 'c', {
  job_name: 'j.name',
  tenant_name: 't.name',
  billed: 'coalesce(s.billed, 0)',
  cost_usd: "iif(c.state = 'sent', iif(s.priced, round(s.cost_micro / 1e6, 4), null), 0)",
})

export const BATCH_SOURCE =
  'batches c left join crawl_sent s on s.id = c.id left join jobs j on j.id = c.job_id join tenants t on t.id = c.tenant_id'

const trim = trimmer(Batch)

/** One batch with the columns of the lists, or 404. */
export function findBatch(tx: ReadTx, id: string): Static<typeof Batch> {
  const row = tx.row<object>(`select ${BATCH_COLUMNS} from ${BATCH_SOURCE} where c.id = ?`, id)
  if (!row) throw notFound('batch')
  return trim(row)
}
