import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rangesOf } from '../../../scripts/countries.ts'
import { ConfigError, readConfig } from '../../../src/kernel/environment/config.ts'
import { openTable, packTable } from '../../../src/kernel/environment/country-table.ts'
import { createGeoIp } from '../../../src/kernel/environment/geoip.ts'
import { mmdbOf } from './mmdb.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-geoip-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, content: Buffer): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('the built-in table', () => {
  const geoip = createGeoIp('')

  test('knows the country of public addresses of both families, and no city', async () => {
    expect(await geoip.locate('8.8.8.8')).toEqual({ country: 'US', city: null })
    expect(await geoip.locate('193.99.144.80')).toEqual({ country: 'DE', city: null })
    expect(await geoip.locate('2a02:2e0:3fe:1001::1')).toEqual({ country: 'DE', city: null })
  })

  test.each(['127.0.0.1', '192.168.1.1', '::1', 'fe80::1', '2001:db8::1', 'nonsense'])(
    'has no place for %s',
    async (ip) => {
      expect(await geoip.locate(ip)).toEqual({ country: null, city: null })
    },
  )

  test('tells what it is, of when, and how large', async () => {
    const { built_in, own } = await geoip.about()
    expect(built_in.source).toStartWith('geo-whois-asn-country 2.')
    expect(built_in.made_on).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(built_in.bytes).toBeLessThan(400_000)
    expect(own).toBeNull()
  })
})

test('a packed table answers as its list does, at both ends of each range and in the gaps, whatever the block', async () => {
  const lines = Array.from({ length: 700 }, (_, i) => {
    const net = `${1 + (i >> 8)}.${i & 255}`
    return `${net}.0.0,${net}.${i % 3 ? 99 : 255}.255,${['AT', 'DE', 'CH', 'IT'][i % 4]}`
  })
  const six = '2a00::,2a00:ffff:ffff:ffff:ffff:ffff:ffff:ffff,AT\n2a01::,2a01:0:5:ffff:ffff:ffff:ffff:ffff,DE\n'
  const packed = packTable({ source: 'list', made_on: '2026-01-01' }, [rangesOf(lines.join('\n')), rangesOf(six)])
  const table = await openTable(Buffer.from(packed))
  for (const line of lines) {
    const [from, to, country] = line.split(',') as [string, string, string]
    expect([from, table.countryOf(from)]).toEqual([from, country])
    expect([to, table.countryOf(to)]).toEqual([to, country])
    if (to.endsWith('.99.255')) expect(table.countryOf(to.replace('.99.255', '.100.0'))).toBeNull()
  }
  expect(['0.9.9.9', '9.9.9.9'].map(table.countryOf)).toEqual([null, null])
  expect(['2a00::1', '2a01:0:5:9::', '2a01:0:6::', '::1'].map(table.countryOf)).toEqual(['AT', 'DE', null, null])
})

test('a network of which several countries have a part is that of whoever has its first address', async () => {
  const list = '5.1.0.0,5.1.0.63,AT\n5.1.0.64,5.1.1.127,DE\n5.1.1.128,5.1.2.255,CH\n'
  const table = await openTable(Buffer.from(packTable({ source: 'list', made_on: '' }, [rangesOf(list), []])))
  expect(['5.1.0.200', '5.1.1.200', '5.1.2.1', '5.1.3.1'].map(table.countryOf)).toEqual(['AT', 'DE', 'CH', null])
})

describe('the operator’s own database', () => {
  test('is asked first, flat records and nested ones, and tells cities', async () => {
    const file = fileOf(
      'city.mmdb',
      mmdbOf(
        {
          '8.8.8.0/24': { country_code: 'AT', city: 'Graz' },
          '2a00::/16': { country: { iso_code: 'DE' }, city: { names: { en: 'Bonn' } } },
        },
        { type: 'City' },
      ),
    )
    const geoip = createGeoIp(file)
    expect(await geoip.locate('8.8.8.8')).toEqual({ country: 'AT', city: 'Graz' })
    expect(await geoip.locate('2a00::1')).toEqual({ country: 'DE', city: 'Bonn' })
    expect(await geoip.locate('193.99.144.80')).toEqual({ country: 'DE', city: null })
    expect((await geoip.about()).own).toMatchObject({ source: 'City', made_on: '2026-09-21' })
  })

  test('of IPv4 alone is not asked about IPv6, where it would answer with the place of another address', async () => {
    const file = fileOf('four.mmdb', mmdbOf({ '42.0.0.0/8': { country_code: 'AQ' } }, { family: 4 }))
    const geoip = createGeoIp(file)
    expect((await geoip.locate('42.1.2.3')).country).toBe('AQ')
    expect((await geoip.locate('2a02:2e0:3fe:1001::1')).country).toBe('DE')
  })

  test('that is none stops the start with the name of the setting', () => {
    const at = (SIGNALPOST_GEO_DB: string) => () => readConfig({ SIGNALPOST_GEO_DB })
    expect(at(fileOf('text.mmdb', Buffer.from('no database')))).toThrow(/^SIGNALPOST_GEO_DB: .* is no MaxMind DB/)
    expect(at(join(folder, 'absent.mmdb'))).toThrow(ConfigError)
    expect(at(fileOf('good.mmdb', mmdbOf({ '8.0.0.0/8': 'x' })))().config.geo_db).toBe(join(folder, 'good.mmdb'))
  })
})
