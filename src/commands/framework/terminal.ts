/** Output for people. Results go to stdout, everything else to stderr; a pipe gets neither colours nor bars. */
import { readSync, writeSync } from 'node:fs'
import { codeOf } from '../../kernel/operation/fault.ts'

export type Paint = Record<'strong' | 'faint' | 'good' | 'bad' | 'warn', (text: string) => string>

const isTerminal = (stream: { isTTY?: boolean }): boolean => stream.isTTY === true && process.env.TERM !== 'dumb'

/** Colours on a terminal, unless NO_COLOR (no-color.org) asks for none. */
export function painter(stream: { isTTY?: boolean } = process.stdout, { NO_COLOR } = process.env): Paint {
  const on = isTerminal(stream) && !NO_COLOR
  const ansi = (code: number) => (text: string) => (on ? `\x1b[${code}m${text}\x1b[0m` : text)
  return { strong: ansi(1), faint: ansi(2), good: ansi(32), bad: ansi(31), warn: ansi(33) }
}

/** Whether a document may have colours, and how wide it may be. */
export const sheet = () => ({
  colours: isTerminal(process.stdout) && !process.env.NO_COLOR,
  width: Math.min(process.stdout.columns ?? 100, 120),
})

/** A line of the result. Written at once: a full disk or a closed pipe is an error that the caller learns of. */
export const say = (line: string): void => write(1, `${line}\n`)

export const put = (text: string | Uint8Array): void => write(1, text)

/** A line beside the result. */
export function tell(line: string): void {
  try {
    write(2, `${line}\n`)
  } catch {
    // There is nobody left to tell.
  }
}

export const sayJson = (value: unknown): void => say(JSON.stringify(value))

function write(to: 1 | 2, text: string | Uint8Array): void {
  let rest = typeof text === 'string' ? Buffer.from(text) : text
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(to, rest))
    } catch (error) {
      // A pipe whose reader is slower than we are.
      if (codeOf(error) !== 'EAGAIN') throw error
      Bun.sleepSync(5)
    }
  }
}

/** Text from elsewhere, safe for a terminal: characters that move the cursor or change colours are written out. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (c) =>
    c === '\t' ? ' ' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Rows in columns, as wide as their widest cell; the last column takes the rest. The first row may be a heading. */
export function table(rows: string[][], paint: (cell: string, row: number, column: number) => string = (cell) => cell) {
  const clean = rows.map((row) => row.map(printable))
  const widths = clean.reduce<number[]>(
    (known, row) => row.map((cell, i) => Math.max(known[i] ?? 0, Bun.stringWidth(cell))),
    [],
  )
  const padded = (cell: string, i: number, last: boolean) =>
    last ? cell : cell + ' '.repeat(widths[i]! - Bun.stringWidth(cell))
  return clean
    .map((row, n) => row.map((cell, i) => paint(padded(cell, i, i === row.length - 1), n, i)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

export const listing = (head: string[], rows: string[][]): string => {
  const { faint } = painter()
  return table([head, ...rows], (cell, row) => (row === 0 ? faint(cell) : cell))
}

/** A number as people read it: `10,000`. */
export const num = (value: number): string => value.toLocaleString('en-US')

/** `2026-11-21 09:30`, in UTC as everything on the wire. */
export const minute = (moment: string | null): string => (moment ? moment.slice(0, 16).replace('T', ' ') : '-')

export type Bar = { draw(done: number, total: number, what: string): void; clear(): void }

const WIDTH = 30

/** A progress bar that redraws on a terminal, and prints nothing in a pipe or with `--quiet`. */
export function createBar(quiet: boolean): Bar {
  if (quiet || !isTerminal(process.stderr)) return { draw() {}, clear() {} }
  const { good } = painter(process.stderr)
  return {
    draw(done, total, what) {
      const filled = total ? Math.round((Math.min(done, total) / total) * WIDTH) : WIDTH
      const bar = good('█'.repeat(filled)) + '░'.repeat(WIDTH - filled)
      const room = Math.max(0, (process.stderr.columns || 80) - WIDTH - 2)
      write(2, `\r\x1b[K${bar} ${printable(`${num(done)}/${num(total)} ${what}`).slice(0, room)}`)
    },
    clear: () => write(2, '\r\x1b[K'),
  }
}

export function ask(question: string): string {
  write(2, question)
  return readLine()
}

export function askSecret(question: string): string {
  process.stdin.setRawMode(true)
  try {
    write(2, question)
    return readLine()
  } finally {
    process.stdin.setRawMode(false)
    write(2, '\n')
  }
}

/** Reads one line byte by byte: in raw mode the terminal neither shows it nor handles Backspace. */
function readLine(): string {
  const byte = new Uint8Array(1)
  const line: number[] = []
  for (;;) {
    const read = readByte(byte)
    const [code] = byte
    if (read === 0 || code === 10 || code === 13 || code === 4) return Buffer.from(line).toString('utf8').trim()
    if (code === 3) process.exit(130)
    if (code === 127 || code === 8) line.pop()
    else line.push(code!)
  }
}

function readByte(into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, into)
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error
      Bun.sleepSync(10)
    }
  }
}
