/** Whether a share is off the usual: one rule for Today, the tab and the rows of Clients, and the page of a client. */
import { namedEnum } from '../../kernel/operation/schema-names.ts'

export const OFF_USUAL = namedEnum('OffUsual', ['low', 'below', 'above'])
export type OffUsual = (typeof OFF_USUAL)[number]

/** Points from which a share is off, and the fewest links that tell it. */
export const OFF_POINTS = 10
export const LEAST_LINKS = 10
/** Below this share a client with at least these links is low, whatever is usual. */
export const LOW_SHARE = 0.3
const LOW_LINKS = 20
/** Fewer links than these are named by their counts, without a share. */
export const LEAST_FOR_RATE = 20

/** Whole points between two rounded shares: 6 for 71% and 65%. */
export const points = (share: number, usual: number): number => Math.round(share * 100) - Math.round(usual * 100)

export function offUsual({ rate, links }: { rate: number; links: number }, usual: number | null): OffUsual | null {
  if (links >= LOW_LINKS && rate < LOW_SHARE) return 'low'
  if (usual === null || links < LEAST_LINKS) return null
  const change = points(rate, usual)
  if (Math.abs(change) < OFF_POINTS) return null
  return change < 0 ? 'below' : 'above'
}

/** Whether a share needs a look: `above` is good news. */
export const isBelow = (off: OffUsual | null): boolean => off === 'low' || off === 'below'
