/** PNG (RFC 2083, W3C PNG third edition): chunks with a checksum each, the pixels as one zlib stream. */
import { crc32, inflateSync } from 'node:zlib'
import { joined, judgeSize, nameAt, type Picture, PictureError, viewOf } from './image-parts.ts'

/** The chunks that draw the picture. Text, time, profiles and animation are dropped. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'])
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The passes of an interlaced picture: first column and row, and the steps between. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export function cleanPng(file: Uint8Array): Picture {
  const view = viewOf(file)
  const kept: Uint8Array[] = [file.subarray(0, 8)]
  const pixels: Uint8Array[] = []
  let head: DataView | null = null
  for (let at = 8; ; ) {
    const length = view.getUint32(at)
    const name = nameAt(file, at + 4)
    const end = at + 12 + length
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) throw damaged()
    if ((head === null) !== (name === 'IHDR')) throw damaged()
    const data = file.subarray(at + 8, end - 4)
    if (name === 'IHDR') {
      head = viewOf(data)
      judgeSize(head.getUint32(0), head.getUint32(4))
    }
    // A chunk whose name begins with a capital letter must be understood to draw the picture.
    if (!KEPT.has(name) && /^[A-Z]/.test(name)) throw damaged()
    if (name === 'IDAT') pixels.push(data)
    if (KEPT.has(name)) kept.push(file.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  const size = pixelBytes(head!)
  if (inflateSync(joined(pixels), { maxOutputLength: size + 1 }).length !== size) throw damaged()
  return { kind: 'png', width: head!.getUint32(0), height: head!.getUint32(4), body: joined(kept) }
}

/** What the pixels take, with the filter byte of each row. */
function pixelBytes(head: DataView): number {
  const [width, height] = [head.getUint32(0), head.getUint32(4)]
  const [depth, colour, interlaced] = [head.getUint8(8), head.getUint8(9), head.getUint8(12)]
  const samples = SAMPLES[colour]
  if (!samples || ![1, 2, 4, 8, 16].includes(depth) || interlaced > 1) throw damaged()
  const bytes = (w: number, h: number) => (w > 0 && h > 0 ? h * (1 + Math.ceil((w * depth * samples) / 8)) : 0)
  if (!interlaced) return bytes(width, height)
  return PASSES.reduce(
    (sum, [x, y, across, down]) => sum + bytes(Math.ceil((width - x) / across), Math.ceil((height - y) / down)),
    0,
  )
}

const damaged = (): PictureError => new PictureError('is damaged')
