const octets = new Uint8Array(32)
const view = new DataView(octets.buffer)

/** First 63 bits of the SHA-256 of a canonical URL: 10 million collide with a chance of five in a million. */
export function hashOf(url: string): bigint {
  Bun.SHA256.hash(url, octets)
  return view.getBigUint64(0) >> 1n
}
