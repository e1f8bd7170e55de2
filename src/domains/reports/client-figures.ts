import { DAY, dayOf, plus } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { rateOf, type SentDay, sentDaysOf } from '../jobs/index.ts'
import type { readTenant } from '../tenants/index.ts'
import { firstDay, type Runway, runwaysOf } from './runway.ts'

/** A purse that lasts no longer than this is running dry. */
const DRY_DAYS = 7

export type ClientFigures = {
  /** The first of these 30 days. */
  since: string
  sent_30d: number
  indexed_30d: number
  returned_30d: number
  /** Of the links sent within 30 days, covered or not, that have a verdict, the part that was indexed; null where none has. */
  rate: number | null
  available: number
  reserved: number
  /** Index credits that leave the purse a day; 0 or less: nothing leaves it. */
  pace: number
  /** Credits that it lacks to last another 30 days at that pace. */
  lacks: number
  runway_days: number | null
  running_dry: boolean
}

type Workspace = Pick<ReturnType<typeof readTenant>, 'id' | 'created_at'>

/** What an agency looks at first in each of its clients: each one's own, without those below it. */
export const clientFigures = (tx: ReadTx, tenant: Workspace): ClientFigures =>
  figuresOfEach(tx, [tenant]).get(tenant.id)!

/** The same of many, in as many statements. `days` are those of sending, 30 or more, for who has them already. */
export function figuresOfEach(
  tx: ReadTx,
  tenants: readonly Workspace[],
  days: ReadonlyMap<string, readonly SentDay[]> = sentDaysOf(
    tx,
    tenants.map(({ id }) => id),
    firstDay(tx.now),
  ),
): Map<string, ClientFigures> {
  const since = firstDay(tx.now)
  const rate = (id: string) => rateOfDays((days.get(id) ?? []).filter(({ day }) => day >= since))
  return new Map([...runwaysOf(tx, tenants)].map(([id, runway]) => [id, { since, ...figuresOf(runway, rate(id)) }]))
}

/** By what became of links and not of credits: one that nothing covers has no credit to come back when it is missed. */
const rateOfDays = (days: readonly SentDay[]): number | null =>
  rateOf({
    came: days.reduce((sum, { came }) => sum + came, 0),
    missed: days.reduce((sum, { missed }) => sum + missed, 0),
  })

function figuresOf(
  { tally, available, reserved, pace, lacks, runway_days }: Runway,
  rate: number | null,
): Omit<ClientFigures, 'since'> {
  const { sent, indexed, returned } = tally
  return {
    sent_30d: sent,
    indexed_30d: indexed,
    returned_30d: returned,
    rate,
    available,
    reserved,
    pace,
    lacks,
    runway_days,
    running_dry: isRunningDry(runway_days),
  }
}

/** Whether somebody should give it credits now. */
export const isRunningDry = (runway_days: number | null): boolean => runway_days !== null && runway_days <= DRY_DAYS

/** The days of a line in a row. */
const LATELY = 14

/** Links that each of these workspaces sent on each of the last days, the oldest first, in one statement. */
export function sentLately(tx: ReadTx, tenant_ids: readonly string[]): Map<string, number[]> {
  const days = Array.from({ length: LATELY }, (_, at) => dayOf(plus(tx.now, (at + 1 - LATELY) * DAY)))
  const counted = sentDaysOf(tx, tenant_ids, days[0]!)
  return new Map(
    [...counted].map(([id, its]) => {
      const sent = new Map(its.map((one) => [one.day, one.sent]))
      return [id, days.map((day) => sent.get(day) ?? 0)]
    }),
  )
}
