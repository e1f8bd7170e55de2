import { type Config, ConfigError, readConfig } from '../kernel/config.ts'
import { type Command, say, table } from './command.ts'
import { checkDatabase, checkDisk, checkFileSystem, checkFolder } from './doctor-folder.ts'
import { checkKey } from './doctor-key.ts'
import { checkClock, checkNames, checkProcess, checkProxies, checkSite } from './doctor-network.ts'
import { checkSuppliers } from './doctor-suppliers.ts'
import type { Check, Finding } from './finding.ts'

const CHECKS: [name: string, check: Check][] = [
  ['data folder', checkFolder],
  ['file system', checkFileSystem],
  ['disk space', checkDisk],
  ['key file', checkKey],
  ['database', checkDatabase],
  ['process', checkProcess],
  ['site address', checkSite],
  ['proxies', checkProxies],
  ['names (DNS)', checkNames],
  ['clock', checkClock],
]

export const command: Command = {
  usage: 'doctor',
  summary:
    'Look at the data folder, the key file, the site address, the clock, DNS, the disk and the suppliers (by free calls), and say what to mend.',
  options: {},
  words: 0,

  async run() {
    const config = settings()
    const rows = 'verdict' in config ? [row('settings', config)] : await examine(config)
    say(table(rows.map(({ cells }) => cells)))
    return rows.some(({ verdict }) => verdict === 'fail') ? 1 : 0
  },
}

function settings(): Config | Finding {
  try {
    return readConfig(process.env).config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { verdict: 'fail', found: error.message, advice: 'see `signalpost config` for the list of settings' }
  }
}

async function examine(config: Config) {
  const rows = [row('settings', { verdict: 'ok', found: 'each has a good value' })]
  for (const [name, check] of CHECKS) rows.push(row(name, await attempt(check, config)))
  if (config.passive) return rows
  for (const [name, finding] of await checkSuppliers(config).catch(unopened)) rows.push(row(name, finding))
  return rows
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

const row = (name: string, { verdict, found, advice }: Finding) => ({
  verdict,
  cells: [verdict.toUpperCase(), name, advice ? `${found}: ${advice}` : found],
})
