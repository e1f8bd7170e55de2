import Type from 'typebox'
import { BaseUrl, HintedSecret } from '../../kernel/adapter.ts'
import { Shape, words } from '../../kernel/named.ts'
import { Moment, Nullable, Secret } from '../../kernel/shape.ts'
import { ENGINES, INDEXED } from '../jobs/index.ts'
import { METHODS } from './engine.ts'

export const PURPOSES = words('CheckPurpose', ['before', 'guarantee', 'recheck', 'check', 'holdout'])

/** Adapters that may be plugged into each slot. */
export const SLOT_ADAPTERS = {
  scan_standard: ['dataforseo', 'serper', 'simulated'],
  scan_live: ['serpapi', 'dataforseo_live', 'simulated'],
  scan_bing: ['bing_webmaster', 'serpapi_bing', 'simulated'],
  upstream: ['crawl_supplier', 'search_console', 'simulated'],
} as const

export const SearchResult = Shape('Check', {
  rid: Type.Integer({ description: 'Names the raw stored answer' }),
  uid: Type.Integer({ description: 'The link' }),
  url: Type.String(),
  engine: Type.Enum(ENGINES),
  adapter: Nullable(Type.String({ description: 'For the platform admin alone, as is the cost' })),
  purpose: Type.Enum(PURPOSES, {
    description: 'holdout: a link that was not sent, to compare with',
  }),
  confirms: Nullable(Type.Integer({ description: "The result whose 'no' this one repeats before a credit goes back" })),
  day: Nullable(Type.Integer()),
  indexed: Type.Enum(INDEXED),
  method: Nullable(Type.Enum(METHODS)),
  evidence: Nullable(
    Type.String({ description: "What was seen; the vendor's words for a failure are for the platform admin alone" }),
  ),
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
      daily_cap: Type.Optional(Nullable(Type.Integer({ title: 'Looks a day', minimum: 0 }))),
      daily_cap_usd: Type.Optional(Nullable(Type.Number({ title: 'USD a day', minimum: 0 }))),
      cost_usd: Type.Optional(Nullable(Type.Number({ title: 'Cost of a look, USD', minimum: 0 }))),
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

/** The key file of a Google service account, field by field as Google writes it. */
const ServiceAccountInput = Type.Object(
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
          title: 'Kept for yourself, percent',
          description: 'Of the 2,000 inspections a day and property; 25 unless set',
          minimum: 0,
          maximum: 100,
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** What a queue may ask now; `left` is null where nothing limits it. */
const Headroom = Shape('QueueHeadroom', {
  left: Nullable(Type.Integer()),
  resumes_at: Nullable(Moment),
  why: Nullable(Type.String()),
})

/** A million looks may wait, and to count them holds up everybody: so many are counted, of each kind. */
export const LOOKS_COUNTED = 20_000
const OpenLooks = Type.Integer({
  description: `Looks that wait or are under way; from ${LOOKS_COUNTED.toLocaleString('en')} on it is as many or more`,
})

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
})
