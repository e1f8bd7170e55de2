import { type Config, ConfigError } from '../../../kernel/environment/config.ts'
import { leaveWord } from '../../../kernel/time/clock-doubt.ts'
import { type Command, CommandError, EXIT } from '../../framework/command.ts'
import { painter, say, sayJson, table } from '../../framework/terminal.ts'
import type { Check, Finding } from '../finding.ts'
import { assertInstall, readSettings, type Settings, settingsToWrite } from '../this-install.ts'
import { checkBackups } from './backups.ts'
import { checkOpenFiles } from './files.ts'
import { checkDatabase, checkDisk, checkFileSystem, checkFolder, checkTime } from './folder.ts'
import { checkKey } from './key.ts'
import { checkLoop } from './loop.ts'
import { checkClock, checkNames, checkProcess, checkProxies, checkSite } from './network.ts'
import { checkSuppliers } from './suppliers.ts'
import { checkAuditStreams, checkPasskeys } from './trust.ts'

type Checks = [name: string, check: Check][]
const MACHINE: Checks = [
  ['file system', checkFileSystem],
  ['disk space', checkDisk],
  ['process', checkProcess],
]
/** What is checked in an install only. */
const INSTALL: Checks = [
  ['data folder', checkFolder],
  ['key file', checkKey],
  ['database', checkDatabase],
  ['time', checkTime],
  ['waits', checkLoop],
  ['open files', (config) => checkOpenFiles(config)],
  ['passkeys', checkPasskeys],
  ['audit streams', checkAuditStreams],
]
const AROUND: Checks = [
  ['backups', checkBackups],
  ['site address', checkSite],
  ['proxies', checkProxies],
  ['names (DNS)', checkNames],
  ['clock', checkClock],
]

export const command: Command = {
  name: 'doctor',
  summary: 'Check the install on this machine, and say what to fix.',
  about: [
    'Settings, data folder, key file, database, disk; hosts of passkeys; audit streams; the place of the backups; the site address, proxies, names and the clock; each connected supplier by a free call. The install may be running.',
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
  exits: { 1: 'something has to be fixed', 3: 'warnings only' },
  json: '{verdict, checks: [{name, verdict, found, advice?}]}; verdicts are ok, warn and fail',

  async run({ options, json }) {
    if (options['clock-is-right'] === true) return vouch(json)
    const found = await examine(options.offline === true)
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
function vouch(json: boolean): number {
  const settings = settingsToWrite()
  assertInstall(settings)
  leaveWord(settings.config.data_dir)
  if (json) sayJson({ verdict: 'ok', checks: [] })
  else say('Noted. A running install goes on within a minute, another one at its next start.')
  return EXIT.well
}

async function examine(offline: boolean): Promise<Named[]> {
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    return [named('settings', refused(error, 'see `signalpost config` for the list of settings'))]
  }
  const { config, file } = settings
  const found = [named('settings', { verdict: 'ok', found: `each has a good value${file ? `, in ${file}` : ''}` })]
  const missing = whyNoInstall(settings)
  if (missing) found.push(named('data folder', missing))
  for (const [name, check] of [...(missing ? [] : INSTALL), ...MACHINE, ...(offline ? [] : AROUND)])
    found.push(named(name, await attempt(check, config)))
  if (config.passive || offline || missing) return found
  for (const [name, finding] of await checkSuppliers(config).catch(unopened)) found.push(named(name, finding))
  return found
}

function whyNoInstall(settings: Settings): Finding | null {
  try {
    assertInstall(settings)
    return null
  } catch (error) {
    return refused(error)
  }
}

/** What a command would end with, as a finding. */
function refused(error: unknown, advice?: string): Finding {
  if (error instanceof CommandError) return { verdict: 'fail', found: error.message, advice: error.advice }
  if (error instanceof ConfigError) return { verdict: 'fail', found: error.message, advice }
  throw error
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
