/**
 * Patterns over path and query: `*` is any text without `/`, `**` any text. A pattern that begins with `?` speaks of the
 * query alone. Matching takes at most pattern times path steps, whatever the pattern.
 */
export function matches(pattern: string, target: string): boolean {
  const query = target.indexOf('?')
  if (pattern.startsWith('?')) return query >= 0 && fits(pattern, target.slice(query))
  const path = query < 0 ? target : target.slice(0, query)
  return fits(pattern, pattern.includes('?') ? target : path)
}

type Piece = { text: string; across: boolean } | { text: string; across: null }

const compiled = new Map<string, Piece[]>()
const MOST_COMPILED = 1000

/** Literal pieces, each with the kind of star before it (null: none). */
function piecesOf(pattern: string): Piece[] {
  const known = compiled.get(pattern)
  if (known) return known
  const pieces: Piece[] = []
  for (const [, stars = '', text = ''] of pattern.matchAll(/(\*+)?([^*]*)/g))
    if (stars || text) pieces.push({ text, across: stars === '' ? null : stars.length > 1 })
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(pattern, pieces)
  return pieces
}

/** The places in the target that the pattern so far can end at, one piece after the other. */
function fits(pattern: string, target: string): boolean {
  let ends = new Uint8Array(target.length + 1)
  ends[0] = 1
  for (const { text, across } of piecesOf(pattern)) {
    const next = new Uint8Array(target.length + 1)
    let is_open = false
    for (let at = 0; at <= target.length; at++) {
      if (across !== null && is_open && !across && target[at - 1] === '/') is_open = false
      if (ends[at]) is_open = true
      if (is_open && target.startsWith(text, at)) next[at + text.length] = 1
      if (across === null) is_open = false
    }
    ends = next
  }
  return ends[target.length] === 1
}
