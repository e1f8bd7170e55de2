/** Letters that Inter lacks are drawn from fonts in the data folder; without one they are boxes. */
import { expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { drawReportFile } from '../../../../views/reports/pdf/draw.ts'
import { addFonts } from '../../../../views/reports/pdf/more-fonts.ts'
import { openSheet } from '../../../../views/reports/pdf/sheet.ts'
import { sampleFile } from './report-file.ts'

/** It has two letters, 株 and 東. */
const TWO = resolve(import.meta.dir, '../fonts/two-letters.ttf')
const META = { title: 'T', author: 'A', subject: 'S', lang: 'en', at: new Date(0) }

async function withFonts(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-fonts-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a letter of a font of the install is drawn in it, the others as before', () =>
  withFonts(async (folder) => {
    copyFileSync(TWO, join(folder, 'b-two.ttf'))
    writeFileSync(join(folder, 'a-broken.ttf'), 'no font')
    writeFileSync(join(folder, 'notes.txt'), 'no font either')
    const sheet = await openSheet({ ...META, fonts: folder })
    expect(sheet.linesOf('株 and 東京', { size: 10 }, 400)).toEqual(['株 and 東□'])
    sheet.text(sheet.root, 'P', '株 and 東', { size: 10 })
    const pdf = Buffer.from(await sheet.close(() => '')).toString('latin1')
    expect(pdf).toContain('TwoLetters-Regular')
    expect(addFonts(sheet.doc, folder)).toEqual([join(folder, 'b-two.ttf')])
  }))

test('without a font they are boxes, and no file is read for a text that needs none', () =>
  withFonts(async (folder) => {
    const plain = await openSheet(META)
    expect(plain.linesOf('株 Łódź', { size: 10 }, 400)).toEqual(['□ Łódź'])
    copyFileSync(TWO, join(folder, 'two.ttf'))
    const sheet = await openSheet({ ...META, fonts: folder })
    sheet.text(sheet.root, 'P', 'Łódź', { size: 10 })
    expect(Buffer.from(await sheet.close(() => '')).toString('latin1')).not.toContain('TwoLetters')
  }))

test('a font that breaks while it is embedded costs its letters, not the report', () =>
  withFonts(async (folder) => {
    const bytes = Buffer.from(readFileSync(TWO))
    // Without this table it opens and measures, and cannot be embedded.
    bytes.write('lost', bytes.indexOf('post'))
    writeFileSync(join(folder, 'two.ttf'), bytes)
    const pdf = Buffer.from(await drawReportFile(sampleFile(1, { client: '株 and 東', fonts: folder })))
    expect(pdf.toString('latin1')).not.toContain('TwoLetters')
    await Bun.spawn(['mkfifo', join(folder, 'pipe.ttf')]).exited
    const file = sampleFile(1, { client: '株 and 東', fonts: folder })
    expect((await drawReportFile(file)).length).toBeGreaterThan(1000)
  }))
