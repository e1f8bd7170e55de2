/**
 * Pages of features, in their order. The first page loads them all, from one list, because a late import of each would
 * make the executable 0.2 MB larger.
 */
import type { FeaturePages } from '../src/doors/pages/web.ts'
import { answersPages } from './answers/feature.ts'
import { attentionPages } from './attention/feature.tsx'
import { auditStreamsPages } from './audit-streams/feature.ts'
import { backupsPages } from './backups/feature.tsx'
import { billingPages } from './billing/feature.tsx'
import { connectPages } from './connect/feature.tsx'
import { draftsPages } from './drafts/feature.ts'
import { evidencePages } from './evidence/feature.ts'
import { freeChecksPages } from './free-checks/feature.ts'
import { marginPages } from './margin/feature.ts'
import { movesPages } from './moves/feature.ts'
import { noticesPages } from './notices/feature.ts'
import { releasesPages } from './releases/feature.ts'
import { repairsPages } from './repairs/feature.tsx'
import { reportsPages } from './reports/feature.tsx'
import { resultsPages } from './results/feature.ts'
import { retentionPages } from './retention/feature.tsx'
import { signupsPages } from './signups/feature.tsx'
import { ssoPages } from './sso/feature.tsx'
import { standingPages } from './standing/feature.ts'
import { webhooksPages } from './webhooks/feature.ts'

export const featurePages: readonly FeaturePages[] = [
  signupsPages,
  ssoPages,
  noticesPages,
  webhooksPages,
  reportsPages,
  draftsPages,
  standingPages,
  repairsPages,
  movesPages,
  billingPages,
  marginPages,
  freeChecksPages,
  auditStreamsPages,
  backupsPages,
  releasesPages,
  connectPages,
  resultsPages,
  answersPages,
  attentionPages,
  evidencePages,
  retentionPages,
]
