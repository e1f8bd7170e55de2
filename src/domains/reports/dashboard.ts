import { type Caller, treeOf } from '../../kernel/caller.ts'
import { DAY, dayOf, daysBetween, plus } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { when } from '../../kernel/list.ts'
import { trimmer } from '../../kernel/shape.ts'
import { balances } from '../credits/index.ts'
import { countJobs, type DayTally, dayTallies, JOB_COLUMNS, Job, sumOf } from '../jobs/index.ts'
import { readTenant } from '../tenants/index.ts'
import { runwaysOf, SPAN } from './runway.ts'

const trimJob = trimmer(Job)

/** The daily question of a workspace: what got indexed, what came back, what settles soon, what is at work. */
export function readDashboard(tx: ReadTx, caller: Caller) {
  const tree = treeOf(caller, 'j.tenant_id')
  const tenant = readTenant(tx, caller.tenant_id)
  const days = dayTallies(tx, caller, dayOf(plus(tx.now, -2 * SPAN * DAY)))
  const middle = dayOf(plus(tx.now, -SPAN * DAY))
  const [past, recent] = [days.filter(({ day }) => day <= middle), days.filter(({ day }) => day > middle)]
  const [indexed, before] = [sumOf(recent, 'indexed'), sumOf(past, 'indexed')]
  const age = daysBetween(tenant.created_at, tx.now)
  return {
    numbers: {
      /** Of the workspace and those below it, as are all numbers but the last two. */
      indexed_30d: indexed,
      /** Against the 30 days before, in per cent; null where those are not whole days of this workspace, or saw nothing. */
      indexed_change: age < 2 * SPAN || before === 0 ? null : ((indexed - before) / before) * 100,
      credits_returned: sumOf(recent, 'returned'),
      settling_this_week: settling(tx, caller),
      /** Of this workspace's own purse. */
      index_credits: balances(tx, tenant.id).index.available,
      runway_days: runwaysOf(tx, [tenant]).get(tenant.id)!.runway_days,
    },
    age_days: age,
    curve: curveOf(recent, tx.now),
    in_progress: tx
      .rows(
        `select ${JOB_COLUMNS} from jobs j join tenants t on t.id = j.tenant_id
       where j.deleted_at is null and j.status not in ('done', 'cancelled') and ${tree.sql} order by j.id desc limit 8`,
        ...tree.params,
      )
      .map(trimJob),
    watched: countJobs(tx, [tree, when("j.status = 'watching'")]),
    clients: tx.count(
      'select count(*) from tenants where path > ? and path < ? and archived_at is null',
      caller.path,
      `${caller.path}~`,
    ),
    simulated:
      tx.count(
        `select exists (select 1 from jobs j where j.simulated = 1 and j.deleted_at is null and ${tree.sql})`,
        ...tree.params,
      ) > 0,
  }
}

/** Links of running pushes that were sent long enough ago to have their day-7 verdict within the coming week: all that are watched. */
function settling(tx: ReadTx, caller: Caller): number {
  const tree = treeOf(caller, 'j.tenant_id')
  return tx.number(
    `select sum(outcome ->> '$.states.sent') from jobs j
     where j.deleted_at is null and j.status in ('sending', 'watching') and ${tree.sql}`,
    ...tree.params,
  )
}

/** One point a day, those without anything too, from the first day on which something was sent. */
function curveOf(days: DayTally[], now: string) {
  if (days.length === 0) return []
  const known = new Map(days.map((day) => [day.day, day]))
  const first = days[0]!.day
  return Array.from({ length: SPAN }, (_, i) => dayOf(plus(now, (i - SPAN + 1) * DAY)))
    .filter((day) => day >= first)
    .map((day) => ({
      day: `${day}T12:00:00.000Z`,
      indexed: known.get(day)?.indexed ?? 0,
      sent: known.get(day)?.sent ?? 0,
    }))
}
