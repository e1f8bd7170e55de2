import { said } from '../../../kernel/language/say.ts'
import { addressesIn } from './addresses.ts'
import { isAddress } from './columns.ts'
import { rowsIn } from './csv.ts'
import type { Findings } from './findings.ts'
import { addressOf, isBlank, isComment, isRule, linkCell, sameHeader, type Table } from './table.ts'
import { isAddressAlone, LONGEST } from './text-lines.ts'

/** Rows with quotes that do not pair, after which quotes are letters. */
const MOST_BROKEN = 20

/** The rows of a table: the link of each is in one column. */
export class TableRows {
  private held = ''
  private broken = 0
  /** Rows above the header are titles. */
  private is_below_header: boolean

  constructor(
    private readonly table: Table,
    private readonly out: Findings,
  ) {
    const { column, header } = table
    const named = (index: number) => (header?.[index]?.trim() ? `“${header[index].trim()}”` : String(index + 1))
    out.reading.from =
      table.hosts < 0
        ? said('Column {name} read', { name: named(column.index) })
        : said('Columns {hosts} and {paths} read, with https:// before them', {
            ...{ hosts: named(table.hosts), paths: named(column.index) },
          })
    out.reading.others = column.others
    out.reading.also = column.also
    this.is_below_header = header === null
  }

  write(piece: string, is_last: boolean): void {
    const { separator } = this.table
    let rest = spacedQuotes(this.held + piece, separator)
    for (;;) {
      const { rows, read } = rowsIn(rest, separator, is_last, this.broken < MOST_BROKEN)
      for (const row of rows) this.row(row)
      rest = rest.slice(read)
      if (rest === '' || (!is_last && rest.length <= LONGEST)) break
      // A quote without its pair: its line is read with quotes as letters, then the lines after it.
      this.broken++
      const end = rest.indexOf('\n')
      this.row(unquoted(end < 0 ? rest : rest.slice(0, end), separator))
      rest = end < 0 ? '' : rest.slice(end + 1)
    }
    this.held = rest
  }

  /** A quote that is closed rows later holds whole rows, which are read as such. */
  private row(cells: string[]): void {
    const { separator, width, column } = this.table
    const inner = cells.some((cell) => cell.includes('\n')) ? cells.join(separator).split('\n') : []
    const rows = inner.map((line) => unquoted(line, separator))
    const isWhole = (row: string[]) => row.length === width && isAddress(row[column.index]!)
    if (width > 1 && rows.length > 1 && rows[0]!.length === width && rows.slice(1).some(isWhole)) {
      for (const row of rows) this.row(row)
      return
    }
    this.out.line++
    this.read(cells)
    this.out.line += Math.max(0, inner.length - 1)
  }

  private read(cells: readonly string[]): void {
    const { table, out } = this
    if (isBlank(cells) || isRule(cells)) return
    if (sameHeader(cells, table.header)) this.is_below_header = true
    else if (isComment(cells)) out.reading.comments++
    else this.link(cells)
  }

  private link(cells: readonly string[]): void {
    const { table, out } = this
    const row = () => cells.join(table.separator).trim()
    if (table.hosts >= 0) {
      const address = addressOf(cells, table)
      if (address) out.link(address, lastmodOf(cells, table))
      else out.drop(row(), 'no host and path')
      return
    }
    const link = linkCell(cells, table)
    if ('refused' in link) return void out.drop(row(), link.refused)
    const cell = link.cell.trim()
    const lastmod = lastmodOf(cells, table)
    // Commas are letters of an address that has a cell to itself.
    if (isAddressAlone(cell) || (isAddress(cell) && /^h/i.test(cell)))
      return void out.link(withoutSeparator(cell), lastmod)
    const found = addressesIn(cell)
    if (found.refused || found.addresses.length > 0) out.links(found, cell, lastmod)
    else if (cell === '' || /\s/.test(cell) || !this.is_below_header) out.drop(row(), noLink(table))
    else out.word(cell)
  }
}

/** The separator of another list, at the end of a cell. */
const withoutSeparator = (cell: string): string => cell.replace(/[,;|]+$/, '')

const lastmodOf = (cells: readonly string[], { lastmod }: Table): string =>
  lastmod < 0 ? '' : (cells[lastmod]?.trim() ?? '')

const noLink = ({ column }: Table): string =>
  `no link in ${column.name ? `the column “${column.name}”` : `column ${column.index + 1}`}`

const unquoted = (line: string, separator: string): string[] =>
  line.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, ''))

/** Some programs write a blank before the quote of a cell. */
const spacedQuotes = (text: string, separator: string): string =>
  separator === '|' || separator === '\t' ? text : text.replaceAll(`${separator} "`, `${separator}"`)
