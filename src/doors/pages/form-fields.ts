/** Reads the fields of a form, a large one in steps: a list of 10,000 URLs is up to 31 MB, which take 200 ms at once. */
import { Fault } from '../../kernel/operation/fault.ts'
import { pacer } from '../../kernel/scheduling/pause.ts'

/** A push of 10,000 links ticks up to as many boxes. */
const MOST_FIELDS = 25_000
/** Octets that are read in one step. */
const STEP = 1 << 16

const [AMPERSAND, EQUALS, PLUS, PERCENT, BLANK] = [38, 61, 43, 37, 32]
const utf8 = (): TextDecoder => new TextDecoder('utf-8', { ignoreBOM: true })

/** The fields, as `URLSearchParams` reads them. The octets are overwritten. */
export async function fieldsIn(bytes: Uint8Array, breathe = pacer()): Promise<URLSearchParams> {
  const octets = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  assertFew(octets)
  if (octets.length <= STEP) return new URLSearchParams(utf8().decode(octets))
  const fields = new URLSearchParams()
  for (let from = 0; from <= octets.length; ) {
    const to = endOf(octets, from)
    // Many short fields at once, else one that is long.
    if (to - from <= STEP)
      for (const [name, value] of new URLSearchParams(utf8().decode(octets.subarray(from, to))))
        fields.append(name, value)
    else await appendLong(fields, octets.subarray(from, to), breathe)
    from = to + 1
    await breathe()
  }
  return fields
}

function assertFew(octets: Buffer): void {
  let at = -1
  for (let n = 0; n <= MOST_FIELDS; n++) {
    at = octets.indexOf(AMPERSAND, at + 1)
    if (at < 0) return
  }
  throw new Fault('body_too_large', `The form may have at most ${MOST_FIELDS.toLocaleString('en')} fields.`)
}

/** Where the last field ends that is whole within a step; of a longer one, where that ends. */
function endOf(octets: Buffer, from: number): number {
  if (octets.length - from <= STEP) return octets.length
  const last = octets.lastIndexOf(AMPERSAND, from + STEP)
  if (last >= from) return last
  const next = octets.indexOf(AMPERSAND, from)
  return next < 0 ? octets.length : next
}

async function appendLong(fields: URLSearchParams, pair: Buffer, breathe: () => unknown): Promise<void> {
  const equals = pair.indexOf(EQUALS)
  const split = equals < 0 ? pair.length : equals
  const name = await textOf(pair.subarray(0, split), breathe)
  fields.append(name, await textOf(pair.subarray(split + 1), breathe))
}

/** Decodes in place, a step at a time: what is decoded is never longer than what was read. */
async function textOf(octets: Buffer, breathe: () => unknown): Promise<string> {
  const decoder = utf8()
  let text = ''
  for (let from = 0; from < octets.length; ) {
    await breathe()
    const { read, written } = decodeStep(octets, from)
    text += decoder.decode(octets.subarray(from, from + written), { stream: true })
    from = read
  }
  return text + decoder.decode()
}

/** Writes the octets of a step without their escapes from where it begins; answers how many, and where the next begins. */
function decodeStep(octets: Buffer, from: number): { read: number; written: number } {
  const end = Math.min(octets.length, from + STEP)
  let to = from
  let at = from
  while (at < end) {
    const octet = octets[at]!
    const escaped = octet === PERCENT ? escapedAt(octets, at) : -1
    octets[to++] = octet === PLUS ? BLANK : escaped < 0 ? octet : escaped
    at += escaped < 0 ? 1 : 3
  }
  return { read: at, written: to - from }
}

function escapedAt(octets: Buffer, at: number): number {
  const [high, low] = [digitOf(octets[at + 1]), digitOf(octets[at + 2])]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** The value of a hexadecimal digit, or -1. */
function digitOf(octet = 0): number {
  if (octet >= 48 && octet <= 57) return octet - 48
  const letter = octet | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
