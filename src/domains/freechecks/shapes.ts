import Type, { type Static } from 'typebox'
import { Shape, words } from '../../kernel/named.ts'
import { Id, Moment, Nullable } from '../../kernel/shape.ts'

export const KINDS = words('FreeCheckKind', ['xray', 'answer', 'lens', 'xray_retry', 'answer_edit'])
export type Kind = (typeof KINDS)[number]
export const STATES = words('FreeCheckState', ['waiting', 'running', 'done', 'failed', 'refused'])
export const REFUSALS = words('FreeCheckRefusal', ['block', 'cap', 'budget', 'bot'])
export type Refusal = (typeof REFUSALS)[number]
export const TALLIES = words('FreeCheckTally', ['kind', 'country', 'city', 'domain', 'ip', 'network'])
export type Tally = (typeof TALLIES)[number]

export const KindName = Type.Enum(KINDS, {
  title: 'Kind',
  description:
    'xray: what stands in the way of a page · answer: whether a search cites a domain · lens: whether a page is shown · xray_retry: again, past what is known · answer_edit: with a question of the visitor',
})

export const FreeCheck = Shape('FreeCheck', {
  id: Id,
  created_at: Moment,
  kind: KindName,
  state: Type.Enum(STATES),
  asked: Type.String({ description: 'A URL, or the domain of `answer`' }),
  question: Nullable(Type.String()),
  domain: Type.String(),
  ip: Type.String(),
  network: Type.String({ description: 'The /24 or /64 of the IP address' }),
  country: Nullable(Type.String({ description: 'Two letters (ISO 3166)' })),
  city: Nullable(Type.String({ description: 'Where SIGNALPOST_GEO_DB knows it' })),
  blocked: Type.Boolean(),
  refusal: Nullable(
    Type.Enum(REFUSALS, {
      description: 'Why it was refused: a block, a cap, the budget of the day, or signs of a program',
    }),
  ),
  failure: Nullable(Type.String()),
  cost_usd: Type.Number({ minimum: 0 }),
  result_url: Nullable(Type.String()),
})

/** Columns of `free_checks c` as the wire shows them; the result's address is completed in `log.ts`. */
export const LOG_COLUMNS = `c.seq, c.id, c.created_at, c.kind, c.state, c.asked, c.question, c.domain, c.ip, c.network, c.country,
  c.city, c.state = 'refused' as blocked, c.refusal, c.failure, c.cost_usd, c.address`

export const Target = Type.String({
  title: 'IP or network',
  description: 'An IP address, or the /24 of an IPv4 or the /64 of an IPv6 address',
  minLength: 2,
  maxLength: 64,
})
export const Hours = Type.Union([Type.Integer({ minimum: 1, maximum: 87_600 }), Type.Null()], {
  title: 'Hours',
  description: 'Left out or empty: until it is lifted',
})
export const Reason = Type.String({ title: 'Reason', description: 'For your own staff', maxLength: 300 })

export type Block = Static<typeof FreeCheckBlock>
export const FreeCheckBlock = Shape('FreeCheckBlock', {
  id: Id,
  target: Type.String(),
  reason: Nullable(Type.String()),
  ends_at: Nullable(Type.String({ description: 'null: until it is lifted' })),
  created_by: Type.String(),
  created_at: Moment,
})

const Most = (title: string, description: string) =>
  Type.Integer({ title, description, minimum: 0, maximum: 1_000_000 })

export type FreeCheckSettings = Static<typeof FreeCheckSettings>
export const FreeCheckSettings = Shape('FreeCheckSettings', {
  enabled: Type.Boolean({
    title: 'Free checks are open',
    description: 'Otherwise the public pages say that they are closed',
  }),
  ip_per_day: Most('A day for one IP address', 'Checks of a UTC day'),
  network_per_day: Most('A day for one network', 'Of a /24 or /64'),
  per_day: Most('A day in all', 'Of everybody'),
  daily_usd: Type.Number({
    title: 'USD a day for live searches',
    description: 'For answer and lens; the caps of the engine hold as well',
    minimum: 0,
    maximum: 100_000,
  }),
  report: Type.Boolean({ title: 'Daily report', description: 'A letter to the platform admins about the day before' }),
})

const Tallied = Shape('FreeCheckCount', {
  name: Type.String(),
  checks: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({ minimum: 0 }),
})
const Top = (description: string) => Type.Array(Tallied, { description })

export type FreeCheckTotals = Static<typeof FreeCheckTotals>
export const FreeCheckTotals = Shape('FreeCheckTotals', {
  days: Type.Integer({ minimum: 1 }),
  from: Type.String({ description: 'The first UTC day that is counted; the last is today' }),
  checks: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({ minimum: 0 }),
  cost_usd: Type.Number({ minimum: 0 }),
  kinds: Top('Of each kind'),
  countries: Top('The most frequent; of a day at most 200 of these and of those below are counted'),
  cities: Top('Where SIGNALPOST_GEO_DB knows them'),
  domains: Top('That were looked at'),
  ips: Top('That asked'),
  networks: Top('That asked'),
  blocks: Type.Array(FreeCheckBlock, { description: 'Those in force, the newest first, 500 at most' }),
  caps: Shape('FreeCheckCaps', {
    ...FreeCheckSettings.properties,
    used: Type.Integer({ minimum: 0, description: 'Checks of today' }),
    spent_usd: Type.Number({ minimum: 0, description: 'Of today' }),
    live: Type.Enum(['open', 'none', 'used_up'], {
      description: 'none: no live engine is in use · used_up: the USD of the day are spent',
    }),
  }),
})
