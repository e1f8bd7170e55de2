import { type Config, ConfigError } from '../../../kernel/environment/config.ts'
import { confirmClock } from '../../../kernel/time/clock-doubt.ts'
import { type Command, CommandError, EXIT } from '../../framework/command.ts'
import { painter, say, sayJson, table, tell } from '../../framework/terminal.ts'
import { type Check, type Finding, fail, well } from '../finding.ts'
import { assertInstall, installToWrite, readSettings, type Settings } from '../this-install.ts'
import { DATED, judgeAge } from './age.ts'
import { checkBackups } from './backups.ts'
import { checkOpenFiles } from './files.ts'
import { checkDatabase, checkDisk, checkFileSystem, checkFolder, checkRestored, checkTime } from './folder.ts'
import { checkFonts } from './fonts.ts'
import { HARDENING } from './hardening.ts'
import { checkKey } from './key.ts'
import { checkLanguages } from './languages.ts'
import { checkLoop } from './loop.ts'
import {
  checkClock,
  checkNames,
  checkOutgoingProxy,
  checkPrivateCas,
  checkProcess,
  checkProxies,
  checkSite,
} from './network.ts'
import { checkSuppliers } from './suppliers.ts'
import { checkAuditStreams, checkPasskeys } from './trust.ts'

/** `manual`: the page with the advice, and mostly its heading. */
type Checks = [name: string, check: Check, manual: string][]
const MACHINE: Checks = [
  ['file system', checkFileSystem, 'install#what-you-need'],
  ['disk space', checkDisk, 'troubleshooting#the-disk-is-full'],
  ['process', checkProcess, 'troubleshooting#the-page-says-502'],
]

/** Checks of an install only. */
const INSTALL: Checks = [
  ['data folder', checkFolder, 'hardening'],
  ['key file', checkKey, 'troubleshooting#the-secret-key-does-not-fit'],
  ['database', checkDatabase, 'troubleshooting#the-database-is-damaged'],
  ['time', checkTime, 'troubleshooting#the-clock-is-in-doubt'],
  ['restored', checkRestored, 'backups#after-a-restore'],
  ['waits', checkLoop, 'monitoring'],
  ['open files', (config) => checkOpenFiles(config), 'monitoring'],
  ['passkeys', checkPasskeys, 'move'],
  ['audit streams', checkAuditStreams, 'audit'],
  ['outgoing proxy', () => checkOutgoingProxy(), 'settings#a-proxy-for-outgoing-calls'],
  ['languages', checkLanguages, 'languages'],
  ['fonts', checkFonts, 'languages#names-in-other-scripts'],
  ['private CAs', (config) => checkPrivateCas(config), 'proxy#servers-with-a-private-ca'],
]
const AROUND: Checks = [
  ['backups', checkBackups, 'backups#when-it-goes-wrong'],
  ['site address', checkSite, 'proxy#when-it-goes-wrong'],
  ['proxies', checkProxies, 'troubleshooting#every-visitor-has-the-same-address'],
  ['names (DNS)', checkNames, 'proxy#when-it-goes-wrong'],
  ['clock', checkClock, 'troubleshooting#the-clock-is-in-doubt'],
]

const SETTINGS = 'settings#when-it-goes-wrong'
const FOLDER = 'hardening'
const SUPPLIERS = 'suppliers#when-it-goes-wrong'
/** All that findings refer to. */
export const MANUAL_OF = [...MACHINE, ...INSTALL, ...AROUND]
  .map(([, , manual]) => manual)
  .concat(SETTINGS, FOLDER, SUPPLIERS, ...DATED.map(({ manual }) => manual))

