import Type from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { MOST, MOST_USD, Moment, Nullable, Secret } from '../../kernel/operation/shape.ts'
import { BaseUrl, HintedSecret } from '../../kernel/web-fetch/adapter.ts'
import { ENGINES, INDEXED } from '../jobs/index.ts'
import { Place } from '../tenants/index.ts'
import { METHODS } from './engine.ts'
import { GOOGLE_CAUSES } from './google/google-causes.ts'

export const PURPOSES = namedEnum('CheckPurpose', [
  'before',
  'guarantee',
  'recheck',
  'check',
  'holdout',
  'retention',
  'canary',
])

export const SLOT_ADAPTERS = {
  scan_standard: ['dataforseo', 'serper', 'valueserp', 'scaleserp', 'serpwow', 'searchapi', 'xmlriver', 'simulated'],
  scan_live: ['serpapi', 'dataforseo_live', 'valueserp', 'scaleserp', 'serpwow', 'searchapi', 'xmlriver', 'simulated'],
  scan_bing: ['bing_webmaster', 'serpapi_bing', 'simulated'],
  upstream: ['crawl_supplier', 'search_console', 'xmlriver_yandex', 'simulated'],
} as const
export type EngineAdapterName = (typeof SLOT_ADAPTERS)[keyof typeof SLOT_ADAPTERS][number]

/**
 * Price of a check until the operator enters one: nothing, the list price, or a high one where none is published, so that
 * neither a cap nor the margin takes it for free.
 */
export const UNPRICED: Record<EngineAdapterName, 'free' | 'listed' | 'assumed'> = {
  dataforseo: 'listed',
  dataforseo_live: 'listed',
  serper: 'listed',
  serpapi: 'assumed',
  serpapi_bing: 'assumed',
  valueserp: 'listed',
  scaleserp: 'assumed',
  serpwow: 'assumed',
  searchapi: 'listed',
  xmlriver: 'listed',
  xmlriver_yandex: 'listed',
  bing_webmaster: 'free',
  crawl_supplier: 'listed',
  search_console: 'free',
  simulated: 'free',
}

export const isAssumed = ({ adapter, cost_usd }: { adapter: string; cost_usd: number | null }): boolean =>
  !cost_usd && UNPRICED[adapter as EngineAdapterName] === 'assumed'

export const SearchResult = Shape('Check', {
  rid: Type.Integer({ description: 'Id of the stored raw answer' }),
  uid: Type.Integer({ description: 'The link' }),
  url: Type.String(),
  engine: Type.Enum(ENGINES),
  adapter: Nullable(Type.String({ description: 'Adapter and cost are for the platform admin only' })),
  purpose: Type.Enum(PURPOSES, {
    description:
      'holdout: a link of the control group, which was not sent; retention: after the guarantee, whether it is still there; canary: a test of the engine by a page that was seen for long',
  }),
  confirms: Nullable(
    Type.Integer({ description: "The result whose 'no' this one repeats before a credit is refunded" }),
  ),
  day: Nullable(Type.Integer()),
  indexed: Type.Enum(INDEXED),
  method: Nullable(Type.Enum(METHODS)),
  place: Nullable(
    Type.String({
      description:
        'Whose search results: country, language, and `mobile` where it searched as a phone: DE/de. Null where the engine knows no place',
    }),
  ),
  evidence: Nullable(
    Type.String({
      description: "Finding of the check; the vendor's message of a failure is for the platform admin alone",
    }),
  ),
  cause: Nullable(
    Type.Enum(GOOGLE_CAUSES, { description: 'Why Google says that it is not indexed; of a URL inspection alone' }),
  ),
  google_canonical: Nullable(Type.String({ description: 'The page that Google chose instead of this one' })),
  crawled_at: Nullable(Type.String({ format: 'date-time', description: "Google's last visit" })),
  failure: Nullable(Type.String()),
  cost_usd: Nullable(Type.Number()),
  checked_at: Moment,
  has_raw: Type.Boolean(),
})

export const engineFields = <const A extends readonly [string, ...string[]]>(adapters: A) =>
  Type.Object(
    {
      adapter: Type.Optional(Type.Enum(adapters, { title: 'Adapter' })),
      enabled: Type.Optional(Type.Boolean({ title: 'In use' })),
      base_url: Type.Optional(Nullable(BaseUrl)),
      login: Type.Optional(Nullable(Secret({ title: 'Login', minLength: 1, maxLength: 500 }))),
      password: Type.Optional(Nullable(Secret({ title: 'Password', minLength: 1, maxLength: 500 }))),
      api_key: Type.Optional(Nullable(Secret({ title: 'API key', minLength: 1, maxLength: 500 }))),
      daily_cap: Type.Optional(Nullable(Type.Integer({ title: 'Checks per day', minimum: 0, maximum: MOST }))),
      daily_cap_usd: Type.Optional(Nullable(Type.Number({ title: 'USD per day', minimum: 0, maximum: MOST_USD }))),
      cost_usd: Type.Optional(Nullable(Type.Number({ title: 'Cost of a check, USD', minimum: 0, maximum: MOST_USD }))),
    },
    { additionalProperties: false },
  )

