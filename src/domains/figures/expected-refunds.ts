/** Refunds that are expected of reserved credits. */
import type { Reading } from '../../kernel/operation/caller.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { finalDays, type SentDay, sentDaysOf, shareByDay7 } from '../jobs/index.ts'
import { idsBelow, idsOf } from '../tenants/index.ts'

/** The share of links that is refunded; null without final links. */
export type RefundedShare = number | null

type Expected = { refunds: number; by_day: Map<string, number> }

/**
 * Expected refunds of a workspace and of each of its days of sending, if links go on as those of its days whose day 7 has
 * come; without such days, as those of the agency. Finds of the first days say nothing about the links that still wait.
 */
export function expectedRefunds(
  reserved: number,
  sent: readonly SentDay[],
  { agency, days, now }: { agency: RefundedShare; days: ZoneDays; now: Time },
): Expected {
  const share = refundedShare(sent, days, now) ?? agency ?? 0
  const open = sent.filter(({ waiting }) => waiting > 0)
  const waiting = open.reduce((sum, one) => sum + one.waiting, 0)
  // Some of those that wait have no credit, and some credits are of links that are not sent yet.
  const with_credit = waiting === 0 ? 0 : Math.min(1, reserved / waiting)
  const of = ({ sent, missed, waiting }: SentDay): number =>
    Math.min(waiting, Math.max(0, sent * share - missed)) * with_credit
  const unsent = Math.max(0, reserved - waiting) * share
  return {
    refunds: Math.round(open.reduce((sum, day) => sum + of(day), unsent)),
    by_day: new Map(open.map((day) => [day.day, of(day)])),
  }
}

export function refundedShare(sent: readonly SentDay[], days: ZoneDays, now: Time): RefundedShare {
  const { rate } = shareByDay7(finalDays(sent, days, now))
  return rate === null ? null : 1 - rate
}

/** The share of the last 30 days in the whole agency of the workspace at this path. */
export async function refundedOfAgency(read: Reading, path: string, days: ZoneDays): Promise<RefundedShare> {
  const ids = read((tx) => idsBelow(tx, `/${idsOf(path)[0]}/`))
  const sent = await inSlices(ids, (some) =>
    read((tx) => [...sentDaysOf(tx, some, days, days.firstDay(tx.now)).values()].flat()),
  )
  return read((tx) => refundedShare(sent.flat(), days, tx.now))
}
