/** Changes to the list at a cause: its links are removed, or replaced by their targets. */
import { hostOf } from '../../src/domains/preflight/index.ts'
import { many } from '../parts/text/format.ts'
import { isChallenged, type PreflightRow, withTargets } from './causes.ts'
import { LEAVE_FOREIGN } from './foreign.tsx'
import type { OrderReview, OrderValues } from './order.ts'

/** Prefix of a step that removes the links of a cause from the list. */
export const LEAVE = 'leave:'
/** Prefix of a step that screens the links of a cause again. */
export const AGAIN = 'again:'
/** The cause of links that a bot protection kept from being screened. */
export const CHALLENGED = 'challenged'

/** The form after the change; null for other steps. Entries that are no URL stay. */
export function editedList(
  step: string | undefined,
  values: OrderValues,
  seen: OrderReview,
): { values: OrderValues; news?: string } | null {
  const { dropped, duplicates } = seen.order
  const invalid = dropped.slice(duplicates).map(({ entry }) => entry)
  const listing = (urls: readonly string[]): string => [...urls, ...invalid].join('\n')
  if (step === 'targets') return { values: { ...values, urls: listing(withTargets(seen.all, seen.rows)) } }
  const left = (urls: readonly string[]) =>
    `${many(seen.all.length - urls.length, 'link was', 'links were')} removed from the list.`
  if (step === LEAVE_FOREIGN) {
    const hosts = new Set(seen.bill.foreign.flatMap((part) => part.hosts))
    const urls = seen.all.filter((url) => !hosts.has(hostOf(url)))
    return { values: { ...values, urls: listing(urls) }, news: left(urls) }
  }
  if (!step?.startsWith(LEAVE)) return null
  const flag = step.slice(LEAVE.length)
  const leaves = linksOf(flag, seen)
  const urls = seen.all.filter((url) => !leaves.has(url))
  const anyway_flag = values.anyway_flag.filter((one) => one !== flag)
  return { values: { ...values, anyway_flag, urls: listing(urls) }, news: left(urls) }
}

/** The links of a cause that are to be screened again; null for other steps. */
export const screenedAgain = (step: string | undefined, seen: OrderReview): string[] | null =>
  step?.startsWith(AGAIN) ? [...linksOf(step.slice(AGAIN.length), seen)] : null

function linksOf(flag: string, { all, rows }: OrderReview): Set<string> {
  const has = (row: PreflightRow | undefined): boolean =>
    flag === CHALLENGED ? row !== undefined && isChallenged(row) : row?.flags[0] === flag
  return new Set(all.filter((url) => has(rows.get(url))))
}
