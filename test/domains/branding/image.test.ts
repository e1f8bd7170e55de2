import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { cleanPicture, MOST_BYTES, type Picture } from '../../../src/domains/branding/image.ts'
import { chunk, extended, jpegWith, LOSSY, manyScans, PICTURES, png, segment, webp } from './pictures.ts'

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
const drawn = (file: Uint8Array): Promise<Buffer> => new Bun.Image(file).png().buffer()

/** The names of the parts of a PNG, each once. */
function chunksOf(file: Uint8Array): string[] {
  const png = Buffer.from(file)
  const names = new Set<string>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) names.add(png.toString('latin1', at + 4, at + 8))
  return [...names]
}

describe('a picture', async () => {
  test.each(SOUND)('as %s keeps its size and what it shows, and cleaning it again changes nothing', async (name) => {
    const clean = await cleanPicture(PICTURES[name])
    const [width, height] = name === 'interlaced_png' ? [13, 9] : [12, 8]
    expect(clean).toMatchObject({ kind: 'png', width, height })
    expect(await new Bun.Image(clean.body).metadata()).toEqual({ format: 'png', width, height })
    expect(await drawn(clean.body)).toEqual(await drawn(PICTURES[name]))
    expect((await cleanPicture(clean.body)).body).toEqual(clean.body)
  })

  const photo = jpegWith(PICTURES.jpeg, segment(0xe2, Buffer.concat([bytesOf('ICC_PROFILE\0\x01\x01'), HIDDEN])))
  test.each([
    ['a PNG with a comment', PICTURES.png, 'SECRETPLACE'],
    ['a JPEG with a comment', PICTURES.jpeg, 'SECRETPLACE'],
    ['a progressive JPEG with a comment', PICTURES.progressive_jpeg, 'SECRETPLACE'],
    ['a JPEG with Exif', jpegWith(PICTURES.jpeg, segment(0xe1, Buffer.concat([bytesOf('Exif\0\0'), HIDDEN]))), HIDDEN],
    ['a JPEG with a profile', photo, HIDDEN],
    ['a JPEG with more than colours in its Adobe segment', jpegWith(PICTURES.jpeg, segment(0xee, HIDDEN)), HIDDEN],
    ['a PNG with Exif', png(1, 1, Buffer.alloc(2), [chunk('eXIf', HIDDEN)]), HIDDEN],
    [
      'a PNG with a profile',
      png(1, 1, Buffer.alloc(2), [chunk('iCCP', Buffer.concat([HIDDEN, bytesOf('\0\0'), deflateSync(HIDDEN)]))]),
      HIDDEN,
    ],
    ['a PNG with text', png(1, 1, Buffer.alloc(2), [chunk('tEXt', HIDDEN), chunk('iTXt', HIDDEN)]), HIDDEN],
    [
      'a WebP with a profile, Exif and XMP',
      webp(['VP8X', extended(0x2c)], ['ICCP', HIDDEN], ['VP8 ', LOSSY], ['EXIF', HIDDEN], ['XMP ', HIDDEN]),
      HIDDEN,
    ],
  ])('that is %s is served without it', async (_, file, hidden) => {
    expect(holds(file, String(hidden))).toBe(true)
    const { body } = await cleanPicture(file)
    expect(chunksOf(body)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect((await cleanPicture(body)).body).toEqual(body)
  })

  test('loses a profile that the encoder would have carried over', async () => {
    expect(chunksOf(await drawn(photo))).toContain('iCCP')
  })

  test.each(SOUND)('as %s loses what is appended to it, so that no file is two things at once', async (name) => {
    const both = Buffer.concat([PICTURES[name], bytesOf('<script>alert(1)</script>')])
    expect((await cleanPicture(both)).body).toEqual((await cleanPicture(PICTURES[name])).body)
  })

  test('is turned upright as its camera held it', async () => {
    const turned = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex')
    const file = jpegWith(PICTURES.jpeg, segment(0xe1, Buffer.concat([bytesOf('Exif\0\0'), turned])))
    expect(await cleanPicture(file)).toMatchObject({ width: 8, height: 12 })
  })

  test('is made no larger than 1024 pixels a side, in its proportions', async () => {
    const clean = await cleanPicture(png(2048, 512, Buffer.alloc(2049 * 512)))
    expect(clean).toMatchObject({ kind: 'png', width: 1024, height: 256 })
    expect(await new Bun.Image(clean.body).metadata()).toMatchObject({ width: 1024, height: 256 })
  })

  test('that would be too large as a PNG becomes a WebP, without its profile', async () => {
    const pixels = Buffer.alloc(1025 * 1024, Buffer.from(Array.from({ length: 1024 }, (_, n) => (n * n) % 251)))
    for (let row = 0; row < 1024; row++) pixels[row * 1025] = 0
    const jpeg = await new Bun.Image(png(1024, 1024, pixels)).jpeg({ quality: 20 }).buffer()
    const profile = segment(0xe2, Buffer.concat([bytesOf('ICC_PROFILE\0\x01\x01'), HIDDEN]))
    const clean = await cleanPicture(jpegWith(jpeg, profile))
    expect(clean).toMatchObject({ kind: 'webp', width: 1024, height: 1024 })
    expect(await new Bun.Image(clean.body).metadata()).toEqual({ format: 'webp', width: 1024, height: 1024 })
    expect([holds(clean.body, 'ICCP'), holds(clean.body, 'HIDDENPLACE')]).toEqual([false, false])
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
    [
      'a GIF',
      Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
      'is no PNG, JPEG or WebP picture',
    ],
    ['an animation', PICTURES.animated_webp, 'is damaged or animated'],
    ['a PNG of too many pixels', png(2049, 2048, Buffer.alloc(9)), 'is larger than 2048 × 2048 pixels'],
    ['a file beyond 512 KiB', Buffer.concat([PICTURES.png, Buffer.alloc(MOST_BYTES)]), 'is larger than 512 KiB'],
    ['a PNG with fewer pixels than it says', png(10, 10, Buffer.alloc(109)), 'is damaged or animated'],
    [
      'a PNG with a part that one must know',
      png(1, 1, Buffer.alloc(2), [chunk('EVIL', Buffer.alloc(1))]),
      'is damaged or animated',
    ],
    ['a JPEG of a thousand scans', manyScans(64, 64, 1000), 'is damaged'],
  ])('that is %s is refused', async (_, file, message) => {
    expect(await attempt(() => cleanPicture(file))).toBe(message)
  })

  test('in as many scans as a camera makes is taken', async () => {
    expect(await cleanPicture(manyScans(64, 64, 20))).toMatchObject({ width: 64, height: 64 })
  })

  test('with a wrong checksum is refused', async () => {
    const broken = Buffer.from(PICTURES.png)
    broken[broken.lastIndexOf('IDAT') + 20]! ^= 1
    expect(await attempt(() => cleanPicture(broken))).toBe('is damaged or animated')
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
        if (typeof outcome === 'string') expect(outcome).toMatch(/^is /)
      }
  })
})

