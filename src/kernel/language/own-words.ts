/**
 * The agency's own words: `<data>/words/de.po` replaces texts of a language without a new version. The files are compared
 * once a second, while texts are drawn. A broken entry is left out, and `signalpost doctor` names it.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf } from './faults.ts'
import { parsePo } from './po.ts'

export type OwnWords = { texts: ReadonlyMap<string, string>; faults: readonly string[] }

const NONE: OwnWords = { texts: new Map(), faults: [] }
const MOST_BYTES = 1_000_000
const EVERY_MS = 1000

/** The words of one file; `known` has the texts that there are. */
export function readOwnWords(file: string, language: string, known: ReadonlySet<string>): OwnWords {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return NONE
    // Reading a pipe would wait for its writer.
    if (!found.isFile()) return { ...NONE, faults: ['this is not a file'] }
    if (found.size > MOST_BYTES) return { ...NONE, faults: ['the file is larger than 1 MB'] }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
    const entries = parsePo(text)
    if (entries.length === 0 && text.trim()) return { ...NONE, faults: ['the file has no entry in UTF-8'] }
    const judged = entries
      .filter(({ id, str, fuzzy }) => id && str && !fuzzy)
      .map(({ id, str }) => ({
        ...{ id, str },
        fault: known.has(id) ? faultsOf(language, id, str)[0] : 'not a text of this version',
      }))
    return {
      texts: new Map(judged.flatMap(({ id, str, fault }) => (fault ? [] : [[id, str] as const]))),
      faults: judged.flatMap(({ id, fault }) => (fault ? [`“${id.slice(0, 60)}”: ${fault}`] : [])),
    }
  } catch (error) {
    return { ...NONE, faults: [`the file cannot be read: ${(error as Error).message.slice(0, 120)}`] }
  }
}

/** Own words by language, read again when their file changed. */
export class WordsFolder {
  private readonly kept = new Map<string, { stamp: string; words: OwnWords }>()
  private comparedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly folder: string,
    private readonly known: () => ReadonlySet<string>,
  ) {}

  /** Whether a file changed since the last look; at most one look a second. */
  isChanged(languages: readonly string[]): boolean {
    if (performance.now() - this.comparedAt < EVERY_MS) return false
    this.comparedAt = performance.now()
    return languages.filter((language) => this.hasChanged(language)).length > 0
  }

  of(language: string): OwnWords {
    return this.kept.get(language)?.words ?? NONE
  }

  private hasChanged(language: string): boolean {
    const file = join(this.folder, `${language}.po`)
    const stamp = stampOf(file)
    if ((this.kept.get(language)?.stamp ?? '') === stamp) return false
    this.kept.set(language, { stamp, words: readOwnWords(file, language, this.known()) })
    return true
  }
}

/** A folder that may not be read, or is none, must not fail a page. */
function stampOf(file: string): string {
  try {
    const seen = statSync(file, { throwIfNoEntry: false })
    return seen ? `${seen.mtimeMs} ${seen.size} ${seen.ino}` : ''
  } catch (error) {
    return (error as Error).message
  }
}
