import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { manualTexts } from '../docs/manual/texts.ts'
import { migrations } from '../migrations/index.ts'
import { letters } from '../views/mail/letters.ts'
import { unprovedAccounts } from './domains/accounts/index.ts'
import { reportEnclosures } from './domains/deliveries/index.ts'
import { answered, hold } from './domains/drafts/index.ts'
import { clock_repairs, sealedColumns } from './domains/index.ts'
import { readCatalog } from './domains/plans/index.ts'
import { mustUseProvider } from './domains/sso/index.ts'
import { SOURCE_GAP } from './domains/standing/index.ts'
import { AuditEvents } from './kernel/audit/events.ts'
import { openAuditChain } from './kernel/audit/keys.ts'
import { assertWhole, databaseFile, nameRun, whyNot } from './kernel/database/data-folder.ts'
import { type Db, openDatabase } from './kernel/database/database.ts'
import { assertFree, lockFile, lockFolder } from './kernel/database/lock.ts'
import { migrate } from './kernel/database/migrate.ts'
import { renewLog } from './kernel/database/renew-log.ts'
import { type Config, ConfigError } from './kernel/environment/config.ts'
import { createPlaces } from './kernel/environment/geoip.ts'
import { createLog, type Log } from './kernel/environment/log.ts'
import { version } from './kernel/environment/version.ts'
import type { App } from './kernel/operation/app.ts'
import { codeOf } from './kernel/operation/fault.ts'
import { createLimits } from './kernel/scheduling/limits.ts'
import { countSealed, renewSeals } from './kernel/secrets/reseal.ts'
import { createSealer, type Sealer } from './kernel/secrets/seal.ts'
import { addSecretKey, keyFile, secretKeys } from './kernel/secrets/secret-key.ts'
import { type Clock, systemClock } from './kernel/time/clock.ts'
import { parseNetworks } from './kernel/web-fetch/addresses.ts'
import { createSafeFetch } from './kernel/web-fetch/safe-fetch.ts'
import type { operations } from './operations/index.ts'
import { tasks } from './tasks/index.ts'
import { createBucket } from './upstream/bucket.ts'
import { createTxtLookUp } from './upstream/dns-txt.ts'
import { crawlAdapters, engineAdapters } from './upstream/index.ts'
import { createIndexNowEndpoint } from './upstream/indexnow.ts'
import { createStripe } from './upstream/payments/stripe.ts'
import { readRelease } from './upstream/releases.ts'
import { createSmtp } from './upstream/smtp.ts'
import { createDeviceFlow } from './upstream/suppliers/device-flow.ts'
import { createSyslog } from './upstream/syslog.ts'

/**
 * Opens the data folder (alone), brings its database up to date and puts the App together, with `parts` in place of its
 * own. A bad catalog is refused before anything is touched: the version before can still start on the data.
 */
export function boot(config: Config, parts: Partial<App> = {}): App {
  const { clock = systemClock, log = logOf(config, clock), catalog = readCatalog(config.catalog) } = parts
  const db = openFolder(config, clock, log)
  const sealer = openSeals(config, db, log)
  if (config.allow_networks.length)
    log.warn('fetched URLs may reach private networks: SIGNALPOST_ALLOW_NETWORKS is set', {
      networks: config.allow_networks,
    })
  return assemble({ ...parts, config, clock, log, catalog, db, sealer })
}

/** The data folder, for this process alone, and its database at the newest schema. Nobody else may read either. */
export function openFolder(config: Config, clock: Clock, log: Log): Db {
  try {
    mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
    // The process that runs changes its files while they are compared.
    if (existsSync(lockFile(config.data_dir))) assertFree(config.data_dir)
    assertWhole(config)
    lockFolder(config.data_dir)
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
  nameRun(db, log)
  return db
}

/** Since this schema version an unverified account gets at most the rights of the person who made it. */
const PROOFS_ASKED = 1 + migrations.findIndex(({ name }) => name.endsWith('_invitations'))

function warnOfUnproved(db: Db, log: Log): void {
  const accounts = db.read(unprovedAccounts).map(({ email, made_by, places }) => ({
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

/**
 * Everything that follows from the parts that differ between an install and a test. Operations and PDF files are read at
 * their first use: a process starts faster without them.
 */
export function assemble(parts: Pick<App, 'config' | 'clock' | 'log' | 'db' | 'sealer'> & Partial<App>): App {
  const { config, clock, db } = parts
  const app: App = {
    version,
    started_at: clock.now(),
    limits: createLimits(db, clock),
    events: new AuditEvents(db, clock),
    catalog: readCatalog(config.catalog),
    fetch: createSafeFetch({
      allow_networks: config.allow_networks.flatMap(parseNetworks),
      user_agent: userAgent(config),
    }),
    indexnow: createIndexNowEndpoint(config.indexnow_endpoint, { clock, user_agent: userAgent(config) }),
    source_gap: SOURCE_GAP,
    lookUpTxt: createTxtLookUp(),
    sendSyslog: createSyslog(config.allow_networks.flatMap(parseNetworks)),
    courier: createSmtp(config),
    letters,
    enclosures: reportEnclosures,
    reportFile: async (file) => (await import('../views/reports/pdf/draw.ts')).drawReportFile(file),
    engines: engineAdapters,
    crawl_adapters: crawlAdapters,
    signIn: createDeviceFlow,
    bucket: createBucket,
    readRelease,
    changelog: () => manualTexts.changelog!,
    payments: createStripe(config),
    places: createPlaces(config.geo_db),
    get operations() {
      return (require('./operations/index.ts') as { operations: typeof operations }).operations
    },
    tasks,
    clock_repairs,
    mustUseProvider,
    answered,
    hold,
    wake: () => {},
    runTask: async (name, signal) => {
      await app.tasks.find((task) => task.name === name)?.run(app, signal)
    },
    ...parts,
  }
  openAuditChain(app)
  return app
}

/** Who we say we are, to sites and suppliers. */
export const userAgent = (config: Config): string =>
  `Mozilla/5.0 (compatible; Signalpost/${version}; +${config.site_url})`

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
    const sealed = db.read((tx) => countSealed(tx, sealedColumns))
    if (sealed > 0) throw new ConfigError(missing(config, sealed))
    addSecretKey(config)
  }
  const sealer = createSealer(secretKeys(config))
  renewSeals({ db, log }, sealer, sealedColumns)
  return sealer
}

const missing = (config: Config, sealed: number): string =>
  `${keyFile(config)} is missing, and ${sealed} stored secrets need it: put the file back, or set SIGNALPOST_SECRET_KEY; if the key is lost, \`signalpost rotate-key --lost\` forgets them and says what to enter again`
