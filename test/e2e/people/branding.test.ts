/** Through the binary: a logo is fetched once, served clean from here or refused, and every part needs its plan. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { chunk, extended, jpegWith, LOSSY, PICTURES, png, segment, webp } from '../../domains/branding/pictures.ts'
import { brandingIn, PLATFORM, type WhiteLabel, whiteLabel } from '../white-label.ts'

setDefaultTimeout(600_000)

/** Stands in each picture where no eye sees it. */
const HIDDEN = Buffer.from('HIDDENPLACE')

let one: WhiteLabel
beforeAll(async () => {
  one = await whiteLabel()
})
afterAll(() => one.close())

const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), HIDDEN]))
const profile = segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), HIDDEN]))
const comment = segment(0xfe, HIDDEN)
const alpha = PICTURES.alpha_webp
const aroundWebp = (flags: number, ...pixels: Parameters<typeof webp>) =>
  webp(['VP8X', extended(flags)], ['ICCP', HIDDEN], ...pixels, ['EXIF', HIDDEN], ['XMP ', HIDDEN])

/** Each with all that its format can hide, and the same picture without it. */
const SOUND: [string, { file: Uint8Array; bare: Uint8Array }][] = [
  [
    'a PNG',
    {
      file: png(
        12,
        8,
        Buffer.alloc(13 * 8),
        ['tEXt', 'iTXt', 'iCCP', 'eXIf'].map((name) => chunk(name, HIDDEN)),
      ),
      bare: png(12, 8, Buffer.alloc(13 * 8)),
    },
  ],
  ...(['jpeg', 'progressive_jpeg'] as const).map((name): (typeof SOUND)[number] => [
    `a ${name}`,
    { file: jpegWith(PICTURES[name], exif, profile, comment), bare: PICTURES[name] },
  ]),
  ['a lossy WebP', { file: aroundWebp(0x2c, ['VP8 ', LOSSY]), bare: PICTURES.lossy_webp }],
  [
    'a lossless WebP',
    { file: aroundWebp(0x2c, ['VP8L', PICTURES.lossless_webp.subarray(20, 63)]), bare: PICTURES.lossless_webp },
  ],
  [
    'a WebP with alpha',
    { file: aroundWebp(0x3c, ['ALPH', alpha.subarray(38, 75)], ['VP8 ', alpha.subarray(84)]), bare: alpha },
  ],
]
const drawn = (file: Uint8Array): Promise<Buffer> => new Bun.Image(file).png().buffer()

