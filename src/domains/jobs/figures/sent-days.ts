/** Results of the links that a workspace sent on one day (UTC). */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { addToDay } from '../../../kernel/scheduling/limits.ts'
import { DAY, dayOf, plus, type Time } from '../../../kernel/time/clock.ts'
import { LOOK_DAYS } from '../../plans/index.ts'
import type { LinkCredit, LinkState } from '../shapes.ts'

type SentLink = { state: LinkState; credit: LinkCredit | null; sent_at: Time | null }

/** The counter of a final result; null while there is none. A link found only after its refund was missed by day 7. */
export const resultOf = ({ state, credit }: Omit<SentLink, 'sent_at'>): 'came' | 'missed' | null => {
  if (state === 'indexed') return credit === 'released' ? 'missed' : 'came'
  return state === 'not_indexed' ? 'missed' : null
}

/** Counts results under the day of sending. */
export function countResults(
  tx: Tx,
  tenant_id: string,
  before: readonly (SentLink & { id: number })[],
  after: readonly (SentLink & { id: number })[],
): void {
  const was = new Map(before.map((link) => [link.id, resultOf(link)]))
  const moves = new Map<string, number>()
  const add = (counter: ReturnType<typeof resultOf>, { sent_at }: SentLink, n: number) => {
    if (!counter || sent_at === null) return
    const key = `${dayOf(sent_at)} ${counter}:${tenant_id}`
    moves.set(key, (moves.get(key) ?? 0) + n)
  }
  for (const link of after) {
    const known = was.get(link.id)
    if (known === undefined || known === resultOf(link)) continue
    add(known, link, -1)
    add(resultOf(link), link, 1)
  }
  for (const [key, n] of moves) if (n !== 0) addToDay(tx, key.slice(11), key.slice(0, 10), n)
}

export type SentDay = { day: string; sent: number; came: number; missed: number; waiting: number }

type Days = Record<string, number>

/**
 * The days since `since` on which each workspace sent links, oldest first. All days of a workspace are one row: 300
 * workspaces that send daily have 54,000 counters, and reading those as rows takes ten times as long.
 */
export function sentDaysOf(tx: ReadTx, tenant_ids: readonly string[], since: string): Map<string, SentDay[]> {
  const days = (what: string) =>
    `(select json_group_object(day, n) from day_counters where name = '${what}:' || i.value and day >= ?2) as ${what}`
  const rows = tx.rows<Record<'tenant_id' | 'sent' | 'came' | 'missed', string>>(
    `select i.value as tenant_id, ${days('sent')}, ${days('came')}, ${days('missed')} from json_each(?1) i`,
    JSON.stringify(tenant_ids),
    since,
  )
  return new Map(rows.map(({ tenant_id, ...of }) => [tenant_id, daysIn(of)]))
}

function daysIn(of: Record<'sent' | 'came' | 'missed', string>): SentDay[] {
  const [sent, came, missed] = [of.sent, of.came, of.missed].map((text) => JSON.parse(text) as Days) as [
    Days,
    Days,
    Days,
  ]
  return Object.keys(sent).map((day) => {
    const one = { day, sent: sent[day]!, came: came[day] ?? 0, missed: missed[day] ?? 0 }
    return { ...one, waiting: Math.max(0, one.sent - one.came - one.missed) }
  })
}

/** The share of links with a result from which a day or a week counts: a late check of a few does not hold it up. */
const ENOUGH = 0.95

/** Whether nearly all of these links have their result; the others count as not found so far. */
export const isNearlyFinal = (sent: number, waiting: number): boolean => sent > 0 && waiting <= sent * (1 - ENOUGH)

/** The days whose day 7 has come, and whose links nearly all have their result: before, early finds alone would count. */
export function finalDays(days: readonly SentDay[], now: Time): SentDay[] {
  const last = dayOf(plus(now, -LOOK_DAYS.at(-1)! * DAY))
  return days.filter(({ day, sent, waiting }) => day <= last && isNearlyFinal(sent, waiting))
}

/** `84 % of 64 links sent by 8 Dec`: the rate is null without links. */
export type ShareByDay7 = { rate: number | null; links: number; until: string | null }

/** The share of the links of these final days that was found by day 7. Counts links, not credits: some have no guarantee. */
export function shareByDay7(days: readonly SentDay[]): ShareByDay7 {
  const links = days.reduce((sum, { came, missed, waiting }) => sum + came + missed + waiting, 0)
  const came = days.reduce((sum, { came }) => sum + came, 0)
  return { rate: links === 0 ? null : came / links, links, until: days.at(-1)?.day ?? null }
}
