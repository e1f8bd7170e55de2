/** A table of Markdown. */

type Row = readonly string[]

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
export const code = (text: string) => `\`${text}\``

export function table(heads: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map(cell).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
