/** Breaks text into lines by character widths. pdfkit would lay out each word for this, which is slower. */
type Doc = PDFKit.PDFDocument
type FontFile = { hasGlyphForCodePoint(code: number): boolean }

export type Measure = ReturnType<typeof measurer>

/** The characters that a font has, and their widths at size 1. */
export function measurer(doc: Doc, weight: string) {
  const widths = new Map<string, number>()
  const { font } = (doc.font(weight) as unknown as { _font: { font: FontFile } })._font
  const width = (char: string): number => {
    const known = widths.get(char)
    if (known !== undefined) return known
    const found = doc.font(weight).fontSize(1).widthOfString(char)
    widths.set(char, found)
    return found
  }
  return {
    /** Emoji are left out; other characters missing in the font become a box. Spaces that do not break stay. */
    shown: (text: string): string =>
      [
        ...text
          .normalize('NFC')
          .replaceAll(PICTURES, '')
          .replaceAll('\u202f', '\u00a0')
          .replaceAll(/[^\S\u00a0]/g, ' '),
      ]
        .map((char) => (font.hasGlyphForCodePoint(char.codePointAt(0)!) ? char : BOX))
        .join(''),
    width: (text: string): number => [...text].reduce((sum, char) => sum + width(char), 0),
  }
}

const BOX = '\u25A1'
const PICTURES = /\p{Extended_Pictographic}|[\u200D\uFE0F]/gu

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
