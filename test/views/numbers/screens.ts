/** Reads a number off a page, a table or a file by the words beside it. */
import { expect } from 'bun:test'
import type { Seen } from '../browser.ts'

export const number = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.replace(/[^\d-]/g, ''))

export const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** The number that stands after these words. */
export const after = (text: string, words: string): number | undefined =>
  number(new RegExp(`${words} ([\\d,]+)`).exec(text)?.[1])
export const before = (text: string, words: string): number | undefined =>
  number(new RegExp(`([\\d,]+) ${words}`).exec(text)?.[1])

export type FileRow = Record<string, string>
export const sumOf = (rows: readonly FileRow[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0)

/** The lines of a CSV file by the names of its first. */
export function rowsOfFile({ html }: Pick<Seen, 'html'>): FileRow[] {
  const [head, ...lines] = html
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/)
    .map(cells)
  return lines.map((line) => Object.fromEntries(head!.map((name, at) => [name, line[at] ?? ''])))
}

const cells = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
    cell!.replace(/^"|"$/g, '').replaceAll('""', '"'),
  )

/** Cells of the row of a workspace, by the heads of its table. */
export function rowOf({ main }: Pick<Seen, 'main'>, id: string): Record<string, string> {
  const table = [...main.matchAll(/<table.*?<\/table>/gs)].find(([one]) => one.includes(`/${id}`))![0]
  const heads = [...table.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)].map(([, head]) => plain(head!).trim())
  const row = table.split('<tr>').find((one) => one.includes(`/${id}`) && one.includes('<td'))!
  const all = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => plain(cell!).trim())
  return Object.fromEntries(heads.map((head, at) => [head, all[at] ?? '']))
}

/** That all screens tell the first one's number; a screen that tells none differs. */
export function expectOne(of: string, told: Record<string, string | number | undefined>): void {
  const [first] = Object.values(told)
  expect([of, first === undefined]).toEqual([of, false])
  for (const [screen, value] of Object.entries(told)) expect([of, screen, value]).toEqual([of, screen, first])
}
