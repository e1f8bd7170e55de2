/** Why a page is not visible, and who can act on it. */

import { type LinkState, STATE_GROUPS } from '../../../domains/jobs/index.ts'
import { FLAGS } from '../../../domains/preflight/index.ts'
import { namedEnum } from '../../../kernel/operation/schema-names.ts'

type Flag = (typeof FLAGS)[number]

/** Causes beyond the pre-flight flags, in the order of a report. */
const OWN_CAUSES = ['not_sent', 'cancelled', 'not_taken', 'lost', 'held_out', 'waiting'] as const
export type Cause = Flag | (typeof OWN_CAUSES)[number]
export const CAUSES: readonly Cause[] = [...FLAGS, ...OWN_CAUSES]

/** `client`: owner of the site; `agency`: workspace that pushes; `engine`: search engine; `nobody`: only time helps. */
export type Actor = 'client' | 'agency' | 'engine' | 'nobody'

export const WHO: Record<Cause, Actor> = {
  http_4xx: 'client',
  http_5xx: 'client',
  noindex: 'client',
  robots_blocked: 'client',
  unreachable: 'client',
  private_address: 'client',
  redirected: 'agency',
  canonical_elsewhere: 'agency',
  not_sent: 'agency',
  cancelled: 'agency',
  not_taken: 'engine',
  lost: 'engine',
  held_out: 'agency',
  waiting: 'nobody',
}

const STATES: Partial<Record<LinkState, Cause>> = {
  failed: 'not_sent',
  cancelled: 'cancelled',
  not_indexed: 'not_taken',
  indexed: 'lost',
  visible: 'lost',
  held_out: 'held_out',
}

/** The one cause of a page that is not visible. A flag from the pre-flight comes before the link's state. */
export function causeOf(link: { state: LinkState; flags: string; visible: number }): Cause | null {
  if (link.visible) return null
  if ((STATE_GROUPS.waiting as readonly string[]).includes(link.state)) return 'waiting'
  const [flag] = link.flags === '[]' ? [] : (JSON.parse(link.flags) as Flag[])
  return flag ?? STATES[link.state] ?? 'not_taken'
}

/** In the order of a report. */
export const REPORT_PARTS = namedEnum('ReportPart', ['visible', 'declined', 'blocked', 'open', 'left_out'])
export type ReportPart = (typeof REPORT_PARTS)[number]

/** The part of the report that lists pages with this cause; null: visible. */
export function partOf(cause: Cause | null): ReportPart {
  if (cause === null) return 'visible'
  if (cause === 'waiting') return 'open'
  if (cause === 'not_taken' || cause === 'lost') return 'declined'
  return LEFT_OUT.includes(cause) ? 'left_out' : 'blocked'
}
const LEFT_OUT: readonly Cause[] = ['not_sent', 'cancelled', 'held_out']
