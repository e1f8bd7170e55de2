import type { Found } from './addresses.ts'
import { newReading, type Reading } from './reading.ts'

export type ListEntry = {
  /** One address, or the text in which none is. */
  given: string
  /** Where it is in the text, from 1; 0 in formats without lines. */
  line: number
  /** Why it is no link; without one, its address decides. */
  reason?: string
  lastmod?: string
}

/** The entries of a list as they are found, and what is to be said about them. */
export class Findings {
  readonly reading: Reading = newReading()
  line = 0
  /** Whether any link was found. */
  has_links = false

  constructor(private readonly found: (entry: ListEntry) => void) {}

  link(given: string, lastmod?: string): void {
    this.has_links = true
    this.found(lastmod ? { given, line: this.line, lastmod } : { given, line: this.line })
  }

  drop(given: string, reason: string): void {
    this.reading.without++
    this.found({ given, line: this.line, reason })
  }

  /** Text without an address that begins with its scheme; its reader says why it is none. */
  word(given: string): void {
    // The URL standard takes some that have fewer slashes.
    if (!/^https?:/i.test(given)) this.reading.without++
    this.found({ given, line: this.line })
  }

  links({ addresses, beside, refused }: Found, given: string, lastmod?: string): void {
    if (refused) this.drop(given, refused)
    if (beside && addresses.length > 0) this.reading.beside++
    for (const address of addresses) this.link(address, lastmod)
  }
}
