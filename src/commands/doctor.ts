import { existsSync } from 'node:fs'
import { leaveWord } from '../kernel/clock-doubt.ts'
import { type Config, ConfigError, readConfig } from '../kernel/config.ts'
import { databaseFile } from '../kernel/data-folder.ts'
import { type Command, CommandError, EXIT } from './command.ts'
import { checkOpenFiles } from './doctor-files.ts'
import { checkDatabase, checkDisk, checkFileSystem, checkFolder, checkTime } from './doctor-folder.ts'
import { checkKey } from './doctor-key.ts'
import { checkLoop } from './doctor-loop.ts'
import { checkClock, checkNames, checkProcess, checkProxies, checkSite } from './doctor-network.ts'
import { checkSuppliers } from './doctor-suppliers.ts'
import type { Check, Finding } from './finding.ts'
import { painter, say, sayJson, table } from './terminal.ts'

const HERE: [name: string, check: Check][] = [
  ['data folder', checkFolder],
  ['file system', checkFileSystem],
  ['disk space', checkDisk],
  ['key file', checkKey],
  ['database', checkDatabase],
  ['time', checkTime],
  ['process', checkProcess],
  ['waits', checkLoop],
  ['open files', (config) => checkOpenFiles(config)],
]
const AROUND: [name: string, check: Check][] = [
  ['site address', checkSite],
  ['proxies', checkProxies],
  ['names (DNS)', checkNames],
  ['clock', checkClock],
]

export const command: Command = {
  name: 'doctor',
  summary: 'Look the install on this machine over, and say what to mend.',
  about: [
    'Settings, data folder, key file, database, disk; the site address, proxies, names and the clock; each connected supplier by a free call. The install may be running.',
  ],
  options: {
    offline: { meaning: 'leave out what needs the network' },
    'clock-is-right': { meaning: 'vouch for the clock, so that what is held for its sake goes on; look over nothing' },
  },
  examples: [
    { line: 'signalpost doctor || test $? -eq 3', meaning: 'Everything; 3 says that there are warnings only.' },
    {
      line: 'signalpost doctor --offline --json || test $? -eq 3',
      meaning: 'What lies on this machine, for a monitor.',
    },
  ],
  exits: { 1: 'something has to be mended', 3: 'warnings only' },
  json: '{verdict, checks: [{name, verdict, found, advice?}]}; verdicts are ok, warn and fail',

  async run({ options, json }) {
    const config = settings()
    if (options['clock-is-right'] === true) return vouch(config, json)
    const found = 'verdict' in config ? [named('settings', config)] : await examine(config, options.offline === true)
    const verdict = worst(found.map((one) => one.verdict))
    if (json) sayJson({ verdict, checks: found })
    else
      say(table(found.map(cellsOf), (cell, row, column) => (column === 0 ? tinted(found[row]!.verdict, cell) : cell)))
    return { ok: EXIT.well, warn: EXIT.partly, fail: EXIT.failed }[verdict]
  },
}

type Verdict = Finding['verdict']

const worst = (verdicts: Verdict[]): Verdict =>
  (['fail', 'warn'] as const).find((one) => verdicts.includes(one)) ?? 'ok'

function tinted(verdict: Verdict, cell: string): string {
  const { good, warn, bad } = painter()
  return { ok: good, warn, fail: bad }[verdict](cell)
}

/** The process that has the database takes the word within a minute, or at its next start. */
function vouch(config: Config | Finding, json: boolean): number {
  if ('verdict' in config) throw new CommandError(config.found, config.advice)
  if (!existsSync(databaseFile(config)))
    throw new CommandError(`there is no install in ${config.data_dir}: set SIGNALPOST_DATA_DIR`)
  leaveWord(config.data_dir)
  if (json) sayJson({ verdict: 'ok', checks: [] })
  else say('Noted. A running install goes on within a minute, another one at its next start.')
  return EXIT.well
}

function settings(): Config | Finding {
  try {
    return readConfig(process.env).config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { verdict: 'fail', found: error.message, advice: 'see `signalpost config` for the list of settings' }
  }
}

async function examine(config: Config, offline: boolean): Promise<Named[]> {
  const found = [named('settings', { verdict: 'ok', found: 'each has a good value' })]
  const checks = offline ? HERE : [...HERE, ...AROUND]
  for (const [name, check] of checks) found.push(named(name, await attempt(check, config)))
  if (config.passive || offline) return found
  for (const [name, finding] of await checkSuppliers(config).catch(unopened)) found.push(named(name, finding))
  return found
}

/** Without the right key no supplier can be called. */
const unopened = (error: Error): [string, Finding][] => [['suppliers', { verdict: 'fail', found: error.message }]]

async function attempt(check: Check, config: Config): Promise<Finding> {
  try {
    return await check(config)
  } catch (error) {
    return { verdict: 'fail', found: (error as Error).message }
  }
}

type Named = Finding & { name: string }

const named = (name: string, finding: Finding): Named => ({ name, ...finding })

const cellsOf = ({ verdict, name, found, advice }: Named): string[] => [
  verdict.toUpperCase(),
  name,
  advice ? `${found}: ${advice}` : found,
]
