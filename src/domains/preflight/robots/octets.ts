const PERCENT = 0x25
const HEX = Buffer.from('0123456789ABCDEF')

/** The value of a hexadecimal digit, or -1. */
const DIGIT = Int8Array.from({ length: 256 }, (_, octet) =>
  /[\da-f]/i.test(String.fromCharCode(octet)) ? Number.parseInt(String.fromCharCode(octet), 16) : -1,
)
/** Characters that need no escape (RFC 3986 2.3). */
const UNRESERVED = Uint8Array.from({ length: 256 }, (_, octet) => Number(/[\w.~-]/.test(String.fromCharCode(octet))))

/**
 * Writes a value in the form in which URLs are compared (RFC 9309 2.2.2), like `unescaped`: octets beyond ASCII
 * escaped, escapes in upper case, no needless escapes. Returns its end.
 */
export function canonicalValue(file: Uint8Array, from: number, to: number, out: Uint8Array, start: number): number {
  let end = start
  for (let at = from; at < to; at++) {
    const octet = file[at]!
    const escaped = octet === PERCENT && at + 2 < to && !isStray(file, from, at) ? escapedAt(file, at) : -1
    if (escaped >= 0) at += 2
    if (octet < 0x80 && escaped < 0) out[end++] = octet
    else if (escaped >= 0 && UNRESERVED[escaped]) out[end++] = escaped
    else end = writeEscape(escaped < 0 ? octet : escaped, out, end)
  }
  return end
}

function writeEscape(octet: number, out: Uint8Array, at: number): number {
  out[at] = PERCENT
  out[at + 1] = HEX[octet >> 4]!
  out[at + 2] = HEX[octet & 15]!
  return at + 3
}

function escapedAt(file: Uint8Array, at: number): number {
  const [high, low] = [DIGIT[file[at + 1]!]!, DIGIT[file[at + 2]!]!]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** After a stray percent sign, decoding this escape could create an escape that was not there. */
const isStray = (file: Uint8Array, from: number, at: number): boolean =>
  (at > from && file[at - 1] === PERCENT) || (at - 1 > from && file[at - 2] === PERCENT && DIGIT[file[at - 1]!]! >= 0)
