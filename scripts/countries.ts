/**
 * Makes `src/kernel/environment/countries.zst` of the lists of a package of ip-location-db: `bun scripts/countries.ts FOLDER`, where
 * FOLDER is the unpacked package `@ip-location-db/geo-whois-asn-country` (CC0-1.0; data of the registries by nro.net).
 */
import { join, resolve } from 'node:path'
import { networkNumber, packTable, type RangeStart } from '../src/kernel/environment/country-table.ts'
import { parseAddress } from '../src/kernel/web-fetch/addresses.ts'

const OUT = resolve(import.meta.dir, '../src/kernel/environment/countries.zst')

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('usage: bun scripts/countries.ts FOLDER')
  const { name, version } = (await Bun.file(join(folder, 'package.json')).json()) as { name: string; version: string }
  const list = (family: 4 | 6) => Bun.file(join(folder, `${name.split('/')[1]}-ipv${family}.csv`)).text()
  const families = [rangesOf(await list(4)), rangesOf(await list(6))]
  // Versions end in the day of the data: 2.3.2026061719.
  const made_on = version.replace(/^.*\.(\d{4})(\d\d)(\d\d)\d*$/, '$1-$2-$3')
  const bytes = await Bun.write(OUT, packTable({ source: `${name.split('/')[1]} ${version}`, made_on }, families))
  console.log(`${OUT}: ${families.map(({ length }) => length).join(' + ')} ranges, ${bytes} bytes`)
}

/** The lines `from,to,country` of one family. A network belongs to the country of its first address. */
export function rangesOf(csv: string): RangeStart[] {
  const ranges: RangeStart[] = []
  const begin = (from: bigint, country: string) => {
    const last = ranges.at(-1)
    if (last && last.from >= from) last.country = country
    else if (last?.country !== country) ranges.push({ from, country })
  }
  let end = -1n
  for (const line of csv.split(/\r?\n/).filter(Boolean)) {
    const [first = '', last = '', country = ''] = line.replaceAll('"', '').split(',')
    const number = networkNumber(first)!
    const from = isFirst(first, number) ? number : number + 1n
    const to = networkNumber(last)!
    if (from > to) continue
    if (from > end + 1n && ranges.length > 0) begin(end + 1n, '')
    begin(from, country)
    end = to
  }
  begin(end + 1n, '')
  return ranges
}

/** Whether an address is the first of its network. */
function isFirst(ip: string, network: bigint): boolean {
  return parseAddress(ip)!.value === network << (ip.includes(':') ? 80n : 8n)
}
