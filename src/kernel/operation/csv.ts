import Type from 'typebox'
import { pause } from '../scheduling/pause.ts'

/** Separators of the cells. Excel expects semicolons where the decimal mark is a comma. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_NAMES = Object.keys(SEPARATORS) as Separator[]

/** The separator of a word, or of the sign itself; null for another one. */
export const separatorOf = (given: string | null | undefined): Separator | null =>
  SEPARATOR_NAMES.find((name) => name === given || SEPARATORS[name] === given) ?? null

/** Input of every operation that produces a CSV. */
export const csvInput = {
  separator: Type.Optional(
    Type.Enum(['comma', 'semicolon', 'tab', ',', ';'], {
      description: 'Between the cells. Excel expects semicolons where the decimal mark is a comma',
      default: 'comma',
    }),
  ),
}

/**
 * One CSV cell (RFC 4180). Text that a spreadsheet would run as a formula is defused by a leading apostrophe;
 * plain numbers stay as they are.
 */
export function csvCell(value: unknown, separator: Separator = 'comma'): string {
  let text = value === null || value === undefined ? '' : String(value)
  const formula = /^[\s\0]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/.test(text)
  if (formula && !/^-?\d+(\.\d+)?$/.test(text)) text = `'${text}`
  const quoted = /["\r\n]/.test(text) || text.includes(SEPARATORS[separator]) || text !== text.trim()
  return quoted ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its CRLF. */
export const csvLine = (values: readonly unknown[], separator: Separator = 'comma'): string =>
  `${values.map((value) => csvCell(value, separator)).join(SEPARATORS[separator])}\r\n`

/** Names of the columns, and their values; a list where each is the field of its name. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => unknown>> | readonly (keyof Row & string)[]

type Slices<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** A file of rows that come some at a time; other requests get their turn between two of them. */
export async function* csvLines<Row>(
  columns: CsvColumns<Row>,
  slices: Slices<Row>,
  asked?: string,
): AsyncGenerator<string> {
  const separator = separatorOf(asked) ?? 'comma'
  const cells = Object.entries<keyof Row | ((row: Row) => unknown)>(columns as Record<string, (row: Row) => unknown>)
  const value = (row: Row, cell: keyof Row | ((row: Row) => unknown)) =>
    typeof cell === 'function' ? cell(row) : row[cell]
  yield csvLine(
    cells.map(([name, cell]) => (typeof cell === 'function' ? name : cell)),
    separator,
  )
  for await (const rows of slices) {
    const lines = rows.map((row) =>
      csvLine(
        cells.map(([, cell]) => value(row, cell)),
        separator,
      ),
    )
    yield lines.join('')
    await pause()
  }
}

/** Rows in slices, each read behind the last row of the slice before. */
export function* slicesOf<Row>(next: (last: Row | undefined) => readonly Row[]): Generator<readonly Row[]> {
  for (let rows = next(undefined); rows.length > 0; rows = next(rows.at(-1))) yield rows
}
