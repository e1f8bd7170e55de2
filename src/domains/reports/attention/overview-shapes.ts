/** Shapes of the figures and cases of a workspace, on the wire. */
import Type from 'typebox'
import { Shape, words } from '../../../kernel/operation/schema-names.ts'
import { Count, Nullable } from '../../../kernel/operation/shape.ts'
import { CASE_KINDS } from './case.ts'

const Day = Type.String({ format: 'date', description: 'UTC' })
const Rate = Nullable(Type.Number({ minimum: 0, maximum: 1, description: '0..1; null without any such link' }))

export const StandingShape = Shape('WorkspaceStanding', {
  since: Type.String({ format: 'date', description: 'First of the last 30 days (UTC)' }),
  sent_30d: Count('Links sent in 30 days'),
  indexed_30d: Count('Links found indexed in 30 days'),
  returned_30d: Count('Index credits refunded in 30 days'),
  rate: Type.With(Rate, { description: 'Indexed share of the links sent in 30 days that have a result, 0..1' }),
  available: Type.Integer({ description: 'Index credits that can be spent' }),
  reserved: Count('Index credits reserved for links without a result'),
  used_per_day: Type.Number({ description: 'Index credits used per day, with the workspaces below it' }),
  lacks: Type.Number({ description: 'Index credits missing to last another 30 days at that pace' }),
  runway_days: Nullable(Type.Number({ description: 'Days that the credits last at that pace; null without any use' })),
  running_dry: Type.Boolean({ description: 'The credits last 7 days or less' }),
  last: Nullable(
    Type.Object(
      { day: Day, links: Type.Integer(), rate: Type.Number() },
      { description: 'Latest day of sending whose links all have a result' },
    ),
  ),
  usual: Type.With(Rate, { description: 'Median of the days before it, 0..1; null with too few days' }),
  below_usual: Type.Boolean({ description: 'The last day is recent and clearly below the usual rate' }),
  settles_today: Count('Links whose last check is due today'),
  came_back: Count('Index credits refunded yesterday and today'),
  came_in: Count('Links found indexed yesterday and today'),
})

export const SentDayShape = Shape('SentDay', {
  day: Day,
  indexed: Type.Integer(),
  waiting: Type.Integer(),
  not_indexed: Type.Integer(),
})

export const WeekShape = Shape('SentWeek', {
  week: Type.String({ format: 'date', description: 'Its Monday, UTC' }),
  links: Count('Links sent in it'),
  checked: Count('Of these, links whose check of day 7 is done'),
  seen: Count('Of these, links found by day 7'),
  final: Type.Boolean({ description: 'Every link has had that check' }),
})

export const CaseShape = Shape('AttentionCase', {
  kind: Type.Enum(words('CaseKind', CASE_KINDS)),
  id: Type.String({ description: 'Id of the subject; unique together with `kind`' }),
  tenant_id: Nullable(Type.String()),
  tenant_name: Nullable(Type.String({ description: 'null for cases of the install or of the person' })),
  name: Type.String({ description: 'Name of the subject: a host, a push, an address' }),
  count: Type.Number({ description: 'Links, credits, e-mails or accounts, by kind; 0 where nothing is counted' }),
  note: Nullable(Type.String()),
  stamp: Type.String({ description: 'Changes with the case' }),
  standing: Type.Optional(StandingShape),
})
