/**
 * Patterns over path and query: `*` is any text without `/`, `**` any text. A pattern that begins with `?` speaks of the
 * query alone.
 */
export function matches(pattern: string, target: string): boolean {
  const query = target.indexOf('?')
  if (pattern.startsWith('?')) return query >= 0 && fits(pattern, target.slice(query))
  const path = query < 0 ? target : target.slice(0, query)
  return fits(pattern, pattern.includes('?') ? target : path)
}

/** The texts between the stars of a pattern, and whether the stars before each may stand for a `/`. */
type Pieces = { texts: string[]; across: boolean[] }

const compiled = new Map<string, Pieces>()
const MOST_COMPILED = 1000

/** Stars, single or doubled, that a new pattern may have. */
export const MOST_STARS = 10
const STARS = /\*+/g
export const starsOf = (pattern: string): string[] => pattern.match(STARS) ?? []

function piecesOf(pattern: string): Pieces {
  const known = compiled.get(pattern)
  if (known) return known
  const pieces = { texts: pattern.split(STARS), across: [false, ...starsOf(pattern).map((stars) => stars.length > 1)] }
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(pattern, pieces)
  return pieces
}

/**
 * Looks for the first place of each text after the one before. Where a `*` would stand for a `/`, the text before it has
 * to end behind that `/`, so it is looked for again from there. Places only grow, so each text passes the target once.
 */
function fits(pattern: string, target: string): boolean {
  const { texts, across } = piecesOf(pattern)
  const last = texts.length - 1
  if (last === 0) return target === pattern
  if (!target.startsWith(texts[0]!) || !target.endsWith(texts[last]!)) return false
  const at = new Array<number>(texts.length).fill(0)
  for (let i = 1; i <= last; ) {
    const end = at[i - 1]! + texts[i - 1]!.length
    at[i] = i === last ? target.length - texts[last]!.length : target.indexOf(texts[i]!, Math.max(end, at[i]!))
    if (at[i]! < end) return false
    const slash = across[i] || at[i] === end ? -1 : target.lastIndexOf('/', at[i]! - 1)
    if (slash < end) i++
    else if (--i === 0) return false
    else at[i] = slash + 1 - texts[i]!.length
  }
  return true
}
