/**
 * Which country a /24 of IPv4 or a /48 of IPv6 is registered in, as a table of 0.3 MB: the start of each range, as the
 * distance from the range before, and its country. Every 256th start is in an index, so that a lookup reads one
 * block and unpacks nothing.
 */
import { parseAddress } from '../web-fetch/addresses.ts'

/** The number of the network that holds an address; null for text that is no address. */
export function networkNumber(ip: string): bigint | null {
  const address = parseAddress(ip)
  return address && address.value >> (address.family === 4 ? 8n : 80n)
}

/** The header of a table. */
type TableFacts = {
  source: string
  made_on: string
  /** Two letters each; the first is of addresses that belong to nobody. */
  countries: string[]
  families: { ranges: number; index: number; steps: number }[]
}
export type CountryTable = { facts: TableFacts; countryOf(ip: string): string | null }
/** A range of networks up to the next one, by their numbers. */
export type RangeStart = { from: bigint; country: string }

const BLOCK = 256
const ENTRY = 12

/** Packs the ranges of IPv4 and of IPv6, each in order. */
export function packTable(
  facts: Pick<TableFacts, 'source' | 'made_on'>,
  families: readonly RangeStart[][],
): Uint8Array {
  const countries = ['', ...new Set(families.flatMap((ranges) => ranges.map(({ country }) => country)).filter(Boolean))]
  const packed = families.map((ranges) => packFamily(ranges, new Map(countries.map((country, at) => [country, at]))))
  const header: TableFacts = {
    ...facts,
    countries,
    families: packed.map(({ index, steps, codes }) => ({
      ranges: codes.length,
      index: index.length,
      steps: steps.length,
    })),
  }
  const head = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const body = Buffer.concat(packed.flatMap(({ index, steps, codes }) => [index, steps, codes]))
  return Buffer.concat([length, head, Bun.zstdCompressSync(body, { level: 22 })])
}

function packFamily(ranges: RangeStart[], codes: ReadonlyMap<string, number>) {
  const index = Buffer.alloc(Math.ceil(ranges.length / BLOCK) * ENTRY)
  const steps: number[] = []
  for (const [at, { from }] of ranges.entries()) {
    if (at % BLOCK > 0) {
      pushStep(steps, from - ranges[at - 1]!.from)
      continue
    }
    index.writeBigUInt64LE(from, (at / BLOCK) * ENTRY)
    index.writeUInt32LE(steps.length, (at / BLOCK) * ENTRY + 8)
  }
  return { index, steps: Buffer.from(steps), codes: Buffer.from(ranges.map(({ country }) => codes.get(country)!)) }
}

/** Seven bits an octet, the lowest first. */
function pushStep(steps: number[], step: bigint): void {
  let rest = step
  for (; rest > 127n; rest >>= 7n) steps.push(Number(rest & 127n) | 128)
  steps.push(Number(rest))
}

/** Facts about a packed table, which need no unpacking. */
export function factsOf(file: Buffer): TableFacts {
  return JSON.parse(file.toString('utf8', 4, 4 + file.readUInt32LE())) as TableFacts
}

/** Opens a packed table. It takes some milliseconds, on another thread. */
export async function openTable(file: Buffer): Promise<CountryTable> {
  const facts = factsOf(file)
  const body = Buffer.from(await Bun.zstdDecompress(file.subarray(4 + file.readUInt32LE())))
  let at = 0
  const next = (bytes: number) => {
    at += bytes
    return body.subarray(at - bytes, at)
  }
  const families = facts.families.map(({ ranges, index, steps }) => ({
    index: next(index),
    steps: next(steps),
    codes: next(ranges),
  }))
  return {
    facts,
    countryOf(ip) {
      const number = networkNumber(ip)
      return number === null ? null : facts.countries[find(families[ip.includes(':') ? 1 : 0]!, number)] || null
    },
  }
}

/** The number of the country of the range that holds the value. */
function find({ index, steps, codes }: { index: Buffer; steps: Buffer; codes: Buffer }, value: bigint): number {
  let [block, above] = [-1, index.length / ENTRY]
  while (above - block > 1) {
    const middle = (block + above) >> 1
    if (index.readBigUInt64LE(middle * ENTRY) <= value) block = middle
    else above = middle
  }
  if (block < 0) return 0
  let from = index.readBigUInt64LE(block * ENTRY)
  let at = index.readUInt32LE(block * ENTRY + 8)
  const last = Math.min((block + 1) * BLOCK, codes.length) - 1
  for (let range = block * BLOCK; range < last; range++) {
    let [step, shift] = [0n, 0n]
    for (;;) {
      const octet = steps[at++]!
      step |= BigInt(octet & 127) << shift
      if (octet < 128) break
      shift += 7n
    }
    from += step
    if (from > value) return codes[range]!
  }
  return codes[last]!
}
