/** The lines of reports and portals: how many pages of a client are still in the index after 60 days. */
import type { StillThere, StillToday, WATCH_STATES } from '../../../domains/links/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../../kernel/time/clock.ts'
import { dayOfStep, stepAt } from '../grid.ts'
import { FEWEST, lifeTable, type StepCount } from './survival.ts'

const DAYS = 60
/** A week of first sights, the check of day 60 with its play of a tenth, and the last confirmation of a no. */
const OLD_ENOUGH = (7 + 66 + 7) * DAY

/** Pages first seen so long ago that each had its check of day 60; null for fewer than 20. */
export function stillThere(tx: ReadTx, tenant_id: string): StillThere | null {
  const steps = tx.rows<StepCount & { week: string }>(
    `select s.step, sum(s.at_risk) as at_risk, sum(s.dropped) as dropped, max(s.week) as week
     from tenants w join tenants t on t.path >= w.path and t.path < w.path || '~' join retention_steps s on s.tenant_id = t.id
     where w.id = ? and s.week <= ? group by s.step`,
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

const BELOW = `from tenants o cross join tenants t on t.path >= o.path and t.path < o.path || '~'`

/** Watched pages of workspace `t` in a state: a count in an index, since a client may have very many. */
const aged = (state: (typeof WATCH_STATES)[number]): string =>
  `(select count(*) from watches w where w.tenant_id = t.id and w.state = '${state}' and w.first_seen_at <= ?2
      and (w.counted >= ${stepAt(DAYS)} or w.is_over = 1))`

/** Pages first seen 60 days ago or earlier that a check answered since; null for fewer than 20. */
export function stillToday(tx: ReadTx, tenant_id: string): StillToday | null {
  const { there, dropped } = tx.row<{ there: number; dropped: number }>(
    `select sum(${aged('kept')} + ${aged('suspect')} + ${aged('returned')}) as there, sum(${aged('dropped')}) as dropped
     ${BELOW} where o.id = ?1`,
    tenant_id,
    plus(tx.now, -DAYS * DAY),
  )!
  const links = there + dropped
  return links < FEWEST ? null : { days: DAYS, links, there, causes: causesOf(tx, tenant_id) }
}

/** Where no cause is known, nothing is said. */
const causesOf = (tx: ReadTx, tenant_id: string): { cause: string; links: number }[] =>
  tx.rows(
    `select w.cause, count(*) as links ${BELOW} cross join watches w indexed by watches_dropped on w.tenant_id = t.id
     where o.id = ? and w.state = 'dropped' and w.cause not in ('engine_choice', 'engine_event')
     group by 1 order by 2 desc, 1`,
    tenant_id,
  )
