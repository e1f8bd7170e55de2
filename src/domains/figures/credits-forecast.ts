/** The credits of a workspace and those below it: how long they last, and when refunds are due. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Reading } from '../../kernel/operation/caller.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { daysLater, type ZoneDays } from '../../kernel/time/zone-days.ts'
import { balancesOf, isRunningDry, runwaysOf } from '../credits/index.ts'
import { type SentDay, sentDaysOf } from '../jobs/index.ts'
import { LAST_LOOK_DAY } from '../plans/index.ts'
import { daysOf, idsBelow, pathOfTenant } from '../tenants/index.ts'
import { expectedRefunds, refundedOfAgency } from './expected-refunds.ts'

/** Days of refunds before this week. */
const BEFORE = 7 * DAY

/** Reads the tree in steps: an agency may have hundreds of clients. */
export async function readForecast(read: Reading, tenant_id: string) {
  const path = read((tx) => pathOfTenant(tx, tenant_id)!)
  const ids = read((tx) => idsBelow(tx, path))
  const days = read((tx, caller) => daysOf(tx, caller.tenant_id))
  const { runway, now } = read((tx) => ({ runway: runwaysOf(tx, [tenant_id], days).get(tenant_id)!, now: tx.now }))
  const agency = await refundedOfAgency(read, path, days)
  const workspaces = (await inSlices(ids, (some) => read((tx) => workspacesOf(tx, some, days)))).flat()
  const { spendable, used_per_day, runway_days, lacks } = runway
  const expected = workspaces.map(({ reserved, sent }) => expectedRefunds(reserved, sent, { agency, days, now }))
  const due = summed(workspaces.flatMap(({ sent }) => sent)).map(({ day, sent, missed, waiting }) => ({
    day: finalDay(day),
    links: sent,
    refunded: missed,
    waiting,
    expected_refunds: Math.round(expected.reduce((sum, { by_day }) => sum + (by_day.get(day) ?? 0), 0)),
  }))
  const from = days.weekOf(plus(now, -BEFORE))
  return {
    time_zone: days.zone,
    spendable,
    own: workspaces.find(({ id }) => id === tenant_id)!.available,
    reserved: workspaces.reduce((sum, { reserved }) => sum + reserved, 0),
    expected_refunds: expected.reduce((sum, { refunds }) => sum + refunds, 0),
    used_per_day,
    runway_days,
    running_dry: isRunningDry(runway_days),
    lacks,
    last_day: runway_days === null ? null : daysLater(days.dayOf(now), runway_days),
    days: due.filter(({ day, waiting }) => day >= from || waiting > 0),
  }
}

function workspacesOf(tx: ReadTx, ids: readonly string[], days: ZoneDays) {
  const [balances, lately] = [balancesOf(tx, ids), sentDaysOf(tx, ids, days, days.firstDay(tx.now))]
  return ids.map((id) => ({ id, ...balances.get(id)!.index, sent: lately.get(id)! }))
}

const finalDay = (day: string): string => daysLater(day, LAST_LOOK_DAY)

/** The days of several workspaces, oldest first. */
function summed(all: readonly SentDay[]): SentDay[] {
  const days = new Map<string, SentDay>()
  for (const one of all) {
    const sum = days.get(one.day) ?? { day: one.day, sent: 0, came: 0, missed: 0, waiting: 0 }
    for (const name of ['sent', 'came', 'missed', 'waiting'] as const) sum[name] += one[name]
    days.set(one.day, sum)
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
