/** A page named as canonical: the canonical address that it names itself, and its faults. */
export type Target = { canonical: string | null; trouble: string | null }

/** Canonical addresses followed from one page. */
const LONGEST = 4

/**
 * The fault of a page's canonical address, as one finding: a chain, a circle, or a page that cannot be canonical.
 * `look` returns null for a page outside the limits of the run.
 */
export async function canonicalTrouble(
  page: string,
  canonical: string,
  look: (url: string) => Promise<Target | null>,
): Promise<string | null> {
  const chain = [page]
  for (let next: string | null = canonical; next !== null && next !== chain.at(-1); ) {
    if (chain.includes(next)) return circle([...chain.slice(chain.indexOf(next)), next])
    chain.push(next)
    const target: Target | null = chain.length > LONGEST ? null : await look(next)
    if (target?.trouble && chain.length === 2)
      return `The canonical address ${brief(canonical)} ${target.trouble}. Name one that answers 200 and can be indexed.`
    next = target?.canonical ?? null
  }
  if (chain.length <= 2) return null
  return `Canonical addresses form a chain: ${arrows(chain)}. Name the last one on each of these pages.`
}

const circle = (chain: string[]): string =>
  `Canonical addresses form a circle: ${arrows(chain)}. Choose one and name it on all of these pages.`

export const arrows = (urls: string[]): string => urls.map(brief).join(' → ')

const MOST = 120
const brief = (url: string): string => (url.length > MOST ? `${url.slice(0, MOST)}…` : url)
