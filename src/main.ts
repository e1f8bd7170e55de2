/** The command line: finds the command, reads what follows by its declaration, and says in plain words what is wrong. */
import { didYouMean, readArguments } from './commands/arguments.ts'
import { CommandError, EXIT, UsageError } from './commands/command.ts'
import { inWords } from './commands/connection.ts'
import { catalog } from './commands/index.ts'
import { tell } from './commands/terminal.ts'
import { ConfigError } from './kernel/config.ts'
import { codeOf } from './kernel/fault.ts'
import { InstallError } from './upstream/install.ts'

const ALIASES: Record<string, string> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
  '-V': 'version',
}

// A log on a full disk, or a reader that left, is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const code = await main(process.argv.slice(2))
// Whatever is still open does not keep a finished command alive; what was said is let out first.
process.stdout.write('', () => process.exit(code))

/** Without a command it shows what there is: a server is never started by mistake. */
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

/** Says what a person can mend in a line, and what to do in the next; anything else is a bug and keeps its trace. */
function ended(error: unknown, json: boolean): number {
  const code = codeOf(error)
  // Whoever read the output has seen enough of it, such as head(1).
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
  if (error instanceof CommandError || error instanceof UsageError)
    return { message: error.message, advice: error.advice }
  if (code === 'ENOSPC')
    return { message: 'the disk is full: nothing more can be written', advice: '`df -h` shows what is left' }
  if (!(error instanceof Error)) return { message: String(error) }
  // An error thrown on purpose before the doors open (lock, newer schema, rights of a file) is no other class.
  const mendable = error instanceof ConfigError || error.constructor === Error
  return { message: mendable ? error.message : (error.stack ?? error.message) }
}
