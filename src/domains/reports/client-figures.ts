import type { ReadTx } from '../../kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../kernel/time/clock.ts'
import { rateOf, type SentDay, sentDaysOf } from '../jobs/index.ts'
import type { readTenant } from '../tenants/index.ts'
import { firstDay, type Runway, runwaysOf } from './runway.ts'

/** A workspace whose credits last no longer than this is running low. */
const DRY_DAYS = 7

export type ClientFigures = {
  /** The first of these 30 days. */
  since: string
  sent_30d: number
  indexed_30d: number
  returned_30d: number
  /**
   * Indexed share of the links sent within 30 days that have a result, with or without the guarantee; null without any.
   */
  rate: number | null
  available: number
  reserved: number
  /** Index credits used per day; 0 or less when the balance does not fall. */
  pace: number
  /** Credits missing to last another 30 days at that pace. */
  lacks: number
  runway_days: number | null
  running_dry: boolean
}

type Workspace = Pick<ReturnType<typeof readTenant>, 'id' | 'created_at'>

/** The main figures of each client, without the workspaces below it. */
export const clientFigures = (tx: ReadTx, tenant: Workspace): ClientFigures =>
  figuresOfEach(tx, [tenant]).get(tenant.id)!

/** The same for many workspaces, in as many statements. Pass `days` of sending (30 or more) if already read. */
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

/** Counts links and not credits, because a link without the guarantee has no refund when it is missed. */
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

/** Whether the workspace needs credits now. */
export const isRunningDry = (runway_days: number | null): boolean => runway_days !== null && runway_days <= DRY_DAYS

/** Days in a sparkline. */
const LATELY = 14

/** Links that each workspace sent on each of the last days, oldest first, in one statement. */
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
