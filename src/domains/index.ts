import { ANSWERS } from '../kernel/idempotency.ts'
import type { SealedColumn } from '../kernel/seal.ts'
import { SECRETS } from '../kernel/settings.ts'
import { LINKS } from './mail/index.ts'
import { ADDRESSES } from './reports/index.ts'
import { CODES } from './signups/index.ts'

/** Lowest first: a domain may import only the `index.ts` of those before it. */
export const DOMAINS = [
  'tenants',
  'plans',
  'branding',
  'mail',
  'credits',
  'accounts',
  'keys',
  'oauth',
  'programs',
  'signups',
  'drafts',
  'jobs',
  'preflight',
  'indexnow',
  'checks',
  'providers',
  'pushes',
  'reports',
  'margin',
  'system',
] as const

/** Every column that holds sealed values. */
export const sealedColumns: readonly SealedColumn[] = [SECRETS, ANSWERS, LINKS, ADDRESSES, CODES]
