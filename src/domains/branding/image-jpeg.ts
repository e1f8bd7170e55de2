/** JPEG (ITU-T T.81): segments behind markers, the pixels between the start of a scan and the next marker. */
import { joined, judgeSize, type Picture, PictureError, viewOf } from './image-parts.ts'

const [SOI, EOI, SOS, DQT, DHT, DRI, ADOBE] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xee]
/** Baseline, extended and progressive: what every browser draws. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const KEPT: readonly number[] = [DQT, DHT, DRI, SOS, ...FRAMES]
/** The Adobe segment says how colours are coded, in so many bytes; a longer one says more than that. */
const ADOBE_BYTES = 16

export function cleanJpeg(file: Uint8Array): Picture {
  const view = viewOf(file)
  const kept: Uint8Array[] = [Uint8Array.of(0xff, SOI)]
  let size: { width: number; height: number } | null = null
  let scans = 0
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) throw damaged()
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const end = at + 2 + view.getUint16(at + 2)
    if (end > file.length) throw damaged()
    if (FRAMES.includes(marker)) {
      if (size) throw damaged()
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      judgeSize(size.width, size.height)
    }
    const next = marker === SOS ? endOfScan(view, end) : end
    if (marker === SOS) scans += 1
    if (KEPT.includes(marker) || (marker === ADOBE && end - at === ADOBE_BYTES)) kept.push(file.subarray(at, next))
    at = next
  }
  if (!size || scans === 0) throw damaged()
  kept.push(Uint8Array.of(0xff, EOI))
  return { kind: 'jpg', ...size, body: joined(kept) }
}

/** Where the next marker stands: in pixels FF is followed by 00, or by a restart marker. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at++) {
    if (view.getUint8(at) !== 0xff) continue
    const next = view.getUint8(at + 1)
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

const damaged = (): PictureError => new PictureError('is damaged')
