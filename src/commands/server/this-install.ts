/** The install on this machine that a command works on: its settings, and the account that its data folder belongs to. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../../kernel/database/data-folder.ts'
import { type Config, readConfig } from '../../kernel/environment/config.ts'
import { trustCas } from '../../kernel/web-fetch/private-cas.ts'
import { CommandError } from '../framework/command.ts'

type Environment = Record<string, string | undefined>
export type Settings = ReturnType<typeof readConfig> & { file: string | null }

/** Where install.sh writes the settings: of one account, and of the whole machine. */
const settingsFiles = ({ XDG_CONFIG_HOME, HOME }: Environment): string[] => {
  const own = XDG_CONFIG_HOME || (HOME ? join(HOME, '.config') : null)
  return [...(own ? [own] : []), '/etc'].map((folder) => join(folder, 'signalpost', 'signalpost.env'))
}

/**
 * The settings in force. Where the environment names no settings file and no data folder, and there is no install in
 * ./data, they are those of the installed service: a command never works on a second install by mistake. Their CAs are
 * trusted from then on.
 */
export function readSettings(env: Environment = process.env, files = settingsFiles(env)): Settings {
  const settings = settingsOf(env, files)
  trustCas(settings.config.ca_file)
  return settings
}

function settingsOf(env: Environment, files: string[]): Settings {
  const here = { ...readConfig(env), file: env.SIGNALPOST_CONFIG || null }
  if (here.file || env.SIGNALPOST_DATA_DIR || existsSync(databaseFile(here.config))) return here
  const file = files.find((path) => existsSync(path))
  if (!file) return here
  if (!may(file, constants.R_OK))
    throw new CommandError(
      `the install on this machine has its settings in ${file}, and ${nameOf(process.getuid!())} may not read them`,
      'run the command as root; for another install, set SIGNALPOST_DATA_DIR',
    )
  return { ...readConfig({ ...env, SIGNALPOST_CONFIG: file }), file }
}

/**
 * The settings for a command that writes into the data folder. It is refused before it writes anything where its files
 * would belong to another account than the rest of the install, which could then not start.
 */
export function settingsToWrite(): Settings {
  const settings = readSettings()
  const owner = ownerOf(settings.config)
  const me = process.getuid?.()
  if (owner === null || me === undefined || me === owner) return settings
  if (me === 0 || !may(settings.config.data_dir, constants.W_OK | constants.X_OK)) throw foreign(settings, owner)
  return settings
}

/** The same for a command that needs an install to be there. */
export function installToWrite(): Config {
  const settings = settingsToWrite()
  assertInstall(settings)
  return settings.config
}

/** Refuses settings whose data folder has no install in it. */
export function assertInstall(settings: Settings): void {
  const { data_dir } = settings.config
  if (existsSync(data_dir) && !may(data_dir, constants.X_OK)) throw foreign(settings, statSync(data_dir).uid)
  if (existsSync(databaseFile(settings.config))) return
  throw new CommandError(
    `there is no install in ${data_dir}${settings.file ? `, which ${settings.file} names` : ''}`,
    'set SIGNALPOST_CONFIG to the settings file of the install, or SIGNALPOST_DATA_DIR to its data folder',
  )
}

/** The account of an install is that of its database, or of its folder before there is one. */
function ownerOf(config: Pick<Config, 'data_dir'>): number | null {
  const found = [databaseFile(config), config.data_dir].map((path) => {
    try {
      return statSync(path).uid
    } catch {
      return null
    }
  })
  return found.find((uid) => uid !== null) ?? null
}

function foreign(settings: Settings, owner: number): CommandError {
  const { data_dir } = settings.config
  return new CommandError(
    `${data_dir} belongs to ${nameOf(owner)}, and this is ${nameOf(process.getuid!())}: nothing was done`,
    `run it as that account: ${commandAs(owner, settings)}`,
  )
}

/** The same command as another account, for root to run. */
function commandAs(uid: number, { file, config }: Settings): string {
  const account = accountOf(uid)
  const as = account ? `runuser -u ${account}` : `setpriv --reuid ${uid} --regid ${uid} --clear-groups`
  const env = file ? [`SIGNALPOST_CONFIG=${file}`] : []
  if (!file || process.env.SIGNALPOST_DATA_DIR) env.push(`SIGNALPOST_DATA_DIR=${config.data_dir}`)
  return `${as} -- env ${[...env, 'signalpost', ...process.argv.slice(2)].map(quoted).join(' ')}`
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

export const nameOf = (uid: number): string => accountOf(uid) ?? `user ${uid}`

function accountOf(uid: number): string | null {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find(([, , id]) => id === String(uid))?.[0] ?? null
  } catch {
    return null
  }
}

export function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
