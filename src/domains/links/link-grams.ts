/**
 * Which links of a block have which three signs in a row. Signs have 40 classes, so a gram is a number below
 * 64,000, and what it finds is compared with the link itself. The list of a gram has either a bit for each link, or the
 * gaps between their places, whichever is shorter.
 */
const CLASSES = 40
const GRAMS = CLASSES ** 3
const OTHER = CLASSES - 1
const NONE = 0xffff_ffff
/** Finds that are put in order at once: less than a millisecond. */
const A_STEP = 100_000

const ofAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  const at = 'abcdefghijklmnopqrstuvwxyz0123456789/-.'.indexOf(sign)
  return at < 0 ? OTHER : at
})

/** Letters of other scripts share the classes of the Latin ones. */
const classOf = (code: number): number => (code < 128 ? ofAscii[code]! : code % 36)

/** Links of a block by their places, rising; or by bits, where they are many. */
export type Places = Uint16Array | Uint32Array

/** Grams of which a text must have one. `bytes`: how much they took lately; how many links they were read for, and left. */
export type Gram = { first: number; last: number; bytes?: number; of: number; left: number }

/** The grams of a text that is sought; of two signs, whatever follows. One sign alone has none. */
export function gramsOf(text: string): Gram[] {
  const signs = Array.from({ length: text.length }, (_, i) => classOf(text.charCodeAt(i)))
  const pair = (i: number) => (signs[i]! * CLASSES + signs[i + 1]!) * CLASSES
  if (signs.length === 2) return [{ first: pair(0), last: pair(0) + CLASSES - 1, of: 0, left: 0 }]
  const grams = new Set<number>()
  for (let i = 0; i + 2 < signs.length; i++) grams.add(pair(i) + signs[i + 2]!)
  return [...grams].map((gram) => ({ first: gram, last: gram, of: 0, left: 0 }))
}

/** Collects the texts of a block, and gives the list of each gram. */
export class GramBlock {
  /** Each a gram in the upper half and a place in the lower one. */
  private found: Uint32Array
  private n = 0
  /** The place at which each gram was seen last. */
  private readonly seen = new Uint32Array(GRAMS).fill(NONE)

  /** For this number of links, 65,536 at most. */
  constructor(private readonly size: number) {
    this.found = new Uint32Array(size * 64)
  }

  add(place: number, text: string): void {
    if (this.n + text.length > this.found.length) {
      const larger = new Uint32Array(this.found.length * 2 + text.length)
      larger.set(this.found.subarray(0, this.n))
      this.found = larger
    }
    let [first, second] = [classOf(text.charCodeAt(0)), classOf(text.charCodeAt(1))]
    // The end is a sign as well, so that its last two are found.
    for (let i = 2; i <= text.length; i++) {
      const third = i < text.length ? classOf(text.charCodeAt(i)) : OTHER
      const gram = (first * CLASSES + second) * CLASSES + third
      if (this.seen[gram] !== place) {
        this.seen[gram] = place
        this.found[this.n++] = gram * 65_536 + place
      }
      first = second
      second = third
    }
  }

  /** The list of each gram, and now and then nothing. */
  *lists(): Generator<{ gram: number; links: Uint8Array } | null> {
    const starts = new Uint32Array(GRAMS + 1)
    for (let i = 0; i < this.n; i++) {
      starts[(this.found[i]! >>> 16) + 1]!++
      if (i % A_STEP === 0) yield null
    }
    for (let gram = 0; gram < GRAMS; gram++) starts[gram + 1]! += starts[gram]!
    const next = starts.slice()
    const places = new Uint16Array(this.n)
    for (let i = 0; i < this.n; i++) {
      const one = this.found[i]!
      places[next[one >>> 16]!++] = one & 0xffff
      if (i % A_STEP === 0) yield null
    }
    const room = new Uint8Array(this.size / 8 + 4)
    for (let gram = 0; gram < GRAMS; gram++) {
      const list = places.subarray(starts[gram]!, starts[gram + 1]!)
      if (list.length) yield { gram, links: room.slice(0, this.write(room, list)) }
    }
  }

