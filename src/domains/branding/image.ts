/**
 * Makes a picture from a user's address safe to serve: decodes it, turns it upright and encodes it again. Nothing of
 * the original file is kept, which removes comments, locations, profiles and appended bytes.
 */
import { codeOf } from '../../kernel/operation/fault.ts'

export type Picture = { kind: 'png' | 'webp'; width: number; height: number; body: Uint8Array }

/** The problem with a file, in words for the user who gave its address. */
export class PictureError extends Error {}

export const MOST_BYTES = 512 * 1024
export const TOO_LARGE = `is larger than ${MOST_BYTES / 1024} KiB`

/** Maximum pixels a side of an accepted picture. Checked in the file's header, before memory is allocated. */
export const MOST_PIXELS = 2048
/** Maximum pixels a side of the stored picture. */
const KEPT_PIXELS = 1024

const TAKEN: readonly string[] = ['png', 'jpeg', 'webp']
/** A usual progressive JPEG has some ten scans. Each one covers the whole picture, and a file has room for 40,000. */
const MOST_SCANS = 100

/** @throws PictureError unless it is a sound, still, small PNG, JPEG or WebP. SVG can carry scripts. */
export async function cleanPicture(file: Uint8Array, kept = KEPT_PIXELS): Promise<Picture> {
  if (file.length > MOST_BYTES) throw new PictureError(TOO_LARGE)
  try {
    const picture = new Bun.Image(file, { maxPixels: MOST_PIXELS ** 2 })
    const { format } = await picture.metadata()
    if (!TAKEN.includes(format)) throw new PictureError(UNKNOWN)
    if (format === 'jpeg') assertScans(Buffer.from(file))
    picture.resize(kept, kept, { fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 })
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

/** The decoder fills the missing part of a cut JPEG with grey, and decodes any number of scans. */
function assertScans(jpeg: Buffer): void {
  const scans = jpeg.toString('latin1').split('\xff\xda')
  if (scans.length - 1 > MOST_SCANS || !scans.at(-1)!.includes('\xff\xd9')) throw new PictureError('is damaged')
}

/** The encoder copies the colour profile, which can hide any data, so its PNG chunk is removed. */
function withoutProfile(png: Buffer): Buffer {
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'iCCP')
      return Buffer.concat([png.subarray(0, at), png.subarray(end)])
    at = end
  }
  return png
}
