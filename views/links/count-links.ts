/** Addresses of the links that a number counts. */
import type { LinkMoment, LinkVerdict } from '../../src/domains/links/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../src/kernel/time/zone-days.ts'
import { listHref } from '../parts/lists/list.ts'

/** `from` and `to` are days, both included. */
type LinksCounted = {
  moment: LinkMoment
  from: string
  to?: string
  tenant_id?: string | undefined
  host?: string | undefined
  verdict?: LinkVerdict
}

/** The links with this event in these days, at or below a workspace, or in one of them. */
export const linksHref = (base: string, asked: LinksCounted): string => listHref(`${base}/links`, {}, asked)

/** The links with reserved index credits, at or below a workspace, or in one of them. */
export const reservedHref = (base: string, tenant_id?: string): string =>
  listHref(`${base}/links`, {}, { credit: 'reserved', tenant_id })

/** The last 30 days, the default period of numbers. */
export const lately = (now: Time, zone = UTC_DAYS) => ({ from: zone.firstDay(now), to: zone.dayOf(now) })