  private write(out: Uint8Array, places: Uint16Array): number {
    const bytes = this.size / 8
    let end = 0
    let last = -1
    for (let i = 0; i < places.length && end < bytes; i++) {
      let gap = places[i]! - last - 1
      for (; gap >= 128; gap >>>= 7) out[end++] = (gap & 127) | 128
      out[end++] = gap
      last = places[i]!
    }
    if (end < bytes) return end
    out.fill(0, 0, bytes)
    for (let i = 0; i < places.length; i++) out[places[i]! >>> 3]! |= 1 << (places[i]! & 7)
    return bytes
  }
}

/** Up to this number, links are kept as places. */
const FEW = 2048

/** The links of a list, of a block of `size`, that are among others; null for all of them. */
export function among(places: Places | null, list: Uint8Array, size: number): Places {
  if (list.length < size / 8) {
    const found = withGaps(places, list)
    return places || found.length <= FEW ? found : either(found, new Uint16Array(), size)
  }
  if (places instanceof Uint16Array) return withBits(places, list)
  const bits = new Uint32Array(size / 32)
  const words = new DataView(list.buffer, list.byteOffset, list.byteLength)
  for (let i = 0; i < bits.length; i++) bits[i] = words.getUint32(i * 4, true) & (places ? places[i]! : NONE)
  return bits
}

/** The places of a list of gaps that are among others; null for all. */
function withGaps(places: Places | null, list: Uint8Array): Uint16Array {
  const bits = places instanceof Uint32Array ? places : bitsOf(places)
  const out = new Uint16Array(list.length + 1)
  let [place, kept] = [-1, 0]
  for (let i = 0; i < list.length; ) {
    let byte = list[i++]!
    let gap = byte & 127
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = list[i++]!
      gap |= (byte & 127) << shift
    }
    place += gap + 1
    out[kept] = place
    kept += (bits[place >>> 5]! >>> (place & 31)) & 1
  }
  return out.subarray(0, kept)
}

const room = new Uint32Array(65_536 / 32)

/** Until the next are asked for. */
function bitsOf(places: Uint16Array | null): Uint32Array {
  if (!places) return room.fill(NONE)
  room.fill(0)
  for (let i = 0; i < places.length; i++) room[places[i]! >>> 5]! |= 1 << (places[i]! & 31)
  return room
}

/** All of both. */
export function either(a: Places, b: Places, size: number): Places {
  const bits = new Uint32Array(size / 32)
  for (const places of [a, b])
    if (places instanceof Uint32Array) for (let i = 0; i < bits.length; i++) bits[i]! |= places[i]!
    else for (let i = 0; i < places.length; i++) bits[places[i]! >>> 5]! |= 1 << (places[i]! & 31)
  return bits
}

function withBits(places: Uint16Array, list: Uint8Array): Uint16Array {
  const out = new Uint16Array(places.length)
  let kept = 0
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    if (list[place >>> 3]! & (1 << (place & 7))) out[kept++] = place
  }
  return out.subarray(0, kept)
}

/** How many they are. */
export function countOf(places: Places): number {
  if (places instanceof Uint16Array) return places.length
  let n = 0
  for (let i = 0; i < places.length; i++) {
    let word = places[i]!
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    n += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return n
}

/** The places from one to another, both included. */
export function* placesOf(places: Places, from: number, to: number): Generator<number> {
  if (places instanceof Uint16Array) {
    for (let i = firstFrom(places, from); i < places.length && places[i]! <= to; i++) yield places[i]!
    return
  }
  for (let i = from >>> 5; i <= to >>> 5; i++)
    for (let word = places[i]!; word; word &= word - 1) {
      const place = i * 32 + 31 - Math.clz32(word & -word)
      if (place >= from && place <= to) yield place
    }
}

function firstFrom(places: Uint16Array, from: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (places[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}
