import Type from 'typebox'
import { ENGINES } from '../jobs/index.ts'
import { Moment, Nullable, Secret } from '../kernel/shape.ts'
import { BaseUrl, HintedSecret } from '../providers/index.ts'

/** Adapters that may be plugged into each slot. */
export const SLOT_ADAPTERS = {
  scan_standard: ['dataforseo', 'simulated'],
  scan_live: ['dataforseo_live', 'simulated'],
  scan_bing: ['simulated'],
  upstream: ['simulated'],
} as const

export const SearchResult = Type.Object({
  rid: Type.Integer({ description: 'Names the raw stored answer' }),
  uid: Type.Integer({ description: 'The link' }),
  url: Type.String(),
  engine: Type.Enum(ENGINES),
  adapter: Nullable(Type.String()),
  purpose: Type.Enum(['before', 'guarantee', 'recheck', 'check']),
  day: Nullable(Type.Integer()),
  indexed: Type.Enum(['yes', 'no', 'unknown']),
  method: Nullable(Type.Enum(['inspection', 'search_result', 'supplier_report', 'simulated'])),
  evidence: Nullable(Type.String()),
  failure: Nullable(Type.String()),
  cost_usd: Type.Number(),
  checked_at: Moment,
  has_raw: Type.Boolean(),
})

const slotInput = <const A extends readonly [string, ...string[]]>(adapters: A) =>
  Type.Optional(
    Nullable(
      Type.Object(
        {
          adapter: Type.Optional(Type.Enum(adapters, { title: 'Adapter' })),
          enabled: Type.Optional(Type.Boolean({ title: 'In use' })),
          base_url: Type.Optional(Nullable(BaseUrl)),
          login: Type.Optional(Nullable(Secret({ title: 'Login', minLength: 1, maxLength: 500 }))),
          password: Type.Optional(Nullable(Secret({ title: 'Password', minLength: 1, maxLength: 500 }))),
          api_key: Type.Optional(Nullable(Secret({ title: 'API key', minLength: 1, maxLength: 500 }))),
          daily_cap: Type.Optional(Nullable(Type.Integer({ title: 'Looks a day', minimum: 0 }))),
          cost_usd: Type.Optional(Nullable(Type.Number({ title: 'Cost of a look, USD', minimum: 0 }))),
        },
        { additionalProperties: false },
      ),
    ),
  )

export const EnginesInput = Type.Object(
  {
    scan_standard: slotInput(SLOT_ADAPTERS.scan_standard),
    scan_live: slotInput(SLOT_ADAPTERS.scan_live),
    scan_bing: slotInput(SLOT_ADAPTERS.scan_bing),
    upstream: slotInput(SLOT_ADAPTERS.upstream),
  },
  { additionalProperties: false },
)

const EngineStatus = Nullable(
  Type.Object({
    adapter: Type.String(),
    enabled: Type.Boolean(),
    simulated: Type.Boolean(),
    base_url: Nullable(Type.String()),
    login: HintedSecret,
    password: HintedSecret,
    api_key: HintedSecret,
    daily_cap: Nullable(Type.Integer()),
    cost_usd: Nullable(Type.Number()),
    used_today: Type.Integer(),
    spent_today_usd: Type.Number(),
    open_looks: Type.Integer(),
  }),
)

export const IntegrationsStatus = Type.Object({
  engines: Type.Object({
    scan_standard: EngineStatus,
    scan_live: EngineStatus,
    scan_bing: EngineStatus,
    upstream: EngineStatus,
  }),
})
