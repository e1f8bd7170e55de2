/** Brings the file of a language up to the texts of the sources. */
import { type Entry, parsePo, writePo } from '../../src/kernel/language/po.ts'
import { entriesOf } from './extract.ts'

/** Share of words that a changed text has in common with the one of before. */
const ALIKE = 0.6

/** New texts are empty; one that is like a text that is gone takes its translation, marked to be looked through. */
export function merged(po: string, texts: ReadonlyMap<string, readonly string[]>): string {
  const before = parsePo(po)
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const gone = before.filter(({ id, str }) => id && str && !texts.has(id))
  const head: Entry = known.get('') ?? { id: '', str: '', fuzzy: false, notes: [] }
  return writePo([
    head,
    ...entriesOf(texts).map((entry) => {
      const own = known.get(entry.id)
      if (own?.str) return { ...entry, str: own.str, fuzzy: own.fuzzy }
      const like = gone.find(({ id }) => alike(id, entry.id) >= ALIKE)
      return like ? { ...entry, str: like.str, fuzzy: true } : entry
    }),
  ])
}

function alike(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size)
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])
