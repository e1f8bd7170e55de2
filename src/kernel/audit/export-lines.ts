/**
 * The trail as lines of JSON, for archives and auditors. A line has what its row has, the hash of the row before and its
 * own, so that it verifies without the others; texts that were erased or withheld are in it as salted hashes. The last
 * line names the newest row and says whether the file holds all rows up to it.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import type { ReadTx } from '../database/database.ts'
import type { Sealer } from '../secrets/seal.ts'
import { hmac } from '../secrets/signatures.ts'
import {
  AUDIT_COLUMNS,
  type AuditRow,
  bytesOfHex,
  commitmentOf,
  type Erased,
  hexOf,
  linkOf,
  saltOf,
  sameBytes,
  WORDS,
  type Word,
} from './chain.ts'
import { type Segment, segmentsOf } from './keys.ts'
import { type Anchor, type AuditVerdict, type LinkedRow, newVerdict, noteBreak } from './verify.ts'

type Line = AuditRow & {
  previous: string | null
  hash: string | null
  salts: string | null
  hashes: Partial<Record<Word, string>>
}
/** `rows` since the last such line. `gap` says which rows were forgotten before they could be sent. */
type ClosingLine = {
  anchor: Anchor | null
  rows: number
  complete: boolean
  gap?: [from: number, to: number]
  mac: string
}

/** A row as a line. `withheld` are texts that this reader may not see. */
export function lineOf(
  row: LinkedRow & { erased?: Erased; previous: Uint8Array | null },
  withheld: readonly Word[],
): string {
  const salts = row.salts && Uint8Array.from(row.salts)
  const hashes: Line['hashes'] = {}
  const words = Object.fromEntries(
    WORDS.map((word) => {
      const erased = row.erased?.[word]
      const text = row[word]
      if (erased) hashes[word] = hexOf(erased)
      if (!withheld.includes(word) || text === null) return [word, text]
      if (salts && !erased) hashes[word] = hexOf(commitmentOf(saltOf(salts, word), text))
      if (salts) saltOf(salts, word).fill(0)
      return [word, null]
    }),
  )
  const facts = Object.fromEntries(AUDIT_COLUMNS.map((name) => [name, row[name]]))
  const hex = (bytes: Uint8Array | null) => bytes && hexOf(bytes)
  const states = { before: parsed(words.before), after: parsed(words.after) }
  const line = {
    ...facts,
    ...words,
    ...states,
    previous: hex(row.previous),
    hash: hex(row.hash),
    salts: hex(salts),
    hashes,
  }
  return `${JSON.stringify(line)}\n`
}

const parsed = (text: string | null | undefined): unknown => (text == null ? null : JSON.parse(text))

/** The last line of a file, or of a part of a stream. Its code is keyed, so that lines cannot be cut unnoticed. */
export function lastLine(key: Uint8Array, last: Omit<ClosingLine, 'mac'>): string {
  return `${JSON.stringify({ ...last, mac: macOf(key, last) })}\n`
}

const macOf = (key: Uint8Array, { anchor, rows, complete, gap }: Omit<ClosingLine, 'mac'>): string =>
  hmac('sha256', key, `sp-audit-file-1${JSON.stringify([anchor, rows, complete, ...(gap ? [gap] : [])])}`).toString(
    'hex',
  )

/**
 * Verifies a file that was exported here, or the parts that a stream sent: every line alone, and the order of
 * neighbours. Parts that were sent twice are judged twice.
 */
export function verifiedFile(tx: ReadTx, sealer: Sealer, file: string, anchors: readonly Anchor[]): AuditVerdict {
  const judging = new FileVerification(segmentsOf(tx, sealer), anchors)
  for (const text of linesOf(file)) judging.take(lineIn(text))
  return judging.end()
}

/** The parsed line; null when it is not JSON. */
function lineIn(text: string): Partial<Line & ClosingLine> | null {
  try {
    return JSON.parse(text) as Partial<Line & ClosingLine> | null
  } catch {
    return null
  }
}

