import Type from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { text } from '../../kernel/language/say.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable, Sentence } from '../../kernel/operation/shape.ts'
import { lookDays } from '../plans/index.ts'
import { PLACE_OF_CHECK } from '../tenants/index.ts'

export const JOB_TYPES = namedEnum('JobType', ['index', 'check'])
/** Filters by it. */
export const OfJobType = Type.Optional(Type.Enum(JOB_TYPES, { title: text('Type') }))
export const JOB_STATUSES = namedEnum('JobStatus', [
  'queued',
  'preflight',
  'checking',
  'sending',
  'watching',
  'done',
  'cancelled',
])
export const LINK_STATES = namedEnum('LinkState', [
  'queued',
  'flagged',
  'visible',
  'scheduled',
  'sent',
  'failed',
  'indexed',
  'not_indexed',
  'cancelled',
  'checked',
  'held_out',
])
/** A sent link waits for its check of day 1, 3 or 7, was seen by one of these, was seen later, or never. */
export const STAGES = namedEnum('LinkStage', ['wait1', 'wait3', 'wait7', 'day1', 'day3', 'day7', 'later', 'never'])
export type Stage = (typeof STAGES)[number]
/** The engine's answer; `unknown` whenever the check itself failed. */
export const INDEXED = namedEnum('Indexed', ['yes', 'no', 'unknown'])
export const ClosedTo = Type.String({
  title: 'Closed to',
  description: 'An answer engine that may not use the page, such as `chatgpt`',
  pattern: '^[a-z_]{2,20}$',
})
export const LINK_CREDITS = namedEnum('LinkCredit', ['reserved', 'consumed', 'released', 'excluded'])
export const ENGINES = namedEnum('Engine', ['scan_standard', 'scan_live', 'scan_bing', 'upstream'])

export type JobStatus = (typeof JOB_STATUSES)[number]
export type LinkState = (typeof LINK_STATES)[number]

/** Groups of states with one name. The filter `state` of a list accepts these names too. */
export const STATE_GROUPS = { waiting: ['queued', 'scheduled', 'sent'], skipped: ['flagged', 'cancelled'] } as const
export const STATE_WORDS = [...LINK_STATES, ...(Object.keys(STATE_GROUPS) as (keyof typeof STATE_GROUPS)[])]
export type StateWord = (typeof STATE_WORDS)[number]
export const statesOf = (word: StateWord): readonly LinkState[] =>
  word === 'waiting' || word === 'skipped' ? STATE_GROUPS[word] : [word]
/** How many links have this state, or one of this group. */
export const countOf = (states: Record<LinkState, number>, word: StateWord): number =>
  statesOf(word).reduce((sum, state) => sum + states[state], 0)
export type Indexed = (typeof INDEXED)[number]
export type LinkCredit = (typeof LINK_CREDITS)[number]
export type EngineSlot = (typeof ENGINES)[number]

export const JobId = Type.String({ title: 'Job', description: 'Id of a job' })
export const EngineName = Type.Enum(ENGINES, { title: 'Engine', description: 'Check engine to use' })
export const JobName = Type.String({
  title: 'Name',
  maxLength: 200,
  pattern: '^[^\\x00-\\x1f\\x7f]*$',
  description: 'One line, shown in lists, e-mails and reports',
})
export const RecheckDays = Type.Integer({
  title: 'Re-check days',
  minimum: 0,
  maximum: 5,
  description: `Stored and ignored: re-checks follow day ${lookDays()}`,
})
export const PushRecheckDays = Type.With(RecheckDays, {
  description: `Stored and ignored: re-checks follow day ${lookDays()}. The default of the workspace unless given`,
  deprecated: true,
})

const counts = <const N extends readonly string[]>(names: N) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer({ minimum: 0 })])) as Record<N[number], Type.TInteger>,
  )

export const LinksByCredit = counts(LINK_CREDITS)

export const Outcome = Shape('JobOutcome', {
  links: Type.Integer({ minimum: 0 }),
  states: counts(LINK_STATES),
  indexed: counts(INDEXED),
  warned: Type.Integer({ minimum: 0, description: 'Links with a warning from the pre-flight' }),
  indexed_rate: Nullable(
    Type.Number({
      description:
        'Share of sent links (in a check job: of checked links) that is indexed, 0..1; null before the first',
    }),
  ),
  credits: LinksByCredit,
  next_look_at: Nullable(Moment),
})

