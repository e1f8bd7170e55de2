import { features } from '../features/index.ts'
import { SECRETS } from '../kernel/database/settings.ts'
import { ANSWERS, KEYS_IN_FUTURE } from '../kernel/operation/idempotency.ts'
import { PAUSES_IN_FUTURE } from '../kernel/scheduling/quota.ts'
import type { SealedColumn } from '../kernel/secrets/seal.ts'
import type { ClockRepair } from '../kernel/time/clock-repair.ts'
import { FACTOR_SECRETS } from './accounts/index.ts'
import { ICONS_IN_FUTURE } from './branding/index.ts'
import { LOOKS_IN_FUTURE } from './checks/index.ts'
import { CALENDAR_IN_FUTURE } from './credits/index.ts'
import { PINGS_IN_FUTURE } from './indexnow/index.ts'
import { JOBS_IN_FUTURE } from './jobs/index.ts'
import { LETTERS_IN_FUTURE, LINKS } from './mail/index.ts'
import { LAST_LOOK_DAY } from './plans/index.ts'
import { BATCHES_IN_FUTURE } from './providers/index.ts'
import type { Outgoing } from './system/index.ts'

/** Lowest first: a domain may import only the `index.ts` of those before it. */
export const DOMAINS = {
  tenants: 'The tree of workspaces: agencies, teams, clients; time zones, places of checks',
  plans: 'Plans and their limits',
  branding: 'Logo, colour, icon and own domain of a workspace',
  mail: 'The outbox of letters, the mail server, bounces',
  credits: 'Purses, ledger, reservations, packs, forecast',
  accounts: 'People, their roles, passwords, second factors, sessions',
  keys: 'API keys with their limits',
  oauth: 'Apps that connect by OAuth',
  jobs: 'Pushes and checks with their links, states and counts',
  preflight: 'URLs, lists, sources; the fetch and judgement of pages before a push',
  indexnow: 'IndexNow sites, key files, submissions',
  checks: 'Questions to search engines, their queues, prices and limits',
  providers: 'Crawl suppliers: batches, callbacks, reports, failover',
  pushes: `From an order to the refunds of day ${LAST_LOOK_DAY}; hosts of other clients; what was pushed when`,
  links: 'Lists, searches and the life of links',
  figures: 'Rates, weeks, forecasts: each number that two screens show',
  system: 'State of the install: audit trail, verification, errors, what a restore holds',
} as const

/** Every column with sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  SECRETS,
  ANSWERS,
  LINKS,
  FACTOR_SECRETS,
  ...features.flatMap(({ sealed = [] }) => sealed),
]

/** Rows of features that a restored install holds. */
export const outgoing: readonly Outgoing[] = features.flatMap(({ outgoing = [] }) => outgoing)

/** Repairs of rows with a time in the future. Link repairs read batches, so they come after those of batches. */
export const clock_repairs: readonly ClockRepair[] = [
  KEYS_IN_FUTURE,
  PAUSES_IN_FUTURE,
  LETTERS_IN_FUTURE,
  ICONS_IN_FUTURE,
  CALENDAR_IN_FUTURE,
  ...JOBS_IN_FUTURE,
  ...PINGS_IN_FUTURE,
  ...LOOKS_IN_FUTURE,
  ...BATCHES_IN_FUTURE,
  ...features.flatMap(({ clock_repairs = [] }) => clock_repairs),
]