class FileVerification {
  readonly #verdict: AuditVerdict
  /** The line before, and the rows since the last line of a part. */
  #before: Line | null = null
  #part = 0
  #gaps: [number, number][] = []
  #closed = false

  constructor(
    private readonly segments: readonly Segment[],
    anchors: readonly Anchor[],
  ) {
    this.#verdict = newVerdict(anchors.map((one) => ({ ...one, found: 'missing' })))
  }

  take(line: Partial<Line & ClosingLine> | null): void {
    if (line === null) this.#broken((this.#verdict.to ?? 0) + 1, (this.#verdict.to ?? 0) + 1, 'changed')
    else if (line.mac !== undefined) this.#close(line as ClosingLine)
    // A line that is neither a row nor the end of a part is a test of the stream.
    else if (line.seq !== undefined) this.#row(line as Line)
  }

  end(): AuditVerdict {
    const verdict = this.#verdict
    if (!this.#closed || this.#part > 0) this.#missing(verdict.to ?? 0)
    return { ...verdict, whole: verdict.broken === 0 && verdict.anchors.every(({ found }) => found === 'matches') }
  }

  #row(line: Line): void {
    const verdict = this.#verdict
    const before = this.#before
    const segment = this.segments.findLast(({ from_seq }) => from_seq <= line.seq) ?? this.segments[0]
    if (!line.hash || !line.salts) verdict.unlinked++
    else if (!segment?.key) verdict.unverifiable++
    else if (!holds(segment.key, line)) this.#broken(line.seq, line.seq, 'changed')
    if (before && before.seq + 1 < line.seq) this.#gaps.push([before.seq + 1, line.seq - 1])
    const follows = before?.hash && before.seq + 1 === line.seq && line.seq !== segment?.from_seq
    if (follows && before.hash !== line.previous) this.#broken(line.seq, line.seq, 'changed')
    const anchor = verdict.anchors.find(({ seq }) => seq === line.seq)
    if (anchor) anchor.found = anchor.hash === line.hash ? 'matches' : 'differs'
    verdict.from ??= line.seq
    verdict.to = line.seq
    verdict.rows++
    this.#part++
    this.#before = line
  }

  /** With too few rows before it a part was cut; gaps count where it says that it has none, or another one. */
  #close(last: ClosingLine): void {
    const { to } = this.#verdict
    const keyed = this.segments.some(({ key }) => key && last.mac === macOf(key, last))
    const said = ([from, to]: [number, number]) => last.gap?.[0] === from && last.gap[1] === to
    if (last.complete) for (const gap of this.#gaps) if (!said(gap)) this.#broken(...gap, 'missing')
    if (!keyed || last.rows !== this.#part) this.#missing(to ?? 0, last.anchor?.seq)
    this.#part = 0
    this.#gaps = []
    this.#closed = true
  }

  #missing(end: number, until = 0): void {
    this.#broken(end + 1, Math.max(end + 1, until), 'missing')
  }

  #broken(seq: number, to: number, what: 'changed' | 'missing'): void {
    noteBreak(this.#verdict, { seq, to, what })
  }
}

function holds(key: Uint8Array, { previous, hash, salts, hashes, before, after, ...rest }: Line): boolean {
  const text = (state: unknown) => (state === null ? null : JSON.stringify(state))
  const erased = Object.fromEntries(Object.entries(hashes).map(([word, hex]) => [word, bytesOfHex(hex)]))
  const row = { ...rest, before: text(before), after: text(after) } as AuditRow
  return (
    previous !== null &&
    sameBytes(linkOf(key, bytesOfHex(previous), row, bytesOfHex(salts!), erased), bytesOfHex(hash!))
  )
}

const PIECE = 1 << 20

/** Lines of a file of any size, read in pieces. */
function* linesOf(file: string): Generator<string> {
  const handle = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(PIECE)
    const decoder = new TextDecoder()
    let rest = ''
    for (let n = readSync(handle, buffer); n > 0; n = readSync(handle, buffer)) {
      const lines = (rest + decoder.decode(buffer.subarray(0, n), { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines.filter((line) => line !== '')
    }
    if (rest) yield rest
  } finally {
    closeSync(handle)
  }
}
