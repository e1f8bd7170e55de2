/** Results of the links that a workspace sent on one day (UTC). */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { addToDay } from '../../../kernel/scheduling/limits.ts'
import { dayOf, type Time } from '../../../kernel/time/clock.ts'
import type { LinkState } from '../shapes.ts'

/** The counter of each final state. */
const RESULT_COUNTERS: Partial<Record<LinkState, string>> = { indexed: 'came', not_indexed: 'missed' }

type LinkWithState = { id: number; state: LinkState; sent_at: Time | null }

/** Counts results under the day of sending. A link that is indexed after its refund moves to the other counter. */
export function countResults(
  tx: Tx,
  tenant_id: string,
  before: readonly LinkWithState[],
  after: readonly LinkWithState[],
): void {
  const was = new Map(before.map(({ id, state }) => [id, state]))
  const moves = new Map<string, number>()
  const add = (state: LinkState, { sent_at }: LinkWithState, n: number) => {
    const counter = RESULT_COUNTERS[state]
    if (!counter || sent_at === null) return
    const key = `${dayOf(sent_at)} ${counter}:${tenant_id}`
    moves.set(key, (moves.get(key) ?? 0) + n)
  }
  for (const link of after) {
    const state = was.get(link.id)
    if (state === undefined || state === link.state) continue
    add(state, link, -1)
    add(link.state, link, 1)
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

/** Whether every link sent on the day has its final result. */
export const isSettled = ({ sent, waiting }: SentDay): boolean => sent > 0 && waiting === 0

/** The indexed share of the links with a final result. */
export const rateOf = ({ came, missed }: Pick<SentDay, 'came' | 'missed'>): number | null =>
  came + missed === 0 ? null : came / (came + missed)

/** The indexed share over several days. Counts links, not credits: a link without the guarantee gets no refund. */
export const rateOfDays = (days: readonly SentDay[]): number | null =>
  rateOf({
    came: days.reduce((sum, { came }) => sum + came, 0),
    missed: days.reduce((sum, { missed }) => sum + missed, 0),
  })
