/** WebP (RFC 9649): a RIFF file of chunks, padded to even length. */
import { joined, judgeSize, nameAt, type Picture, PictureError, viewOf } from './image-parts.ts'

const EXTENDED = 'VP8X'
/** Flags, three bytes without a meaning, the size of the canvas. */
const EXTENDED_BYTES = 10
/** Of the flags of the extended header only "has an alpha channel" stays. */
const ALPHA = 0x10

export function cleanWebp(file: Uint8Array): Picture {
  const view = viewOf(file)
  const whole = 8 + view.getUint32(4, true)
  if (nameAt(file, 0) !== 'RIFF' || whole > file.length) throw damaged()
  const kept: Uint8Array[] = []
  let size: { width: number; height: number } | null = null
  let canvas: { width: number; height: number } | null = null
  for (let at = 12; at + 8 <= whole; ) {
    const name = nameAt(file, at)
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (end > whole) throw damaged()
    const chunk = file.slice(at, end)
    if (name === 'ANIM' || name === 'ANMF') throw new PictureError('is animated')
    if (name === EXTENDED) {
      if (canvas || length !== EXTENDED_BYTES) throw damaged()
      canvas = { width: 1 + uint24(view, at + 12), height: 1 + uint24(view, at + 15) }
      chunk.set([chunk[8]! & ALPHA, 0, 0, 0], 8)
      kept.push(chunk)
    }
    if (name === 'ALPH' && canvas && !size) kept.push(chunk)
    if (name === 'VP8 ' || name === 'VP8L') {
      if (size) throw damaged()
      size = name === 'VP8L' ? losslessSize(view, at + 8) : lossySize(view, at + 8)
      kept.push(chunk)
    }
    at = end
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) throw damaged()
  judgeSize(size.width, size.height)
  const body = joined(kept)
  const head = new Uint8Array(12)
  head.set(file.subarray(0, 12))
  viewOf(head).setUint32(4, 4 + body.length, true)
  return { kind: 'webp', ...size, body: joined([head, body]) }
}

/** RFC 6386, 9.1: a key frame, its start code, and 14 bits a side. */
function lossySize(view: DataView, at: number): { width: number; height: number } {
  if (view.getUint8(at) & 1 || uint24(view, at + 3) !== 0x2a019d) throw damaged()
  return { width: view.getUint16(at + 6, true) & 0x3fff, height: view.getUint16(at + 8, true) & 0x3fff }
}

/** RFC 9649, 3.4: a signature byte, and 14 bits a side less one. */
function losslessSize(view: DataView, at: number): { width: number; height: number } {
  if (view.getUint8(at) !== 0x2f) throw damaged()
  const bits = view.getUint32(at + 1, true)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

const damaged = (): PictureError => new PictureError('is damaged')
