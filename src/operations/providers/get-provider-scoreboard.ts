import Type from 'typebox'
import { scoreboard } from '../../domains/providers/index.ts'
import { ListOf, listInput } from '../../kernel/list.ts'
import { Shape } from '../../kernel/named.ts'
import { read } from '../../kernel/operation.ts'
import { Nullable } from '../../kernel/shape.ts'

const rate = (description: string) => Nullable(Type.Number({ description }))

export const getProviderScoreboard = read({
  name: 'get_provider_scoreboard',
  route: 'GET /admin/providers/scoreboard',
  role: 'platform',
  summary: 'What each crawl supplier really does, by month, from our own looks: indexed by day 1, 3, 7, cost, lift.',
  description:
    'Lift is the share indexed by day 7 of the links sent, less that of the links held out of the same pushes (`holdout_pct`).',
  input: Type.Object({ ...listInput('month') }),
  output: ListOf(
    Shape('ScoreboardRow', {
      month: Type.String(),
      route: Type.String(),
      adapter: Type.String(),
      simulated: Type.Boolean(),
      links: Type.Integer({ description: 'Taken by the supplier' }),
      indexed_day1: Type.Integer(),
      indexed_day3: Type.Integer(),
      indexed_day7: Type.Integer(),
      indexed_later: Type.Integer({ description: 'After the credit had gone back' }),
      indexed_rate: rate('By day 7, 0..1'),
      cost_usd: rate('What the supplier bills; null where no price is set'),
      cost_per_indexed_usd: rate('Of a link that our own looks saw by day 7'),
      held_out: Type.Integer({ description: 'Links of the same pushes that were not sent' }),
      held_out_indexed: Type.Integer(),
      lift: rate('-1..1; null without a hold-out'),
    }),
  ),
  example: {},
  handle: ({ tx }, page) => scoreboard(tx, page),
})
