/** What the readers of the picture formats share. */

export type Picture = { kind: 'png' | 'jpg' | 'webp'; width: number; height: number; body: Uint8Array }

/** What is wrong with a file, in words for whoever gave it. */
export class PictureError extends Error {}

/** Pixels a side. */
export const MOST_PIXELS = 1024

/** Refuses a size before anything of that size is made. */
export function judgeSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new PictureError('has no pixels')
  if (width > MOST_PIXELS || height > MOST_PIXELS)
    throw new PictureError(`is larger than ${MOST_PIXELS} × ${MOST_PIXELS} pixels`)
}

/** Parts of a file, one behind the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
