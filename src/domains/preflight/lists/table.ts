/** Whether a text is a table, with which separator, and which column has the links. */
import { type Column, columnOf, isAddress, isKnownHeader, lastmodIn, soundsRight } from './columns.ts'
import { rowsIn } from './csv.ts'

export type Table = {
  separator: string
  /** Cells of a row. */
  width: number
  column: Column
  lastmod: number
  header: string[] | null
}

export const SEPARATORS = ['\t', ';', ',', '|']
/** Rows that decide. */
const MOST_ROWS = 500
const SEP_LINE = /^\s*"?sep=(.)"?[ ,;\t]*(?:\n|$)/i

/** The separator that Excel's first line names, and the text without that line. */
export function namedSeparator(text: string): { separator: string | null; rest: string } {
  const [line, separator] = SEP_LINE.exec(text) ?? []
  return { separator: separator ?? null, rest: line === undefined ? text : text.slice(line.length) }
}

/** The table that the begin of a text has; null for a list or prose. One separator serves the whole text. */
export function tableIn(head: string, named: string | null): Table | null {
  const separators = named ? [named] : SEPARATORS.filter((one) => head.includes(one))
  const tables = separators.flatMap((separator) => candidate(head, separator, named !== null) ?? [])
  const [best] = tables.sort((a, b) => b.regular - a.regular || b.table.width - a.table.width)
  return best?.table ?? null
}

/** Whether a text without addresses is a table with a column of paths, as Analytics exports them beside a column of hosts. */
export function hasPaths(head: string): boolean {
  const [best] = SEPARATORS.map((one) =>
    rowsIn(head, one, true).rows.filter((row) => row.length > 1 && !isComment(row)),
  )
    .sort((a, b) => b.length - a.length)
    .map(
      (rows) =>
        rows.filter((row) => row.some((cell) => /^\/(?!\/)\S*$/.test(cell.trim()))).length * 2 >= rows.length &&
        rows.length > 1,
    )
  return best === true
}

function candidate(head: string, separator: string, is_named: boolean): { table: Table; regular: number } | null {
  const { rows } = rowsIn(head, separator, true)
  const all = rows.slice(0, MOST_ROWS).filter((row) => !isComment(row))
  const first = all.findIndex((row) => row.length > 1 && row.some(isAddress))
  if (first < 0) return null
  const data = all.slice(first).filter((row) => row.length > 1 && row.some(isAddress))
  const width = widthOf(data)
  const regular = data.filter((row) => row.length === width)
  const above = all.slice(0, first).filter((row) => isHeader(row, width))
  const header = above.findLast((row) => row.some(soundsRight)) ?? above.at(-1) ?? null
  const column = columnOf(header, regular)
  if (!column) return null
  const sure = is_named || separator === '\t' || isSure(head, { separator, header, column, rows: regular })
  if (!sure) return null
  if (!header && regular.some(isListOfAddresses)) return null
  const lastmod = header ? lastmodIn(header) : -1
  return { table: { separator, width, column, lastmod, header }, regular: regular.length }
}

export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')
/** The line below the header of a Markdown table. */
export const isRule = (row: readonly string[]): boolean => row.every((cell) => RULE.test(cell))
const RULE = /^[\s:=-]*$/
export const isComment = (row: readonly string[]): boolean => row[0]!.trimStart().startsWith('#')

export const sameHeader = (row: readonly string[], header: readonly string[] | null): boolean =>
  header !== null && row.length === header.length && row.every((cell, i) => cell === header[i])

function widthOf(rows: readonly string[][]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]![0]
}

const isHeader = (row: readonly string[], width: number): boolean =>
  row.length > 1 && !isBlank(row) && !isRule(row) && (row.length === width || row.some(isKnownHeader))

/** Two addresses and nothing else, or an address among words: each address is a link. */
const isListOfAddresses = (row: readonly string[]): boolean => {
  const filled = row.filter((cell) => cell.trim() !== '')
  return (
    (filled.length > 1 && filled.every(isAddress)) || filled.some((cell) => HAS_ADDRESS.test(cell) && !isAddress(cell))
  )
}
const HAS_ADDRESS = /https?:\/\//i

type Evidence = { separator: string; header: string[] | null; column: Column; rows: readonly string[][] }

/** A comma, semicolon or bar may be a letter of an address; more has to speak for a separator. */
function isSure(head: string, { separator, header, column, rows }: Evidence): boolean {
  if (header && soundsRight(header[column.index] ?? '')) return true
  if (head.includes(`"${separator}`) || head.includes(`${separator}"`)) return true
  if (rows.every((row) => !isAddress(row[0]!))) return true
  const others = rows[0]!.flatMap((_, i) => (i === column.index ? [] : [rows.map((row) => row[i]!)]))
  if (separator === '|' && !rows.some((row) => row[column.index]!.includes('?'))) return true
  if (others.some((cells) => cells.every(isOfNoAddress))) return true
  // In an address, a semicolon is followed by a parameter with a value.
  if (separator === ';' && others.every((cells) => cells.every((cell) => !/[=/&]/.test(cell)))) return true
  const names = header?.every((cell) => cell.trim() !== '' && !/^\s/.test(cell)) ? header.length : 0
  const are_figures = others.every((cells) => cells.every(isFigure))
  // Names without a blank before them, as many as cells: nobody writes so above a list of addresses with commas.
  if (names > 2 || (names > 0 && are_figures)) return true
  return others.length > 1 && rows.length > 1 && are_figures
}

/** Nothing, words, a date, a percentage or an HTTP status: no part of an address. */
const isOfNoAddress = (cell: string): boolean =>
  cell.trim() === '' ||
  /\s/.test(cell) ||
  /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^[\d.]+%$|^(20[014]|30[1278]|40[01345]|410|429|50[0234])$/.test(
    cell,
  )
const isFigure = (cell: string): boolean => isOfNoAddress(cell) || /^-?[\d.]+$/.test(cell)

/** The end of an address that a separator cut off. */
const TAIL = /^\S*(?:\.[a-z]{2,5}|[/=&?]\S*)$/i

/** The cell with the link of a row; a reason where that cannot be known. */
export function linkCell(
  row: readonly string[],
  { width, column, separator }: Table,
): { cell: string } | { refused: string } {
  const { index } = column
  const cell = row[index] ?? ''
  const extra = row.length - width
  if (extra === 0 || isBlank(row.slice(width))) return { cell }
  const addresses = row.filter(isAddress)
  if (!isAddress(cell)) return { cell: addresses.length === 1 ? addresses[0]! : cell }
  if (extra < 0) return { cell }
  const cut = row.slice(index + 1, index + 1 + extra)
  if (cut.every((piece) => !/\s/.test(piece)) && TAIL.test(cut.at(-1)!)) return { cell: [cell, ...cut].join(separator) }
  if (row.slice(index + 1).some((piece) => /\s/.test(piece))) return { cell }
  return { refused: `has ${row.length} cells where the others have ${width}: put the link in quotes` }
}
