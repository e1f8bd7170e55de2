/**
 * The declaration of a command. Help, the completions of the shells, the man page and the manual's table are drawn from
 * these declarations, and they parse the command line.
 */
export type Command = {
  name: string
  /** One line, for lists. */
  summary: string
  /** More paragraphs, for the help of the command. */
  about?: readonly string[]
  words?: readonly CommandArgument[]
  options?: Options
  /** Each is run in a test, in a shell, and must end with 0. */
  examples: readonly Example[]
  /** Meanings of exit codes, besides those that all commands share. */
  exits?: Readonly<Record<number, string>>
  /** The output with `--json`; a command without it prints a document of its own. */
  json?: string
  run(given: CommandInput): Promise<number> | number
}

/** A word besides the options. Optional words come last. */
export type CommandArgument = {
  name: string
  meaning: string
  required?: true
  choices?: readonly string[]
  /** Completed as a path. */
  file?: true
}

/** An option without `value` is a switch. */
export type Option = {
  meaning: string
  /** The placeholder of its value in usages, such as `NAME`. */
  value?: string
  short?: string
  choices?: readonly string[]
  file?: true
}
export type Options = Readonly<Record<string, Option>>

export type Example = { line: string; meaning: string }

export type Values = Readonly<Record<string, string | boolean | undefined>>

/** A command line, read by the declaration. */
export type CommandInput = {
  words: readonly string[]
  options: Values
  json: boolean
  /** Whether the command may prompt: it runs in a terminal, without --no-input. */
  asks: boolean
  /** For commands that describe other commands. */
  catalog: Catalog
}

export type Catalog = {
  names: readonly string[]
  named(name: string): Promise<Command> | undefined
  /** All of them, in their groups. */
  all(): Promise<CommandGroup[]>
}
export type CommandGroup = { title: string; commands: Command[] }

/** An error that the user can fix: exit 1. `advice` says what to do. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly advice?: string,
    /** Error code of the API, when it refused. */
    readonly fault?: string,
  ) {
    super(message)
  }
}

/** The command line itself is wrong: exit 2. */
export class UsageError extends CommandError {}

export const EXIT = { well: 0, failed: 1, misused: 2, partly: 3, late: 4, interrupted: 130 } as const

/** Options of every command. */
export const COMMON: Options = {
  json: { meaning: 'print JSON' },
  'no-input': { meaning: 'never prompt; fail if a value is missing' },
  help: { short: 'h', meaning: 'show this help' },
}

/** The value of an option that takes one. */
export const textOf = (options: Values, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The whole number of an option, from the first to the second of `bounds`; `what` names it in a refusal. */
export function numberOf(
  options: Values,
  name: string,
  [least, most]: readonly [number, number],
  what: string,
): number | undefined {
  const text = textOf(options, name)
  if (text === undefined) return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${name} cannot be "${text}"`, `it is ${what}`)
}

/** The options of a command with those that every command takes. */
export const optionsOf = ({ options = {}, json }: Pick<Command, 'options' | 'json'>): Options => {
  const { json: _, ...others } = COMMON
  return { ...options, ...(json === undefined ? others : COMMON) }
}
