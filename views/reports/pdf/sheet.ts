/** Pages of a tagged PDF (PDF/UA-1): text in one embedded font family, with its place in the document structure. */
import { readFileSync } from 'node:fs'
import type PDFDocument from 'pdfkit'
import regular from '../../../static/vendor/inter-regular.ttf.zst' with { type: 'file' }
import semibold from '../../../static/vendor/inter-semibold.ttf.zst' with { type: 'file' }
import { addFonts } from './more-fonts.ts'
import { type Measure, measurer, wrap } from './wrap.ts'

type Doc = PDFKit.PDFDocument
export type Element = ReturnType<Doc['struct']>
type Weight = 'regular' | 'semibold'
type Style = { size: number; weight?: Weight; color?: string; leading?: number }
type TextPlace = { x?: number; width?: number; align?: 'right' }
type Tag = { scope?: 'Column' | 'Row'; alt?: string; bbox?: [number, number, number, number] }
type PdfMetadata = {
  title: string
  author: string
  subject: string
  lang: string
  at: Date
  fonts?: string | undefined
}

/** A4, in points. */
const [WIDE, HIGH] = [595.28, 841.89]
export const LEFT = 48
export const WIDTH = WIDE - 2 * LEFT
const TOP = 48
const BOTTOM = HIGH - 64

export const INK = '#0c1115'
export const MUTED = '#52606b'

let fonts: Record<Weight, Uint8Array> | undefined

const unpack = (file: string): Uint8Array => new Uint8Array(Bun.zstdDecompressSync(readFileSync(file)))

/** pdfkit is loaded when the first report is drawn. */
export async function openSheet({ title, author, subject, lang, at, fonts: folder }: PdfMetadata): Promise<Sheet> {
  const { PDFDocument: Document } = (await import('pdfkit')) as unknown as { PDFDocument: typeof PDFDocument }
  fonts ??= { regular: unpack(regular), semibold: unpack(semibold) }
  const doc = new Document({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    displayTitle: true,
    lang: lang === 'en' ? 'en-GB' : lang,
    // Without a font name pdfkit loads no standard font: those are files beside its code and never embedded.
    font: '' as never,
    info: {
      Title: title,
      Subject: subject,
      Author: author,
      Producer: author,
      Creator: author,
      CreationDate: at,
      ModDate: at,
    },
  })
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes as never)
  let more: string[] | undefined
  return new Sheet(doc, () => {
    more ??= addFonts(doc, folder)
    return more
  })
}

export class Sheet {
  y = TOP
  readonly root: Element
  private readonly measures: Record<Weight, Measure>
  private onNewPage: (() => void) | null = null

  constructor(
    readonly doc: Doc,
    more: () => readonly string[],
  ) {
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
    this.measures = { regular: measurer(doc, 'regular', more), semibold: measurer(doc, 'semibold', more) }
  }

  linesOf(text: string, { size, weight = 'regular' }: Style, width: number): string[] {
    const measure = this.measures[weight]
    return text.split('\n').flatMap((line) => wrap(measure.shown(line), measure, width / size))
  }

  /** Draws lines below each other, from `y` on. */
  draw(lines: readonly string[], style: Style, y: number, { x = LEFT, width = WIDTH, align }: TextPlace): void {
    const { size, weight = 'regular', color = INK, leading = 1.4 } = style
    const measure = this.measures[weight]
    this.doc.fontSize(size).fillColor(color)
    lines.forEach((line, i) => {
      let left = align === 'right' ? x + width - measure.width(line) * size : x
      for (const { font, text } of measure.runs(line)) {
        this.doc
          .font(font)
          .fontSize(size)
          .text(text, left, y + (i * leading + (leading - 1.2) / 2) * size, { lineBreak: false })
        left += measure.width(text) * size
      }
    })
  }

  /** Draws content that is not read aloud: lines, backgrounds, and repeated page content. */
  artifact(work: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    work()
    this.doc.endMarkedContent()
  }

  /** Starts a page when less than this space remains. */
  need(points: number): void {
    if (this.y + points <= BOTTOM) return
    this.doc.addPage()
    this.y = TOP
    this.onNewPage?.()
  }

  /** Draws something on each new page, such as the head of a table; null ends it. */
  repeat(work: (() => void) | null): void {
    this.onNewPage = work
  }

  /** Adds an element to the structure, drawn by `work`. */
  tag(parent: Element, type: string, options: Tag, work: () => void): void {
    parent.add(this.doc.struct(type, options as never, [work]))
  }

  /** Opens an element; children are added to it until `end`. */
  open(parent: Element, type: string): Element {
    const element = this.doc.struct(type)
    parent.add(element)
    return element
  }

  /** A paragraph or heading, whose lines may continue on the next page. */
  text(parent: Element, type: string, text: string, style: Style, place: TextPlace = {}): void {
    if (text === '') return
    const element = this.open(parent, type)
    const high = style.size * (style.leading ?? 1.4)
    const lines = this.linesOf(text, style, place.width ?? WIDTH)
    if (/^H\d$/.test(type)) this.need(lines.length * high + 60)
    for (const line of lines) {
      this.need(high)
      element.add(() => this.draw([line], style, this.y, place))
      this.y += high
    }
    element.end()
  }

  /** Writes a line at the foot of every page. Returns the file. */
  close(foot: (page: number, pages: number) => string): Promise<Uint8Array> {
    const { doc } = this
    this.root.end()
    const { count } = doc.bufferedPageRange()
    const style = { size: 8, color: MUTED }
    for (let i = 0; i < count; i++) {
      doc.switchToPage(i)
      const [line = ''] = this.linesOf(foot(i + 1, count), style, WIDTH)
      this.artifact(() => this.draw([line], style, HIGH - 44, {}), 'Pagination')
    }
    const chunks: Uint8Array[] = []
    return new Promise((resolve, reject) => {
      doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      doc.on('end', () => resolve(Buffer.concat(chunks)))
      doc.on('error', reject)
      doc.end()
    })
  }
}
