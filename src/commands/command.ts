import { readFileSync } from 'node:fs'
import type { ParseArgsOptionsConfig } from 'node:util'

export type Values = Record<string, string | boolean | undefined>

/** A word of the command line. `run` says the exit code: 0 well, 1 failed, 3 done but not all went well. */
export type Command = {
  /** What follows the program's name. */
  usage: string
  summary: string
  options: ParseArgsOptionsConfig
  /** How many words it takes besides its options. */
  words: number
  run(values: Values, words: string[]): Promise<number> | number
}

/** Something the person at the keyboard can mend: one line on stderr, exit 1. */
export class CommandError extends Error {}

/** The command line itself is wrong: exit 2. */
export class UsageError extends Error {}

/** The text of a file that `what` names. */
export function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${what}: ${(error as Error).message}`)
  }
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Rows in columns, as wide as their widest cell; the last column takes what it needs. */
export function table(rows: string[][]): string {
  const widths = rows.reduce<number[]>((known, row) => row.map((cell, i) => Math.max(known[i] ?? 0, cell.length)), [])
  return rows
    .map((row) => row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(widths[i]!) : cell)).join('  '))
    .join('\n')
}
