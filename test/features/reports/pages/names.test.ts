/** Names of clients in PDF files: those of the languages offered are written whole, and the others are known before. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lettersWithoutFont } from '../../../../src/doors/pages/font-letters.ts'
import { LANGUAGES } from '../../../../src/kernel/language/catalogue.ts'
import { readerOf } from '../../../../src/kernel/language/reader.ts'
import { drawReportFile } from '../../../../views/reports/pdf/draw.ts'
import { openSheet } from '../../../../views/reports/pdf/sheet.ts'
import { sampleFile } from './report-file.ts'

const META = { title: 'T', author: 'A', subject: 'S', lang: 'en', at: new Date(0) }
/** The letters of each language beyond ASCII, with marks that its names have. */
const LETTERS: Record<string, string> = {
  en: 'éï’–&',
  de: 'äöüßÄÖÜẞ„“',
  fr: 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’',
  es: 'áéíñóúüÁÉÍÑÓÚÜ¿¡ªº«»',
  it: 'àèéìíòóùúÀÈÉÌÒÙ’«»',
  nl: 'áéíóúàèëïöüÁÉÍÓÚËÏÖÜĳĲ‘’',
  pl: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”',
  'pt-BR': 'ãáâàçéêíõóôúüÃÁÂÀÇÉÊÍÕÓÔÚ',
}
const WORDS = ['Backerei', 'Ksiegarnia', 'Boulangerie', 'Panaderia', 'Officina']

/** 25 names of a language, with all its letters, as people type them and taken apart. */
function namesIn(language: string): string[] {
  const letters = [...LETTERS[language]!]
  return Array.from({ length: 25 }, (_, n) => {
    const own = letters.filter((_, at) => at % 5 === n % 5).join('')
    const name = `${WORDS[n % 5]} ${own} ${n}`
    return n % 2 ? name.normalize('NFD') : name
  })
}
const names = ['en', ...LANGUAGES].flatMap(namesIn)

test('200 names in 8 languages are written without a box', async () => {
  expect(names).toHaveLength(200)
  const sheet = await openSheet(META)
  for (const name of names)
    for (const weight of ['regular', 'semibold'] as const)
      expect(sheet.linesOf(name, { size: 10, weight }, 4000)).toEqual([name.normalize('NFC')])
  expect(lettersWithoutFont(names, '/nowhere')).toEqual([])
})

test.each(['en', ...LANGUAGES])(
  'the language of a file in %s is known to those who read it aloud',
  async (language) => {
    const file = sampleFile(1, { to: readerOf('UTC', language), client: namesIn(language)[0]! })
    const pdf = Buffer.from(await drawReportFile(file)).toString('latin1')
    expect(/\/Lang \(([^)]+)\)/.exec(pdf)?.[1]).toBe(language === 'en' ? 'en-GB' : language)
  },
)

test('letters that would be boxes are known before the file is drawn, as pdfkit knows them', async () => {
  const fonts = resolve(import.meta.dir, '../fonts')
  const every = Array.from({ length: 0x2800 }, (_, at) => String.fromCodePoint(0x20 + at))
  const texts = [...every, '株', '東', '京', '𝒳', '한', 'ﷺ', '\ufffd']
  for (const folder of [fonts, undefined]) {
    const sheet = await openSheet({ ...META, ...(folder && { fonts: folder }) })
    for (const text of texts) {
      const [line = ''] = sheet.linesOf(text, { size: 10 }, 100)
      const known = lettersWithoutFont([text], folder ?? '/nowhere').length > 0
      if (text !== '□' && known !== line.includes('□')) expect([text, known]).toEqual([text, !known])
    }
  }
})

test('files that are no fonts have no letters, and fail nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-fonts-'))
  writeFileSync(join(folder, 'a.ttf'), 'no font')
  writeFileSync(join(folder, 'b.otf'), Buffer.alloc(40_000, 0xff))
  writeFileSync(join(folder, 'c.ttf'), '')
  expect(lettersWithoutFont(['株 a'], folder)).toEqual(['株'])
  rmSync(folder, { recursive: true })
})
