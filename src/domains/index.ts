import * as accounts from './accounts/index.ts'
import * as billing from './margin/index.ts'
import * as checks from './checks/index.ts'
import * as credits from './credits/index.ts'
import * as indexnow from './indexnow/index.ts'
import * as jobs from './jobs/index.ts'
import { ANSWERS } from '../kernel/idempotency.ts'
import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { SealedColumn } from '../kernel/seal.ts'
import { SECRETS } from '../kernel/settings.ts'
import * as keys from './keys/index.ts'
import * as mail from './mail/index.ts'
import * as plans from './plans/index.ts'
import * as platform from '../platform/index.ts'
import * as preflight from './preflight/index.ts'
import * as providers from './providers/index.ts'
import * as pushes from './pushes/index.ts'
import * as reports from './reports/index.ts'
import * as signup from '../signup/index.ts'
import * as tenants from './tenants/index.ts'

/** Lowest first: a domain may import only the `index.ts` of those before it. */
export const DOMAINS = {
  tenants,
  accounts,
  keys,
  plans,
  credits,
  mail,
  signup,
  jobs,
  preflight,
  indexnow,
  providers,
  checks,
  pushes,
  reports,
  billing,
  platform,
} as const

export const operations: readonly AnyOperation[] = Object.values(DOMAINS).flatMap((domain) => domain.operations)

export const jobsOfAllDomains: readonly Job[] = Object.values(DOMAINS).flatMap((domain) => domain.jobs)

/** Every column that holds sealed values. */
export const sealedColumns: readonly SealedColumn[] = [SECRETS, ANSWERS, mail.LINKS, reports.ADDRESSES]
