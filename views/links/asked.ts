/** Which links an address asks for. */
import { LINK_CREDITS } from '../../src/domains/jobs/index.ts'
import { LINK_SORTS, type LinkMoment, type LinksAsked, MOMENTS, VERDICTS } from '../../src/domains/reports/index.ts'
import type { SignedInCall } from '../../src/doors/web.ts'
import { inTree } from '../../src/kernel/caller.ts'
import { at, dayOf, millis } from '../../src/kernel/clock.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { DEFAULT_PAGE_SIZE } from '../../src/kernel/list.ts'

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((one) => one === text)

const MOST_PAGES = 10_000_000
export const MOST_ROWS = 200

/** What cannot be meant is left out; a workspace out of reach is not there. */
export function linksAsked({ query, read }: SignedInCall): LinksAsked {
  const { q, host, tenant_id } = query
  if (tenant_id && !read((tx, here) => inTree(tx, here, tenant_id))) throw notFound('workspace')
  const moment = oneOf(MOMENTS, query.moment)
  return {
    q: q?.trim().slice(0, 2048),
    host: host?.trim().slice(0, 300),
    tenant_id,
    verdict: oneOf(VERDICTS, query.verdict),
    credit: oneOf(LINK_CREDITS, query.credit),
    moment,
    from: asDay(query.from),
    to: asDay(query.to),
    sort: oneOf(LINK_SORTS, query.sort) ?? (isOfLinks(moment) ? 'at' : 'created_at'),
    dir: oneOf(['asc', 'desc'], query.dir),
    page: whole(query.page, 1, MOST_PAGES),
    page_size: whole(query.page_size, DEFAULT_PAGE_SIZE, MOST_ROWS),
  }
}

/** What links know of themselves; when they were ordered their job knows. */
export const isOfLinks = (moment: LinkMoment | undefined): moment is Exclude<LinkMoment, 'ordered'> =>
  moment !== undefined && moment !== 'ordered'

const asDay = (text = ''): string | undefined => (/^\d{4}-\d\d-\d\d$/.test(text) && isDay(text) ? text : undefined)

/** Not the 31st of February. */
const isDay = (text: string): boolean => !Number.isNaN(millis(text)) && dayOf(at(millis(text))) === text

/** A whole number from 1, or what stands for it. */
function whole(text: string | undefined, otherwise: number, most: number): number {
  const given = Number(text)
  return Number.isInteger(given) && given >= 1 ? Math.min(given, most) : otherwise
}
