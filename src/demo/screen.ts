/** Output on the terminal: lines that stay, and one that redraws where possible. */

import { num, type Paint, painter } from '../commands/framework/terminal.ts'

type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number }

/** A line of the result. A line with `of` is a part of the line above. */
export type Row = { label: string; value: number; of?: true; note?: string } | null

export type Screen = {
  paint: Paint
  /** Whether the output is a terminal. */
  live: boolean
  say(line?: string): void
  /** Prints a finished step. */
  step(name: string, text: string): void
  /** Progress of the current step; shown on a terminal only, until the next line. */
  progress(name: string, done: number, total: number): void
  /** Labels, numbers and notes in columns; null is an empty line. */
  table(rows: Row[]): void
}

const NAME_WIDTH = 12
const BAR_WIDTH = 30

export function createScreen(out: Output = process.stdout, env = process.env): Screen {
  const live = out.isTTY === true
  const paint = painter(out, env)
  let drawn = ''
  const say = (line = '') => {
    out.write(`${drawn && ERASE}${line}\n`)
    drawn = ''
  }
  return {
    paint,
    live,
    say,
    step: (name, text) => say(`  ${paint.good('✓')} ${name.padEnd(NAME_WIDTH)}${text}`),
    progress(name, done, total) {
      if (!live) return
      const line = `  · ${name.padEnd(NAME_WIDTH)}${bar(total ? done / total : 0)} ${num(done)} of ${num(total)}`
      if (line === drawn || line.length >= (out.columns || 80)) return
      out.write(ERASE + line)
      drawn = line
    },
    table(rows) {
      const widths = rows.map((row) => (row ? labelOf(row).length : 0))
      const width = Math.max(...widths) + 2
      for (const row of rows) say(row ? line(row, width, paint) : '')
    },
  }
}

/** A bar for a share of 0 to 1. */
export function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * BAR_WIDTH)
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
}

const ERASE = '\r\x1b[K'
const VALUE_WIDTH = 7

const labelOf = ({ label, of }: Exclude<Row, null>): string => `  ${of ? '  ' : ''}${label}`

function line(row: Exclude<Row, null>, width: number, paint: Paint): string {
  const text = `${labelOf(row).padEnd(width)}${num(row.value).padStart(VALUE_WIDTH)}`
  const value = row.of ? paint.faint(text) : text
  return row.note ? `${value}  ${paint.faint(row.note)}` : value
}
