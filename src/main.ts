/** The command line: finds the command, parses its options by their declaration, and explains errors in plain words. */

import { inWords } from './commands/client/connection.ts'
import { didYouMean, readArguments } from './commands/framework/arguments.ts'
import { CommandError, EXIT, UsageError } from './commands/framework/command.ts'
import { tell } from './commands/framework/terminal.ts'
import { catalog } from './commands/index.ts'
import { ConfigError } from './kernel/environment/config.ts'
import { codeOf } from './kernel/operation/fault.ts'
import { InstallError } from './upstream/install.ts'

const ALIASES: Record<string, string> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
  '-V': 'version',
}

// A full disk below the log, or a closed reader, does not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const code = await main(process.argv.slice(2))
// A finished command ends despite open handles, once its output is written.
process.stdout.write('', () => process.exit(code))

/** Without a command it prints the help: a server never starts by mistake. */
async function main([first = 'help', ...rest]: string[]): Promise<number> {
  const json = first === '--json' || rest.includes('--json')
  try {
    const name = ALIASES[first] ?? first
    const command = await catalog.named(name)
    if (!command) throw unknown(first)
    const given = readArguments(command, rest, catalog)
    if (given.options.help !== true) return await command.run(given)
    const help = (await catalog.named('help'))!
    return await help.run({ ...given, words: [name] })
  } catch (error) {
    return ended(error, json)
  }
}

function unknown(word: string): UsageError {
  const advice = word.startsWith('-') ? 'the command comes first: signalpost COMMAND --option' : undefined
  return new UsageError(
    `there is no command "${word}"`,
    advice ?? didYouMean(word, catalog.names, '`signalpost help` shows what there is'),
  )
}

/** Prints an error that the user can fix in a line, and the advice in the next; others keep their trace as bugs. */
function ended(error: unknown, json: boolean): number {
  const code = codeOf(error)
  // The reader of the output, such as head(1), closed the pipe.
  if (code === 'EPIPE') return EXIT.well
  const known = error instanceof InstallError ? inWords(error) : error
  const misused = known instanceof UsageError
  const { message, advice } = inLines(known, code)
  if (json) {
    const fault = known instanceof CommandError ? known.fault : undefined
    tell(
      JSON.stringify({
        error: { code: fault ?? (misused ? 'usage' : 'failed'), message, ...(advice ? { advice } : {}) },
      }),
    )
  } else {
    tell(`signalpost: ${message}`)
    if (advice) tell(`  ${advice}`)
  }
  return misused ? EXIT.misused : EXIT.failed
}

function inLines(error: unknown, code: string): { message: string; advice?: string } {
  if (error instanceof CommandError) return { message: error.message, advice: error.advice }
  if (code === 'ENOSPC')
    return { message: 'the disk is full: nothing more can be written', advice: '`df -h` shows the free space' }
  if (!(error instanceof Error)) return { message: String(error) }
  // A plain Error is thrown on purpose before the server listens: lock, newer schema, file permissions.
  const isExpected = error instanceof ConfigError || error.constructor === Error
  return { message: isExpected ? error.message : (error.stack ?? error.message) }
}
