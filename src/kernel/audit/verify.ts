/** Verification of the chain: each row against the one before, and against anchors that were kept elsewhere. */
import type { ReadTx } from '../database/database.ts'
import type { Sealer } from '../secrets/seal.ts'
import { AUDIT_COLUMNS, type AuditRow, ERASED, type Erased, hexOf, linkOf, sameBytes, type Word } from './chain.ts'
import { type Segment, segmentsOf, startsOf } from './keys.ts'

/** A number of a row and its hash, as it was noted at some time. */
export type Anchor = { seq: number; hash: string }
/** `forgotten`: by the retention period. `missing`: the trail ends before it, or has no such row. */
type AnchorState = 'matches' | 'differs' | 'missing' | 'forgotten'
export type ChainBreak = { seq: number; to: number; what: 'changed' | 'missing' }

export type AuditVerdict = {
  whole: boolean
  /** First and last row; null while the trail is empty. */
  from: number | null
  to: number | null
  rows: number
  /** Rows from before the chain that are not linked yet. */
  unlinked: number
  /** Rows whose key is lost. */
  unverifiable: number
  /** The first of the broken rows, and how many there are. */
  breaks: ChainBreak[]
  broken: number
  anchors: (Anchor & { found: AnchorState })[]
}

const MOST_BREAKS = 20

/** A verdict before the first row. */
export const newVerdict = (anchors: AuditVerdict['anchors']): AuditVerdict => ({
  whole: true,
  from: null,
  to: null,
  rows: 0,
  unlinked: 0,
  unverifiable: 0,
  breaks: [],
  broken: 0,
  anchors,
})

export function noteBreak(verdict: AuditVerdict, one: ChainBreak): void {
  verdict.broken++
  if (verdict.breaks.length < MOST_BREAKS) verdict.breaks.push(one)
}

export type LinkedRow = AuditRow & { salts: Uint8Array | null; hash: Uint8Array | null }
type Head = { first_seq: number; hash_before: Uint8Array }

/** Reads a trail row by row, in ascending order. */
export class Verification {
  readonly #segments: Segment[]
  readonly #head: Head | null
  readonly #verdict: AuditVerdict
  readonly #anchors: Map<number, Anchor & { found: AnchorState }>
  #expected: number
  #previous: Uint8Array | null

  constructor(tx: ReadTx, sealer: Sealer, anchors: readonly Anchor[] = []) {
    this.#segments = segmentsOf(tx, sealer)
    this.#head = headOf(tx)
    this.#expected = this.#head?.first_seq ?? 1
    this.#previous = this.#head?.hash_before ?? this.#segments[0]?.start ?? null
    const first = this.#expected
    const judged = anchors.map((one) => ({ ...one, found: (one.seq < first ? 'forgotten' : 'missing') as AnchorState }))
    this.#anchors = new Map(judged.map((one) => [one.seq, one]))
    this.#verdict = newVerdict(judged)
  }

  take(row: LinkedRow, erased?: Erased): void {
    const verdict = this.#verdict
    if (row.seq !== this.#expected) {
      this.#broken({ seq: this.#expected, to: row.seq - 1, what: 'missing' })
      this.#previous = null
    }
    verdict.from ??= row.seq
    verdict.to = row.seq
    verdict.rows++
    this.#judge(row, erased)
    const anchor = this.#anchors.get(row.seq)
    if (anchor) anchor.found = row.hash && hexOf(row.hash) === anchor.hash ? 'matches' : 'differs'
    this.#previous = row.hash
    this.#expected = row.seq + 1
  }

  end(): AuditVerdict {
    const verdict = this.#verdict
    const foul = verdict.anchors.some(({ found }) => found === 'differs' || found === 'missing')
    return { ...verdict, whole: verdict.broken === 0 && !foul }
  }

