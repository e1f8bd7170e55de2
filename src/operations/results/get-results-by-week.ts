import Type from 'typebox'
import { cohortMondays, RESULT_SCOPE, weeklyGrid } from '../../domains/jobs/index.ts'
import { Searched } from '../../kernel/database/search-steps.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count } from '../../kernel/operation/shape.ts'

export const getResultsByWeek = read({
  name: 'get_results_by_week',
  route: 'GET /results/weeks',
  role: null,
  instead: 'list_jobs',
  summary: 'Share of sent links that checks found by one day, of each client or host in each of the last 12 weeks.',
  description: 'The 100 rows with the most links. A week without links is left out of its row.',
  input: Type.Object({
    by: Type.Optional(Type.Enum(['client', 'host'], { title: 'Rows', default: 'client' })),
    day: Type.Optional(Type.Integer({ title: 'Day', description: '1, 3 or 7', minimum: 1, maximum: 7, default: 7 })),
    ...RESULT_SCOPE,
  }),
  output: Shape('ResultsByWeek', {
    weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the 12 weeks, oldest first' }),
    rows: Type.Array(
      Shape('ResultsOfRow', {
        key: Type.String({ description: 'Id of the workspace, or host' }),
        label: Type.String(),
        sent: Count('Links sent'),
        weeks: Type.Array(
          Shape('ResultWeek', {
            week: Type.String({ format: 'date', description: 'Its Monday, UTC' }),
            seen: Count('Links found by a check answered by the end of that day'),
            due: Count('Links whose check of that day is still to come: not seen yet'),
            sent: Count('Links sent in it; the share is seen / sent'),
            settled: Type.Boolean({
              description:
                'The week is over, and every link has had that day’s check; once the day has come for all, at least 95 %',
            }),
          }),
          { description: 'Newest first' },
        ),
      }),
    ),
  }),
  example: { by: 'host' },

  handle({ tx, caller }, { by = 'client', day = 7, ...scope }) {
    const reader = { now: tx.now, caller }
    const weeks = cohortMondays(tx.now)
    return new Searched(async (look) => ({ weeks, rows: await weeklyGrid(look, reader, by, day, scope) }))
  },
})
