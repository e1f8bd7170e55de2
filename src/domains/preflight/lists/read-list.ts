/** A whole list, from a text, a file or the entries of a request. */
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { TextStream } from '../../../kernel/text/decode.ts'
import { MOST_BYTES } from '../sources/reader.ts'
import { isPacked, Unpacker } from '../sources/unpack.ts'
import type { ListEntry } from './findings.ts'
import { ListReader } from './list-reader.ts'
import type { Reading } from './reading.ts'

export type ReadList = { entries: ListEntry[]; reading: Reading }

/** Letters or bytes between two looks at the clock. */
const STEP = 1 << 14

/** Reads with pauses, up to `most` entries; one more than that tells that there are more. */
export async function readList(text: string, most = Number.POSITIVE_INFINITY, breathe = pacer()): Promise<ReadList> {
  const entries: ListEntry[] = []
  const reader = new ListReader((entry) => void entries.push(entry))
  for (let at = 0; at < text.length && entries.length <= most; at += STEP) {
    await breathe()
    reader.write(text.slice(at, at + STEP))
  }
  await breathe()
  if (entries.length <= most) reader.end()
  return { entries, reading: reader.reading }
}

/** The text of a file that a person chose; a refusal for files that are no text. */
export async function textOfFile(
  bytes: Uint8Array,
  content_type: string | null = null,
  breathe = pacer(),
): Promise<{ text: string } | { refused: string }> {
  const kind = KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))
  if (kind) return { refused: kind.refused }
  if (isPacked(bytes)) return textOfPacked(bytes, content_type, breathe)
  const stream = new TextStream({ content_type })
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) {
    await breathe()
    text += stream.write(bytes.subarray(at, at + STEP))
  }
  text += stream.end()
  return text.includes('\0') ? { refused: 'is not text: save the links as a text or CSV file' } : { text }
}

/** A sitemap as its server keeps it (`.xml.gz`), of at most as much as the protocol allows. */
async function textOfPacked(
  bytes: Uint8Array,
  content_type: string | null,
  breathe: ReturnType<typeof pacer>,
): Promise<{ text: string } | { refused: string }> {
  const parts: Uint8Array[] = []
  let size = 0
  const unpacker = new Unpacker((part) => {
    size += part.length
    parts.push(part)
  })
  try {
    for (let at = 0; at < bytes.length; at += PACKED_STEP) {
      await breathe()
      unpacker.push(bytes.subarray(at, at + PACKED_STEP))
      if (size > MOST_BYTES) return { refused: `unpacks to more than ${MOST_BYTES >> 20} MB: choose a smaller one` }
    }
    unpacker.end()
  } catch {
    return { refused: 'is packed, but damaged: save it again' }
  }
  const inner = Buffer.concat(parts)
  return isPacked(inner) ? { refused: 'is packed twice: unpack it first' } : textOfFile(inner, content_type, breathe)
}
/** Octets unpacked at once, which may become a thousand times as many. */
const PACKED_STEP = 1 << 10

const AS_CSV = 'save the sheet with the links as CSV'
/** Files that people choose in place of a text, by their first bytes. */
const KINDS = [
  { begins: [0x50, 0x4b, 0x03, 0x04], refused: `is a workbook or another packed file: ${AS_CSV}` },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], refused: `is a workbook of an old Excel: ${AS_CSV}` },
  { begins: [0x25, 0x50, 0x44, 0x46], refused: 'is a PDF: copy its links and paste them' },
]
