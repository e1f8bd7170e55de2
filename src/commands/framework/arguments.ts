import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Catalog, type Command, type CommandInput, type Option, optionsOf, UsageError } from './command.ts'

type Token = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>

/** Reads a command line by the command's declaration; errors are in our words, with advice. */
export function readArguments(command: Command, args: string[], catalog: Catalog): CommandInput {
  const known = optionsOf(command)
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(known).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short ? { short } : {}) },
    ]),
  )
  const { tokens } = parseArgs({ args, options: config, strict: false, allowPositionals: true, tokens: true })
  const options: Record<string, string | boolean> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind === 'option') options[token.name] = valueIn(token, known)
  }
  if (options.help !== true) assertWords(command, words)
  const asks = options['no-input'] !== true && process.stdin.isTTY === true && process.stderr.isTTY === true
  return { words, options, json: options.json === true, asks, catalog }
}

/** The known word that was most probably meant: one or two letters differ, or it begins alike. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const begun = wanted.length >= 3 ? known.find((name) => name.startsWith(wanted)) : undefined
  const ranked = known.map((name) => ({ name, away: distance(wanted, name) })).sort((a, b) => a.away - b.away)
  const [best] = ranked
  return begun ?? (best && best.away <= Math.min(2, Math.floor(wanted.length / 2)) ? best.name : undefined)
}

/** `did you mean "push"?`, or `otherwise` where no name is close. */
export function didYouMean(word: string, known: readonly string[], otherwise: string): string {
  const meant = nearest(word, known)
  return meant ? `did you mean "${meant}"?` : otherwise
}

function valueIn({ name, rawName, value, inlineValue }: Token, known: Readonly<Record<string, Option>>) {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  if (!option) {
    const all = Object.keys(known).map((one) => `--${one}`)
    throw new UsageError(`there is no option ${rawName}`, didYouMean(rawName, all, `there are ${all.join(', ')}`))
  }
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`, `leave "=${value}" out`)
    return true
  }
  const shape = `${rawName} ${option.value}`
  if (value === undefined) throw new UsageError(`${rawName} needs a value`, `write ${shape}`)
  if (!inlineValue && value.length > 1 && value.startsWith('-'))
    throw new UsageError(`${rawName} needs a value`, `write ${shape}, or ${rawName}=${value} if that is the value`)
  if (option.choices && !option.choices.includes(value)) throw notOneOf(rawName, value, option.choices)
  return value
}

function assertWords({ name: command, words: declared = [] }: Command, words: string[]): void {
  if (words.length > declared.length)
    throw new UsageError(
      `unexpected argument "${words[declared.length]}"`,
      declared[0]?.file
        ? `to give several files: cat ${words.join(' ')} | signalpost ${command} -`
        : 'put a name that has spaces in it in quotes',
    )
  for (const [i, { name, required, choices, meaning }] of declared.entries()) {
    const word = words[i]
    if (word === undefined && required) throw new UsageError(`${name} is missing`, `give ${meaning}`)
    if (word !== undefined && choices && !choices.includes(word)) throw notOneOf(name, word, choices)
  }
}

const notOneOf = (name: string, value: string, choices: readonly string[]): UsageError => {
  const what = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  return new UsageError(`${name} cannot be "${value}"`, didYouMean(value, choices, `it is ${what}`))
}

/** Letters to change, put in, take out or swap to make one word of the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const cost = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + change)
      row.push(swapped ? Math.min(cost, rows[i - 2]![j - 2]! + 1) : cost)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