describe('a logo', () => {
  test.each(SOUND)(
    'that is %s is fetched once, and served from here without all that was hidden in it',
    async (_, picture) => {
      expect(Buffer.from(picture.file).includes(HIDDEN)).toBe(true)
      const address = one.origin.offer(picture.file, 'application/octet-stream')
      const answer = await one.put({ logo_url: address })
      const { logo_url, logo_served_url } = brandingIn(answer)
      expect([answer.status, logo_url]).toEqual([200, address])
      const served = new URL(logo_served_url!)
      expect(served.host).toBe(PLATFORM)
      for (let times = 0; times < 2; times++) {
        const response = await one.visit(served.pathname)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        const body = Buffer.from(await response.arrayBuffer())
        expect(body.includes(HIDDEN)).toBe(false)
        expect(await drawn(body)).toEqual(await drawn(picture.bare))
      }
      expect(one.origin.times(address)).toBe(1)
    },
  )

  /** One bit a pixel: fifty megabytes in fifty kilobytes. */
  function bomb(): Buffer {
    const file = png(20_000, 20_000, Buffer.alloc(0))
    const head = Buffer.from(file.subarray(16, 29))
    head[8] = 1
    const pixels = deflateSync(Buffer.alloc(20_000 * 2_501))
    return Buffer.concat([
      file.subarray(0, 8),
      chunk('IHDR', head),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  const zipped = (body: Uint8Array): string =>
    one.origin.offer(Bun.gzipSync(Buffer.from(body)), 'image/png', { 'content-encoding': 'gzip' })
  const page = '<!doctype html><title>Our logo</title><img src="/logo.png">'

  test.each<[string, () => string, RegExp]>([
    ['an SVG', () => one.origin.offer('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'), /^is no PNG/],
    ['an SVG that is called a PNG', () => one.origin.offer('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^is no PNG/],
    [
      'a GIF',
      () => one.origin.offer(Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'image/gif'),
      /^is no PNG/,
    ],
    ['a page', () => one.origin.offer(page, 'text/html'), /^is no PNG/],
    ['an animation', () => one.origin.offer(PICTURES.animated_webp, 'image/webp'), /^is damaged or animated/],
    ['a picture of 20,000 × 20,000 pixels', () => one.origin.offer(bomb()), /^is larger than 2048 × 2048 pixels/],
    ['a PNG that was cut off', () => one.origin.offer(PICTURES.png.subarray(0, 200)), /^is damaged/],
    ['a JPEG that was cut off', () => one.origin.offer(PICTURES.jpeg.subarray(0, 300), 'image/jpeg'), /^is damaged/],
    ['a file of more than 512 KiB', () => one.origin.offer(new Uint8Array(600_000)), /^is larger than 512 KiB/],
    ['a file that swells beyond it', () => zipped(new Uint8Array(50_000_000)), /^is larger than 512 KiB/],
    ['nothing', () => one.origin.nothing, /^could not be fetched: the answer was 404/],
    ['at a private address', () => one.origin.inside, /^could not be fetched: 127\.0\.0\.2/],
    ['that leads to one', () => one.origin.redirect(one.origin.inside), /^could not be fetched: 127\.0\.0\.2/],
    ['at a private name', () => 'http://nas.local/logo.png', /^could not be fetched/],
  ])('that is %s is refused in words that help, and nothing changes', async (_, logo, why) => {
    await one.put({ logo_url: one.origin.offer(PICTURES.png), from_name: 'Northwind Search' })
    const [before, rows] = [await one.branding(), one.rows()]
    const { status, json } = await one.put({ logo_url: logo(), from_name: 'Changed', accent: '#aa0000' })
    expect([status, json!.error!.code]).toEqual([422, 'validation_failed'])
    const [issue, ...more] = json!.error!.details!.issues as { path: string; message: string }[]
    expect(more).toEqual([])
    expect(issue!.path).toBe('logo_url')
    expect(issue!.message).toMatch(why)
    expect(issue!.message).toMatch(/\. (Use|Give) .+\.$/)
    expect(await one.branding()).toEqual(before)
    expect((await one.visit(new URL(before.logo_served_url!).pathname)).status).toBe(200)
    expect(one.rows()).toBe(rows)
  })

  test('at a private address is refused before anyone there is asked', () => {
    expect(one.origin.asked).not.toContain('/inside')
  })
})

describe('a plan without it', () => {
  test.each<[string, () => string, string]>([
    ['logo_url', () => one.origin.offer(PICTURES.png), 'agency_starter'],
    ['accent', () => '#0f766e', 'agency_pro'],
    ['from_name', () => 'Platform Search', 'agency_pro'],
    ['domain', () => 'seo.platform.example', 'agency_scale'],
  ])('refuses %s, fetches nothing, and names the plan to be on', async (part, value, required_plan) => {
    const asked = one.origin.asked.length
    const { status, json } = await one.put({ [part]: value() }, 'ten_platform', one.seeded.platform)
    expect([status, json!.error]).toMatchObject([
      403,
      {
        code: 'plan_required',
        details: { code: 'plan_required', required_plan, upgrade_url: `http://${PLATFORM}/app/plan` },
      },
    ])
    expect(one.origin.asked).toHaveLength(asked)
    expect((await one.put({ [part]: null }, 'ten_platform', one.seeded.platform)).status).toBe(200)
  })
})
