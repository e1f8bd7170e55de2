/** Fonts of the install for letters that Inter lacks, such as Japanese: `<data>/fonts/*.ttf` and `.otf`, in order of their names. */
import { readFileSync, statSync } from 'node:fs'
import { fontFiles } from '../../../src/doors/pages/font-letters.ts'

type Doc = PDFKit.PDFDocument

/** Registers them in a document, and returns their names there. A file that is no font is left out. */
export function addFonts(doc: Doc, folder: string | undefined): string[] {
  return (folder === undefined ? [] : fontFiles(folder)).filter((file) => {
    try {
      // Reading a pipe would wait for its writer.
      if (!statSync(file).isFile()) return false
      doc.registerFont(file, new Uint8Array(readFileSync(file)) as never)
      doc.font(file)
      return true
    } catch {
      return false
    }
  })
}
