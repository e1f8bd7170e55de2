/** What is done to the whole list at a cause: its links removed, or replaced by where they lead. */
import { many } from '../parts/text/format.ts'
import { withTargets } from './causes.ts'
import type { OrderValues, Reviewed } from './order.ts'

/** A step that begins with this removes from the list the links of the cause that follows. */
export const LEAVE = 'leave:'

/** The form after its links were removed or replaced at a cause; null where the step is another. What is no URL stays. */
export function relisted(
  step: string | undefined,
  values: OrderValues,
  seen: Reviewed,
): { values: OrderValues; news?: string } | null {
  const { dropped, duplicates } = seen.order
  const invalid = dropped.slice(duplicates).map(({ entry }) => entry)
  const listing = (urls: readonly string[]): string => [...urls, ...invalid].join('\n')
  if (step === 'targets') return { values: { ...values, urls: listing(withTargets(seen.all, seen.rows)) } }
  if (!step?.startsWith(LEAVE)) return null
  const flag = step.slice(LEAVE.length)
  const urls = seen.all.filter((url) => seen.rows.get(url)?.flags[0] !== flag)
  const anyway_flag = values.anyway_flag.filter((one) => one !== flag)
  const news = `${many(seen.all.length - urls.length, 'link was', 'links were')} removed from the list.`
  return { values: { ...values, anyway_flag, urls: listing(urls) }, news }
}
