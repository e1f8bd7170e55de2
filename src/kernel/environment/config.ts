import { readFileSync } from 'node:fs'
import { type Setting, secret, secretLike, secretText, setting } from './setting-kinds.ts'
import {
  type Listen,
  readAddress,
  readCaFile,
  readCount,
  readDays,
  readFolderAddress,
  readGeoFile,
  readHashFile,
  readLanguage,
  readListen,
  readNetworks,
  readOne,
  readOptionalAddress,
  readOrigin,
  readOrigins,
  readPath,
  readPlace,
  readRecipients,
  readSigners,
  readSwitch,
  readZone,
  withoutQuotes,
} from './setting-values.ts'
import { unknownIn } from './unknown-settings.ts'

export { type Listen, readKeys } from './setting-values.ts'

const SETTINGS = {
  data_dir: setting('DATA_DIR', './data', readPath, 'database, secret key, backups; created 0700'),
  listen: setting('LISTEN', '127.0.0.1:8080', readListen, 'address and port, or unix:/path'),
  site_url: setting(
    'SITE_URL',
    ({ listen }) => `http://localhost:${portOf(listen)}`,
    readOrigin,
    'public address; https turns on Secure cookies, HSTS and OAuth',
  ),
  secret_key: secret(
    'SECRET_KEY',
    'seals stored secrets; made in the data folder when empty; older keys may follow, one a line',
  ),
  trusted_proxies: setting('TRUSTED_PROXIES', '', readNetworks, 'CIDRs whose X-Forwarded-For and -Proto count'),
  allow_networks: setting(
    'ALLOW_NETWORKS',
    '',
    readNetworks,
    'CIDRs of private networks that fetched URLs may reach, on any port',
  ),
  cors_origins: setting(
    'CORS_ORIGINS',
    '',
    readOrigins,
    'origins of web pages that may call the API by key from a browser; none when empty',
  ),
  ca_file: setting(
    'CA_FILE',
    '',
    readCaFile,
    'PEM file of private CAs that outgoing calls trust besides those of the system',
  ),
  indexnow_endpoint: setting(
    'INDEXNOW_ENDPOINT',
    'https://api.indexnow.org/indexnow',
    readAddress,
    'where IndexNow submissions go',
  ),
  stripe_secret_key: secretLike(
    'STRIPE_SECRET_KEY',
    /^(sk|rk)_(test|live)_\w+$/,
    'sk_test_… or sk_live_…',
    'takes payments through Stripe, test or live by the key; without it packs and plans are decided by hand',
  ),
  stripe_webhook_secret: secretLike(
    'STRIPE_WEBHOOK_SECRET',
    /^whsec_\S+$/,
    'whsec_…',
    'proves what Stripe tells at /hooks/stripe; without it payments are noticed by asking',
  ),
  stripe_api: setting('STRIPE_API', 'https://api.stripe.com', readOrigin, 'address of the API of Stripe'),
  trust_clock: setting(
    'TRUST_CLOCK',
    '0',
    readSwitch,
    '1: believe a clock that jumps by days while the install runs, also for how long an order in doubt waits',
  ),
  litestream: setting('LITESTREAM', '0', readSwitch, '1: Litestream replicates the database and writes its log back'),
  time_zone: setting(
    'TIME_ZONE',
    'UTC',
    readZone,
    'where days, weeks and months begin in workspaces that set no time zone, such as Europe/Vienna',
  ),
  language: setting(
    'LANGUAGE',
    'en',
    readLanguage,
    'language of reports and letters of workspaces that set none, such as de or pt-BR',
  ),
  passive: setting('PASSIVE', '0', readSwitch, '1: no scheduler, no mail, no supplier call'),
  catalog: setting('CATALOG', '', readPath, 'JSON file that overrides plans, packs and prices'),
  geo_db: setting('GEO_DB', '', readGeoFile, '.mmdb of countries or cities that is asked before the built-in table'),
  breached_passwords: setting(
    'BREACHED_PASSWORDS',
    '',
    readHashFile,
    'file of SHA-1 hashes of breached passwords, sorted, one a line; new passwords in it are refused',
  ),
  audit_days: setting('AUDIT_DAYS', '0', readDays, 'days that the audit trail is kept; 0: for ever'),
  backup_to: setting(
    'BACKUP_TO',
    '',
    readPlace,
    'folder of the nightly backups, or s3://bucket/prefix; backups/ in the data folder when empty',
  ),
  backup_keep: setting('BACKUP_KEEP', '7', readCount, 'how many nightly backups are kept; 0: none is made'),
  backup_passphrase: secretText('BACKUP_PASSPHRASE', 'encrypts backups; at least 16 characters'),
  backup_recipient: setting(
    'BACKUP_RECIPIENT',
    '',
    readRecipients,
    'age recipients (age1…) that alone can open backups',
  ),
  backup_s3_endpoint: setting(
    'BACKUP_S3_ENDPOINT',
    '',
    readOptionalAddress,
    'address of an S3-compatible store; that of AWS when empty',
  ),
  backup_s3_region: setting('BACKUP_S3_REGION', 'us-east-1', (text) => text, 'region of the bucket'),
  backup_s3_key_id: setting('BACKUP_S3_KEY_ID', '', (text) => text, 'access key of the bucket'),
  backup_s3_secret: secretText('BACKUP_S3_SECRET', 'secret of that access key', 1),
  update_url: setting(
    'UPDATE_URL',
    '',
    readFolderAddress,
    'address of the folder of releases that is asked once a day for a newer one; nothing is asked when empty',
  ),
  update_keys: setting(
    'UPDATE_KEYS',
    '',
    readSigners,
    'public keys (minisign) whose releases are installed, in place of those of the project',
  ),
  metrics_token: secretText('METRICS_TOKEN', 'opens /metrics to Prometheus; without it there is none'),
  log_level: setting('LOG_LEVEL', 'info', readOne('debug', 'info', 'warn', 'error'), 'least level to log'),
  log_format: setting('LOG_FORMAT', '', readOne('json', 'pretty', ''), 'json, or pretty on a terminal'),
} as const

