/**
 * A picture that somebody gave an address of, made fit to be served from here: decoded, turned upright, and drawn anew.
 * Nothing of the file itself is kept, so comments, places, profiles and appended bytes are gone.
 */
import { codeOf } from '../../kernel/fault.ts'

export type Picture = { kind: 'png' | 'webp'; width: number; height: number; body: Uint8Array }

/** What is wrong with a file, in words for whoever gave it. */
export class PictureError extends Error {}

export const MOST_BYTES = 512 * 1024
export const TOO_LARGE = `is larger than ${MOST_BYTES / 1024} KiB`

/** Pixels a side of what is taken; refused by the file's header, before room is made for them. */
export const MOST_PIXELS = 2048
/** Pixels a side of what is kept. */
const KEPT_PIXELS = 1024

const TAKEN: readonly string[] = ['png', 'jpeg', 'webp']
/** A progressive JPEG comes in some ten scans. Each goes over the whole picture, and a file has room for 40,000. */
const MOST_SCANS = 100

/** @throws PictureError for what is no PNG, JPEG or WebP, damaged, animated or too large. SVG can carry scripts: never. */
export async function cleanPicture(file: Uint8Array): Promise<Picture> {
  if (file.length > MOST_BYTES) throw new PictureError(TOO_LARGE)
  try {
    const picture = new Bun.Image(file, { maxPixels: MOST_PIXELS ** 2 })
    const { format } = await picture.metadata()
    if (!TAKEN.includes(format)) throw new PictureError(UNKNOWN)
    if (format === 'jpeg') judgeScans(Buffer.from(file))
    picture.resize(KEPT_PIXELS, KEPT_PIXELS, { fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 })
    const png = withoutProfile(await picture.buffer())
    const { width, height } = picture
    if (png.length <= MOST_BYTES) return { kind: 'png', width, height, body: png }
    return { kind: 'webp', width, height, body: await new Bun.Image(png).webp({ quality: 90 }).bytes() }
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError(REASONS[codeOf(error)] ?? 'is damaged or animated')
  }
}

const UNKNOWN = 'is no PNG, JPEG or WebP picture'
const REASONS: Record<string, string> = {
  ERR_IMAGE_UNKNOWN_FORMAT: UNKNOWN,
  ERR_IMAGE_TOO_MANY_PIXELS: `is larger than ${MOST_PIXELS} × ${MOST_PIXELS} pixels`,
}

/** The decoder draws grey what a cut JPEG lacks, and takes as many scans as there are. */
function judgeScans(jpeg: Buffer): void {
  const scans = jpeg.toString('latin1').split('\xff\xda')
  if (scans.length - 1 > MOST_SCANS || !scans.at(-1)!.includes('\xff\xd9')) throw new PictureError('is damaged')
}

/** The encoder carries a colour profile over, in which anything may be hidden: the one chunk of its PNG that is left out. */
function withoutProfile(png: Buffer): Buffer {
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'iCCP')
      return Buffer.concat([png.subarray(0, at), png.subarray(end)])
    at = end
  }
  return png
}
