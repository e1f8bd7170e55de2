import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { migrations } from '../migrations/index.ts'
import { AuditEvents } from './kernel/audit/events.ts'
import { openAuditChain } from './kernel/audit/keys.ts'
import { assertWhole, databaseFile, dropOldNote, numberRun, whyNot } from './kernel/database/data-folder.ts'
import { type Db, openDatabase } from './kernel/database/database.ts'
import { assertFree, lockFile, lockFolder } from './kernel/database/lock.ts'
import { migrate } from './kernel/database/migrate.ts'
import { renewLog } from './kernel/database/renew-log.ts'
import { type Config, ConfigError } from './kernel/environment/config.ts'
import { createLog, type Log } from './kernel/environment/log.ts'
import { version } from './kernel/environment/version.ts'
import { useOwnWords } from './kernel/language/catalogue.ts'
import { keepInstallLanguage } from './kernel/language/install-language.ts'
import type { App } from './kernel/operation/app.ts'
import { codeOf } from './kernel/operation/fault.ts'
import { createLimits } from './kernel/scheduling/limits.ts'
import { countSealed, keyIdOf, renewSeals } from './kernel/secrets/reseal.ts'
import { createSealer, type Sealer } from './kernel/secrets/seal.ts'
import { addSecretKey, keyFile, secretKeys } from './kernel/secrets/secret-key.ts'
import { type Clock, systemClock, turnedClock } from './kernel/time/clock.ts'
import { keepInstallZone } from './kernel/time/install-zone.ts'
import type { operations } from './operations/index.ts'
import type * as parts from './parts.ts'

/**
 * Opens and locks the data folder, updates its database and assembles the App; `parts` replace its defaults. A bad
 * catalogue is refused before anything changes, so that the earlier version can still start on the data.
 */
export function boot(config: Config, parts: Partial<App> = {}): App {
  const { clock = config.trust_clock ? turnedClock : systemClock, log = logOf(config, clock) } = parts
  if (config.catalog) late().readCatalog(config.catalog)
  const db = openFolder(config, clock, log)
  const sealer = openSeals(config, db, log)
  if (config.allow_networks.length)
    log.warn('fetched URLs may reach private networks: SIGNALPOST_ALLOW_NETWORKS is set', {
      networks: config.allow_networks,
    })
  return assemble({ ...parts, config, clock, log, db, sealer })
}

/** Locks the data folder and opens its database at the newest schema. No other user of the system may read either. */
export function openFolder(config: Config, clock: Clock, log: Log): Db {
  try {
    mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
    // A running process changes its files while they are compared, so its lock is checked first.
    if (existsSync(lockFile(config.data_dir))) assertFree(config.data_dir)
    assertWhole(config)
    lockFolder(config.data_dir)
    dropOldNote(config)
    return openFile(config, clock, log)
  } catch (error) {
    // An error with a code comes from the system, and names neither the folder nor a solution.
    if (codeOf(error)) throw new ConfigError(`the data folder ${config.data_dir}: ${whyNot(error, config.data_dir)}`)
    throw error
  }
}

