import Type from 'typebox'
import { COHORT_ROWS, cohortGrid, cohortsSince, RESULT_SCOPE } from '../../domains/jobs/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const getResults = read({
  name: 'get_results',
  route: 'GET /results',
  role: null,
  instead: 'list_jobs',
  summary: 'Share of sent links that checks found by day 1, 3 and 7, by week, client or host, of the last 12 weeks.',
  description:
    'The time when a check was answered decides its day. Rows of a client or host count only whole weeks in which every link has had that day’s check; an unfinished week counts in its own row (`settled` false).',
  input: Type.Object({
    by: Type.Optional(Type.Enum(COHORT_ROWS, { title: 'Rows', default: 'week' })),
    ...RESULT_SCOPE,
  }),
  output: Shape('Results', {
    since: Type.String({ format: 'date', description: 'First day counted, a Monday, UTC' }),
    rows: Type.Array(
      Shape('ResultRow', {
        key: Type.String({ description: 'Monday of the week, id of the workspace, or host' }),
        label: Type.String(),
        sent: Type.Integer({ description: 'Links sent' }),
        cells: Type.Array(
          Shape('ResultCell', {
            day: Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(7)]),
            seen: Type.Integer({ description: 'Links found by a check answered by the end of that day' }),
            due: Type.Integer({ description: 'Links whose check of that day is still to come: not in the share' }),
            sent: Type.Integer({ description: 'Links sent in these weeks; the share is seen / (sent - due)' }),
            weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the weeks counted' }),
            settled: Type.Boolean({ description: 'Every link of these weeks has had that day’s check' }),
          }),
        ),
      }),
    ),
  }),
  example: { by: 'host' },

  handle: ({ tx, caller }, { by = 'week', ...scope }) => ({
    since: cohortsSince(tx.now),
    rows: cohortGrid(tx, caller, by, scope),
  }),
})
