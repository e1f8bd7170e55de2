/** The pages of a report by result, as tables that repeat their heads on each sheet. */
import { LOOK_DAYS } from '../../../src/domains/plans/index.ts'
import type { PartListed, ReportedPage, ReportPart } from '../../../src/features/reports/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../../src/kernel/language/say.ts'
import { googleLines } from '../google-words.tsx'
import { stateOf, subOf, titleOf } from '../part-words.ts'
import type { ReportDocument } from '../shapes.ts'
import { type Element, INK, LEFT, MUTED, type Sheet, WIDTH } from './sheet.ts'

const DAY = 46
const STATE = 118
const URL = WIDTH - STATE - LOOK_DAYS.length * DAY - 12
const HEAD = { size: 8.5, weight: 'semibold', color: MUTED } as const
const CELL = { size: 9, leading: 1.35 } as const
/** Limit of rows in all parts: drawing this many takes 150 ms of CPU. The online report has the others. */
const MOST = 100

type Columns = ReturnType<typeof columnsFor>
const columnsFor = (to: Reader) => [
  { label: say(to, 'Page'), x: LEFT, width: URL },
  ...LOOK_DAYS.map((day, i) => ({ label: say(to, 'Day {day}', { day }), x: LEFT + URL + 12 + i * DAY, width: DAY })),
  { label: say(to, 'Result'), x: LEFT + WIDTH - STATE, width: STATE },
]

export function drawParts(sheet: Sheet, report: ReportDocument): void {
  if (report.parts.length === 0) return
  sheet.text(sheet.root, 'H2', say(report.to, 'Pages'), { size: 15, weight: 'semibold' })
  const shares = sharesOf(report.parts.map(({ items }) => items.length))
  for (const [i, shown] of report.parts.entries()) drawPart(sheet, shown, shares[i]!, report)
}

/** Shares the rows equally among the parts; a longer part also gets the rows that a shorter one does not need. */
export function sharesOf(lengths: readonly number[], most = MOST): number[] {
  const shares = lengths.map(() => 0)
  const shortest = lengths.map((_, i) => i).sort((a, b) => lengths[a]! - lengths[b]!)
  shortest.forEach((part, i) => {
    const left = most - shares.reduce((sum, share) => sum + share, 0)
    shares[part] = Math.min(lengths[part]!, Math.floor(left / (lengths.length - i)))
  })
  return shares
}

function drawPart(sheet: Sheet, { part, pages, items }: PartListed, most: number, report: ReportDocument): void {
  sheet.y += 10
  sheet.need(110)
  const section = sheet.open(sheet.root, 'Sect')
  const rows = items.slice(0, most)
  const more = pages - rows.length
  const { to } = report
  sheet.text(
    section,
    'H3',
    say(to, '{title}: {pages, plural, one {# page} other {# pages}}', { title: titleOf(part, report), pages }),
    { size: 12, weight: 'semibold' },
  )
  for (const line of [subOf(part, report), ...(part === 'declined' ? googleLines(to, report.google) : [])])
    sheet.text(section, 'P', line, { size: 9.5, color: MUTED })
  if (rows.length > 0) drawTable(sheet, section, { part, rows, report })
  sheet.y += 2
  if (more > 0)
    sheet.text(section, 'P', say(to, '{more} more in the online report, at the address in its e-mail.', { more }), {
      size: 9,
      color: MUTED,
    })
  section.end()
}

type Rows = { part: ReportPart; rows: readonly ReportedPage[]; report: ReportDocument }

function drawTable(sheet: Sheet, section: Element, { part, rows, report }: Rows): void {
  const table = sheet.open(section, 'Table')
  sheet.y += 6
  const head = sheet.open(table, 'TR')
  const columns = columnsFor(report.to)
  for (const { label, ...place } of columns)
    sheet.tag(head, 'TH', { scope: 'Column' }, () => sheet.draw([label], HEAD, sheet.y, place))
  head.end()
  underline(sheet, 13, '#8a97a3')
  sheet.repeat(() => {
    sheet.artifact(() => {
      for (const { label, ...place } of columns) sheet.draw([label], HEAD, sheet.y, place)
    }, 'Pagination')
    underline(sheet, 13, '#8a97a3')
  })
  for (const page of rows)
    drawRow(sheet, table, columns, [
      page.url,
      ...LOOK_DAYS.map((day) => say(report.to, markOf(page, part, day))),
      stateOf(page, part, report),
    ])
  sheet.repeat(null)
  table.end()
}

function underline(sheet: Sheet, high: number, color: string): void {
  const y = sheet.y + high
  sheet.artifact(() => {
    sheet.doc
      .lineWidth(0.5)
      .strokeColor(color)
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .stroke()
  })
  sheet.y = y + 3
}

function drawRow(sheet: Sheet, table: Element, columns: Columns, cells: readonly string[]): void {
  const lines = cells.map((cell, i) => sheet.linesOf(cell, CELL, columns[i]!.width))
  const high = Math.max(...lines.map(({ length }) => length)) * CELL.size * CELL.leading + 3
  sheet.need(high + 3)
  const row = sheet.open(table, 'TR')
  lines.forEach((cell, i) => {
    const { label: _, ...place } = columns[i]!
    const color = i === 0 || i === cells.length - 1 ? INK : MUTED
    const draw = () => sheet.draw(cell, { ...CELL, color }, sheet.y, place)
    if (i === 0) sheet.tag(row, 'TH', { scope: 'Row' }, draw)
    else sheet.tag(row, 'TD', {}, draw)
  })
  row.end()
  underline(sheet, high, '#e3e8ec')
}

/** Result of a day's check, with the same marks as on the page. */
function markOf({ checks, before }: ReportedPage, part: ReportPart, day: number): Text {
  const check = checks.find((one) => one.day === day)
  if (check?.indexed === 'yes') return text('Yes')
  if (check) return day === LOOK_DAYS.at(-1) ? text('No') : text('Not yet')
  if (part === 'blocked') return text('Blocked')
  return part === 'visible' && before ? text('Before') : DASH
}

/** Not for translators. */
const DASH = '–' as Text
