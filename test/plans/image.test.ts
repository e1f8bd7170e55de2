import { describe, expect, test } from 'bun:test'
import { crc32, deflateSync } from 'node:zlib'
import { cleanPicture, MOST_BYTES } from '../../src/plans/image.ts'
import { PICTURES } from './pictures.ts'

const SOUND = [
  'png',
  'interlaced_png',
  'jpeg',
  'progressive_jpeg',
  'lossy_webp',
  'lossless_webp',
  'alpha_webp',
] as const

const holds = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes).includes(text)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A grey PNG of one byte a pixel whose pixels are `pixels`. */
function png(width: number, height: number, pixels: Uint8Array, more: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture', () => {
  test.each(SOUND)('as %s keeps its size and kind, and cleaning it again changes nothing', (name) => {
    const clean = cleanPicture(PICTURES[name])
    expect([clean.width, clean.height]).toEqual(name === 'interlaced_png' ? [13, 9] : [12, 8])
    expect(clean.body.length).toBeLessThanOrEqual(PICTURES[name].length)
    expect(cleanPicture(clean.body).body).toEqual(clean.body)
  })

  test.each(['png', 'jpeg', 'progressive_jpeg'] as const)('as %s loses the comments that were in it', (name) => {
    expect(holds(PICTURES[name], 'SECRETPLACE')).toBe(true)
    expect(holds(cleanPicture(PICTURES[name]).body, 'SECRETPLACE')).toBe(false)
  })

  test.each(SOUND)('as %s loses what is appended to it, so that no file is two things at once', (name) => {
    const both = Buffer.concat([PICTURES[name], bytesOf('<script>alert(1)</script>')])
    expect(holds(cleanPicture(both).body, '<script>')).toBe(false)
  })

  test.each(SOUND)('as %s that was cut off anywhere is refused, or is whole', (name) => {
    const whole = cleanPicture(PICTURES[name]).body
    for (let length = 0; length < PICTURES[name].length; length++) {
      const body = attempt(() => cleanPicture(PICTURES[name].subarray(0, length)).body)
      if (body instanceof Uint8Array) expect(Buffer.from(body).equals(whole)).toBe(true)
      else expect(body).toMatch(/^is /)
    }
  })

  test.each([
    ['an SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'is no PNG, JPEG or WebP picture'],
    ['a GIF', bytesOf('GIF89a'), 'is no PNG, JPEG or WebP picture'],
    ['an animation', PICTURES.animated_webp, 'is animated'],
    ['a PNG wider than 1024 pixels', png(1025, 1, Buffer.alloc(1026)), 'is larger than 1024 × 1024 pixels'],
    ['a file beyond 512 KiB', Buffer.concat([PICTURES.png, Buffer.alloc(MOST_BYTES)]), 'is larger than 512 KiB'],
    ['a PNG with fewer pixels than it says', png(10, 10, Buffer.alloc(109)), 'is damaged'],
    ['a PNG that swells when it is opened', png(10, 10, Buffer.alloc(50_000_000)), 'is damaged'],
    [
      'a PNG with a part that one must know',
      png(1, 1, Buffer.alloc(2), [chunk('EVIL', Buffer.alloc(1))]),
      'is damaged',
    ],
  ])('that is %s is refused', (_, file, message) => {
    expect(attempt(() => cleanPicture(file).body)).toBe(message)
  })

  test('with a wrong checksum is refused', () => {
    const broken = Buffer.from(PICTURES.png)
    broken[20]! ^= 1
    expect(attempt(() => cleanPicture(broken).body)).toBe('is damaged')
  })

  test('whose bytes were changed at random never throws anything but a refusal', () => {
    let seed = 1
    const random = (n: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % n
    }
    for (const name of SOUND)
      for (let n = 0; n < 300; n++) {
        const bytes = Buffer.from(PICTURES[name])
        for (let k = 0; k < 3; k++) bytes[random(bytes.length)] = random(256)
        const outcome = attempt(() => cleanPicture(bytes).body)
        if (typeof outcome === 'string') expect(outcome).toMatch(/^(is|has) /)
      }
  })
})

/** What the work gave, or the words of its refusal; any other failure fails the test. */
function attempt<T>(work: () => T): T | string {
  try {
    return work()
  } catch (error) {
    expect((error as Error).constructor.name).toBe('PictureError')
    return (error as Error).message
  }
}
