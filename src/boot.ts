import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../migrations/index.ts'
import { letters } from '../views/mail/letters.ts'
import type { App } from './app.ts'
import { jobsOfAllDomains, operations } from './domains.ts'
import { parseNetworks } from './kernel/addresses.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type Config, ConfigError } from './kernel/config.ts'
import { type Db, openDatabase } from './kernel/database.ts'
import { housekeeping } from './kernel/housekeeping.ts'
import { newSecret } from './kernel/ids.ts'
import { createLimits } from './kernel/limits.ts'
import { lockFolder } from './kernel/lock.ts'
import { createLog, type Log } from './kernel/log.ts'
import { migrate } from './kernel/migrate.ts'
import { createSafeFetch } from './kernel/safe-fetch.ts'
import { createSealer } from './kernel/seal.ts'
import { version } from './kernel/version.ts'
import { readCatalog } from './plans/index.ts'
import { createDeviceFlow } from './upstream/device-flow.ts'
import { crawlAdapters, engineAdapters } from './upstream/index.ts'
import { createIndexNowEndpoint } from './upstream/indexnow.ts'
import { createSmtp } from './upstream/smtp.ts'

/** Opens the data folder (alone), brings its database up to date and puts the App together, with `parts` in place of its own. */
export function boot(config: Config, parts: Partial<App> = {}): App {
  const { clock = systemClock, log = logOf(config, clock) } = parts
  mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
  lockFolder(config.data_dir)
  const file = join(config.data_dir, 'signalpost.db')
  const moved = migrate(file, migrations, clock)
  if (moved.from !== moved.to) log.info('database brought up to date', moved)
  chmodSync(file, 0o600)
  const db = openDatabase(file, clock)
  const sealer = createSealer(readSecretKey(config) ?? makeSecretKey(config.data_dir, db))
  if (config.allow_networks.length)
    log.warn('fetched URLs may reach private networks: SIGNALPOST_ALLOW_NETWORKS is set', {
      networks: config.allow_networks,
    })
  return assemble({ ...parts, config, clock, log, db, sealer })
}

/** Everything that follows from the parts that differ between an install and a test. */
export function assemble(parts: Pick<App, 'config' | 'clock' | 'log' | 'db' | 'sealer'> & Partial<App>): App {
  const { config, clock, db } = parts
  const app: App = {
    version,
    started_at: clock.now(),
    limits: createLimits(db, clock),
    catalog: readCatalog(config.catalog),
    fetch: createSafeFetch({
      allow_networks: config.allow_networks.flatMap(parseNetworks),
      user_agent: userAgent(config),
    }),
    indexnow: createIndexNowEndpoint(config.indexnow_endpoint, { clock, user_agent: userAgent(config) }),
    courier: createSmtp(),
    letters,
    engines: engineAdapters,
    routes: crawlAdapters,
    signIn: createDeviceFlow,
    operations,
    jobs: [...jobsOfAllDomains, housekeeping],
    wake: () => {},
    runJob: async (name, signal) => {
      await app.jobs.find((job) => job.name === name)?.run(app, signal)
    },
    ...parts,
  }
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

/** The key that seals stored secrets: the setting, or the key file; null before the first start. Looser rights than 0600 stop it. */
export function readSecretKey({ secret_key, data_dir }: Config): string | null {
  if (secret_key) return secret_key
  const file = join(data_dir, KEY_FILE)
  if (!existsSync(file)) return null
  if (statSync(file).mode & 0o077) throw new ConfigError(`${file}: others may read it; run chmod 600 ${file}`)
  return readFileSync(file, 'utf8').trim()
}

const KEY_FILE = 'secret.key'

/** Makes the key file at the first start. A lost one, while sealed rows exist, stops the start. */
function makeSecretKey(folder: string, db: Db): string {
  const file = join(folder, KEY_FILE)
  const sealed = db.read((tx) => tx.count('select count(*) as n from secrets'))
  if (sealed > 0)
    throw new ConfigError(
      `${file} is missing, and ${sealed} stored secrets need it: put the file back, or set SIGNALPOST_SECRET_KEY`,
    )
  const key = newSecret('spx')
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
