/** A month's report as a PDF: the figures of its page, under the agency's brand alone. */

import type { DrawReportFile, ReportFile } from '../../../src/features/reports/index.ts'
import { languageOf } from '../../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../../src/kernel/language/say.ts'
import { dateOf, millis } from '../../../src/kernel/time/clock.ts'
import { brandColours } from '../../brand.ts'
import { ACCENT } from '../../mail/letter-style.ts'
import { longDay, signed } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import {
  ANSWERS_NOTE,
  answerLines,
  checkedUntil,
  correctedOn,
  factsOf,
  headlineOf,
  ledeOf,
  SIMULATED,
} from '../document.tsx'
import { captionOf, holds } from '../growth.tsx'
import { documentOfMonth } from '../months/month.tsx'
import type { ReportDocument } from '../shapes.ts'
import { drawParts } from './parts.ts'
import { LEFT, MUTED, openSheet, type Sheet, WIDTH } from './sheet.ts'

const HIGH = 150
const RIGHT = LEFT + WIDTH
/** Space for the label above the line, and for the days below the area. */
const [ABOVE, BELOW] = [16, 32]
const LABEL = { size: 8.5, color: MUTED }
const STRONG = { size: 9.5, weight: 'semibold' } as const

type Colours = { pale: string; gain: string; ink: string }
type Plot = { top: number; ground: number; base: number; points: { x: number; y: number }[] }

function drawChart(sheet: Sheet, report: ReportDocument, colours: Colours): void {
  sheet.need(ABOVE + HIGH + BELOW)
  const plot = plotOf(report, sheet.y + ABOVE)
  const { to, engine, growth, pages } = report
  const alt = captionOf({ to, engine, points: growth.points, before: pages.before, total: pages.total })
  sheet.tag(sheet.root, 'Figure', { alt, bbox: [LEFT, sheet.y, RIGHT, plot.ground + 20] }, () => {
    drawAreas(sheet, plot, colours)
    drawLabels(sheet, plot, report, colours)
  })
  sheet.y += ABOVE + HIGH + BELOW
}

function plotOf({ growth, pages }: ReportDocument, top: number): Plot {
  const ground = top + HIGH
  const y = (shown: number) => ground - (Math.min(shown, pages.total) / pages.total) * HIGH
  const days = growth.points.length > 1 ? growth.points : [...growth.points, ...growth.points]
  const points = days.map(({ visible }, i) => ({ x: LEFT + (i / (days.length - 1)) * WIDTH, y: y(visible) }))
  return { top, ground, base: y(pages.before), points }
}

function drawAreas({ doc }: Sheet, { top, ground, base, points }: Plot, colours: Colours): void {
  doc.lineWidth(0.5).strokeColor('#d5dce2').moveTo(LEFT, top).lineTo(RIGHT, top).stroke()
  doc.rect(LEFT, base, WIDTH, ground - base).fill(colours.pale)
  doc.moveTo(LEFT, base)
  for (const { x, y } of points) doc.lineTo(x, y)
  doc.lineTo(RIGHT, base).closePath().fill(colours.gain)
  doc.moveTo(LEFT, points[0]!.y)
  for (const { x, y } of points) doc.lineTo(x, y)
  doc.lineWidth(1.6).lineJoin('round').strokeColor(colours.ink).stroke()
  doc.lineWidth(0.8).strokeColor('#8a97a3').moveTo(LEFT, ground).lineTo(RIGHT, ground).stroke()
  doc.circle(RIGHT, points.at(-1)!.y, 3).fill(colours.ink)
}

function drawLabels(
  sheet: Sheet,
  plot: Plot,
  { to, growth, pages: { total, before } }: ReportDocument,
  { ink }: Colours,
): void {
  const { top, ground, base, points } = plot
  const [last, end] = [growth.points.at(-1)!, points.at(-1)!.y]
  sheet.draw([say(to, '{total} pushed', { total })], LABEL, top - 14, {})
  sheet.draw([growth.start], LABEL, ground + 5, {})
  sheet.draw([last.label], LABEL, ground + 5, { align: 'right' })
  if (before > 0 && ground - base >= 18)
    sheet.draw([say(to, '{before} before', { before })], STRONG, base + 3, { x: LEFT + 8 })
  sheet.draw([say(to, '{visible} now', { visible: last.visible })], STRONG, Math.max(top - ABOVE, end - 17), {
    align: 'right',
  })
  const gained = signed(last.visible - before, to)
  const line = points.map(({ y }) => y)
  const share = (12 + gained.length * 14) / WIDTH
  if (base - end >= 40 && holds(line, share, (base + end) / 2 - 14)) {
    const style = { size: 20, weight: 'semibold', color: ink } as const
    sheet.draw([gained], style, (base + end) / 2 - 14, { align: 'right', width: WIDTH - 12 })
  }
}

/** A font that breaks while it is embedded costs its letters, not the report. */
export const drawReportFile: DrawReportFile = async (file) => {
  try {
    return await drawFile(file)
  } catch (error) {
    if (file.fonts === undefined) throw error
    const { fonts: _, ...plain } = file
    return drawFile(plain)
  }
}

