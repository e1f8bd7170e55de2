/** What a screening says of a list: its pages by what is wrong with them, the worst first. */
import { FLAGS } from '../../src/domains/preflight/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { preflightUrls } from '../../src/operations/preflight/preflight-urls.ts'

/** One page's screening: what is wrong with it, if anything, and what to do about that. */
export type PreflightRow = Pick<
  AnswerOf<typeof preflightUrls>['results'][number],
  'url' | 'flags' | 'status' | 'fix' | 'chain' | 'final_url' | 'canonical' | 'warnings'
>

export type Preflight = {
  rows: readonly PreflightRow[]
  /** Entries left out, as they were written, with the reason. */
  dropped: readonly { entry: string; reason: string }[]
  /** Of those, entries that are in the list already; they come first. */
  duplicates: number
  /** Pages that have not answered yet, and of them those that take long. */
  pending: readonly string[]
  slow: readonly string[]
}

/** Pages with the same first flag. `targets`: where they lead instead, when each leads somewhere. */
export type Cause = { flag: PreflightRow['flags'][number]; rows: PreflightRow[]; targets: boolean }

export function causesOf(rows: readonly PreflightRow[]): Cause[] {
  const groups = Map.groupBy(
    rows.filter(({ flags }) => flags.length > 0),
    ({ flags }) => flags[0]!,
  )
  return WORST_FIRST.flatMap((flag) => {
    const found = groups.get(flag)
    return found ? { flag, rows: found, targets: found.some((row) => targetOf(row) !== null) } : []
  })
}

const LEADS_ELSEWHERE: PreflightRow['flags'] = ['redirected', 'canonical_elsewhere']
const WORST_FIRST = [...FLAGS.filter((flag) => !LEADS_ELSEWHERE.includes(flag)), ...LEADS_ELSEWHERE] as const

/** The page to push in its place, where its only fault is that it leads to another. */
export function targetOf({ url, flags, final_url, canonical }: PreflightRow): string | null {
  if (flags.length === 0 || flags.some((flag) => !LEADS_ELSEWHERE.includes(flag))) return null
  const target = flags.includes('canonical_elsewhere') ? canonical : final_url
  return target && target !== url ? target : null
}

/** The list with the pages that lead elsewhere replaced by where they lead; each once. */
export function withTargets(urls: readonly string[], seen: ReadonlyMap<string, PreflightRow>): string[] {
  return [...new Set(urls.map((url) => (seen.has(url) ? (targetOf(seen.get(url)!) ?? url) : url)))]
}
