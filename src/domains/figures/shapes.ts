/** Shapes of the figures of a workspace, on the wire. */
import Type from 'typebox'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Nullable } from '../../kernel/operation/shape.ts'
import { LAST_LOOK_DAY } from '../plans/index.ts'
import { OFF_USUAL } from './off-usual.ts'

export const Day = (description: string) => Type.String({ format: 'date', description })
const OneDay = Type.String({ format: 'date' })
const Rate = Nullable(Type.Number({ minimum: 0, maximum: 1, description: '0..1; null without any such link' }))

export const StandingShape = Shape('WorkspaceStanding', {
  since: Type.String({ format: 'date', description: 'First of the last 30 days' }),
  sent_30d: Count('Links sent in 30 days'),
  indexed_30d: Count('Links found indexed in 30 days'),
  returned_30d: Count('Index credits refunded in 30 days'),
  rate: Type.With(Rate, {
    description: `Share of \`rate_links\` that was found by day ${LAST_LOOK_DAY}, 0..1; null before day ${LAST_LOOK_DAY} of the first links sent in 30 days`,
  }),
  rate_links: Count(
    `Links sent in 30 days on days whose day ${LAST_LOOK_DAY} has come and of whose links at least 95 % have a result`,
  ),
  rate_until: Nullable(Type.String({ format: 'date', description: 'The latest of these days' })),
  available: Type.Integer({ description: 'Index credits that can be spent' }),
  reserved: Count('Index credits reserved for links without a result'),
  used_per_day: Type.Number({ description: 'Index credits used per day, with the workspaces below it' }),
  lacks: Type.Number({ description: 'Index credits missing to last another 30 days at that pace' }),
  runway_days: Nullable(Type.Number({ description: 'Days that the credits last at that pace; null without any use' })),
  running_dry: Type.Boolean({ description: 'The credits last 7 days or less' }),
  last: Nullable(
    Type.Object(
      { day: OneDay, links: Type.Integer(), rate: Type.Number() },
      {
        description: `Latest day of sending whose day ${LAST_LOOK_DAY} has come and of whose links at least 95 % have a result`,
      },
    ),
  ),
  usual: Type.With(Rate, { description: 'Median of the days before it, 0..1; null with too few days' }),
  off_usual: Nullable(
    Type.Enum(OFF_USUAL, {
      description:
        'The last day is of the last 14 days and `low`: below 30 % of 20 links or more; `below` or `above`: 10 points or more off the usual, of 10 links or more',
    }),
  ),
  below_usual: Type.Boolean({ description: 'It is `low`, or below three quarters of the usual' }),
  settles_today: Count('Links whose last check is due today'),
  came_back: Count('Index credits refunded yesterday and today'),
  came_in: Count('Links found indexed yesterday and today'),
})

/** For people who are signed in: the address is a page's. */
export const TileUrl = Nullable(
  Type.String({ description: 'Path of its logo, else of the icon of its first host; null without either' }),
)

export const SentDayShape = Shape('SentDay', {
  day: OneDay,
  indexed: Type.Integer(),
  waiting: Type.Integer(),
  not_indexed: Type.Integer(),
})

export const WeekShape = Shape('SentWeek', {
  week: Type.String({ format: 'date', description: 'Its Monday' }),
  links: Count('Links sent in it'),
  checked: Count(`Links whose check of day ${LAST_LOOK_DAY} is done`),
  seen: Count(`Checked links found by day ${LAST_LOOK_DAY}`),
  final: Type.Boolean({ description: 'Every link has had that check' }),
})

export const RUNWAY = {
  used_per_day: Type.Number({ description: 'Index credits used per day, on average of the last 28 days' }),
  runway_days: Nullable(
    Type.Integer({ description: 'Whole days that the available index credits last; null when none are used' }),
  ),
  running_dry: Type.Boolean({ description: 'They last 7 days or less' }),
  lacks: Type.Integer({ description: 'Index credits missing to last another 30 days' }),
}
