/** Whether a text is a table, with which separator, and which column has the links. */
import { type Column, columnOf, isAddress, isKnownHeader, lastmodIn, soundsRight } from './columns.ts'
import { rowsIn } from './csv.ts'

export type Table = {
  separator: string
  /** Cells of a row. */
  width: number
  column: Column
  /** The column of hosts, where that of links has paths; else -1. */
  hosts: number
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

const PATH = /^\/(?!\/)\S*$/
const HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}[\p{L}\d-]*(?::\d+)?$/u

/**
 * The table of a text without addresses that has a column of paths and one of hosts, as Analytics exports them; `paths`
 * where the hosts are missing.
 */
export function pathsIn(head: string, named: string | null): Table | 'paths' | null {
  const [rows, separator] = (named ? [named] : SEPARATORS)
    .map((one) => [rowsIn(head, one, true).rows.filter((row) => row.length > 1 && !isComment(row)), one] as const)
    .sort(([some], [others]) => others.length - some.length)[0]!
  const data = rows.filter((row) => row.some((cell) => PATH.test(cell.trim())))
  if (rows.length < 2 || data.length * 2 < rows.length) return null
  const width = widthOf(data)
  const index = fullest(data, width, PATH)
  const hosts = fullest(data, width, HOST)
  if (hosts < 0 || index < 0) return 'paths'
  const header =
    rows
      .slice(0, rows.indexOf(data[0]!))
      .findLast((row) => row.length === width && row[index]!.trim() && row[hosts]!.trim()) ?? null
  const name = header?.[index]?.trim() ?? ''
  const column = { index, name, others: width - 2, also: [] }
  return { separator, width, column, hosts, lastmod: header ? lastmodIn(header) : -1, header }
}

/** The column with the most cells of that form; -1 where it is none of most rows. */
function fullest(rows: readonly string[][], width: number, form: RegExp): number {
  const counts = Array.from({ length: width }, (_, i) => rows.filter((row) => form.test(row[i]?.trim() ?? '')).length)
  const most = Math.max(...counts)
  return most * 2 > rows.length ? counts.indexOf(most) : -1
}

/** The address of a row whose host and path have columns of their own. */
export function addressOf(row: readonly string[], { hosts, column }: Table): string | null {
  const [host, path] = [hosts, column.index].map((index) => row[index]?.trim() ?? '') as [string, string]
  return HOST.test(host) && PATH.test(path) ? `https://${host}${path}` : null
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
  return { table: { separator, width, column, hosts: -1, lastmod, header }, regular: regular.length }
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
