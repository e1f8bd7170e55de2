/** Parts that help, the man page and the manual share. */
import { type Command, type Option, optionsOf } from './command.ts'

/** The command line after the program's name. */
export function usageOf({ name, words = [], options = {} }: Command): string {
  const shown = words.map(({ name, required }) => (required ? name : `[${name}]`))
  return [name, ...shown, ...(Object.keys(options).length ? ['[OPTIONS]'] : [])].join(' ')
}

/** `-o, --output FILE` */
export const optionSyntax = (name: string, { short, value }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`

/** Exit codes that mean the same everywhere. */
const EXITS: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'failed; stderr has the reason and what to do',
  2: 'the command line is not valid',
}

/** Exit codes that only some commands have, for the manual. */
const FURTHER_EXITS: Readonly<Record<number, string>> = {
  3: 'done, but with problems; see the command',
  4: 'the --timeout ended; the job continues',
  130: 'interrupted by Ctrl-C; a submitted job continues',
}

export const exitsOf = ({ exits = {} }: Pick<Command, 'exits'>): [code: string, meaning: string][] =>
  Object.entries({ ...EXITS, ...exits })

export const allExits = (): [code: string, meaning: string][] => Object.entries({ ...EXITS, ...FURTHER_EXITS })

export const optionRows = (command: Command): [spelt: string, meaning: string][] =>
  Object.entries(optionsOf(command)).map(([name, option]) => [optionSyntax(name, option), option.meaning])

/** Environment variables of the commands that talk to an install; `config` lists the others. */
export const ENVIRONMENT: readonly [name: string, meaning: string][] = [
  ['SIGNALPOST_URL', 'address of the install'],
  ['SIGNALPOST_KEY', 'API key of the install; SIGNALPOST_KEY_FILE names a file with the key'],
  ['NO_COLOR', 'if set, output has no colours'],
]
