/** The growth chart of a report as vector paths, the same as on its page. */
import { say } from '../../../src/kernel/language/say.ts'
import { signed } from '../../parts/text/format.ts'
import { captionOf, holds } from '../growth.tsx'
import type { ReportDocument } from '../shapes.ts'
import { LEFT, MUTED, type Sheet, WIDTH } from './sheet.ts'

const HIGH = 150
const RIGHT = LEFT + WIDTH
/** Space for the label above the line, and for the days below the area. */
const [ABOVE, BELOW] = [16, 32]
const LABEL = { size: 8.5, color: MUTED }
const STRONG = { size: 9.5, weight: 'semibold' } as const

type Colours = { pale: string; gain: string; ink: string }
type Plot = { top: number; ground: number; base: number; points: { x: number; y: number }[] }

export function drawChart(sheet: Sheet, report: ReportDocument, colours: Colours): void {
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
