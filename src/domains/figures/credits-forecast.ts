/** The credits of a workspace and those below it: how long they last, and when refunds are due. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { DAY, dayOf, plus, weekOf } from '../../kernel/time/clock.ts'
import { firstDay } from '../../kernel/time/last-days.ts'
import { balancesOf, isRunningDry, runwaysOf } from '../credits/index.ts'
import { type SentDay, sentDaysOf } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'
import { idsBelow, pathOfTenant } from '../tenants/index.ts'
import { expectedRefunds, refundedOfAgency } from './expected-refunds.ts'

const FINAL = LOOK_DAYS.at(-1)!
/** Days of refunds before this week. */
const BEFORE = 7 * DAY

export function forecastOf(tx: ReadTx, tenant_id: string) {
  const path = pathOfTenant(tx, tenant_id)!
  const ids = idsBelow(tx, path)
  const balances = balancesOf(tx, ids)
  const { spendable, used_per_day, runway_days, lacks } = runwaysOf(tx, [tenant_id]).get(tenant_id)!
  const since = firstDay(tx.now)
  const lately = sentDaysOf(tx, ids, since)
  const around = { agency: refundedOfAgency(tx, path), now: tx.now }
  const reservedBy = (id: string) => balances.get(id)!.index.reserved
  const expected = ids.map((id) => expectedRefunds(reservedBy(id), lately.get(id)!, around))
  const due = summed([...lately.values()].flat()).map(({ day, sent, missed, waiting }) => ({
    day: finalDay(day),
    links: sent,
    refunded: missed,
    waiting,
    expected_refunds: Math.round(expected.reduce((sum, { by_day }) => sum + (by_day.get(day) ?? 0), 0)),
  }))
  const from = weekOf(plus(tx.now, -BEFORE))
  return {
    spendable,
    own: balances.get(tenant_id)!.index.available,
    reserved: ids.reduce((sum, id) => sum + reservedBy(id), 0),
    expected_refunds: expected.reduce((sum, { refunds }) => sum + refunds, 0),
    used_per_day,
    runway_days,
    running_dry: isRunningDry(runway_days),
    lacks,
    last_day: runway_days === null ? null : dayOf(plus(tx.now, runway_days * DAY)),
    days: due.filter(({ day, waiting }) => day >= from || waiting > 0),
  }
}

const finalDay = (day: string): string => dayOf(plus(`${day}T00:00:00.000Z`, FINAL * DAY))

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
