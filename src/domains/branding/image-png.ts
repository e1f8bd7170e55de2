/** PNG (RFC 2083, W3C PNG third edition): chunks with a checksum each, the pixels as one zlib stream. */
import { promisify } from 'node:util'
import { crc32, inflate, type ZlibOptions } from 'node:zlib'
import { joined, judgeSize, nameAt, type Picture, PictureError, viewOf } from './image-parts.ts'

/** The chunks that draw the picture, with the most bytes each may have. Text, time, profiles and animation are dropped. */
const KEPT = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['IDAT', Number.POSITIVE_INFINITY],
  ['IEND', 0],
])
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

export async function cleanPng(file: Uint8Array): Promise<Picture> {
  const view = viewOf(file)
  const kept: Uint8Array[] = [file.subarray(0, 8)]
  const names = new Set<string>()
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
    judgeChunk(name, length, names)
    if (name === 'IDAT') pixels.push(data)
    if (KEPT.has(name)) kept.push(file.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  await judgePixels(joined(pixels), pixelBytes(head!))
  return { kind: 'png', width: head!.getUint32(0), height: head!.getUint32(4), body: joined(kept) }
}

function judgeChunk(name: string, length: number, before: Set<string>): void {
  const most = KEPT.get(name)
  // A chunk whose name begins with a capital letter must be understood to draw the picture.
  if (most === undefined && /^[A-Z]/.test(name)) throw damaged()
  if (most !== undefined && (length > most || (before.has(name) && name !== 'IDAT'))) throw damaged()
  before.add(name)
}

/** Large steps: between two of them the event loop goes on. */
const STEP = 256 * 1024

type Inflated = { buffer: Uint8Array; engine: { bytesWritten: number } }
const unzip = promisify(inflate) as unknown as (zipped: Uint8Array, options: ZlibOptions) => Promise<Inflated>

/** Throws unless the pixels take exactly so many bytes, and nothing stands behind them. */
async function judgePixels(zipped: Uint8Array, size: number): Promise<void> {
  const chunkSize = Math.max(64, Math.min(size + 1, STEP))
  const { buffer, engine } = await unzip(zipped, { maxOutputLength: size + 1, chunkSize, info: true })
  if (buffer.length !== size || engine.bytesWritten !== zipped.length) throw damaged()
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
