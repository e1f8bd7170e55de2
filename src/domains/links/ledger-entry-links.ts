/** The links behind an entry of the ledger. */
import Type, { type Static } from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import type { LedgerEntry } from '../credits/index.ts'
import { INDEXED, LINK_CREDITS, LINK_STATES, LinksByCredit, type Outcome } from '../jobs/index.ts'

const LineLink = Shape('LedgerLink', {
  uid: Type.Integer(),
  url: Type.String(),
  state: Type.Enum(LINK_STATES),
  indexed: Type.Enum(INDEXED),
  credit: Nullable(Type.Enum(LINK_CREDITS)),
  guarantee: Type.Boolean(),
})
type LineLink = Static<typeof LineLink>

export const LINE_LINKS = {
  links: Type.Array(LineLink, { description: 'The first 50 links whose credits this line refunded' }),
  links_by_credit: Nullable(
    Type.With(LinksByCredit, {
      description: "The job's links by credit; null without the job, and for credits that are not counted by link",
    }),
  ),
}

/** The job's own list has more. */
const MOST = 50

const COLUMNS = columnsOf(LineLink, 'l', { uid: 'l.id' })

/** Refunds and the links that they are for have the same moment. A job that has moved away tells nothing here. */
export function linksOfLine(tx: ReadTx, line: LedgerEntry) {
  const job = tx.row<{ outcome: string; type: string }>(
    'select outcome, type from jobs where id = ? and tenant_id = ? and deleted_at is null',
    line.job_id,
    line.tenant_id,
  )
  if (!job) return { links: [], links_by_credit: null }
  const by_links = line.kind === 'index' && job.type === 'index'
  const outcome = JSON.parse(job.outcome) as Static<typeof Outcome>
  return {
    links: line.direction === 'in' ? backWith(tx, line) : [],
    links_by_credit: by_links ? outcome.credits : null,
  }
}

function backWith(tx: ReadTx, { job_id, kind, created_at }: LedgerEntry): LineLink[] {
  const rows = kind === 'index' ? settledAt(tx, job_id!, created_at) : unansweredAt(tx, job_id!, created_at)
  return rows.map((row) => ({ ...row, guarantee: Boolean(row.guarantee) }))
}

const settledAt = (tx: ReadTx, job_id: string, at: string): LineLink[] =>
  tx.rows(
    `select ${COLUMNS} from links l where l.job_id = ?1 and l.settled_at = ?2 and l.credit = 'released'
     union all
     select ${COLUMNS} from links l where l.job_id = ?1 and l.state in ('flagged', 'visible', 'cancelled', 'held_out')
       and l.settled_at = ?2 and l.credit = 'excluded'
     limit ${MOST}`,
    job_id,
    at,
  )

const unansweredAt = (tx: ReadTx, job_id: string, at: string): LineLink[] =>
  tx.rows(
    `select ${COLUMNS} from looks k cross join links l on l.id = k.link_id
     where k.job_id = ? and k.state = 'done' and k.finished_at = ?
       and (k.credits > 0 and k.indexed = 'unknown' or k.method = 'inspection' and k.purpose in ('before', 'check', 'recheck')) limit ${MOST}`,
    job_id,
    at,
  )
