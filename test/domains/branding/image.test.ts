import { describe, expect, test } from 'bun:test'
import { cleanPicture, MOST_BYTES, type Picture } from '../../../src/domains/branding/image.ts'
import { chunk, extended, jpegWith, LOSSY, PICTURES, png, segment, webp } from './pictures.ts'

const SOUND = [
  'png',
  'interlaced_png',
  'jpeg',
  'progressive_jpeg',
  'lossy_webp',
  'lossless_webp',
  'alpha_webp',
] as const

/** What says nothing about the picture. */
const HIDDEN = Buffer.from('HIDDENPLACE')

const holds = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes).includes(text)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a picture', async () => {
  test.each(SOUND)('as %s keeps its size and kind, and cleaning it again changes nothing', async (name) => {
    const clean = await cleanPicture(PICTURES[name])
    expect([clean.width, clean.height]).toEqual(name === 'interlaced_png' ? [13, 9] : [12, 8])
    expect(clean.body.length).toBeLessThanOrEqual(PICTURES[name].length)
    expect((await cleanPicture(clean.body)).body).toEqual(clean.body)
  })

  test.each(['png', 'jpeg', 'progressive_jpeg'] as const)('as %s loses the comments that were in it', async (name) => {
    expect(holds(PICTURES[name], 'SECRETPLACE')).toBe(true)
    expect(holds((await cleanPicture(PICTURES[name])).body, 'SECRETPLACE')).toBe(false)
  })

  test.each([
    ['a JPEG with Exif', jpegWith(PICTURES.jpeg, segment(0xe1, Buffer.concat([bytesOf('Exif\0\0'), HIDDEN])))],
    [
      'a JPEG with a profile',
      jpegWith(PICTURES.jpeg, segment(0xe2, Buffer.concat([bytesOf('ICC_PROFILE\0'), HIDDEN]))),
    ],
    ['a JPEG with more than colours in its Adobe segment', jpegWith(PICTURES.jpeg, segment(0xee, HIDDEN))],
    ['a PNG with Exif', png(1, 1, Buffer.alloc(2), [chunk('eXIf', HIDDEN)])],
    ['a PNG with a profile', png(1, 1, Buffer.alloc(2), [chunk('iCCP', HIDDEN)])],
    ['a PNG with text', png(1, 1, Buffer.alloc(2), [chunk('tEXt', HIDDEN), chunk('iTXt', HIDDEN)])],
    [
      'a WebP with a profile, Exif and XMP',
      webp(['VP8X', extended(0x2c)], ['ICCP', HIDDEN], ['VP8 ', LOSSY], ['EXIF', HIDDEN], ['XMP ', HIDDEN]),
    ],
  ])('that is %s is served without it', async (_, file) => {
    expect(holds(file, 'HIDDENPLACE')).toBe(true)
    const { body } = await cleanPicture(file)
    expect(holds(body, 'HIDDENPLACE')).toBe(false)
    expect((await cleanPicture(body)).body).toEqual(body)
  })

  test('as an extended WebP says of itself only what is left', async () => {
    const { body } = await cleanPicture(webp(['VP8X', extended(0x2c)], ['ICCP', HIDDEN], ['VP8 ', LOSSY]))
    expect([...body.subarray(20, 24)]).toEqual([0, 0, 0, 0])
  })

  test.each(SOUND)('as %s loses what is appended to it, so that no file is two things at once', async (name) => {
    const both = Buffer.concat([PICTURES[name], bytesOf('<script>alert(1)</script>')])
    expect(holds((await cleanPicture(both)).body, '<script>')).toBe(false)
  })

  test.each(SOUND)('as %s that was cut off anywhere is refused, or is whole', async (name) => {
    const whole = (await cleanPicture(PICTURES[name])).body
    for (let length = 0; length < PICTURES[name].length; length++) {
      const body = await attempt(() => cleanPicture(PICTURES[name].subarray(0, length)))
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
    ['a PNG with something behind its pixels', png(1, 1, Buffer.alloc(2), [], HIDDEN), 'is damaged'],
    [
      'a PNG with more than a colour table',
      png(1, 1, Buffer.alloc(2), [chunk('PLTE', Buffer.alloc(769))]),
      'is damaged',
    ],
    [
      'a PNG with two colour tables',
      png(1, 1, Buffer.alloc(2), [chunk('PLTE', HIDDEN), chunk('PLTE', HIDDEN)]),
      'is damaged',
    ],
    ['a WebP with a long header', webp(['VP8X', Buffer.concat([extended(0), HIDDEN])], ['VP8 ', LOSSY]), 'is damaged'],
    ['a WebP with two headers', webp(['VP8X', extended(0)], ['VP8X', extended(0)], ['VP8 ', LOSSY]), 'is damaged'],
    [
      'a PNG with a part that one must know',
      png(1, 1, Buffer.alloc(2), [chunk('EVIL', Buffer.alloc(1))]),
      'is damaged',
    ],
  ])('that is %s is refused', async (_, file, message) => {
    expect(await attempt(() => cleanPicture(file))).toBe(message)
  })

  test('with a wrong checksum is refused', async () => {
    const broken = Buffer.from(PICTURES.png)
    broken[20]! ^= 1
    expect(await attempt(() => cleanPicture(broken))).toBe('is damaged')
  })

  test('whose bytes were changed at random never throws anything but a refusal', async () => {
    let seed = 1
    const random = (n: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % n
    }
    for (const name of SOUND)
      for (let n = 0; n < 300; n++) {
        const bytes = Buffer.from(PICTURES[name])
        for (let k = 0; k < 3; k++) bytes[random(bytes.length)] = random(256)
        const outcome = await attempt(() => cleanPicture(bytes))
        if (typeof outcome === 'string') expect(outcome).toMatch(/^(is|has) /)
      }
  })
})

/** The bytes that the work gave, or the words of its refusal; any other failure fails the test. */
async function attempt(work: () => Promise<Picture>): Promise<Uint8Array | string> {
  try {
    return (await work()).body
  } catch (error) {
    expect((error as Error).constructor.name).toBe('PictureError')
    return (error as Error).message
  }
}
