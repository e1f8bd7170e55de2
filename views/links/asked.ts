/** Which links an address asks for. */
import { LINK_CREDITS } from '../../src/domains/jobs/index.ts'
import { LINK_SORTS, type LinkMoment, type LinksAsked, MOMENTS, VERDICTS } from '../../src/domains/reports/index.ts'
import type { SignedInCall } from '../../src/doors/web.ts'
import { inTree } from '../../src/kernel/caller.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { asDay, pageAsked } from '../parts/asked.ts'

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((one) => one === text)

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
    ...pageAsked(query, MOST_ROWS),
  }
}

/** What links know of themselves; when they were ordered their job knows. */
export const isOfLinks = (moment: LinkMoment | undefined): moment is Exclude<LinkMoment, 'ordered'> =>
  moment !== undefined && moment !== 'ordered'
