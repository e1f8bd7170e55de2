import { daysOf } from '../../domains/tenants/index.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import type { SignedInCall } from './web.ts'

/** The days of the workspace that is open. */
export const daysFor = ({ app, caller }: Pick<SignedInCall, 'app' | 'caller'>): ZoneDays =>
  app.db.read((tx) => daysOf(tx, caller.tenant_id))
