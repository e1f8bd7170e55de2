import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { conflict, Fault, forbidden } from '../../kernel/operation/fault.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { balances, put, take } from './purse.ts'
import type { LedgerEntry } from './shapes.ts'
import { countHanded } from './transfers.ts'

/**
 * Reverses an allocation (both lines) or a grant, once, by mirror lines of the same group. Only while the receiver
 * still has the credits, and only for a caller whose reach covers the giver. Returns the mirror of `entry`.
 */
export function reverse(tx: Tx, caller: Caller, entry: LedgerEntry, note: string | null): LedgerEntry {
  const lines = linesToReverse(tx, caller, entry)
  if (lines.length === 2) countHanded(tx, backOf(lines))
  const mirrors = lines.toSorted(received).map((line) => {
    const words = { reason: 'reversal', actor: caller.label, group_id: line.group_id, note, ref: refOf(line) } as const
    if (line.direction === 'out') return { of: line.id, mirror: put(tx, line, words) }
    const mirror = take(tx, line, words)
    if (!mirror) throw spent(balances(tx, line.tenant_id)[line.kind].available, line)
    return { of: line.id, mirror }
  })
  return mirrors.find(({ of }) => of === entry.id)!.mirror
}

/** Whether the caller may reverse the line. The receiver's balance is checked only when they do. */
export function isReversible(tx: ReadTx, caller: Caller, entry: LedgerEntry): boolean {
  try {
    return linesToReverse(tx, caller, entry).length > 0
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

function linesToReverse(tx: ReadTx, caller: Caller, entry: LedgerEntry): LedgerEntry[] {
  assertReason(entry)
  const lines = entry.reason === 'allocation' ? allocationLines(tx, entry.group_id) : [entry]
  assertReach(tx, caller, entry, lines)
  for (const line of lines)
    if (tx.row('select 1 from ledger where ref = ?', refOf(line)))
      throw conflict('This was reversed before. A line can be reversed once.')
  return lines
}

function assertReason({ reason }: LedgerEntry): void {
  if (reason === 'pack') throw conflict('A pack is taken back by refunding its request.')
  if (!['allocation', 'trial', 'plan_grant'].includes(reason))
    throw conflict(`Only allocations and grants can be reversed; this line is a ${reason}.`)
}

const allocationLines = (tx: ReadTx, group_id: string): LedgerEntry[] =>
  tx.rows<LedgerEntry>(`select * from ledger where group_id = ? and reason = 'allocation'`, group_id)

/** The upper workspace made an allocation, the platform made a grant. */
function assertReach(tx: ReadTx, caller: Caller, entry: LedgerEntry, lines: LedgerEntry[]): void {
  if (caller.platform) return
  if (entry.reason !== 'allocation') throw forbidden('Only the platform admin may reverse a grant.')
  if (!lines.every((line) => inTree(tx, caller, line.tenant_id)))
    throw forbidden('This allocation was made by a workspace above yours. Only that workspace may reverse it.')
}

/** The opposite transfer of an allocation. */
function backOf(lines: LedgerEntry[]) {
  const of = (direction: LedgerEntry['direction']) => lines.find((line) => line.direction === direction)!
  return { ...of('in'), from: of('in').tenant_id, to: of('out').tenant_id }
}

/** Received credits are taken first. */
const received = (a: LedgerEntry, b: LedgerEntry): number => (a.direction < b.direction ? -1 : 1)

/** One reversal per line: refs are unique in the ledger. */
const refOf = (line: LedgerEntry): string => `reversal:${line.id}`

const spent = (have: number, { kind, amount }: LedgerEntry) =>
  conflict(`The receiver has ${have} of the ${counted(amount, `${kind} credit`)} left; a reversal needs them all.`, {
    kind,
    need: amount,
    have,
  })
