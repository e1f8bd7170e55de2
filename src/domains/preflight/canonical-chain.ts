import { type Said, said } from '../../kernel/language/say.ts'

/** A page named as canonical: the canonical address that it names itself, and its fault; a status is one too. */
export type Target = { canonical: string | null; trouble: Trouble | null }
export type Trouble = 'blocked' | 'redirects' | 'noindex' | 'silent' | number

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
): Promise<Said | null> {
  const chain = [page]
  for (let next: string | null = canonical; next !== null && next !== chain.at(-1); ) {
    if (chain.includes(next)) return circle([...chain.slice(chain.indexOf(next)), next])
    chain.push(next)
    const target: Target | null = chain.length > LONGEST ? null : await look(next)
    if (target?.trouble && chain.length === 2) return troubled(brief(canonical), target.trouble)
    next = target?.canonical ?? null
  }
  if (chain.length <= 2) return null
  return said('Canonical addresses form a chain: {chain}. Name the last one on each of these pages.', {
    chain: arrows(chain),
  })
}

const troubled = (url: string, trouble: Trouble): Said =>
  said(
    'The canonical address {url} {trouble, select, blocked {is blocked for Googlebot by robots.txt} redirects {redirects elsewhere} noindex {says noindex} silent {gives no answer} other {answers {trouble}}}. Name one that answers 200 and can be indexed.',
    { url, trouble: String(trouble) },
  )

const circle = (chain: string[]): Said =>
  said('Canonical addresses form a circle: {chain}. Choose one and name it on all of these pages.', {
    chain: arrows(chain),
  })

export const arrows = (urls: string[]): string => urls.map(brief).join(' → ')

const MOST = 120
const brief = (url: string): string => (url.length > MOST ? `${url.slice(0, MOST)}…` : url)