export type Config = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['read']> }

/** A setting that stops the start; the message has its name and the reason. */
export class ConfigError extends Error {}

/** The settings, the source of each, and a sentence for each unknown name. */
export type ReadConfig = { config: Config; origins: Origin[]; unknown: string[] }

export type Origin = {
  name: string
  value: string
  origin: 'default' | 'environment' | 'file' | 'secret file'
  secret: boolean
  meaning: string
}

/**
 * Reads the environment, and under it the `KEY=VALUE` file named by `SIGNALPOST_CONFIG`. Every secret may come from
 * `…_FILE`. A bad value is an error. An unknown `SIGNALPOST_*` name is none: Kubernetes adds names for each Service.
 */
export function readConfig(env: Record<string, string | undefined>): ReadConfig {
  const file = env.SIGNALPOST_CONFIG ? readKeyValues(readPath(withoutQuotes(env.SIGNALPOST_CONFIG))) : {}
  const config: Record<string, unknown> = {}
  const origins: Origin[] = []
  for (const [name, entry] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const { text, origin } = find(entry, env, file, config as { listen?: Listen })
    try {
      config[name] = entry.read(text)
    } catch (error) {
      throw new ConfigError(`${entry.env}: ${(error as Error).message}`)
    }
    origins.push({
      name: entry.env,
      value: entry.secret && text ? '[set]' : text,
      origin,
      secret: !!entry.secret,
      meaning: entry.meaning,
    })
  }
  return {
    config: config as Config,
    origins,
    unknown: unknownIn([...Object.keys(env), ...Object.keys(file)], knownNames()),
  }
}

/** Names read elsewhere: the file itself, and names for the client commands only. */
const OTHER_NAMES = ['SIGNALPOST_CONFIG', 'SIGNALPOST_URL', 'SIGNALPOST_KEY', 'SIGNALPOST_KEY_FILE']

const knownNames = (): string[] => [
  ...Object.values(SETTINGS).flatMap((entry) => (entry.secret ? [entry.env, `${entry.env}_FILE`] : [entry.env])),
  ...OTHER_NAMES,
]

function find(
  entry: Setting<unknown>,
  env: Record<string, string | undefined>,
  file: Record<string, string>,
  above: { listen?: Listen },
): { text: string; origin: Origin['origin'] } {
  const given = (from: Record<string, string | undefined>) =>
    withoutQuotes(from[entry.env] ?? '') ||
    (entry.secret && from[`${entry.env}_FILE`]
      ? readSecretFile(withoutQuotes(from[`${entry.env}_FILE`]!), entry.env)
      : undefined)
  const here = given(env)
  if (here) return { text: here, origin: env[entry.env] ? 'environment' : 'secret file' }
  const there = given(file)
  if (there) return { text: there, origin: 'file' }
  const { fallback } = entry
  return { text: typeof fallback === 'string' ? fallback : fallback(above), origin: 'default' }
}

/** The text of a file that the setting `name` points to. */
export function readFileOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name}: cannot be read: ${(error as Error).message}`)
  }
}

const readSecretFile = (path: string, name: string): string => readFileOf(`${name}_FILE`, readPath(path)).trim()

function readKeyValues(path: string): Record<string, string> {
  const text = readFileOf('SIGNALPOST_CONFIG', path)
  const out: Record<string, string> = {}
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const match = /^\s*(?:export\s+)?([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line)
    if (!match) throw new ConfigError(`SIGNALPOST_CONFIG: line ${index + 1} of ${path} is not KEY=VALUE`)
    out[match[1]!] = match[2]!
  }
  return out
}

/** Where an install answers itself; the system's choice of a port is not known yet. */
const portOf = (listen?: Listen): number => (listen && 'port' in listen && listen.port > 0 ? listen.port : 8080)
