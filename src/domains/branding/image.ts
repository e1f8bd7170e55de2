/**
 * A picture that somebody gave an address of, made fit to be served from here: taken apart, checked, and put together
 * again from the parts that draw it. Whatever else was in the file (comments, places, profiles, appended bytes) is gone.
 */
import { cleanJpeg } from './image-jpeg.ts'
import { type Picture, PictureError } from './image-parts.ts'
import { cleanPng } from './image-png.ts'
import { cleanWebp } from './image-webp.ts'

export { MOST_PIXELS, type Picture, PictureError } from './image-parts.ts'

export const MOST_BYTES = 512 * 1024
export const TOO_LARGE = `is larger than ${MOST_BYTES / 1024} KiB`

/** @throws PictureError for what is no PNG, JPEG or WebP, damaged, animated or too large. SVG can carry scripts: never. */
export async function cleanPicture(file: Uint8Array): Promise<Picture> {
  const clean = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, i) => file[at + i] === byte))?.clean
  if (!clean) throw new PictureError('is no PNG, JPEG or WebP picture')
  if (file.length > MOST_BYTES) throw new PictureError(TOO_LARGE)
  try {
    return await clean(file)
  } catch (error) {
    // Reading beyond the end of a cut file throws a RangeError, as do pixels that take more than they may.
    throw error instanceof PictureError ? error : new PictureError('is damaged')
  }
}

const SIGNATURES = [
  { at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], clean: cleanPng },
  { at: 0, bytes: [0xff, 0xd8, 0xff], clean: cleanJpeg },
  { at: 8, bytes: [0x57, 0x45, 0x42, 0x50], clean: cleanWebp },
]
