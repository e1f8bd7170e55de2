/**
 * The trail as lines of JSON, for archives and auditors. A line has what its row has, the hash of the row before and its
 * own, so that it verifies without the others; texts that were erased or withheld are in it as salted hashes. The last
 * line names the newest row and says whether the file holds all rows up to it.
 */
import { createHmac } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { ReadTx } from '../database/database.ts'
import type { Sealer } from '../secrets/seal.ts'
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
import { segmentsOf } from './keys.ts'
import type { Anchor, AuditVerdict, LinkedRow } from './verify.ts'

type Line = AuditRow & {
  previous: string | null
  hash: string | null
  salts: string | null
  hashes: Partial<Record<Word, string>>
}
type Last = { anchor: Anchor | null; rows: number; complete: boolean; mac: string }

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

/** The last line of a file. Its code is keyed, so that lines cannot be cut from the end unnoticed. */
export function lastLine(key: Uint8Array, last: Omit<Last, 'mac'>): string {
  return `${JSON.stringify({ ...last, mac: macOf(key, last) })}\n`
}

const macOf = (key: Uint8Array, { anchor, rows, complete }: Omit<Last, 'mac'>): string =>
  createHmac('sha256', key)
    .update(`sp-audit-file-1${JSON.stringify([anchor, rows, complete])}`)
    .digest('hex')

/** Verifies a file that was exported here: every line by itself, and where two follow each other, their order. */
export function verifiedFile(tx: ReadTx, sealer: Sealer, file: string, anchors: readonly Anchor[]): AuditVerdict {
  const segments = segmentsOf(tx, sealer)
  const verdict: AuditVerdict = {
    ...{ whole: true, from: null, to: null, rows: 0, unlinked: 0, unverifiable: 0, breaks: [], broken: 0 },
    anchors: anchors.map((one) => ({ ...one, found: 'missing' })),
  }
  const broken = (seq: number, to: number, what: 'changed' | 'missing') => {
    verdict.broken++
    if (verdict.breaks.length < 20) verdict.breaks.push({ seq, to, what })
  }
  let before: Line | null = null
  let last: Last | null = null
  const gaps: [number, number][] = []
  for (const text of linesOf(file)) {
    const line = JSON.parse(text) as Line | Last
    if ('mac' in line) {
      last = line
      continue
    }
    const segment = segments.findLast(({ from_seq }) => from_seq <= line.seq) ?? segments[0]
    if (!line.hash || !line.salts) verdict.unlinked++
    else if (!segment?.key) verdict.unverifiable++
    else if (!holds(segment.key, line)) broken(line.seq, line.seq, 'changed')
    if (before && before.seq + 1 < line.seq) gaps.push([before.seq + 1, line.seq - 1])
    if (
      before &&
      before.seq + 1 === line.seq &&
      before.hash &&
      line.seq !== segment?.from_seq &&
      before.hash !== line.previous
    )
      broken(line.seq, line.seq, 'changed')
    const anchor = verdict.anchors.find(({ seq }) => seq === line.seq)
    if (anchor) anchor.found = anchor.hash === line.hash ? 'matches' : 'differs'
    verdict.from ??= line.seq
    verdict.to = line.seq
    verdict.rows++
    before = line
  }
  judgeEnd(verdict, last, segments.at(-1)?.key ?? null, gaps, broken)
  return { ...verdict, whole: verdict.broken === 0 && verdict.anchors.every(({ found }) => found === 'matches') }
}

type Report = (seq: number, to: number, what: 'changed' | 'missing') => void

/** Without its last line, or with too few lines before it, a file was cut; gaps count where it says that it has none. */
function judgeEnd(
  verdict: AuditVerdict,
  last: Last | null,
  key: Uint8Array | null,
  gaps: [number, number][],
  broken: Report,
) {
  const end = verdict.to ?? 0
  if (!last || !key || last.mac !== macOf(key, last)) return broken(end + 1, last?.anchor?.seq ?? end + 1, 'missing')
  if (last.complete) for (const [from, to] of gaps) broken(from, to, 'missing')
  if (last.rows !== verdict.rows) broken(end + 1, Math.max(end + 1, last.anchor?.seq ?? 0), 'missing')
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
