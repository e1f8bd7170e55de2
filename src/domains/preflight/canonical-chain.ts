/** A page that is named as canonical: what it names in turn, and what is wrong with it, if anything. */
export type Target = { canonical: string | null; trouble: string | null }

/** Addresses that are followed from one page. */
const LONGEST = 4

/**
 * What is wrong with the canonical address of a page, as one finding: it leads on, or back, or to a page that cannot
 * stand for this one. `look` gives null for what nobody looks at.
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
      return `The canonical address ${brief(canonical)} ${target.trouble}. Name one that answers 200 and may be shown.`
    next = target?.canonical ?? null
  }
  if (chain.length <= 2) return null
  return `Canonical addresses form a chain: ${arrows(chain)}. Name the last one on each of these pages.`
}

const circle = (chain: string[]): string =>
  `Canonical addresses lead in a circle: ${arrows(chain)}. Decide on one, and name it on all of them.`

/** Addresses one after the other, for people. */
export const arrows = (urls: string[]): string => urls.map(brief).join(' → ')

const MOST = 120
const brief = (url: string): string => (url.length > MOST ? `${url.slice(0, MOST)}…` : url)
