/**
 * Which IP addresses a fetch on a user's behalf may reach: everything the IANA special-purpose registries do not set
 * aside. Only canonical spellings are addresses here (`new URL` makes them so); `0x7f.1` or `fe80::1%eth0` are none.
 */

/** A range of addresses of one family, both ends included. */
export type Network = { family: 4 | 6; from: bigint; to: bigint }

/** The networks of a comma- or space-separated list of CIDRs and single addresses; throws a RangeError naming a bad entry. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseNetwork)
}

/** True for a public unicast address: an IPv4 address off the deny list, an IPv6 address on the allow list. */
export function isPublic(ip: string): boolean {
  const address = parseAddress(ip)
  if (!address) return false
  if (address.family === 4) return !within(address, IP4_DENIED)
  return within(address, IP6_GLOBAL) && !within(address, IP6_DENIED)
}

/** True when the address lies in one of the networks. An IPv4-mapped IPv6 address lies in no IPv4 network. */
export function isAllowed(ip: string, networks: Network[]): boolean {
  if (networks.length === 0) return false
  const address = parseAddress(ip)
  return address !== null && within(address, networks)
}

/** 4 or 6 for an address in canonical notation (no brackets, no zone), else 0. */
export function ipFamily(text: string): 0 | 4 | 6 {
  return parseAddress(text)?.family ?? 0
}

/** The range that one customer controls: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const address = parseAddress(ip)
  return address?.family === 6 ? `${(address.value >> 64n).toString(16).padStart(16, '0')}::/64` : ip
}

/** The range that one site controls: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function wideNetworkOf(ip: string): string {
  const address = parseAddress(ip)
  if (address?.family === 6) return `${(address.value >> 80n).toString(16).padStart(12, '0')}::/48`
  return address ? ip.replace(/\d+$/, '0/24') : ip
}

/** The /24 of an IPv4 address or the /64 of an IPv6 address, as people write it. */
export function closeNetworkOf(ip: string): string {
  const address = parseAddress(ip)
  if (address?.family !== 6) return wideNetworkOf(ip)
  const groups = [48n, 32n, 16n, 0n].map((shift) => (((address.value >> 64n) >> shift) & 0xffffn).toString(16))
  return `${new URL(`http://[${groups.join(':')}::]`).hostname.slice(1, -1)}/64`
}

const IP4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

export type Address = { family: 4 | 6; value: bigint }

// IANA IPv4 special-purpose registry, and the address on which Azure answers its own machines.
const IP4_DENIED = parseNetworks(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16`)

// Mapped, NAT64, unique-local, link-local and multicast addresses all fall outside 2000::/3.
const IP6_GLOBAL = parseNetworks('2000::/3')
// IETF assignments (Teredo among them), documentation, 6to4, documentation again.
const IP6_DENIED = parseNetworks('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

function parseNetwork(text: string): Network {
  const [ip = '', prefix, more] = text.split('/')
  const address = parseAddress(ip)
  const width = address?.family === 6 ? 128 : 32
  const bits = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (!address || more !== undefined || bits < 0 || bits > width) {
    throw new RangeError(`"${text}" is not a network such as 10.0.0.0/8 or fd00::/8`)
  }
  const size = 1n << BigInt(width - bits)
  const from = address.value - (address.value % size)
  return { family: address.family, from, to: from + size - 1n }
}

function within({ family, value }: Address, networks: Network[]): boolean {
  return networks.some((network) => network.family === family && value >= network.from && value <= network.to)
}

/** An address as a number; null for anything but its canonical spelling. */
export function parseAddress(text: string): Address | null {
  const value = text.includes(':') ? parse6(text) : parse4(text)
  return value === null ? null : { family: text.includes(':') ? 6 : 4, value }
}

function parse4(text: string): bigint | null {
  const [, ...parts] = IP4.exec(text) ?? []
  if (parts.length === 0 || parts.some((part) => Number(part) > 255)) return null
  return BigInt(parts.reduce((value, part) => value * 256 + Number(part), 0))
}

function parse6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half, index) => groupsOf(half, index === halves.length - 1))
  if (!head || tail === null) return null
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail ? missing < 1 : missing !== 0) return null
  return [...head, ...Array<number>(missing).fill(0), ...(tail ?? [])].reduce(
    (value, group) => (value << 16n) | BigInt(group),
    0n,
  )
}

/** The 16-bit groups of one side of `::`; at the end of the address, dotted IPv4 may stand for the last two. */
function groupsOf(half: string, atEnd: boolean): number[] | null {
  if (half === '') return []
  const groups: number[] = []
  const parts = half.split(':')
  for (const [index, part] of parts.entries()) {
    const dotted = atEnd && index === parts.length - 1 ? parse4(part) : null
    if (dotted !== null) groups.push(Number(dotted >> 16n), Number(dotted & 0xffffn))
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}