const slotInput = <const A extends readonly [string, ...string[]]>(adapters: A) =>
  Type.Optional(Nullable(engineFields(adapters)))

export const EnginesInput = Type.Object(
  {
    scan_standard: slotInput(SLOT_ADAPTERS.scan_standard),
    scan_live: slotInput(SLOT_ADAPTERS.scan_live),
    scan_bing: slotInput(SLOT_ADAPTERS.scan_bing),
    upstream: slotInput(SLOT_ADAPTERS.upstream),
  },
  { additionalProperties: false },
)

/** The key file of a Google service account, with Google's field names. */
const ServiceAccountInput = Shape(
  'ServiceAccountKey',
  {
    client_email: Type.String({ title: 'Client e-mail', minLength: 3, maxLength: 320 }),
    private_key: Secret({ title: 'Private key', minLength: 1, maxLength: 20_000 }),
    token_uri: Type.Optional(Type.String({ title: 'Token address', pattern: '^https?://[^\\s@]+$', maxLength: 300 })),
    ...Object.fromEntries(
      [
        'type',
        'project_id',
        'private_key_id',
        'client_id',
        'auth_uri',
        'auth_provider_x509_cert_url',
        'client_x509_cert_url',
        'universe_domain',
      ].map((name) => [name, Type.Optional(Type.String({ title: name, maxLength: 500 }))]),
    ),
  },
  { additionalProperties: false, title: 'Service account' },
)

const Property = Type.String({
  title: 'Property',
  description: '`sc-domain:site.example`, or an address that ends in `/`',
  pattern: '^(sc-domain:[^\\s/:]+|https?://[^\\s?#@]+/)$',
  maxLength: 300,
})

export const SearchConsoleInput = Nullable(
  Type.Object(
    {
      service_account: Type.Optional(Nullable(ServiceAccountInput)),
      properties: Type.Optional(Type.Array(Property, { title: 'Properties', maxItems: 1000, uniqueItems: true })),
      base_url: Type.Optional(Nullable(BaseUrl)),
      reserve_pct: Type.Optional(
        Type.Number({
          title: 'Reserved for your own use, percent',
          description: 'Share of 2,000 inspections per day and property; default 25',
          minimum: 0,
          maximum: 100,
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** Checks that a queue may ask now; `left` is null without a limit. */
const Headroom = Shape('QueueHeadroom', {
  left: Nullable(Type.Integer()),
  resumes_at: Nullable(Moment),
  why: Nullable(Type.String()),
})

/** A million checks may wait, and counting them would block all requests, so each kind is counted up to this number. */
export const LOOKS_COUNTED = 20_000
const OpenLooks = Type.Integer({ description: 'Checks that wait or are under way; counted up to 20,000' })

const EngineStatus = Nullable(
  Shape('EngineStatus', {
    adapter: Type.String(),
    enabled: Type.Boolean(),
    simulated: Type.Boolean(),
    base_url: Nullable(Type.String()),
    login: HintedSecret,
    password: HintedSecret,
    api_key: HintedSecret,
    daily_cap: Nullable(Type.Integer()),
    daily_cap_usd: Nullable(Type.Number()),
    cost_usd: Nullable(Type.Number()),
    used_today: Type.Integer(),
    spent_today_usd: Type.Number(),
    open_looks: OpenLooks,
    queue: Headroom,
  }),
)

const SearchConsoleStatus = Nullable(
  Shape('SearchConsoleStatus', {
    service_account: Nullable(
      Type.Object({ set: Type.Boolean(), hint: Type.String({ description: 'Its client e-mail' }) }),
    ),
    base_url: Nullable(Type.String()),
    reserve_pct: Type.Number(),
    properties: Type.Array(
      Type.Object({ property: Type.String(), open_looks: OpenLooks, used_today: Type.Integer(), queue: Headroom }),
    ),
  }),
)

export const IntegrationsStatus = Shape('Integrations', {
  engines: Type.Object({
    scan_standard: EngineStatus,
    scan_live: EngineStatus,
    scan_bing: EngineStatus,
    upstream: EngineStatus,
  }),
  search_console: SearchConsoleStatus,
  search_place: Place,
})