const drawFile: DrawReportFile = async (file) => {
  const { brand, at, client, month, corrected, to } = file
  const report = documentOf(file)
  const title = `${client}, ${periodWord(month, to)}`
  const sheet = await openSheet({
    title,
    author: brand.name,
    subject: headlineOf(report),
    lang: languageOf(to),
    fonts: file.fonts,
    at: dateOf(millis(at)),
  })
  const { accent, soft, fill } = brandColours(brand.accent ?? ACCENT)
  drawCover(sheet, report, { band: fill.light, kicker: accent.light, logo: await pictureOf(brand.logo) })
  if (corrected !== null) sheet.text(sheet.root, 'P', correctedOn(to, at, corrected), { size: 10 })
  if (report.simulated)
    sheet.text(sheet.root, 'P', say(to, SIMULATED), { size: 10, weight: 'semibold', color: '#9a3412' })
  if (report.pages.total > 0 && report.growth.points.length > 0) {
    drawChart(sheet, report, { pale: '#e8edf0', gain: soft.light, ink: accent.light })
    sheet.text(
      sheet.root,
      'P',
      factsOf(report)
        .map((fact) => sayStored(to, fact))
        .join('  ·  '),
      { size: 10 },
    )
    sheet.y += 14
  }
  if (report.comment !== '') drawComment(sheet, report, accent.light)
  drawParts(sheet, report)
  drawAnswers(sheet, report)
  drawFoot(sheet, report)
  return sheet.close((page, pages) =>
    [brand.name, title, say(to, 'Page {page} of {pages}', { page, pages })].join('  ·  '),
  )
}

function drawAnswers(sheet: Sheet, { to, answers }: ReportDocument): void {
  if (!answers || answers.closed.length === 0) return
  sheet.y += 14
  sheet.text(sheet.root, 'H2', say(to, 'Answer engines'), { size: 14, weight: 'semibold' })
  for (const line of [say(to, ANSWERS_NOTE), ...answerLines(to, answers)])
    sheet.text(sheet.root, 'P', line, { size: 10 })
}

const documentOf = ({ brand, corrected: _, fonts: __, ...file }: ReportFile): ReportDocument =>
  documentOfMonth({
    ...file,
    brand: { name: brand.name, logo_url: null, css_href: null },
    only: null,
    self: '',
    asks: null,
    csv: '',
  })

type CoverColours = { band: string; kicker: string; logo: Buffer | null }

function drawCover(sheet: Sheet, report: ReportDocument, { band, kicker, logo }: CoverColours): void {
  sheet.artifact(() => sheet.doc.rect(0, 0, LEFT * 2 + WIDTH, 8).fill(band))
  if (logo)
    sheet.tag(sheet.root, 'Figure', { alt: report.brand.name, bbox: [LEFT, sheet.y, LEFT + 200, sheet.y + 36] }, () =>
      sheet.doc.image(logo, LEFT, sheet.y, { fit: [200, 36] }),
    )
  else sheet.text(sheet.root, 'P', report.brand.name, { size: 12, weight: 'semibold' })
  sheet.y += logo ? 60 : 36
  sheet.text(sheet.root, 'P', report.kicker, { size: 11, weight: 'semibold', color: kicker })
  sheet.text(sheet.root, 'H1', headlineOf(report), { size: 26, weight: 'semibold', leading: 1.25 })
  sheet.y += 4
  sheet.text(sheet.root, 'P', ledeOf(report), { size: 11.5, color: MUTED })
  sheet.y += 22
}

function drawComment(sheet: Sheet, { comment, brand }: ReportDocument, color: string): void {
  const quote = sheet.open(sheet.root, 'BlockQuote')
  const place = { x: LEFT + 14, width: WIDTH - 14 }
  sheet.text(quote, 'P', comment, { size: 11 }, place)
  sheet.text(quote, 'P', brand.name, { size: 9.5, weight: 'semibold', color }, place)
  quote.end()
  sheet.y += 18
}

function drawFoot(sheet: Sheet, { to, contact, brand, engine, at, watched_until }: ReportDocument): void {
  sheet.y += 20
  sheet.need(60)
  sheet.text(sheet.root, 'P', `${say(to, 'Questions?')} ${contact || brand.name}`, { size: 10, weight: 'semibold' })
  const shown = say(to, 'As {engine} showed it on {day}. Every answer is kept.', { engine, day: longDay(at, to) })
  sheet.text(sheet.root, 'P', [shown, ...(watched_until ? [checkedUntil(to, watched_until)] : [])].join(' '), {
    size: 9.5,
    color: MUTED,
  })
}

/** The logo as a small PNG, since PDF does not support WebP. An unreadable logo is left out. */
async function pictureOf(logo: Uint8Array | null): Promise<Buffer | null> {
  if (!logo) return null
  try {
    return await new Bun.Image(logo).resize(600, 108, { fit: 'inside', withoutEnlargement: true }).png().buffer()
  } catch {
    return null
  }
}
