/** The command line. Commands are loaded when they are called, so that the answer to a typo does not wait for the server. */

import { parseArgs } from 'node:util'
import { type Command, CommandError, say, UsageError } from './commands/command.ts'
import { ConfigError } from './kernel/config.ts'
import { codeOf } from './kernel/fault.ts'

const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).command,
  setup: async () => (await import('./commands/setup.ts')).command,
  demo: async () => (await import('./commands/demo.ts')).command,
  push: async () => (await import('./commands/push.ts')).push,
  check: async () => (await import('./commands/push.ts')).check,
  doctor: async () => (await import('./commands/doctor.ts')).command,
  'rotate-key': async () => (await import('./commands/rotate-key.ts')).command,
  config: async () => (await import('./commands/config.ts')).command,
  healthcheck: async () => (await import('./commands/healthcheck.ts')).command,
  version: async () => (await import('./commands/version.ts')).command,
}

const code = await main(process.argv.slice(2))
// Whatever is still open does not keep a finished command alive; what was said is let out first.
process.stdout.write('', () => process.exit(code))

async function main([first = 'serve', ...rest]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(first)) return help(rest[0])
  const name = first === '--version' || first === '-v' ? 'version' : first
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) return misused(`there is no command "${first}"`)
  if (rest.includes('--help') || rest.includes('-h')) return help(name)
  const command = await load()
  try {
    const { values, positionals } = parseArgs({ args: rest, options: command.options, allowPositionals: true })
    if (positionals.length > command.words) throw new UsageError(`"${positionals[command.words]}" is one word too many`)
    return await command.run(values as Record<string, string | boolean | undefined>, positionals)
  } catch (error) {
    if (error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS_'))
      return misused((error as Error).message, command)
    return failed(error)
  }
}

async function help(name: string | undefined): Promise<number> {
  const known = name !== undefined && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
  const commands = await Promise.all(known.map((load) => load()))
  say(commands.map(({ usage, summary }) => `signalpost ${usage}\n    ${summary}`).join('\n'))
  return 0
}

function misused(reason: string, command?: Command): number {
  process.stderr.write(`signalpost: ${reason}\n`)
  process.stderr.write(command ? `usage: signalpost ${command.usage}\n` : 'signalpost help shows what there is\n')
  return 2
}

/** What a person can mend in one line; anything else is a bug and keeps its trace. */
function failed(error: unknown): number {
  const mendable = error instanceof CommandError || error instanceof ConfigError || isPlain(error)
  const text = error instanceof Error ? (mendable ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`signalpost: ${text}\n`)
  return 1
}

/** An error thrown on purpose before the doors open (lock, newer schema, rights of a file) is no other class. */
function isPlain(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error
}
