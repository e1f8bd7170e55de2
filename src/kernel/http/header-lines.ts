import { isWordAt } from '../ascii-word.ts'

/** What readers of header lines need of them. */
export type Fields = {
  /** All values of this name, which is in small letters, joined by commas; null when there is none. */
  get(name: string): string | null
  /** Each line of this name by itself. */
  all(name: string): string[]
}

/** Where the lines of a head are: for each, where its name and its value begin and end. */
export type LinePlaces = readonly number[]

const NONE: LinePlaces = []

/**
 * The header lines of an answer, as they came: what was sent in two lines stays two values. Of most lines nobody asks, so
 * names and values are taken out of the head only when somebody does.
 */
export class HeaderLines implements Fields {
  constructor(
    private readonly head = '',
    private readonly places = NONE,
    /** Values that went on in further lines, by where their line is among the places. */
    private readonly folded: ReadonlyMap<number, string> | null = null,
  ) {}

  get(name: string): string | null {
    let found: string | null = null
    for (let line = 0; line < this.places.length; line += 4) {
      if (!this.isNamed(line, name)) continue
      const value = this.valueIn(line)
      found = found === null ? value : `${found}, ${value}`
    }
    return found
  }

  all(name: string): string[] {
    const values: string[] = []
    for (let line = 0; line < this.places.length; line += 4)
      if (this.isNamed(line, name)) values.push(this.valueIn(line))
    return values
  }

  private isNamed(line: number, name: string): boolean {
    const from = this.places[line]!
    return this.places[line + 1]! - from === name.length && isWordAt(this.head, from, name)
  }

  private valueIn(line: number): string {
    return this.folded?.get(line) ?? this.head.slice(this.places[line + 2], this.places[line + 3])
  }
}
