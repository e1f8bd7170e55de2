/** Which letters the PDF of a report can draw: those of Inter, and of the fonts in `<data>/fonts`. Others are boxes. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import inter from '../../../static/vendor/inter-regular.ttf.zst' with { type: 'file' }

const PICTURES = /\p{Extended_Pictographic}|[\u200D\uFE0F]/gu

/** A text as it is drawn: without emoji; spaces that do not break stay. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(PICTURES, '')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll(/[^\S\u00a0]/g, ' ')

/** Fonts of the install, in order of their names. */
export function fontFiles(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((file) => /\.(ttf|otf)$/i.test(file))
    return files.sort().map((file) => join(folder, file))
  } catch {
    return []
  }
}

type HasLetter = (code: number) => boolean
let ours: HasLetter | undefined

/** The letters in these texts that no font has, each once. */
export function lettersWithoutFont(texts: readonly string[], folder: string): string[] {
  const odd = new Set(texts.flatMap((text) => [...drawable(text)]).filter((letter) => letter > '~'))
  if (odd.size === 0) return []
  ours ??= lettersIn(Bun.zstdDecompressSync(readFileSync(inter)))
  const missing = [...odd].filter((letter) => !ours!(letter.codePointAt(0)!))
  if (missing.length === 0) return []
  const more = fontFiles(folder).map(lettersOfFile)
  return missing.filter((letter) => !more.some((has) => has(letter.codePointAt(0)!)))
}

/** A file that is no font has none; reading a pipe would wait for its writer. */
function lettersOfFile(file: string): HasLetter {
  try {
    return statSync(file).isFile() ? lettersIn(readFileSync(file)) : () => false
  } catch {
    return () => false
  }
}

/** The table `cmap` of a font: its letters by code, in segments (format 4) or groups (format 12). @throws RangeError */
export function lettersIn(font: Uint8Array): HasLetter {
  const at = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const tables = Array.from({ length: at.getUint16(4) }, (_, n) => 12 + 16 * n)
  const cmap = tables.find((table) => at.getUint32(table) === CMAP)
  if (cmap === undefined) return () => false
  const begin = at.getUint32(cmap + 8)
  const maps = Array.from({ length: at.getUint16(begin + 2) }, (_, n) => begin + at.getUint32(begin + 8 + 8 * n))
  const whole = maps.find((map) => at.getUint16(map) === 12)
  if (whole !== undefined) return inGroups(at, whole)
  const basic = maps.find((map) => at.getUint16(map) === 4)
  return basic === undefined ? () => false : inSegments(at, basic)
}

const CMAP = 0x636d6170

function inGroups(at: DataView, map: number): HasLetter {
  const groups = Array.from({ length: at.getUint32(map + 12) }, (_, n) => map + 16 + 12 * n)
  const spans = groups.map((group) => ({ first: at.getUint32(group), last: at.getUint32(group + 4) }))
  return (code) => spans.some(({ first, last }) => code >= first && code <= last)
}

function inSegments(at: DataView, map: number): HasLetter {
  const count = at.getUint16(map + 6) / 2
  const [ends, starts] = [map + 14, map + 16 + 2 * count]
  const [shifts, offsets] = [starts + 2 * count, starts + 4 * count]
  const glyph = (n: number, code: number): number => {
    const [shift, offset] = [at.getUint16(shifts + 2 * n), at.getUint16(offsets + 2 * n)]
    if (offset === 0) return (code + shift) & 0xffff
    return at.getUint16(offsets + 2 * n + offset + 2 * (code - at.getUint16(starts + 2 * n)))
  }
  return (code) => {
    for (let n = 0; n < count; n++)
      if (code <= at.getUint16(ends + 2 * n)) return code >= at.getUint16(starts + 2 * n) && glyph(n, code) !== 0
    return false
  }
}
