/** Reads the CBOR (RFC 8949) of authenticators: definite lengths, without floats and tags. */
type Cbor = number | boolean | null | string | Buffer | Cbor[] | CborMap
export type CborMap = Map<Cbor, Cbor>

const DEEPEST = 8

/** The value at this place and where it ends. Throws RangeError for anything else. */
export function readCbor(bytes: Buffer, at = 0, depth = 0): { value: Cbor; end: number } {
  if (depth > DEEPEST) throw new RangeError('CBOR is nested too deeply')
  const kind = bytes.readUInt8(at) >> 5
  const { n, end } = readLength(bytes, at)
  if (kind === 0) return { value: n, end }
  if (kind === 1) return { value: -1 - n, end }
  if (kind === 2 || kind === 3) {
    const part = bytes.subarray(end, end + n)
    if (part.length < n) throw new RangeError('CBOR ends early')
    return { value: kind === 2 ? part : part.toString('utf8'), end: end + n }
  }
  if (kind === 4 || kind === 5) return readItems(bytes, { kind, n, at: end }, depth)
  if (kind === 7 && n >= 20 && n <= 22) return { value: n === 22 ? null : n === 21, end }
  throw new RangeError('CBOR of an unknown kind')
}

type Head = { kind: 4 | 5; n: number; at: number }

function readItems(bytes: Buffer, { kind, n, at }: Head, depth: number): { value: Cbor; end: number } {
  const items: Cbor[] = []
  let end = at
  for (let i = 0; i < n * (kind - 3); i++) {
    const item = readCbor(bytes, end, depth + 1)
    items.push(item.value)
    end = item.end
  }
  if (kind === 4) return { value: items, end }
  return { value: new Map(Array.from({ length: n }, (_, i) => [items[2 * i]!, items[2 * i + 1]!])), end }
}

function readLength(bytes: Buffer, at: number): { n: number; end: number } {
  const short = bytes.readUInt8(at) & 31
  if (short < 24) return { n: short, end: at + 1 }
  const width = { 24: 1, 25: 2, 26: 4 }[short]
  if (!width) throw new RangeError('CBOR of an unknown length')
  return { n: bytes.readUIntBE(at + 1, width), end: at + 1 + width }
}
