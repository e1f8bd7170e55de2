/** Settings, budget and counts of watching, as they are shown. */
import type { Static } from 'typebox'
import { pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { rePushed } from './drops/push-again.ts'
import { checksAhead } from './grid.ts'
import { noesNeeded } from './noise.ts'
import { countWatched, FIRST, membersOf, rootAt, settingsFor } from './settings.ts'
import type { RetentionShape } from './shapes.ts'
import { countsOf, seenByAge } from './survival/curves.ts'
import { budgetOf } from './watches/budget.ts'
import { noiseNow } from './watches/canaries.ts'
import { countUnreached } from './watches/due-links.ts'

/** `checks_month`: what watching would cost in the coming 30 days if no link were inside a Search Console property. */
export function retentionOf(tx: ReadTx, caller: Caller, tenant_id: string): Static<typeof RetentionShape> {
  const row = settingsFor(tx, tenant_id)
  const settings = row ?? FIRST
  const own = { tenant_id, path: pathOfTenant(tx, tenant_id)! }
  const root = row ? rootAt(tx, row) : { ...own, ...FIRST }
  const holders = membersOf(tx, root)
  const below = membersOf(tx, own)
  const seen = seenByAge(tx, below)
  const counts = countsOf(tx, { ...caller, platform: false, tenant_id, path: own.path }, undefined)
  return {
    tenant_id,
    set_by: row?.tenant_id ?? null,
    on: settings.is_on === 1,
    budget_month: settings.budget_month,
    k_min: settings.k_min,
    k_max: settings.k_max,
    re_push: settings.re_push,
    re_push_cap_day: settings.re_push_cap_day,
    re_push_budget_month: settings.re_push_budget_month,
    re_pushed_month: row ? rePushed(tx, root).month : 0,
    used_month: row ? budgetOf(tx, root).used : 0,
    noes: noesNeeded(noiseNow(tx), countWatched(tx, holders), settings),
    ...counts,
    unreached: settings.is_on ? countUnreached(tx, below) : 0,
    estimate: {
      links: seen.reduce((sum, { links }) => sum + links, 0),
      checks_month: seen.reduce((sum, { age, links }) => sum + links * checksAhead(age, 30), 0),
    },
  }
}