/** Half a gigabyte in half a megabyte. */
const swelling = deflateSync(Buffer.alloc(500_000_000))
const behind = (text: string) => Buffer.concat([bytesOf(text), swelling])

test.each([
  ['of 50,000 × 50,000 pixels', png(50_000, 50_000, Buffer.alloc(9)), 8],
  ['with more pixels than it says', png(10, 10, Buffer.alloc(0), [chunk('IDAT', swelling)]), 8],
  ['whose text swells', png(1, 1, Buffer.alloc(2), [chunk('zTXt', behind('a\0\0'))]), 40],
  ['whose profile swells', png(1, 1, Buffer.alloc(2), [chunk('iCCP', behind('a\0\0'))]), 40],
])('a picture %s takes no room to speak of', async (_, file, megabytes) => {
  expect(file.length).toBeLessThan(MOST_BYTES)
  const script = `
    const { cleanPicture } = await import(${JSON.stringify(require.resolve('../../../src/domains/branding/image.ts'))})
    const file = await Bun.stdin.bytes()
    await cleanPicture(Buffer.from(${JSON.stringify(Buffer.from(PICTURES.png).toString('base64'))}, 'base64'))
    const before = process.resourceUsage().maxRSS
    await cleanPicture(file).catch(() => {})
    console.log(process.resourceUsage().maxRSS - before)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdin: file, stdout: 'pipe' })
  expect(await child.exited).toBe(0)
  const kilobytes = await new Response(child.stdout).text()
  expect(kilobytes).toMatch(/^\d+\n$/)
  expect(Number(kilobytes) / 1024).toBeLessThan(megabytes)
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
