/** Rows of text with separators and quotes (RFC 4180). */
import type Papa from 'papaparse'

export type Rows = {
  rows: string[][]
  /** How much of the text the rows take; the rest is the begin of a row that is not whole. */
  read: number
}

type Library = typeof Papa
let library: Library | undefined

/** The library, in its short form, is read with the first table: a start needs none of it. */
function parserOf(separator: string, quote: string): Papa.Parser {
  const loaded = () => require('papaparse/papaparse.min.js') as Library | { default: Library }
  if (!library) {
    const whole = loaded()
    library = 'default' in whole ? whole.default : whole
  }
  return new library.Parser({ delimiter: separator, newline: '\n', quoteChar: quote })
}

/** `is_last`: the last row needs no line end. `quoted`: off where quotes do not pair. */
export function rowsIn(text: string, separator: string, is_last: boolean, quoted = true): Rows {
  const parsed = parserOf(separator, quoted ? '"' : '\0').parse(text, 0, !is_last) as {
    data: string[][]
    errors: { type: string; code: string }[]
    meta: { cursor: number }
  }
  const unclosed = is_last && parsed.errors.some(({ code }) => code === 'MissingQuotes')
  if (unclosed) return rowsIn(text, separator, false, quoted)
  return { rows: parsed.data, read: is_last ? text.length : parsed.meta.cursor }
}
