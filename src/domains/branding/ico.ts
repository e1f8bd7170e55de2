/**
 * Takes one picture out of an ICO file (a favicon) and gives it as PNG, which is decoded and encoded again afterwards.
 * Every size and place in the file is checked against its length before anything is read or allocated.
 */
import { crc32, deflateSync } from 'node:zlib'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ENTRY = 16
const MOST_ENTRIES = 32
const MOST_SIDE = 256
/** Bytes of the header of a bitmap in an ICO. */
const HEADER = 40

export const isIco = (file: Uint8Array): boolean =>
  file.length > 6 + ENTRY && file[0] === 0 && file[1] === 0 && file[2] === 1 && file[3] === 0

/** The smallest picture of at least `side` pixels, else the largest; null without a sound one. */
export function pngOfIco(file: Uint8Array, side: number): Uint8Array | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const count = Math.min(view.getUint16(4, true), MOST_ENTRIES, Math.floor((file.length - 6) / ENTRY))
  const entries = Array.from({ length: count }, (_, n) => {
    const at = 6 + n * ENTRY
    return {
      width: view.getUint8(at) || MOST_SIDE,
      from: view.getUint32(at + 12, true),
      size: view.getUint32(at + 8, true),
    }
  })
  const rank = ({ width }: { width: number }) => (width >= side ? width : 10_000 - width)
  for (const { from, size } of entries.toSorted((a, b) => rank(a) - rank(b))) {
    if (from + size > file.length) continue
    const part = file.subarray(from, from + size)
    if (PNG.every((byte, at) => part[at] === byte)) return part
    const png = pngOfBitmap(part)
    if (png) return png
  }
  return null
}

/** An uncompressed bitmap of 1, 4, 8, 24 or 32 bits for each pixel, whose mask follows its colours; null for others. */
function pngOfBitmap(dib: Uint8Array): Uint8Array | null {
  if (dib.length < HEADER) return null
  const view = new DataView(dib.buffer, dib.byteOffset, dib.byteLength)
  const [width, height, bits] = [view.getInt32(4, true), view.getInt32(8, true) / 2, view.getUint16(14, true)]
  const plain = view.getUint32(0, true) === HEADER && view.getUint32(16, true) === 0
  const side = (n: number) => Number.isInteger(n) && n > 0 && n <= MOST_SIDE
  if (!plain || !side(width) || !side(height) || ![1, 4, 8, 24, 32].includes(bits)) return null
  const colours = bits > 8 ? 0 : view.getUint32(32, true) || 2 ** bits
  if (colours > 256) return null
  const [row, mask_row] = [Math.ceil((width * bits) / 32) * 4, Math.ceil(width / 32) * 4]
  const start = HEADER + colours * 4
  const mask = start + row * height
  if (dib.length < mask) return null
  const masked = dib.length >= mask + mask_row * height
  const pixels = new Uint8Array(width * height * 4)
  let opaque = false
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const line = height - 1 - y
      const at = start + line * row
      const to = (y * width + x) * 4
      const colour = bits > 8 ? at + (x * bits) / 8 : HEADER + colourAt(dib, at, x, bits) * 4
      if (colour + 3 > dib.length) return null
      pixels[to] = dib[colour + 2]!
      pixels[to + 1] = dib[colour + 1]!
      pixels[to + 2] = dib[colour]!
      const hidden = masked && (dib[mask + line * mask_row + (x >> 3)]! >> (7 - (x & 7))) & 1
      pixels[to + 3] = bits === 32 ? dib[colour + 3]! : hidden ? 0 : 255
      opaque ||= pixels[to + 3]! > 0
    }
  // Old files of 32 bits leave their opacity at 0 and have the mask alone.
  if (!opaque) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return pngOf(pixels, width, height)
}

function colourAt(dib: Uint8Array, row: number, x: number, bits: number): number {
  const byte = dib[row + ((x * bits) >> 3)]!
  return (byte >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1)
}

/** RGBA pixels as PNG, without filters. */
function pngOf(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const lines = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++)
    lines.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from(PNG),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
