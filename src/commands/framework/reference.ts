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
  1: 'failed: the reason and what to do are on stderr',
  2: 'the command line is wrong',
}

/** Exit codes that only some commands have, for the manual. */
const FURTHER_EXITS: Readonly<Record<number, string>> = {
  3: 'done, but not all went well: see the command',
  4: 'the time to wait is up; the job goes on',
  130: 'ended by Ctrl-C; a job that was ordered goes on',
}

export const exitsOf = ({ exits = {} }: Pick<Command, 'exits'>): [code: string, meaning: string][] =>
  Object.entries({ ...EXITS, ...exits })

export const allExits = (): [code: string, meaning: string][] => Object.entries({ ...EXITS, ...FURTHER_EXITS })

export const optionRows = (command: Command): [spelt: string, meaning: string][] =>
  Object.entries(optionsOf(command)).map(([name, option]) => [optionSyntax(name, option), option.meaning])

/** Environment variables of the commands that talk to an install; `config` lists the others. */
export const ENVIRONMENT: readonly [name: string, meaning: string][] = [
  ['SIGNALPOST_URL', 'address of the install that the commands talk to'],
  ['SIGNALPOST_KEY', 'an API key to it; from a file by SIGNALPOST_KEY_FILE'],
  ['NO_COLOR', 'when it is set, no colours'],
]
