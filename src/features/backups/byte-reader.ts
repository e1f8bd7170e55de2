export type Pieces = AsyncIterable<Uint8Array>

/** Reads bytes with look-ahead: by line, or the rest. */
export class Reader {
  readonly #source: AsyncIterator<Uint8Array>
  #ahead: Uint8Array = new Uint8Array(0)

  constructor(source: Pieces) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#ahead = Buffer.concat([this.#ahead, value])
    return true
  }

  /** The next bytes, fewer at the end. */
  async peek(n: number): Promise<Uint8Array> {
    while (this.#ahead.length < n && (await this.#more()));
    return this.#ahead.subarray(0, n)
  }

  /** Up to the end of a line, without it; null when the line is longer than `most`. */
  async line(most: number): Promise<Uint8Array | null> {
    for (;;) {
      const end = this.#ahead.indexOf(10)
      if (end >= 0) {
        const line = this.#ahead.slice(0, end)
        this.#ahead = this.#ahead.slice(end + 1)
        return line
      }
      if (this.#ahead.length > most || !(await this.#more())) return null
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#ahead.length) yield this.#ahead
    for (;;) {
      const { done, value } = await this.#source.next()
      if (done) return
      yield value
    }
  }
}
