/**
 * One CSV cell (RFC 4180). Text that a spreadsheet would run as a formula is defused by a leading apostrophe;
 * plain numbers stay as they are.
 */
export function csvCell(value: unknown): string {
  let text = value === null || value === undefined ? '' : String(value)
  const formula = /^[\s\0]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/.test(text)
  if (formula && !/^-?\d+(\.\d+)?$/.test(text)) text = `'${text}`
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its CRLF. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
