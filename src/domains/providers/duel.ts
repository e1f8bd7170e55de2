/** Compares two suppliers by the share of links that are indexed, and says when the difference is certain. */

/** Links with a final result, and how many of them are indexed. */
export type DuelSample = { indexed: number; answered: number }

/** The share with the range that holds the true one in 95 of 100 cases; all null without a result. */
type RateBand = { rate: number | null; low: number | null; high: number | null }

type DuelVerdict = {
  /** 0 or 1: which sample is better; null while they are equal. */
  better: 0 | 1 | null
  /** The difference in whole percentage points. */
  points: number
  sure: boolean
  /** About how many more results make it certain; null when it is certain, or when too many are needed. */
  more_links: number | null
  /** Which sample needs them; null when both need half of them. */
  needed_by: 0 | 1 | null
}

/** 95 % of a normal distribution. */
const Z = 1.96

/** A difference that needs more results than this is too small to matter. */
const MOST_MORE = 20_000

/** Wilson's interval: it stays within 0 and 1, also for few results. */
export function bandOf({ indexed, answered }: DuelSample): RateBand {
  if (answered === 0) return { rate: null, low: null, high: null }
  const rate = indexed / answered
  const scale = 1 + Z ** 2 / answered
  const middle = (rate + Z ** 2 / (2 * answered)) / scale
  const reach = (Z / scale) * Math.sqrt((rate * (1 - rate)) / answered + (Z / (2 * answered)) ** 2)
  return { rate: rounded(rate), low: rounded(Math.max(0, middle - reach)), high: rounded(Math.min(1, middle + reach)) }
}

/** Null until both have a result. */
export function verdictOf(a: DuelSample, b: DuelSample): DuelVerdict | null {
  if (a.answered === 0 || b.answered === 0) return null
  const gap = a.indexed / a.answered - b.indexed / b.answered
  const points = Math.round(Math.abs(gap) * 100)
  if (points === 0) return { better: null, points: 0, sure: false, more_links: null, needed_by: null }
  const known = { better: gap > 0 ? 0 : 1, points } as const
  if (isSure(a, b)) return { ...known, sure: true, more_links: null, needed_by: null }
  const smaller = a.answered < b.answered ? 0 : 1
  const alone = fewest((n) => (smaller === 0 ? isSure(grown(a, n), b) : isSure(a, grown(b, n))))
  if (alone !== null) return { ...known, sure: false, more_links: alone, needed_by: smaller }
  const both = fewest((n) => isSure(grown(a, n / 2), grown(b, n / 2)))
  return { ...known, sure: false, more_links: both, needed_by: null }
}

/** One more of each outcome on both sides (Agresti and Caffo), so that a few equal results are no certainty. */
function isSure(a: DuelSample, b: DuelSample): boolean {
  const [p, q] = [(a.indexed + 1) / (a.answered + 2), (b.indexed + 1) / (b.answered + 2)]
  const variance = (p * (1 - p)) / (a.answered + 2) + (q * (1 - q)) / (b.answered + 2)
  return Math.abs(p - q) >= Z * Math.sqrt(variance)
}

/** The sample with `more` results of the same share. */
const grown = ({ indexed, answered }: DuelSample, more: number): DuelSample => ({
  indexed: indexed * (1 + more / answered),
  answered: answered + more,
})

/** The smallest number that is enough, in tens: it is an estimate. */
function fewest(enough: (n: number) => boolean): number | null {
  if (!enough(MOST_MORE)) return null
  let [low, high] = [0, MOST_MORE / 10]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (enough(middle * 10)) high = middle
    else low = middle
  }
  return high * 10
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000