  #judge(row: LinkedRow, erased: Erased | undefined): void {
    const segment = this.#segments.findLast(({ from_seq }) => from_seq <= row.seq)
    const { key = null } = segment ?? this.#segments[0] ?? {}
    if (!row.hash && !segment) this.#verdict.unlinked++
    else if (!row.hash || !row.salts || isRewritten(row, erased))
      this.#broken({ seq: row.seq, to: row.seq, what: 'changed' })
    else if (!key) this.#verdict.unverifiable++
    else {
      const previous = row.seq === segment?.from_seq ? segment.start : this.#previous
      // After a gap there is nothing to compare with: the gap itself is named.
      if (previous && !sameBytes(linkOf(key, previous, row, row.salts, erased), row.hash))
        this.#broken({ seq: row.seq, to: row.seq, what: 'changed' })
    }
  }

  #broken(one: ChainBreak): void {
    noteBreak(this.#verdict, one)
  }
}

/** Whether a text was put where one was erased. */
const isRewritten = (row: AuditRow, erased: Erased = {}): boolean =>
  (Object.keys(erased) as Word[]).some((word) => row[word] !== (word === 'actor' ? ERASED : null))

/** Where the trail begins since rows were forgotten. */
export const headOf = (tx: ReadTx): Head | null =>
  tx.row<Head>('select first_seq, hash_before from audit_heads order by first_seq desc limit 1')

/** The whole trail at once, for a process of its own. */
export function verified(tx: ReadTx, sealer: Sealer, anchors: readonly Anchor[] = []): AuditVerdict {
  const verification = new Verification(tx, sealer, anchors)
  for (let after: number | null = 0; after !== null; ) after = verifyStep(tx, verification, after)
  return verification.end()
}

/** The hash that the row with this number follows: of the row before, of the head, or the start of a segment. */
function previousOf(tx: ReadTx, seq: number): Uint8Array | null {
  const before = tx.row<{ hash: Uint8Array | null }>('select hash from audit where seq = ?', seq - 1)
  if (before) return before.hash
  const head = tx.row<{ hash_before: Uint8Array }>('select hash_before from audit_heads where first_seq = ?', seq)
  return head?.hash_before ?? null
}

/** Rows in ascending order, each with the hash that it follows. */
export function withPrevious<R extends LinkedRow>(tx: ReadTx, rows: R[]): (R & { previous: Uint8Array | null })[] {
  const starts = startsOf(tx)
  let before: R | undefined
  return rows.map((row) => {
    const known = before?.seq === row.seq - 1 ? before.hash : previousOf(tx, row.seq)
    before = row
    return { ...row, previous: starts.get(row.seq) ?? known ?? starts.get(null) ?? null }
  })
}

const STEP = 500

/** The next rows above `after` into the verification; the number of the last, or null at the end. */
export function verifyStep(tx: ReadTx, verification: Verification, after: number): number | null {
  const rows = linkedRows(tx, after, STEP)
  for (const row of rows) verification.take(row, row.erased)
  return rows.at(-1)?.seq ?? null
}

/** Rows above `after` in ascending order, each with the hashes of its erased texts. */
export function linkedRows(tx: ReadTx, after: number, limit: number): (LinkedRow & { erased?: Erased })[] {
  const rows = tx.rows<LinkedRow & { erased?: Erased }>(
    `select ${AUDIT_COLUMNS.join(', ')}, salts, hash from audit where seq > ? order by seq limit ?`,
    after,
    limit,
  )
  const last = rows.at(-1)
  if (!last) return rows
  const gone = tx.rows<{ seq: number; field: Word; commitment: Uint8Array }>(
    'select seq, field, commitment from audit_erased where seq > ? and seq <= ?',
    after,
    last.seq,
  )
  const by_seq = new Map(rows.map((row) => [row.seq, row]))
  for (const { seq, field, commitment } of gone) {
    const row = by_seq.get(seq)
    if (row) row.erased = { ...row.erased, [field]: commitment }
  }
  return rows
}