export const command: Command = {
  name: 'doctor',
  summary: 'Check the install on this machine, and say what to fix.',
  about: [
    'Settings, data folder, key file, database, disk; hosts of passkeys; audit streams; the place of the backups; the site address, proxies, names and the clock; each connected supplier by a free call. The install may be running.',
  ],
  options: {
    offline: { meaning: 'leave out what needs the network' },
    hardening: { meaning: 'go through the list of the page Hardening of the manual instead' },
    'clock-is-right': { meaning: 'confirm that the clock is right, so that held work goes on; check nothing else' },
  },
  examples: [
    { line: 'signalpost doctor || test $? -eq 3', meaning: 'Everything; 3 says that there are warnings only.' },
    {
      line: 'signalpost doctor --offline --json || test $? -eq 3',
      meaning: 'What lies on this machine, for a monitor.',
    },
    { line: 'signalpost doctor --hardening || test $? -eq 3', meaning: 'Whether it is as closed as it can be.' },
  ],
  exits: { 1: 'something has to be fixed', 3: 'warnings only' },
  json: '{verdict, checks: [{name, verdict, found, advice?, manual?}]}; verdicts are ok, warn and fail',

  async run({ options, json }) {
    if (options['clock-is-right'] === true) return vouch(json)
    const found = options.hardening === true ? await harden() : await examine(options.offline === true)
    const verdict = worst(found.map((one) => one.verdict))
    if (json) sayJson({ verdict, checks: found })
    else {
      say(table(found.map(cellsOf), (cell, row, column) => (column === 0 ? tinted(found[row]!.verdict, cell) : cell)))
      const pages = new Set(found.flatMap(({ manual }) => manual?.split('#')[0] ?? []))
      if (pages.size) tell(`More: ${[...pages].map((page) => `signalpost help ${page}`).join(', ')}`)
    }
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
  confirmClock(installToWrite().data_dir)
  if (json) sayJson({ verdict: 'ok', checks: [] })
  else say('Noted. A running install goes on within a minute, another one at its next start.')
  return EXIT.well
}

async function examine(offline: boolean): Promise<NamedFinding[]> {
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    return [named('settings', refused(error, 'see `signalpost config` for the list of settings'), SETTINGS)]
  }
  const { config, file } = settings
  const found = [named('settings', well(`all values are valid${file ? `, in ${file}` : ''}`), SETTINGS)]
  const missing = whyNoInstall(settings)
  if (missing) found.push(named('data folder', missing, FOLDER))
  for (const [name, check, manual] of [...(missing ? [] : INSTALL), ...MACHINE, ...(offline ? [] : AROUND)])
    found.push(named(name, await attempt(check, config), manual))
  for (const facts of DATED) found.push(named(facts.name, judgeAge(facts), facts.manual))
  if (config.passive || offline || missing) return found
  for (const [name, finding] of await checkSuppliers(config).catch(unopened))
    found.push(named(name, finding, SUPPLIERS))
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

/** The error of a command, as a finding. */
function refused(error: unknown, advice?: string): Finding {
  if (error instanceof CommandError) return fail(error.message, error.advice)
  if (error instanceof ConfigError) return fail(error.message, advice)
  throw error
}

/** Without the right key no supplier can be called. */
const unopened = (error: Error): [string, Finding][] => [['suppliers', fail(error.message)]]

async function attempt(check: Check, config: Config): Promise<Finding> {
  try {
    return await check(config)
  } catch (error) {
    return fail((error as Error).message)
  }
}

type NamedFinding = Finding & { name: string; manual?: string }

const named = (name: string, finding: Finding, manual: string): NamedFinding =>
  finding.verdict === 'ok' ? { name, ...finding } : { name, ...finding, manual }

async function harden(): Promise<NamedFinding[]> {
  const settings = readSettings()
  assertInstall(settings)
  const found: NamedFinding[] = []
  for (const [name, check] of Object.entries(HARDENING))
    found.push(named(name, await attempt(() => check(settings), settings.config), 'hardening'))
  return found
}

const cellsOf = ({ verdict, name, found, advice }: NamedFinding): string[] => [
  verdict.toUpperCase(),
  name,
  advice ? `${found}: ${advice}` : found,
]
