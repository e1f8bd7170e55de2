/** What is done to the whole list at a cause: its pages left out, or replaced by where they lead. */
import { many } from '../parts/format.ts'
import { withTargets } from './causes.ts'
import type { PushValues } from './push-props.ts'
import type { Reviewed } from './review.ts'

/** A step that begins with this takes out of the list what stands under the cause that follows. */
export const LEAVE = 'leave:'

/** The form after such a step, or null where the step is another. What is no address stays, for somebody to mend. */
export function relisted(
  step: string | undefined,
  values: PushValues,
  seen: Reviewed,
): { values: PushValues; news?: string } | null {
  const { dropped, duplicates } = seen.order
  const invalid = dropped.slice(duplicates).map(({ entry }) => entry)
  const listing = (urls: readonly string[]): string => [...urls, ...invalid].join('\n')
  if (step === 'targets') return { values: { ...values, urls: listing(withTargets(seen.all, seen.rows)) } }
  if (!step?.startsWith(LEAVE)) return null
  const flag = step.slice(LEAVE.length)
  const urls = seen.all.filter((url) => seen.rows.get(url)?.flags[0] !== flag)
  const anyway_flag = values.anyway_flag.filter((one) => one !== flag)
  const news = `${many(seen.all.length - urls.length, 'page was', 'pages were')} taken out of the list.`
  return { values: { ...values, anyway_flag, urls: listing(urls) }, news }
}
