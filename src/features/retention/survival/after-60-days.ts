/** The lines of reports and portals: how many pages of a client are still in the index after 60 days. */
import type { StillThere, StillToday } from '../../../domains/links/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../../kernel/time/clock.ts'
import { dayOfStep } from '../grid.ts'
import { FEWEST, lifeTable, type StepCount } from './survival.ts'

const DAYS = 60
/** A week of first sights, the check of day 60 with its play of a tenth, and the last confirmation of a no. */
const OLD_ENOUGH = (7 + 66 + 7) * DAY

const BELOW = `from tenants o cross join tenants t on t.path >= o.path and t.path < o.path || '~'`

/** Pages first seen so long ago that each had its check of day 60; null for fewer than 20. */
export function stillThere(tx: ReadTx, tenant_id: string): StillThere | null {
  const steps = tx.rows<StepCount & { week: string }>(
    `select step, sum(at_risk) as at_risk, sum(dropped) as dropped, max(week) as week
     from retention_weeks where tenant_id = ? and week <= ? group by step`,
    tenant_id,
    dayOf(plus(tx.now, -OLD_ENOUGH)),
  )
  const table = lifeTable(steps.filter(({ step }) => dayOfStep(step) <= DAYS))
  const last = table.at(-1)
  if (!last || dayOfStep(last.step) !== DAYS || last.at_risk < FEWEST) return null
  const week = steps
    .map((one) => one.week)
    .sort()
    .at(-1)!
  return {
    days: DAYS,
    links: Math.max(...table.map(({ at_risk }) => at_risk)),
    share: last.share,
    until: dayOf(plus(`${week}T00:00:00.000Z`, 6 * DAY)),
    causes: causesOf(tx, tenant_id),
  }
}

/** Pages of the weeks that ended 60 days ago, whose check of day 60 answered or that dropped; null for fewer than 20. */
export function stillToday(tx: ReadTx, tenant_id: string): StillToday | null {
  const { links, dropped } = tx.row<{ links: number; dropped: number }>(
    `select coalesce(sum(c.links), 0) as links, coalesce(sum(iif(c.state = 'dropped', c.links, 0)), 0) as dropped
     ${BELOW} cross join watch_counts c on c.tenant_id = t.id
     where o.id = ? and c.week <= ? and c.aged = 1 and c.state <> 'ended'`,
    tenant_id,
    dayOf(plus(tx.now, -(DAYS + 6) * DAY)),
  )!
  return links < FEWEST ? null : { days: DAYS, links, there: links - dropped, causes: causesOf(tx, tenant_id) }
}

/** Where no cause is known, nothing is said. */
const causesOf = (tx: ReadTx, tenant_id: string): { cause: string; links: number }[] =>
  tx.rows(
    `select c.cause, sum(c.links) as links ${BELOW} cross join watch_counts c on c.tenant_id = t.id and c.state = 'dropped'
     where o.id = ? and c.cause not in ('', 'engine_choice', 'engine_event') group by 1 having sum(c.links) > 0 order by 2 desc, 1`,
    tenant_id,
  )
