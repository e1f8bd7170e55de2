/** Markup that is known to be safe: it came out of this runtime, or through `raw()`. */
export class Html {
  readonly #markup: string
  constructor(markup: string) {
    this.#markup = markup
  }
  toString(): string {
    return this.#markup
  }
}
