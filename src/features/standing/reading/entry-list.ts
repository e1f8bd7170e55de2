/**
 * The list of a file when it was last read: sorted hashes of its links with their dates, twelve octets each. A changed
 * file is compared with it, so that only the differences are looked up among everything that is known.
 */
import { pacer } from '../../../kernel/scheduling/pause.ts'
import type { Rules } from '../shapes.ts'

const RECORD = 12

/** The state of a file for which its list is kept: links that other rules leave out are not missing. */
export const listKey = (digest: string, { include, exclude, hosts }: Rules): string =>
  [include, exclude, hosts].some(({ length }) => length)
    ? `${digest} ${Bun.hash(JSON.stringify([include, exclude, hosts]))}`
    : digest

export class EntryList {
  private constructor(
    private readonly hashes: BigUint64Array,
    private readonly dates: Uint32Array,
  ) {}

  static of(octets: Uint8Array): EntryList {
    const whole = octets.slice().buffer
    const n = octets.length / RECORD
    return new EntryList(new BigUint64Array(whole, 0, n), new Uint32Array(whole, n * 8, n))
  }

  /** Whether the file listed this link with this date. */
  has(hash: bigint, lastmod: number | null): boolean {
    for (let at = placeOf(this.hashes, hash); this.hashes[at] === hash; at++)
      if (this.dates[at] === (lastmod ?? 0)) return true
    return false
  }

  /** Whether the file listed this link. */
  lists(hash: bigint): boolean {
    return this.hashes[placeOf(this.hashes, hash)] === hash
  }

  /** The links that the other list lacks. */
  *without(other?: EntryList): Generator<bigint> {
    let at = 0
    for (const hash of this.hashes) {
      while (other && other.hashes[at]! < hash) at++
      if (other?.hashes[at] !== hash) yield hash
    }
  }
}

/** The entries of a file as they are read; `clear` makes it ready for the next one without new memory. */
export class EntryCollector {
  private hashes = new BigUint64Array(512)
  private dates = new Uint32Array(512)
  private n = 0

  add(hash: bigint, lastmod: number | null): void {
    if (this.n === this.hashes.length) {
      const [hashes, dates] = [new BigUint64Array(this.n * 2), new Uint32Array(this.n * 2)]
      hashes.set(this.hashes)
      dates.set(this.dates)
      this.hashes = hashes
      this.dates = dates
    }
    this.hashes[this.n] = hash
    this.dates[this.n++] = lastmod ?? 0
  }

  clear(): void {
    this.n = 0
  }

  /** The list as it is kept; each step is short. */
  async octets(): Promise<Uint8Array<ArrayBuffer>> {
    const { n } = this
    const breathe = pacer()
    const octets = new Uint8Array(n * RECORD)
    const [hashes, dates] = [new BigUint64Array(octets.buffer, 0, n), new Uint32Array(octets.buffer, n * 8, n)]
    hashes.set(this.hashes.subarray(0, n))
    hashes.sort()
    const filled = new Uint8Array(n)
    for (let i = 0; i < n; i++) {
      let at = placeOf(hashes, this.hashes[i]!)
      while (filled[at]) at++
      filled[at] = 1
      dates[at] = this.dates[i]!
      if (i % 250 === 0) await breathe()
    }
    return octets
  }
}

/** The first place whose hash is not below this one. */
function placeOf(hashes: BigUint64Array, hash: bigint): number {
  let [from, to] = [0, hashes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (hashes[middle]! < hash) from = middle + 1
    else to = middle
  }
  return from
}
