import Type, { type Static } from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'

export const KINDS = namedEnum('FreeCheckKind', ['xray', 'answer', 'lens', 'xray_retry', 'answer_edit'])
export type Kind = (typeof KINDS)[number]
export const STATES = namedEnum('FreeCheckState', ['waiting', 'running', 'done', 'failed', 'refused'])
export const REFUSALS = namedEnum('FreeCheckRefusal', ['block', 'cap', 'budget', 'bot'])
export type Refusal = (typeof REFUSALS)[number]
export const TALLIES = namedEnum('FreeCheckTally', ['kind', 'country', 'city', 'domain', 'ip', 'network'])
export type Tally = (typeof TALLIES)[number]

export const KindName = Type.Enum(KINDS, {
  title: 'Kind',
  description:
    'xray: what prevents indexing of a page · answer: whether a domain is among the sources of Google AI Mode, or in the results of a search · lens: whether a page is shown · xray_retry: again, without the stored result · answer_edit: with the visitor’s question',
})

export const Days = Type.Enum(['1', '7', '30'], { title: 'Days', description: 'Number of UTC days, including today' })

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
  city: Nullable(Type.String({ description: 'If SIGNALPOST_GEO_DB has it' })),
  blocked: Type.Boolean(),
  refusal: Nullable(
    Type.Enum(REFUSALS, {
      description: 'Reason of the refusal: a block, a cap, the budget of the day, or signs of a bot',
    }),
  ),
  failure: Nullable(Type.String()),
  cost_usd: Type.Number({ minimum: 0 }),
  result_url: Nullable(Type.String()),
})

/** Columns of `free_checks c` in the API; `log.ts` completes the result's address. */
export const LOG_COLUMNS = `c.seq, ${columnsOf(FreeCheck, 'c', { blocked: "c.state = 'refused'", result_url: 'c.address' })}`

export const Target = Type.String({
  title: 'IP or network',
  description: 'An IP address, a /24 of IPv4 or a /64 of IPv6',
  minLength: 2,
  maxLength: 64,
})
export const Hours = Type.Union([Type.Integer({ minimum: 1, maximum: 87_600 }), Type.Null()], {
  title: 'Hours',
  description: 'Without it, the block holds until it is lifted',
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
    description: 'When off, the public pages say that they are closed',
  }),
  ip_per_day: Most('Per day and IP address', 'Checks in a UTC day'),
  network_per_day: Most('Per day and network', 'For a /24 or /64'),
  per_day: Most('Per day in total', 'For all visitors'),
  daily_usd: Type.Number({
    title: 'USD per day for live searches',
    description: 'For answer and lens; the caps of the engine apply too',
    minimum: 0,
    maximum: 100_000,
  }),
  report: Type.Boolean({ title: 'Daily report', description: 'An e-mail to the platform admins about the day before' }),
})

const checks = Type.Integer({ minimum: 0, description: 'Rows of the log that were not refused; reused results too' })
const refused = Type.Integer({ minimum: 0, description: 'Refused rows of the log' })
const unlogged = Type.Integer({
  minimum: 0,
  description: 'Refusals that the log leaves out: over 50 a network and day',
})

const Tallied = Shape('FreeCheckCount', { name: Type.String(), checks, refused, unlogged })
const Top = (description: string) => Type.Array(Tallied, { description })

export type FreeCheckTotals = Static<typeof FreeCheckTotals>
export const FreeCheckTotals = Shape('FreeCheckTotals', {
  days: Type.Integer({ minimum: 1 }),
  from: Type.String({ description: 'First UTC day in the totals; the last is today' }),
  checks,
  refused,
  unlogged,
  cost_usd: Type.Number({ minimum: 0 }),
  kinds: Top('By kind'),
  countries: Top('The most frequent, as in the lists below; at most 200 per day are counted'),
  cities: Top('If SIGNALPOST_GEO_DB has them'),
  domains: Top('Checked domains'),
  ips: Top('That asked'),
  networks: Top('That asked'),
  blocks: Type.Array(FreeCheckBlock, { description: 'Blocks in force, newest first, at most 500' }),
  caps: Shape('FreeCheckCaps', {
    ...FreeCheckSettings.properties,
    used: Type.Integer({ minimum: 0, description: 'Checks made today, without reused results' }),
    spent_usd: Type.Number({ minimum: 0, description: 'Spent today' }),
    live: Type.Enum(['open', 'none', 'used_up'], {
      description: 'none: no live engine in use · used_up: the budget of the day is spent',
    }),
  }),
})
