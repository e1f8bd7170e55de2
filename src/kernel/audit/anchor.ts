/** Anchors: number and hash of a row, noted where an intruder with the database cannot reach. */
import type { ReadTx, Tx } from '../database/database.ts'
import { writeSystemAudit } from '../operation/audit.ts'
import { DAY, plus, type Time } from '../time/clock.ts'
import { newestLink } from './append.ts'
import { hexOf } from './chain.ts'
import type { Anchor } from './verify.ts'

const ACTION = 'anchor_audit'
const ROWS_BETWEEN = 1000

/** The newest row as an anchor; null while nothing is linked. */
export function newestAnchor(tx: ReadTx): Anchor | null {
  const last = newestLink(tx)
  return last?.hash ? { seq: last.seq, hash: hexOf(last.hash) } : null
}

export function lastAnchor(tx: ReadTx): (Anchor & { at: Time }) | null {
  const row = tx.row<{ at: Time; after: string }>(
    'select at, after from audit where action = ? order by seq desc limit 1',
    ACTION,
  )
  return row && { ...(JSON.parse(row.after) as Anchor), at: row.at }
}

/** Notes an anchor in the trail once a day and every 1,000 rows, as far as rows were added; null when none is due. */
export function noteAnchor(tx: Tx): Anchor | null {
  const newest = newestAnchor(tx)
  const last = lastAnchor(tx)
  // The row after the last anchor is the one that notes it.
  const added = (newest?.seq ?? 0) - (last ? last.seq + 1 : 0)
  if (!newest || added <= 0) return null
  if (last && added < ROWS_BETWEEN && plus(last.at, DAY) > tx.now) return null
  writeSystemAudit(tx, ACTION, { after: newest })
  return newest
}

/** `SEQ:HASH`, several separated by commas; null when one of them is none. */
export function readAnchors(text: string): Anchor[] | null {
  const found = text.split(',').map((one) => /^\s*(\d{1,15}):([0-9a-f]{64})\s*$/i.exec(one))
  if (found.some((one) => !one)) return null
  return found.map((one) => ({ seq: Number(one![1]), hash: one![2]!.toLowerCase() }))
}

export const anchorText = ({ seq, hash }: Anchor): string => `${seq}:${hash}`
