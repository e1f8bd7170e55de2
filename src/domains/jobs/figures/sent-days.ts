/** Results of the links that a workspace sent on one day. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { quarterHourOf, type ZoneDays } from '../../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../../kernel/time/zones.ts'
import { LOOK_DAYS } from '../../plans/index.ts'
import type { LinkCredit, LinkState } from '../shapes.ts'
import { tally } from '../tally.ts'

type SentLink = { state: LinkState; credit: LinkCredit | null; sent_at: Time | null }

/** The counter of a final result; null while there is none. A link found only after its refund was missed by day 7. */
export const resultOf = ({ state, credit }: Omit<SentLink, 'sent_at'>): 'came' | 'missed' | null => {
  if (state === 'indexed') return credit === 'released' ? 'missed' : 'came'
  return state === 'not_indexed' ? 'missed' : null
}

/** Counts results under the time of sending. */
export function countResults(
  tx: Tx,
  tenant_id: string,
  before: readonly (SentLink & { id: number })[],
  after: readonly (SentLink & { id: number })[],
): void {
  const was = new Map(before.map((link) => [link.id, resultOf(link)]))
  const moves = new Map<Time, { came: number; missed: number }>()
  const add = (counter: ReturnType<typeof resultOf>, { sent_at }: SentLink, n: number) => {
    if (!counter || sent_at === null) return
    const quarter = quarterHourOf(sent_at)
    const counts = moves.get(quarter) ?? { came: 0, missed: 0 }
    counts[counter] += n
    moves.set(quarter, counts)
  }
  for (const link of after) {
    const known = was.get(link.id)
    if (known === undefined || known === resultOf(link)) continue
    add(known, link, -1)
    add(resultOf(link), link, 1)
  }
  for (const [quarter, counts] of moves) tally(tx, tenant_id, counts, quarter)
}

export type SentDay = { day: LocalDay; sent: number; came: number; missed: number; waiting: number }

type SentThen = [at: Time, sent: number, came: number, missed: number]

/**
 * The days since `since` on which each workspace sent links, oldest first. All quarters of a workspace are one row: 300
 * workspaces that send daily have tens of thousands, and reading those as rows takes ten times as long.
 */
export function sentDaysOf(
  tx: ReadTx,
  tenant_ids: readonly string[],
  days: ZoneDays,
  since: LocalDay,
): Map<string, SentDay[]> {
  const [table, at] = days.zone === 'UTC' ? ['link_days', 'day'] : ['link_quarters', 'quarter']
  const rows = tx.rows<{ tenant_id: string; counts: string }>(
    `select i.value as tenant_id, (select json_group_array(json_array(${at}, sent, came, missed)) from ${table}
       where tenant_id = i.value and ${at} >= ?2 and sent > 0) as counts from json_each(?1) i`,
    JSON.stringify(tenant_ids),
    days.zone === 'UTC' ? since : days.startOf(since),
  )
  return new Map(rows.map(({ tenant_id, counts }) => [tenant_id, daysIn(JSON.parse(counts), days)]))
}

/** Quarters, or days in UTC, come in their order, and so do the days that they lie in. */
function daysIn(counts: readonly SentThen[], days: ZoneDays): SentDay[] {
  const found: SentDay[] = []
  let end = ''
  for (const [at, sent, came, missed] of counts) {
    if (at >= end) {
      const { day, end: after } = days.at(at)
      end = after
      found.push({ day, sent: 0, came: 0, missed: 0, waiting: 0 })
    }
    const one = found.at(-1)!
    one.sent += sent
    one.came += came
    one.missed += missed
  }
  for (const one of found) one.waiting = Math.max(0, one.sent - one.came - one.missed)
  return found
}

/** The share of links with a result from which a day or a week counts: a late check of a few does not hold it up. */
const ENOUGH = 0.95

/** Whether nearly all of these links have their result; the others count as not found so far. */
export const isNearlyFinal = (sent: number, waiting: number): boolean => sent > 0 && waiting <= sent * (1 - ENOUGH)

/** The days whose day 7 has come, and whose links nearly all have their result: before, early finds alone would count. */
export function finalDays(sent: readonly SentDay[], days: ZoneDays, now: Time): SentDay[] {
  const last = days.dayOf(plus(now, -LOOK_DAYS.at(-1)! * DAY))
  return sent.filter(({ day, sent, waiting }) => day <= last && isNearlyFinal(sent, waiting))
}

/** `84 % of 64 links sent by 8 Dec`: the rate is null without links. */
export type ShareByDay7 = { rate: number | null; links: number; until: string | null }

/** The share of the links of these final days that was found by day 7. Counts links, not credits: some have no guarantee. */
export function shareByDay7(days: readonly SentDay[]): ShareByDay7 {
  const links = days.reduce((sum, { came, missed, waiting }) => sum + came + missed + waiting, 0)
  const came = days.reduce((sum, { came }) => sum + came, 0)
  return { rate: links === 0 ? null : came / links, links, until: days.at(-1)?.day ?? null }
}
