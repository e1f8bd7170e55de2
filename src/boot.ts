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
import type { App } from './kernel/operation/app.ts'
import { codeOf } from './kernel/operation/fault.ts'
import { createLimits } from './kernel/scheduling/limits.ts'
import { countSealed, keyIdOf, renewSeals } from './kernel/secrets/reseal.ts'
import { createSealer, type Sealer } from './kernel/secrets/seal.ts'
import { addSecretKey, keyFile, secretKeys } from './kernel/secrets/secret-key.ts'
import { type Clock, systemClock } from './kernel/time/clock.ts'
import type { operations } from './operations/index.ts'
import type * as parts from './parts.ts'

/**
 * Opens the data folder (alone), brings its database up to date and puts the App together, with `parts` in place of its
 * own. A bad catalog is refused before anything is touched: the version before can still start on the data.
 */
export function boot(config: Config, parts: Partial<App> = {}): App {
  const { clock = systemClock, log = logOf(config, clock) } = parts
  if (config.catalog) late().readCatalog(config.catalog)
  const db = openFolder(config, clock, log)
  const sealer = openSeals(config, db, log)
  if (config.allow_networks.length)
    log.warn('fetched URLs may reach private networks: SIGNALPOST_ALLOW_NETWORKS is set', {
      networks: config.allow_networks,
    })
  return assemble({ ...parts, config, clock, log, db, sealer })
}

/** The data folder, for this process alone, and its database at the newest schema. Nobody else may read either. */
export function openFolder(config: Config, clock: Clock, log: Log): Db {
  try {
    mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
    // The process that runs changes its files while they are compared.
    if (existsSync(lockFile(config.data_dir))) assertFree(config.data_dir)
    assertWhole(config)
    lockFolder(config.data_dir)
    dropOldNote(config)
    return openFile(config, clock, log)
  } catch (error) {
    // What has a code comes from the system, and names neither a place nor a way out.
    if (codeOf(error)) throw new ConfigError(`the data folder ${config.data_dir}: ${whyNot(error, config.data_dir)}`)
    throw error
  }
}

/** The data folder for a command that writes to the audit trail: what it does is linked like the acts of a running install. */
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
  // SQLite gives its log the rights of the database, so these are set before it opens it.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  // Litestream may be at work on it.
  if (!config.litestream) renewLog(file)
  const moved = migrate(file, migrations, clock, log)
  // Version 0.2.0 kept checksums of pages there.
  rmSync(`${file}-sums`, { force: true, recursive: true })
  if (moved.from !== moved.to) log.info('database brought up to date', moved)
  const db = openDatabase(file, clock, config)
  db.storage.keep(lockFile(config.data_dir))
  if (moved.from > 0 && moved.from < PROOFS_ASKED) warnOfUnproved(db, log)
  numberRun(db, log)
  return db
}

/** Since this schema version an unverified account gets at most the rights of the person who made it. */
const PROOFS_ASKED = 1 + migrations.findIndex(({ name }) => name.endsWith('_invitations'))

function warnOfUnproved(db: Db, log: Log): void {
  const accounts = db.read(late().unprovedAccounts).map(({ email, made_by, places }) => ({
    email,
    made_by,
    places: places.map(({ name, role }) => `${name}: ${role}`),
  }))
  if (accounts.length)
    log.warn(
      'accounts with unconfirmed addresses have more rights than the person who made them: ask the owners of the addresses',
      {
        accounts,
      },
    )
}

/** A process starts in half of the time without them and what they import. */
const late = () => require('./parts.ts') as typeof parts
type LateParts = ReturnType<typeof parts.lateParts>

const LATE: Record<keyof LateParts, true> = {
  answered: true,
  bucket: true,
  catalog: true,
  changelog: true,
  clock_repairs: true,
  courier: true,
  crawl_adapters: true,
  enclosures: true,
  engines: true,
  fetch: true,
  hold: true,
  indexnow: true,
  letters: true,
  lookUpTxt: true,
  mustUseProvider: true,
  payments: true,
  places: true,
  readRelease: true,
  reportFile: true,
  sendSyslog: true,
  signIn: true,
  source_gap: true,
  tasks: true,
}

/** Everything that follows from the parts that differ between an install and a test. Late parts are loaded at the first use of one. */
export function assemble(given: Pick<App, 'config' | 'clock' | 'log' | 'db' | 'sealer'> & Partial<App>): App {
  const { config, clock, db } = given
  const app = {
    version,
    started_at: clock.now(),
    limits: createLimits(db, clock),
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

/** The sealer of an install: the keys are found, or made at the first start, and everything stored is sealed with the current one. */
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
