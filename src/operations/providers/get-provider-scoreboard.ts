import Type from 'typebox'
import { duel, ROUTES, scoreboard } from '../../domains/providers/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

const rate = (description: string) => Nullable(Type.Number({ description }))

const days = () =>
  Type.Array(
    Type.Object({
      day: Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(7)]),
      indexed: Type.Integer(),
      answered: Type.Integer({ description: 'Links whose day has come and whose result is known' }),
      rate: rate('`indexed` of `answered`, 0..1'),
      low: rate('Lower bound of the 95 % interval'),
      high: rate('Upper bound of the 95 % interval'),
    }),
  )

const Duel = Shape(
  'SupplierDuel',
  {
    since: Type.String({ description: 'First day counted' }),
    sides: Type.Array(
      Type.Object({
        route: Type.Enum(ROUTES),
        adapter: Type.String(),
        share_pct: Type.Integer({ description: 'Share of new pushes' }),
        links: Type.Integer(),
        days: days(),
        cost_per_indexed_usd: rate('Per link found indexed by our own checks by day 7'),
      }),
    ),
    control: days(),
    verdict: Nullable(
      Type.Object({
        better: Nullable(Type.Enum(ROUTES)),
        points: Type.Integer({ description: 'Difference of the day-7 rates in percentage points' }),
        sure: Type.Boolean({ description: 'The difference is certain at 95 %' }),
        more_links: Nullable(Type.Integer({ description: 'About how many more results make it certain' })),
        needed_by: Nullable(Type.Enum(ROUTES, { description: 'Null: both, half each' })),
      }),
    ),
  },
  { description: 'The connected suppliers beside each other, over the last 84 days' },
)

export const getProviderScoreboard = read({
  name: 'get_provider_scoreboard',
  route: 'GET /admin/providers/scoreboard',
  role: 'platform',
  summary: 'Results of each crawl supplier by month, from our own checks: indexed by day 1, 3, 7, cost, lift.',
  description:
    'Lift is the share of sent links indexed by day 7, less that of the control groups of the same pushes (`holdout_pct`).',
  input: Type.Object({ ...listInput('month') }),
  output: Shape('Scoreboard', {
    ...ListOf(
      Shape('ScoreboardRow', {
        month: Type.String(),
        route: Type.String(),
        adapter: Type.String(),
        simulated: Type.Boolean(),
        links: Type.Integer({ description: 'Accepted by the supplier' }),
        indexed_day1: Type.Integer({ description: 'Part of `answered_day1`: found by a check answered by then' }),
        indexed_day3: Type.Integer(),
        indexed_day7: Type.Integer(),
        answered_day1: Type.Integer({ description: 'Links whose day has come and whose result of that day is known' }),
        answered_day3: Type.Integer(),
        answered_day7: Type.Integer(),
        indexed_later: Type.Integer({ description: 'Found indexed after the refund' }),
        indexed_rate: rate('By day 7, 0..1: `indexed_day7` of `answered_day7`; null before any has come'),
        cost_usd: rate('Bill of the supplier; null where no price is set'),
        cost_per_indexed_usd: rate('Per link found indexed by our own checks by day 7'),
        held_out: Type.Integer({
          description: 'Links in the control groups of the same pushes, with a result of day 7',
        }),
        held_out_indexed: Type.Integer(),
        lift: rate('-1..1; null without a control group'),
      }),
    ).properties,
    duel: Duel,
  }),
  example: {},
  handle: ({ tx }, page) => ({ ...scoreboard(tx, page), duel: duel(tx) }),
})
