/** The next rows of a sink, as the lines of an exported file, so that a receiver's file verifies as a whole. */

import { type ExportLine, exportStep } from '../../domains/system/index.ts'
import { partyAtPath, pathOfTenant } from '../../domains/tenants/index.ts'
import { newestLink } from '../../kernel/audit/append.ts'
import { hexOf } from '../../kernel/audit/chain.ts'
import { lastLine } from '../../kernel/audit/export-lines.ts'
import { segmentsOf } from '../../kernel/audit/keys.ts'
import { headOf } from '../../kernel/audit/verify.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, systemCaller } from '../../kernel/operation/caller.ts'
import type { DueWork } from '../../kernel/scheduling/due-work.ts'
import { OWN_WORK } from '../../kernel/scheduling/fair-pool.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import { sinkById } from './sinks.ts'
import type { SinkRow } from './tables.ts'

/** Rows read for one delivery. */
const MOST_ROWS = 500

export type SinkBatch = {
  sink: SinkRow
  lines: ExportLine[]
  /** Closes the part, with its anchor; empty without rows. */
  end: string
  /** The last row that was read. */
  to: number
  /** Rows that were forgotten before they could be sent. */
  lost: number
}

/** The next batch of a sink; null when there is nothing new, or it is off. */
export function nextBatch(tx: ReadTx, sealer: Sealer, id: string): SinkBatch | null {
  const sink = sinkById(tx, id)
  if (sink?.state !== 'on') return null
  const step = exportStep(tx, readerOf(tx, sink), {}, sink.cursor_seq, MOST_ROWS)
  if (!step) return null
  const first = headOf(tx)?.first_seq ?? 1
  const lost = Math.max(0, first - 1 - sink.cursor_seq)
  const newest = step.lines.at(-1)?.row
  const all = sink.tenant_id === null
  const part = {
    anchor: all && newest?.hash ? { seq: newest.seq, hash: hexOf(newest.hash) } : null,
    rows: step.lines.length,
    complete: all,
    ...(lost > 0 ? { gap: [sink.cursor_seq + 1, first - 1] as [number, number] } : {}),
  }
  const key = segmentsOf(tx, sealer).at(-1)?.key
  const end = newest && key ? lastLine(key, part) : ''
  return { sink, lines: step.lines, end, to: step.last, lost }
}

/** A workspace reads its tree, without names and addresses of platform admins. */
function readerOf(tx: ReadTx, { tenant_id }: SinkRow): Caller {
  if (tenant_id === null) return systemCaller('')
  return { ...systemCaller(tenant_id, pathOfTenant(tx, tenant_id)!), platform: false }
}

/** Sinks that have something to read and may be tried now, the longest waiting first. */
export const dueSinks = (tx: ReadTx): DueWork[] =>
  tx
    .rows<{ id: string; path: string | null }>(
      `select s.id, t.path from audit_sinks s left join tenants t on t.id = s.tenant_id
       where s.state = 'on' and s.next_attempt_at <= ? and s.cursor_seq < ? order by s.next_attempt_at, s.id limit 200`,
      tx.now,
      newestLink(tx)?.seq ?? 0,
    )
    .map(({ id, path }) => ({ id, party: path === null ? OWN_WORK : partyAtPath(path) }))
