/** Tables of ARCHITECTURE.md: core, features, states and tasks. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Glob } from 'bun'
import { DOMAINS } from '../../src/domains/index.ts'
import { features } from '../../src/features/index.ts'
import { HOUR, MINUTE, SECOND } from '../../src/kernel/time/clock.ts'
import { tasks } from '../../src/tasks/index.ts'
import { code, table } from './table.ts'

const ROOT = resolve(import.meta.dir, '../..')

export const coreTable = (): string =>
  table(
    ['domain', 'what it knows'],
    Object.entries(DOMAINS).map(([name, summary]) => [code(name), summary]),
  )

export const featuresTable = (): string =>
  table(
    ['feature', 'what it does', 'needs'],
    features
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, summary, needs }) => [code(name), summary, needs.map(code).join(', ')]),
  )

export const tasksTable = (): string =>
  table(
    ['task', 'every', 'what it does'],
    tasks.map(({ name, every, summary }) => [code(name), periodOf(every), summary]),
  )

function periodOf(ms: number): string {
  if (ms % HOUR === 0) return `${ms / HOUR} h`
  return ms % MINUTE === 0 ? `${ms / MINUTE} min` : `${ms / SECOND} s`
}

/** Things with states: the table, and the column. */
const STATES = {
  job: ['jobs', 'status'],
  link: ['links', 'state'],
  check: ['looks', 'state'],
  batch: ['batches', 'state'],
  report: ['report_issues', 'state'],
  delivery: ['webhook_deliveries', 'state'],
} as const

type Move = { from: string; to: string; name: string; file: string }

/** Each statement that changes a state, with the function that has it. */
export function statesTable(): string {
  const files = [...new Glob('src/**/*.ts').scanSync(ROOT)].sort()
  const texts = files.map((file) => [file, readFileSync(resolve(ROOT, file), 'utf8')] as const)
  const rows = Object.entries(STATES).flatMap(([thing, [name, column]]) => {
    const moves = texts.flatMap(([file, text]) => movesIn(file, text, name, column))
    const seen = new Map(moves.map((move) => [`${move.from} ${move.to} ${move.name}`, move]))
    return [...seen.values()]
      .toSorted((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0))
      .map((move) => [thing, move.from || 'any', move.to, `${code(move.name)} in ${code(move.file)}`])
  })
  return table(['thing', 'from', 'to', 'by'], rows)
}

function movesIn(file: string, text: string, name: string, column: string): Move[] {
  const statements = text.matchAll(new RegExp(`(["'\`])\\s*update ${name}\\b((?:(?!\\1)[\\s\\S])*)`, 'g'))
  const changed = new RegExp(`\\b${column} = (?:'(\\w+)'|iif\\([^)]*?'(\\w+)', '(\\w+)'\\)|\\?|case|f\\.)`)
  return [...statements].flatMap((statement) => {
    const [set = '', ...where] = statement[2]!.split(/\bwhere\b/)
    const change = changed.exec(set)
    if (!change) return []
    const to = change[1] ?? (change[2] ? `${change[2]}, ${change[3]}` : 'as given')
    return [{ from: fromIn(where.join(' '), column), to, name: functionAt(text, statement.index), file }]
  })
}

function fromIn(where: string, column: string): string {
  const one = new RegExp(`(?<![\\w.])${column} = '(\\w+)'`).exec(where)?.[1]
  const some = new RegExp(`(?<![\\w.])${column} in \\(('\\w+'(?:, ?'\\w+')*)\\)`).exec(where)?.[1]
  return one ?? some?.replaceAll("'", '').replaceAll(',', ', ').replace(/ +/g, ' ') ?? ''
}

const functionAt = (text: string, index: number): string =>
  [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)].at(-1)?.[1] ?? ''
