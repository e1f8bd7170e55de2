/** Result of a screening: links by their fault, the worst first. */
import { type Facts, FLAGS } from '../../src/domains/preflight/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { Stored } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Below the links of a screening that are ready. */
    screened(rows: readonly PreflightRow[]): Child
    /** In the X-ray of a page, below its answer. */
    xray_cards(facts: Facts, to: Reader): Child
  }
}

/** Screening of one link: its faults, and how to fix them. */
export type PreflightRow = Pick<
  Facts,
  'url' | 'flags' | 'status' | 'fix' | 'chain' | 'final_url' | 'canonical' | 'warnings' | 'challenged'
> & { readers?: readonly string[] }

export type Preflight = {
  rows: readonly PreflightRow[]
  /** Omitted entries as written, with the reason. */
  dropped: readonly { entry: string; reason: string }[]
  /** Number of omitted entries that are duplicates; they come first. */
  duplicates: number
  /** Links whose pages have not answered yet; `slow` are those that take long. */
  pending: readonly string[]
  slow: readonly string[]
  /** Parts of features, below the links that are ready. */
  parts?: Child
}

/** Links with the same first flag. `targets`: some of them have a target that can replace them. */
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

/** A host whose bot protection stopped the screening, with its links that are pushed all the same. */
export type ChallengedHost = { host: string; urls: string[]; says: readonly Stored[] }

export const isChallenged = ({ flags, challenged }: PreflightRow): boolean =>
  challenged !== undefined && flags.length === 0

export const challengedHosts = (rows: readonly PreflightRow[]): ChallengedHost[] =>
  [...Map.groupBy(rows.filter(isChallenged), ({ url }) => new URL(url).host)].map(([host, found]) => ({
    host,
    urls: found.map(({ url }) => url),
    says: found[0]!.warnings.slice(0, 1),
  }))

const LEADS_ELSEWHERE: PreflightRow['flags'] = ['redirected', 'canonical_elsewhere']
const WORST_FIRST = [...FLAGS.filter((flag) => !LEADS_ELSEWHERE.includes(flag)), ...LEADS_ELSEWHERE] as const

/** The link to push instead, when the only fault is that the page leads to it. */
export function targetOf({ url, flags, final_url, canonical }: PreflightRow): string | null {
  if (flags.length === 0 || flags.some((flag) => !LEADS_ELSEWHERE.includes(flag))) return null
  const target = flags.includes('canonical_elsewhere') ? canonical : final_url
  return target && target !== url ? target : null
}

/** The list with each link replaced by its target, without duplicates. */
export function withTargets(urls: readonly string[], seen: ReadonlyMap<string, PreflightRow>): string[] {
  return [...new Set(urls.map((url) => (seen.has(url) ? (targetOf(seen.get(url)!) ?? url) : url)))]
}
