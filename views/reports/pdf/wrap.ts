/** Breaks text into lines by character widths. pdfkit would lay out each word for this, which is slower. */
import { drawable } from '../../../src/doors/pages/font-letters.ts'

type Doc = PDFKit.PDFDocument
type FontFile = { hasGlyphForCodePoint(code: number): boolean }

export type Measure = ReturnType<typeof measurer>

/** The characters that a font has, and their widths at size 1. `more` names fonts for others; they are read when one comes. */
export function measurer(doc: Doc, weight: string, more: () => readonly string[] = () => []) {
  const known = new Map<string, { font: string | null; width: number }>()
  // Fonts are numbered in the order of their first use.
  doc.font(weight)
  const holds = (name: string, char: string): boolean => {
    const { font } = (doc.font(name) as unknown as { _font: { font: FontFile } })._font
    return font.hasGlyphForCodePoint(char.codePointAt(0)!)
  }
  const look = (char: string): { font: string | null; width: number } => {
    const found = known.get(char)
    if (found) return found
    const font = holds(weight, char) ? weight : (more().find((name) => holds(name, char)) ?? null)
    const made = { font, width: font === null ? 0 : doc.font(font).fontSize(1).widthOfString(char) }
    known.set(char, made)
    return made
  }
  return {
    /** Emoji are left out; characters missing in all fonts become a box. Spaces that do not break stay. */
    shown: (text: string): string =>
      Array.from(drawable(text), (char) => (look(char).font === null ? BOX : char)).join(''),
    width: (text: string): number => [...text].reduce((sum, char) => sum + look(char).width, 0),
    /** Parts of a line, each in one font. */
    runs(text: string): { font: string; text: string }[] {
      const runs: { font: string; text: string }[] = []
      for (const char of text) {
        const font = look(char).font ?? weight
        const last = runs.at(-1)
        if (last?.font === font) last.text += char
        else runs.push({ font, text: char })
      }
      return runs
    },
  }
}

const BOX = '\u25A1'

/**
 * Breaks at spaces. A word wider than a line, such as a URL, breaks after one of its separators. Each line keeps the
 * space at its end, so that a screen reader does not join two words.
 */
export function wrap(text: string, { width: widthOf }: Measure, width: number): string[] {
  const lines: string[] = []
  let [line, wide] = ['', 0]
  const put = (piece: string) => {
    line += piece
    wide += widthOf(piece)
  }
  const end = (rest = '') => {
    lines.push(line.slice(0, line.length - rest.length))
    ;[line, wide] = [rest, widthOf(rest)]
  }
  for (const word of text.split(' ')) {
    if (line !== '') put(' ')
    if (line !== '' && wide + widthOf(word) > width) end()
    for (const char of word) {
      if (line !== '' && wide + widthOf(char) > width) end(PART_OF_URL.exec(line)?.[1])
      put(char)
    }
  }
  return [...lines, line]
}

/** Text after the last separator of a line, if it is short. */
const PART_OF_URL = /^.{20,}[/?&=_.-]([^/?&=_.-]{1,25})$/u
