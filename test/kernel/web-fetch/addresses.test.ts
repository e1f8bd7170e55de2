import { describe, expect, test } from 'bun:test'
import { ipFamily, isAllowed, isPublic, parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'

/** First and last address of each range that IANA sets aside, and of Azure's own. */
const BLOCKED_4: [string, string, string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local, cloud metadata', '169.254.0.0', '169.254.255.255'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112-v4', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay', '192.88.99.0', '192.88.99.255'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved, broadcast', '240.0.0.0', '255.255.255.255'],
  ['Azure wire server', '168.63.129.16', '168.63.129.16'],
]

/** What lies just outside those ranges, and is not the neighbour's range. */
const PUBLIC_4 = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ...['192.31.195.255', '192.31.197.0', '192.52.192.255', '192.52.194.0', '192.88.98.255', '192.88.100.0'],
  ...['192.167.255.255', '192.169.0.0', '192.175.47.255', '192.175.49.0', '198.17.255.255', '198.20.0.0'],
  ...[
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
  ],
]

const BLOCKED_6: [string, string][] = [
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback in full', '0:0:0:0:0:0:0:1'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-compatible, dotted', '::127.0.0.1'],
  ['IPv4-mapped loopback', '::ffff:7f00:1'],
  ['IPv4-mapped loopback, dotted', '::ffff:127.0.0.1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::1'],
  ['discard only', '100::1'],
  ['IETF assignments', '2001::'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['ORCHIDv2', '2001:20::1'],
  ['IETF assignments, last', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::1'],
  ['documentation, last', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a private address', '2002:c0a8:101::1'],
  ['documentation 2', '3fff::1'],
  ['documentation 2, last', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['above global unicast', '4000::'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
]

/** Not canonical, so no addresses: whoever connects to them would read them by other rules than ours. */
const NO_ADDRESSES = [
  ...['', ' ', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001', '08.8.8.8'],
  ...[
    '8.8.8.8.',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.256',
    '8.8.8.-1',
    '８.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '+8.8.8.8',
    '1e1.8.8.8',
  ],
  ...[
    '[2606:4700::1111]',
    'fe80::1%eth0',
    '2606:4700::1111%1',
    '2606:4700::1111%25eth0',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
  ],
  ...[
    '2606::4700::1',
    '2606:4700:',
    ':2606:4700',
    '12345::',
    'g::',
    ':::',
    '1:2:3:4:5:6:7::8:9',
    '::256.0.0.1',
    '8.8.8.8::',
  ],
]

describe('what is public', () => {
  test.each(BLOCKED_4)('%s (%s to %s) is not', (_, first, last) => {
    expect([isPublic(first), isPublic(last)]).toEqual([false, false])
  })

  test.each(BLOCKED_6)('%s, %s, is not', (_, address) => {
    expect(ipFamily(address)).toBe(6)
    expect(isPublic(address)).toBeFalse()
  })

  test('the addresses just outside the blocked IPv4 ranges are', () => {
    expect(PUBLIC_4.filter((address) => !isPublic(address))).toEqual([])
  })

  test('global unicast IPv6 addresses are, up to the edges of the blocked ranges', () => {
    const open = [
      '2000::',
      '2001:200::',
      '2001:db7:ffff::1',
      '2001:db9::',
      '2003::',
      '2606:4700:4700::1111',
      '2A00::1',
      '3ffe::1',
      '3fff:1000::',
    ]
    expect(open.filter((address) => !isPublic(address))).toEqual([])
  })

  test('what is no address in canonical notation is not', () => {
    expect(NO_ADDRESSES.filter((text) => isPublic(text) || ipFamily(text) !== 0)).toEqual([])
  })

  test('of 20,000 scattered IPv4 addresses, exactly those outside the registry are', () => {
    const ranges = BLOCKED_4.map(([, first, last]) => [asNumber(first), asNumber(last)] as const)
    let seed = 20261121
    const wrong: string[] = []
    for (let round = 0; round < 20_000; round++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      const expected = !ranges.some(([first, last]) => seed >= first && seed <= last)
      if (isPublic(asText(seed)) !== expected) wrong.push(asText(seed))
    }
    expect(wrong).toEqual([])
  })
})

describe('every spelling that a URL can give a loopback address', () => {
  const spellings = [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
    ],
    ...[
      '１２７.0.0.1',
      '127。0。0。1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ],
    ...['[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', '%31%32%37.0.0.1', '0', '0.0.0.0', '[::]'],
  ]
  test.each(spellings)('http://%s/ is not public', (host) => {
    const { hostname } = new URL(`http://${host}/`)
    expect(isPublic(hostname.replace(/^\[|\]$/g, ''))).toBeFalse()
  })
})

describe('networks', () => {
  test('a network covers its first and last address and nothing beside', () => {
    const networks = parseNetworks('10.1.0.0/16, fd00::/8')
    expect(['10.1.0.0', '10.1.255.255', 'fd00::', 'fdff::1'].filter((ip) => !isAllowed(ip, networks))).toEqual([])
    expect(
      ['10.0.255.255', '10.2.0.0', 'fcff::1', 'fe00::', '::ffff:10.1.0.1', '10.1'].filter((ip) =>
        isAllowed(ip, networks),
      ),
    ).toEqual([])
  })

  test('a single address is a network of its own, and host bits are ignored', () => {
    expect(parseNetworks('192.168.1.9')).toEqual(parseNetworks('192.168.1.9/32'))
    expect(parseNetworks('::1')).toEqual(parseNetworks('::1/128'))
    expect(parseNetworks('10.9.8.7/8')).toEqual(parseNetworks('10.0.0.0/8'))
    expect(isAllowed('203.0.113.1', parseNetworks('0.0.0.0/0'))).toBeTrue()
  })

  test('an empty list is no network, and commas, spaces and lines separate', () => {
    expect(parseNetworks(' \n')).toEqual([])
    expect(parseNetworks('10.0.0.0/8,127.0.0.0/8\n ::1')).toHaveLength(3)
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0/8',
    'localhost',
    '::/129',
    'fe80::1%eth0/64',
    '/8',
  ])('%s is refused by name', (text) => {
    expect(() => parseNetworks(`127.0.0.1 ${text}`)).toThrow(
      new RangeError(`"${text}" is not a network such as 10.0.0.0/8 or fd00::/8`),
    )
  })
})

function asNumber(ip: string): number {
  return ip.split('.').reduce((value, part) => value * 256 + Number(part), 0)
}

function asText(value: number): string {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.')
}
