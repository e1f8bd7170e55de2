/** What most of their readers need of header lines. */
export type Fields = { get(name: string): string | null }

/** The header lines of an answer, as they came: what was sent in two lines stays two values. */
export class HeaderLines {
  /** Names in small letters, each followed by its value. */
  constructor(private readonly pairs: readonly string[] = []) {}

  /** All values of this name, which is in small letters, joined by commas; null when there is none. */
  get(name: string): string | null {
    let found: string | null = null
    for (let at = 0; at < this.pairs.length; at += 2) {
      if (this.pairs[at] !== name) continue
      const value = this.pairs[at + 1]!
      found = found === null ? value : `${found}, ${value}`
    }
    return found
  }

  /** Each line of this name by itself. */
  all(name: string): string[] {
    return this.pairs.filter((_, at) => at % 2 === 1 && this.pairs[at - 1] === name)
  }
}
