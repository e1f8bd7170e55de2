import { crc32, deflateSync } from 'node:zlib'

/** Small pictures as ImageMagick writes them, 12 × 8 pixels unless told; those that can hold a comment hold `SECRETPLACE`. */
const of = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))

export const PICTURES = {
  png: of(
    'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAIEAIAAAASFlXlAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABmJLR0T///////8JWPfcAAAAB3RJTUUH6gsVCxkHYi3XogAAAERJREFUKM+t0gENACAQQtHvZpQzjGHOMNrFMthFQwgB3mCj3IslRQkxDdAW9PiH6hmeRlUJbRmm9YAtAxQTlAYIwHGBB1h3EAMQku3PAAAAE3RFWHRjb21tZW50AFNFQ1JFVFBMQUNFh6aSZQAAACV0RVh0ZGF0ZTpjcmVhdGUAMjAyNi0xMS0yMVQxMToyNTowNyswMDowMI3H8sIAAAAldEVYdGRhdGU6bW9kaWZ5ADIwMjYtMTEtMjFUMTE6MjU6MDcrMDA6MDD8mkp+AAAAAElFTkSuQmCC',
  ),
  interlaced_png: of(
    'iVBORw0KGgoAAAANSUhEUgAAAA0AAAAJAQMAAAGkswS/AAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEX/AAD///9BHTQRAAAAAWJLR0QB/wIt3gAAAAd0SU1FB+oLFQsZB2It16IAAAAMSURBVAjXY2AgFgAAACoAAbPCaxwAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjFUMTE6MjU6MDcrMDA6MDCNx/LCAAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTIxVDExOjI1OjA3KzAwOjAw/JpKfgAAAABJRU5ErkJggg==',
  ),
  jpeg: of(
    '/9j/4AAQSkZJRgABAQAAAQABAAD//gANU0VDUkVUUExBQ0X/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAIAAwDAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAYEAACAwAAAAAAAAAAAAAAAAAAARZjkf/EABYBAQEBAAAAAAAAAAAAAAAAAAAHCP/EABcRAAMBAAAAAAAAAAAAAAAAAAAYY6H/2gAMAwEAAhEDEQA/AI2nty0uK1xw0cwNdE9uWha44GBrp//Z',
  ),
  progressive_jpeg: of(
    '/9j/4AAQSkZJRgABAQAAAQABAAD//gANU0VDUkVUUExBQ0X/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wgARCAAIAAwDAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAWAQEBAQAAAAAAAAAAAAAAAAAABgf/2gAMAwEAAhADEAAAAY1caOP/xAAVEAEBAAAAAAAAAAAAAAAAAAAAFP/aAAgBAQABBQK9e//EABYRAAMAAAAAAAAAAAAAAAAAAAAXYv/aAAgBAwEBPwFgUMCj/8QAFhEAAwAAAAAAAAAAAAAAAAAAABdi/9oACAECAQE/AVrAtYP/xAAVEAEBAAAAAAAAAAAAAAAAAAAAMf/aAAgBAQAGPwKq/8QAFBABAAAAAAAAAAAAAAAAAAAAEP/aAAgBAQABPyEX/9oADAMBAAIAAwAAABDb/8QAFhEAAwAAAAAAAAAAAAAAAAAAABHw/9oACAEDAQE/ELZbP//EABYRAAMAAAAAAAAAAAAAAAAAAAAR8P/aAAgBAgEBPxCEQj//xAAWEAADAAAAAAAAAAAAAAAAAAAAcZH/2gAIAQEAAT8QVRVP/9k=',
  ),
  lossy_webp: of(
    'UklGRlAAAABXRUJQVlA4IEQAAACwAgCdASoMAAgAAgA0JagCdLcAlgH8AuP8D0P9gAAA/vaw64VOXrH/ji+FUl6/eFUl/8Cd/4U1/5nM6/LrKOkkS4AAAA==',
  ),
  lossless_webp: of('UklGRjgAAABXRUJQVlA4TCsAAAAvC8ABED8Q8x8CgRQO06GMMTAISUoKKaSQQgoppJD/zEJE9D+fYxmaIgkAAA=='),
  alpha_webp: of(
    'UklGRnwAAABXRUJQVlA4WAoAAAAQAAAACwAABwAAQUxQSCUAAAABPyAQSOEwHRGRbTAISUoKKaSQQgoppJD/zEJE9D+fYxmaIgkAAFZQOCAwAAAA0AEAnQEqDAAIAAIANCWgAnS6AfgAA7AA/vDEC/8guWF1yNf/ID/kB/yA//jyAAAA',
  ),
  animated_webp: of(
    'UklGRsAAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAD/////AABBTk1GSAAAAAAAAAAAAAEAAAEAAGQAAAJWUDggMAAAANABAJ0BKgIAAgACADQloAJ0ugH4AAOwAP7wxAv/ILlhdcjX/yA/5Af8gP/48gAAAEFOTUZEAAAAAAAAAAAAAQAAAQAAZAAAAFZQOCAsAAAAlAEAnQEqAgACAAAANCWgAnS6AAOYAP75k2//kB//kB//kB//ID/iF3sgMABSSUZGPAAAAFdFQlBWUDggMAAAANABAJ0BKgIAAgACADQloAJ0ugH4AAOwAP7wxAv/ILlhdcjX/yA/5Af8gP/48gAAAA==',
  ),
} as const

/** A chunk of a PNG. */
export function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A segment of a JPEG. */
export function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A JPEG with more segments behind its first marker. */
export const jpegWith = (file: Uint8Array, ...more: Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, 2), ...more, file.subarray(2)])

/** A WebP of these chunks. */
export function webp(...chunks: [name: string, data: Uint8Array][]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)])
  })
  const whole = Buffer.alloc(4)
  whole.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0))
  return Buffer.concat([Buffer.from('RIFF'), whole, Buffer.from('WEBP'), ...parts])
}

/** The pixels of the lossy sample, and the header of an extended file of its size. */
export const LOSSY = PICTURES.lossy_webp.subarray(20)
export const extended = (flags: number): Buffer => Buffer.from([flags, 1, 2, 3, 11, 0, 0, 7, 0, 0])

/** A grey PNG of one byte a pixel whose pixels are `pixels`; `behind` stands in the same chunk. */
export function png(
  width: number,
  height: number,
  pixels: Uint8Array,
  more: Buffer[] = [],
  behind = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', Buffer.concat([deflateSync(pixels), behind])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A grey progressive JPEG that says "nothing changes" so many times over. */
export function manyScans(width: number, height: number, scans: number): Buffer {
  const table = (kind: number, symbol: number) => segment(0xc4, Buffer.from([kind, 1, ...Array(15).fill(0), symbol]))
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
  // One run of 2^14 blocks or more without a change.
  const unchanged = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 1, 1, 0])), Buffer.from([0, 0])])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
    segment(0xc2, Buffer.from(frame)),
    table(0x00, 0x00),
    table(0x10, 0xe0),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array<Buffer>(scans).fill(unchanged),
    Buffer.from([0xff, 0xd9]),
  ])
}
