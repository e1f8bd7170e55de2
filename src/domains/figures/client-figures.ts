import type { ReadTx } from '../../kernel/database/database.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { type Balances, balancesOf, isRunningDry, type Runway, runwaysOf } from '../credits/index.ts'
import { finalDays, reportedTallyOfEach, type SentDay, shareByDay7, type Tally } from '../jobs/index.ts'

export type ClientFigures = {
  /** The first of these 30 days. */
  since: string
  sent_30d: number
  indexed_30d: number
  returned_30d: number
  /** Found by day 7, of the links that were sent within 30 days on days that are final; null without any. */
  rate: number | null
  /** The links of these days, and the latest of the days. */
  rate_links: number
  rate_until: string | null
  available: number
  reserved: number
  running_dry: boolean
} & Omit<Runway, 'spendable'>

/**
 * The main figures of each client, in as many statements as of one; only how long its credits last includes the
 * workspaces below it. `sent`: 30 days of sending or more.
 */
export function figuresOfEach(
  tx: ReadTx,
  ids: readonly string[],
  days: ZoneDays,
  sent: ReadonlyMap<string, readonly SentDay[]>,
): Map<string, ClientFigures> {
  const since = days.firstDay(tx.now)
  const [tallies, purses, runways] = [
    reportedTallyOfEach(tx, ids, days.startOf(since)),
    balancesOf(tx, ids),
    runwaysOf(tx, ids, days),
  ]
  const share = (id: string) => {
    const lately = (sent.get(id) ?? []).filter(({ day }) => day >= since)
    const { rate, links, until } = shareByDay7(finalDays(lately, days, tx.now))
    return { rate, rate_links: links, rate_until: until }
  }
  return new Map(
    ids.map((id) => [
      id,
      { since, ...share(id), ...figuresOf(tallies.get(id)!, purses.get(id)!.index, runways.get(id)!) },
    ]),
  )
}

function figuresOf({ sent, indexed, returned }: Tally, { available, reserved }: Balances['index'], runway: Runway) {
  const { used_per_day, runway_days, lacks } = runway
  return {
    sent_30d: sent,
    indexed_30d: indexed,
    returned_30d: returned,
    available,
    reserved,
    used_per_day,
    runway_days,
    lacks,
    running_dry: isRunningDry(runway_days),
  }
}
