import { answers } from './answers/feature.ts'
import { attention } from './attention/feature.ts'
import { auditStreams } from './audit-streams/feature.ts'
import { backups } from './backups/feature.ts'
import { billing } from './billing/feature.ts'
import { connect } from './connect/feature.ts'
import { drafts } from './drafts/feature.ts'
import { evidence } from './evidence/feature.ts'
import type { Feature } from './feature.ts'
import { freeChecks } from './free-checks/feature.ts'
import { margin } from './margin/feature.ts'
import { moves } from './moves/feature.ts'
import { notices } from './notices/feature.ts'
import { releases } from './releases/feature.ts'
import { repairs } from './repairs/feature.ts'
import { reports } from './reports/feature.ts'
import { results } from './results/feature.ts'
import { retention } from './retention/feature.ts'
import { signups } from './signups/feature.ts'
import { sso } from './sso/feature.ts'
import { standing } from './standing/feature.ts'
import { webhooks } from './webhooks/feature.ts'

/** All features; those that another one needs come before it. */
export const features: readonly Feature[] = [
  signups,
  sso,
  notices,
  webhooks,
  reports,
  drafts,
  standing,
  repairs,
  moves,
  billing,
  margin,
  freeChecks,
  auditStreams,
  backups,
  releases,
  connect,
  answers,
  attention,
  results,
  evidence,
  retention,
]