const Comparison = Shape('JobComparison', {
  before: Nullable(Type.Integer({ description: 'Links visible before the push; null without a check before it' })),
  after: Nullable(Type.Integer()),
  gained: Nullable(Type.Integer()),
  lost: Nullable(Type.Integer()),
})

const jobFields = {
  id: Id,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  type: Type.Enum(JOB_TYPES),
  name: Type.String(),
  status: Type.Enum(JOB_STATUSES),
  note: Nullable(Sentence({ description: 'Why the job waits, when it waits' })),
  link_count: Type.Integer(),
  drip_days: Type.Integer(),
  recheck_days: Type.Integer(),
  preflight: Type.Boolean(),
  skip_flagged: Type.Boolean(),
  pre_check: Type.Boolean(),
  smart: Type.Boolean(),
  force_refresh: Type.Boolean(),
  indexnow_force: Type.Boolean(),
  holdout_pct: Type.Integer({ description: 'Percent of the links in the control group: not sent, free' }),
  engine: EngineName,
  simulated: Type.Boolean({ description: 'True when a simulated supplier or engine took part' }),
  created_by: Type.String(),
  source_job_id: Nullable(Type.String()),
  sent_at: Nullable(Moment),
  finished_at: Nullable(Moment),
  created_at: Moment,
  updated_at: Moment,
  outcome: Outcome,
  comparison: Comparison,
}

export const Job = Shape('Job', jobFields)

export const Link = Shape('Link', {
  uid: Type.Integer(),
  url: Type.String(),
  state: Type.Enum(LINK_STATES),
  indexed: Type.Enum(INDEXED),
  credit: Nullable(Type.Enum(LINK_CREDITS)),
  guarantee: Type.Boolean({
    description: 'False: pushed although flagged, or force-refreshed; the credit is used when the link is sent',
  }),
  flags: Type.Array(Type.String(), { description: 'Reasons from the pre-flight why it cannot be indexed' }),
  fix: Nullable(Type.String()),
  warnings: Type.Array(Type.String({ description: 'Minor findings; the link is pushed anyway' })),
  bing_flags: Type.Array(Type.String(), {
    description: 'Reasons why Bing cannot index it: the link is not sent to IndexNow',
  }),
  http_status: Nullable(Type.Integer({ description: 'HTTP status in the pre-flight' })),
  reason: Nullable(Type.String()),
  before_indexed: Nullable(Type.Enum(INDEXED)),
  due_at: Nullable(Moment),
  sent_at: Nullable(Moment),
  looks: Type.Integer({ description: 'Guarantee checks made: 0 to 3' }),
  next_look_at: Nullable(Moment),
  checked_at: Nullable(Moment),
  place: Nullable(
    Type.String({
      description:
        'In a check job, whose search results the answer is of: country, language, and `mobile` for a phone (DE/de). Null for a push, and where the engine knows no place',
    }),
  ),
  simulated: Type.Boolean(),
})

/** Fields of a job, and of a link, where a list must stay short. */
export const JOB_BRIEF = ['id', 'tenant_name', 'name', 'type', 'status', 'note', 'link_count', 'outcome', 'created_at']
/** Fields of a single job in a short answer. */
export const JOB_FIELDS = ['id', 'name', 'status', 'link_count', 'outcome']
export const LINK_BRIEF = ['uid', 'url', 'state', 'indexed', 'credit', 'fix', 'reason']

export const JOB_COLUMNS = columnsOf(Job, 'j', { tenant_name: 't.name' })

const linkColumns = (place: string, simulated: string): string =>
  columnsOf(Link, 'l', {
    uid: 'l.id',
    flags: "nullif(l.flags, '[]')",
    warnings: "nullif(l.warnings, '[]')",
    bing_flags: "nullif(l.bing_flags, '[]')",
    http_status: "l.facts ->> '$.status'",
    place,
    simulated,
  })

/** Columns for links of any job; reads the job of each link. */
export const LINK_COLUMNS = linkColumns('null', '(select simulated from jobs where id = l.job_id)')

/** Columns for links of one known job: a third less work for each link. */
export const linkColumnsOf = ({ type, simulated }: { type: string; simulated: number }): string =>
  linkColumns(type === 'check' ? LAST_PLACE : 'null', String(simulated))

const LAST_PLACE = `(select ${PLACE_OF_CHECK} from looks k where k.job_id = l.job_id and k.link_id = l.id and k.state = 'done'
  order by k.id desc limit 1)`