/** Opens the data folder for a command whose acts the audit trail chains like those of a running install. */
export function openToAct(config: Config): Db {
  const log = logOf(config, systemClock)
  const db = openFolder(config, systemClock, log)
  try {
    openAuditChain({ db, sealer: openSeals(config, db, log), log })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openFile(config: Config, clock: Clock, log: Log): Db {
  const file = databaseFile(config)
  // SQLite gives its log the permissions of the database, so they are set before it opens the database.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  // Litestream may be using the log.
  if (!config.litestream) renewLog(file)
  const moved = migrate(file, migrations, clock, log)
  // Version 0.2.0 kept page checksums there.
  rmSync(`${file}-sums`, { force: true, recursive: true })
  if (moved.from !== moved.to) log.info('database brought up to date', moved)
  const db = openDatabase(file, clock, config)
  db.storage.keep(lockFile(config.data_dir))
  keepInstallZone(db, config.time_zone)
  keepInstallLanguage(db, config.language)
  useOwnWords(`${config.data_dir}/words`)
  if (moved.from > 0 && moved.from < PROOFS_ASKED) warnOfUnproved(db, log)
  numberRun(db, log)
  return db
}

/** From this schema version on, an unverified account has at most the rights of the person who made it. */
const PROOFS_ASKED = 1 + migrations.findIndex(({ name }) => name.endsWith('_invitations'))

function warnOfUnproved(db: Db, log: Log): void {
  const accounts = db
    .read(late().unprovedAccounts)
    .map(({ email, made_by, places }) => ({
      email,
      made_by,
      places: places.map(({ name, role }) => `${name}: ${role}`),
    }))
  if (accounts.length)
    log.warn(
      'accounts with unconfirmed addresses have more rights than the person who made them: ask the owners of the addresses',
      { accounts },
    )
}

/** Without these parts and their imports, a process starts in half the time. */
const late = () => require('./parts.ts') as typeof parts
type LateParts = ReturnType<typeof parts.lateParts>

const LATE: Record<keyof LateParts, true> = {
  answered: true,
  attachPart: true,
  billing: true,
  broker: true,
  bucket: true,
  carriedBack: true,
  carriedByLetter: true,
  casesOf: true,
  catalog: true,
  changelog: true,
  clock_repairs: true,
  counts: true,
  courier: true,
  crawl_adapters: true,
  earningsOf: true,
  enclosures: true,
  engines: true,
  event_types: true,
  expired: true,
  fetch: true,
  finds_cases: true,
  followers: true,
  forgets: true,
  google: true,
  hold: true,
  indexnow: true,
  lastShown: true,
  letter_kinds: true,
  letters: true,
  lookUpTxt: true,
  movePush: true,
  moved: true,
  ends_first: true,
  mustUseProvider: true,
  newestReport: true,
  noteProgram: true,
  outgoing: true,
  payments: true,
  ports: true,
  geoip: true,
  proofAtProvider: true,
  propertyAccess: true,
  readRelease: true,
  readers: true,
  priceOf: true,
  reportUrl: true,
  sample: true,
  setPrice: true,
  settleWatches: true,
  stillThere: true,
  stillToday: true,
  unseen: true,
  watchedLink: true,
  sections: true,
  sendSyslog: true,
  signIn: true,
  state: true,
  tasks: true,
  texts: true,
}

/** Makes an App from the parts that differ between an install and a test. Late parts are loaded at first use. */
export function assemble(given: Pick<App, 'config' | 'clock' | 'log' | 'db' | 'sealer'> & Partial<App>): App {
  const { config, clock, db } = given
  const app = {
    version,
    started_at: clock.now(),
    limits: createLimits(db, clock),
    ending: new AbortController(),
    events: new AuditEvents(db, clock),
    get operations() {
      return (require('./operations/index.ts') as { operations: typeof operations }).operations
    },
    wake: () => {},
    runTask: async (name, signal) => {
      await app.tasks.find((task) => task.name === name)?.run(app, signal)
    },
    ...given,
  } as App
  let loaded: LateParts | undefined
  for (const name of (Object.keys(LATE) as (keyof LateParts)[]).filter((name) => !(name in given)))
    Object.defineProperty(app, name, {
      get() {
        loaded ??= late().lateParts({ config, clock })
        return loaded[name]
      },
      set: (value) =>
        void Object.defineProperty(app, name, { value, writable: true, configurable: true, enumerable: true }),
      configurable: true,
      enumerable: true,
    })
  openAuditChain(app)
  return app
}

export function logOf(config: Config, clock: Clock): Log {
  return createLog({
    level: config.log_level,
    format: config.log_format || (process.stdout.isTTY ? 'pretty' : 'json'),
    clock,
  })
}

/** Finds the keys of an install, or makes them at the first start, and seals stored values with the current one. */
export function openSeals(config: Config, db: Db, log: Log): Sealer {
  if (secretKeys(config).length === 0) {
    const sealed = db.read((tx) => countSealed(tx, late().sealedColumns))
    if (sealed > 0) throw new ConfigError(missing(config, sealed))
    addSecretKey(config)
  }
  const sealer = createSealer(secretKeys(config))
  if (db.read(keyIdOf) !== sealer.key_id) renewSeals({ db, log }, sealer, late().sealedColumns)
  return sealer
}

const missing = (config: Config, sealed: number): string =>
  `${keyFile(config)} is missing, and ${sealed} stored secrets need it: put the file back, or set SIGNALPOST_SECRET_KEY; if the key is lost, \`signalpost rotate-key --lost\` forgets them and says what to enter again`
