import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holds } from '../../../../views/reports/growth.tsx'
import { drawReportFile } from '../../../../views/reports/pdf/draw.ts'
import { sharesOf } from '../../../../views/reports/pdf/parts.ts'
import { inLongRun } from '../../../long/whole.ts'
import { sampleFile } from './report-file.ts'

/** Acceptance criterion 8 of scheduled reports: a PDF that three foreign readers open and find accessible. */

const folder = mkdtempSync(join(tmpdir(), 'signalpost-pdf-'))
const path = join(folder, 'report.pdf')
const READERS = ['qpdf', 'pdftotext', 'pdffonts', 'pdfinfo', 'mutool'].every((name) => Bun.which(name))
let bytes: Uint8Array

beforeAll(async () => {
  bytes = await drawReportFile(sampleFile(25))
  writeFileSync(path, bytes)
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  const said = stderr.toString().replace('warning: ICC support is not available\n', '')
  expect([command[0], exitCode, said]).toEqual([command[0], 0, ''])
  return stdout.toString()
}

type PdfObject = { value?: Record<string, unknown>; stream?: { dict: Record<string, unknown>; data: string } }

/** All objects of the file as qpdf reads them. */
function objects(): Record<string, PdfObject> {
  const json = run('qpdf', '--json=2', '--json-stream-data=inline', '--decode-level=generalized', path)
  return (JSON.parse(json) as { qpdf: [unknown, Record<string, PdfObject>] }).qpdf[1]
}
const textOf = ({ stream }: PdfObject): string => Buffer.from(stream!.data, 'base64').toString('latin1')

describe.skipIf(!READERS)('the PDF of a report, to foreign readers', () => {
  test('opens without a fault in three of them', () => {
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found')
    expect(run('pdfinfo', path)).toMatch(/Tagged: +yes/)
    expect(run('mutool', 'info', path)).toContain('Pages: ')
  })

  test('has text that can be selected, in Latin, Greek, Cyrillic and Vietnamese letters', () => {
    for (const text of [run('pdftotext', path, '-'), run('mutool', 'draw', '-q', '-F', 'txt', path)]) {
      expect(text).toContain('Łódź Straße Жук Ωμέγα Tiếng, October 2026')
      expect(text).toContain('49 new pages in Google')
      expect(text).toContain('https://www.marlow.example/visible/page-0?lang=en')
      expect(text).toContain('3 more in the online report, at the address in its e-mail.')
    }
  })

  test('embeds its fonts as subsets, and names no other', () => {
    const [, , ...fonts] = run('pdffonts', path).trim().split('\n')
    expect(fonts).toHaveLength(2)
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+Inter-\w+ +CID TrueType +Identity-H +yes yes yes /)
  })

  test('is tagged: title, language, headings, and heads of tables with their scope', () => {
    const tree = run('pdfinfo', '-struct-text', path)
    expect(tree).toMatch(/^Document\n/)
    expect(tree).toMatch(/ H1 .*\n +"49 new pages in Google"/)
    expect(tree).toMatch(/ H2 .*\n +"Pages"/)
    expect(tree).toMatch(/ H3 .*\n +"In Google: 28 pages"/)
    expect(tree).toMatch(/ TH:?\n +\/Scope \/Column\n +"Page"/)
    expect(tree).toMatch(/ TH:?\n +\/Scope \/Row\n +"https:\/\/www.marlow.example\/visible\/page-0/)
    expect(run('pdfinfo', path)).toMatch(/Title: +Łódź Straße Жук Ωμέγα Tiếng, October 2026/)
  })

  test('follows the rules of PDF/UA-1 that a program can check', () => {
    const all = objects()
    const value = (ref: unknown) => all[`obj:${ref}`]!.value!
    const root = value((all.trailer!.value as Record<string, string>)['/Root'])
    expect(root['/Lang']).toBe('u:en-GB')
    expect(value(root['/MarkInfo'])['/Marked']).toBe(true)
    expect(value(root['/ViewerPreferences'])['/DisplayDocTitle']).toBe(true)
    const metadata = Buffer.from(all[`obj:${root['/Metadata']}`]!.stream!.data, 'base64').toString()
    expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(metadata).toMatch(/<dc:title>[\s\S]*Łódź Straße Жук/)
    const pages = Object.values(all).filter((one) => one.value?.['/Type'] === '/Page')
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) {
      expect(page.value!['/Tabs']).toBe('/S')
      expect(page.value!['/StructParents']).toBeNumber()
      // Nothing is drawn that is neither tagged nor an artifact, and no glyph is missing.
      let depth = 0
      for (const line of textOf(all[`obj:${page.value!['/Contents']}`]!).split('\n')) {
        if (/ (BDC|BMC)$/.test(line)) depth++
        else if (line === 'EMC') depth--
        else if (/(^| )(TJ|Tj|f|S|B|Do)$/.test(line)) expect([line, depth]).toEqual([line, 1])
        if (line.endsWith(' TJ')) expect(line).not.toContain('<0000')
      }
      expect(depth).toBe(0)
    }
    const figures = Object.values(all).filter((one) => one.value?.['/S'] === '/Figure')
    expect(figures.map((one) => one.value!['/Alt'])).toEqual([
      'u:Pages in Google: 12 before, 61 on 6 Nov, of 87 pushed',
    ])
  })
})

test('the figure in the curve is drawn where the curve is high enough for it', () => {
  const line = [184, 184, 184, 184, 184, 184, 184, 100, 60, 60]
  expect([holds(line, 0.1, 90), holds(line, 0.2, 90), holds(line, 1.5, 90)]).toEqual([true, false, false])
})

test('a part has an equal share of the rows, and what short parts leave', () => {
  expect(sharesOf([500, 3, 2, 0], 100)).toEqual([95, 3, 2, 0])
  expect(sharesOf([500, 400, 40, 300], 100)).toEqual([25, 25, 25, 25])
  expect(sharesOf([], 100)).toEqual([])
})

test('stays below 300 KB', () => {
  expect(bytes.length).toBeLessThan(300_000)
})

inLongRun('takes at most 150 ms of the processor after the first one', async () => {
  const taken: number[] = []
  for (let i = 0; i < 8; i++) {
    const before = process.cpuUsage()
    await drawReportFile(sampleFile(25))
    const { user, system } = process.cpuUsage(before)
    taken.push((user + system) / 1000)
  }
  expect(Math.min(...taken)).toBeLessThan(150)
})

test('the same report is the same file, under the agency’s name alone', async () => {
  expect(Buffer.from(await drawReportFile(sampleFile(25)))).toEqual(Buffer.from(bytes))
  expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/signalpost|pdfkit/i)
})

test('shows the logo in place of the name, and the name where the logo cannot be read', async () => {
  const picture = await Bun.file(join(import.meta.dir, '../../../../docs/screens/today-1360-light.webp')).bytes()
  const logo = await new Bun.Image(picture).webp().bytes()
  const brand = { name: 'Northwind', accent: null }
  const file = async (bytes: Uint8Array) =>
    Buffer.from(await drawReportFile(sampleFile(1, { brand: { ...brand, logo: bytes } }))).toString('latin1')
  expect(await file(logo)).toContain('/Subtype /Image')
  expect(await file(Uint8Array.of(1, 2, 3))).not.toContain('/Subtype /Image')
})
