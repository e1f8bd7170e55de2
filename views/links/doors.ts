/** From a number to the links that it counts. */
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { LinkMoment, LinkVerdict } from '../../src/domains/reports/index.ts'
import { DAY, dayOf, plus, type Time } from '../../src/kernel/time/clock.ts'
import { firstDay } from '../../src/kernel/time/last-days.ts'
import { listHref } from '../parts/lists/list.ts'

/** Days, UTC, both counted in. */
type Asked = {
  moment: LinkMoment
  from: string
  to?: string
  tenant_id?: string | undefined
  host?: string | undefined
  verdict?: LinkVerdict
}

/** The list with exactly the links of which this happened in these days, at or below a workspace, or in one of them. */
export const linksHref = (base: string, asked: Asked): string => listHref(`${base}/links`, {}, asked)

/** The links whose index credits are set aside, at or below a workspace, or in one of them. */
export const reservedHref = (base: string, tenant_id?: string): string =>
  listHref(`${base}/links`, {}, { credit: 'reserved', tenant_id })

/** Links of a workspace that settle today: their last check is due, and they are not settled yet. */
export function settlingHref(base: string, now: Time, tenant_id: string): string {
  const day = dayOf(plus(now, -LOOK_DAYS.at(-1)! * DAY))
  return linksHref(base, { moment: 'sent', from: day, to: day, tenant_id, verdict: 'sent' })
}

/** The 30 days that numbers without other days are of. */
export const lately = (now: Time) => ({ from: firstDay(now), to: dayOf(now) })
