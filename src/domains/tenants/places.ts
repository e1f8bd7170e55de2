/**
 * Where search engines are asked, and in which language. A place is stored as `DE/de`, or `DE/de/mobile`.
 *
 * Countries are those of ISO 3166-1. DataForSEO and XML River number them as Google does
 * (developers.google.com/google-ads/api/data/geotargets): 2000 and the number of ISO 3166-1. DataForSEO has no places in
 * Russia and Belarus (docs.dataforseo.com/v3/serp/google/locations), so neither is offered. Languages are those of
 * Google's `hl` (serpapi.com/google-languages). All read on 28 November 2026.
 */
import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'

type Country = { name: string; number: number /** Several places have this name, or it was changed. */; unclear?: true }

export const COUNTRIES = {
  AE: { name: 'United Arab Emirates', number: 784 },
  AR: { name: 'Argentina', number: 32 },
  AT: { name: 'Austria', number: 40 },
  AU: { name: 'Australia', number: 36 },
  BD: { name: 'Bangladesh', number: 50 },
  BE: { name: 'Belgium', number: 56 },
  BG: { name: 'Bulgaria', number: 100 },
  BR: { name: 'Brazil', number: 76 },
  CA: { name: 'Canada', number: 124 },
  CH: { name: 'Switzerland', number: 756 },
  CL: { name: 'Chile', number: 152 },
  CO: { name: 'Colombia', number: 170 },
  CY: { name: 'Cyprus', number: 196 },
  CZ: { name: 'Czechia', number: 203, unclear: true },
  DE: { name: 'Germany', number: 276 },
  DK: { name: 'Denmark', number: 208 },
  EC: { name: 'Ecuador', number: 218 },
  EE: { name: 'Estonia', number: 233 },
  EG: { name: 'Egypt', number: 818 },
  ES: { name: 'Spain', number: 724 },
  FI: { name: 'Finland', number: 246 },
  FR: { name: 'France', number: 250 },
  GB: { name: 'United Kingdom', number: 826 },
  GE: { name: 'Georgia', number: 268, unclear: true },
  GR: { name: 'Greece', number: 300 },
  HK: { name: 'Hong Kong', number: 344, unclear: true },
  HR: { name: 'Croatia', number: 191 },
  HU: { name: 'Hungary', number: 348 },
  ID: { name: 'Indonesia', number: 360 },
  IE: { name: 'Ireland', number: 372 },
  IL: { name: 'Israel', number: 376 },
  IN: { name: 'India', number: 356 },
  IT: { name: 'Italy', number: 380 },
  JP: { name: 'Japan', number: 392 },
  KE: { name: 'Kenya', number: 404 },
  KR: { name: 'South Korea', number: 410 },
  LT: { name: 'Lithuania', number: 440 },
  LU: { name: 'Luxembourg', number: 442, unclear: true },
  LV: { name: 'Latvia', number: 428 },
  MA: { name: 'Morocco', number: 504 },
  MT: { name: 'Malta', number: 470 },
  MX: { name: 'Mexico', number: 484, unclear: true },
  MY: { name: 'Malaysia', number: 458 },
  NG: { name: 'Nigeria', number: 566 },
  NL: { name: 'Netherlands', number: 528 },
  NO: { name: 'Norway', number: 578 },
  NZ: { name: 'New Zealand', number: 554 },
  PE: { name: 'Peru', number: 604 },
  PH: { name: 'Philippines', number: 608 },
  PK: { name: 'Pakistan', number: 586 },
  PL: { name: 'Poland', number: 616 },
  PT: { name: 'Portugal', number: 620 },
  RO: { name: 'Romania', number: 642 },
  RS: { name: 'Serbia', number: 688 },
  SA: { name: 'Saudi Arabia', number: 682 },
  SE: { name: 'Sweden', number: 752 },
  SG: { name: 'Singapore', number: 702 },
  SI: { name: 'Slovenia', number: 705 },
  SK: { name: 'Slovakia', number: 703 },
  TH: { name: 'Thailand', number: 764 },
  TR: { name: 'Türkiye', number: 792, unclear: true },
  TW: { name: 'Taiwan', number: 158, unclear: true },
  UA: { name: 'Ukraine', number: 804 },
  US: { name: 'United States', number: 840 },
  UY: { name: 'Uruguay', number: 858 },
  VN: { name: 'Vietnam', number: 704 },
  ZA: { name: 'South Africa', number: 710 },
} as const satisfies Record<string, Country>

export const LANGUAGES = {
  ar: 'Arabic',
  bg: 'Bulgarian',
  'zh-CN': 'Chinese (simplified)',
  'zh-TW': 'Chinese (traditional)',
  hr: 'Croatian',
  cs: 'Czech',
  da: 'Danish',
  nl: 'Dutch',
  en: 'English',
  et: 'Estonian',
  fi: 'Finnish',
  fr: 'French',
  de: 'German',
  el: 'Greek',
  he: 'Hebrew',
  hi: 'Hindi',
  hu: 'Hungarian',
  id: 'Indonesian',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  lv: 'Latvian',
  lt: 'Lithuanian',
  ms: 'Malay',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  sr: 'Serbian',
  sk: 'Slovak',
  sl: 'Slovenian',
  es: 'Spanish',
  sv: 'Swedish',
  th: 'Thai',
  tr: 'Turkish',
  uk: 'Ukrainian',
  vi: 'Vietnamese',
} as const

const DEVICES = namedEnum('SearchDevice', ['desktop', 'mobile'])

const choices = <const Name extends string>(name: string, of: readonly Name[]) =>
  namedEnum(name, of as [Name, ...Name[]])
const country = choices('SearchCountry', Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[])
const language = choices('SearchLanguage', Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])

export type Place = Static<typeof Place>
export const Place = Shape(
  'SearchPlace',
  {
    country: Type.Enum(country, { title: 'Country', description: 'ISO 3166-1' }),
    language: Type.Enum(language, { title: 'Language' }),
    device: Type.Enum(DEVICES, { title: 'Device' }),
  },
  { additionalProperties: false, title: 'Search results of' },
)

/** As callers give it. */
export const PlaceInput = Type.Object(
  { ...Place.properties, device: Type.Optional(Place.properties.device) },
  { additionalProperties: false, title: 'Search results of' },
)

export const placeOfInput = ({ device = 'desktop', ...given }: Static<typeof PlaceInput>): Place => ({
  ...given,
  device,
})

/** Where checks are asked unless settings say otherwise, and where all were asked before there were settings. */
export const FIRST_PLACE: Place = { country: 'US', language: 'en', device: 'desktop' }

export const placeText = ({ country, language, device }: Place): string =>
  `${country}/${language}${device === 'mobile' ? '/mobile' : ''}`

/** Reads a stored place. Null is a check from before places were stored. */
export function placeFrom(text: string | null | undefined): Place {
  const [country, language, device = 'desktop'] = (text ?? placeText(FIRST_PLACE)).split('/')
  return { country, language, device } as Place
}

/** SQL for the place that a check on `looks k` was asked in; null for engines that know none, which others than Google do. */
export const PLACE_OF_CHECK = `iif(k.method = 'search_result' and k.engine in ('scan_standard', 'scan_live'),
  coalesce(k.place, '${placeText(FIRST_PLACE)}'), null)`
