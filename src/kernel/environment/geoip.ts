import { readFileSync, statSync } from 'node:fs'
import type { Reader, Response } from 'mmdb-lib'
import { ipFamily, isPublic } from '../web-fetch/addresses.ts'
import countries from './countries.zst' with { type: 'file' }
import { type CountryTable, factsOf, openTable } from './country-table.ts'

/** Where an address is registered, as far as is known: a country by its two letters, and a city. */
export type IpLocation = { country: string | null; city: string | null }

export type GeoDatabase = { source: string; made_on: string; bytes: number }

type GeoIp = {
  locate(ip: string): Promise<IpLocation>
  /** Sources of the answers: the operator's own database first, then the table of this program. */
  about(): Promise<{ built_in: GeoDatabase; own: GeoDatabase | null }>
}

const NOWHERE: IpLocation = { country: null, city: null }

/** Opened when somebody asks. The operator's database answers first: it is newer, and may know cities. */
export function createGeoIp(own_file: string): GeoIp {
  let table: Promise<CountryTable> | undefined
  let own: Promise<Reader<Response>> | null | undefined
  const ownReader = () => (own ??= own_file ? openOwn(own_file) : null)
  return {
    async locate(ip) {
      if (!isPublic(ip)) return NOWHERE
      const reader = await ownReader()
      // A database of IPv4 alone gives an IPv6 address the place of another one.
      const knows = reader && (reader.metadata.ipVersion === 6 || ipFamily(ip) === 4)
      const place = knows ? placeIn((reader.get(ip) ?? {}) as GeoRecord) : NOWHERE
      if (place.country) return place
      table ??= openTable(readFileSync(countries))
      return { country: (await table).countryOf(ip), city: place.city }
    },
    async about() {
      const file = readFileSync(countries)
      const { source, made_on } = factsOf(file)
      const reader = await ownReader()
      return {
        built_in: { source, made_on, bytes: file.length },
        own: reader && {
          source: reader.metadata.databaseType,
          made_on: reader.metadata.buildEpoch.toISOString().slice(0, 10),
          bytes: statSync(own_file).size,
        },
      }
    },
  }
}

/** Records of ip-location-db are flat, those of MaxMind nested. */
type GeoRecord = { country_code?: string; city?: string | { names?: { en?: string } }; country?: { iso_code?: string } }

async function openOwn(file: string): Promise<Reader<Response>> {
  const { Reader } = await import('mmdb-lib')
  return new Reader(Buffer.from(await Bun.file(file).bytes()))
}

function placeIn({ country_code, country, city }: GeoRecord): IpLocation {
  return {
    country: country_code ?? country?.iso_code ?? null,
    city: (typeof city === 'string' ? city : city?.names?.en) || null,
  }
}

declare module '../operation/app.ts' {
  interface App {
    geoip: GeoIp
  }
}
