/** From a number to the links that it counts. */
import type { LinkMoment, LinkVerdict } from '../../src/domains/links/index.ts'
import { dayOf, type Time } from '../../src/kernel/time/clock.ts'
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

/** The 30 days that numbers without other days are of. */
export const lately = (now: Time) => ({ from: firstDay(now), to: dayOf(now) })
