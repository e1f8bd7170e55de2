import Type from 'typebox'
import {
  COHORT_ROWS,
  cohortGrid,
  cohortMondays,
  RESULT_SCOPE,
  ResultCell,
  usualOfWeeks,
} from '../domains/jobs/index.ts'
import { LAST_LOOK_DAY, lookDays } from '../domains/plans/index.ts'
import { Searched } from '../kernel/database/search-steps.ts'
import { read } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Nullable } from '../kernel/operation/shape.ts'

export const getResults = read({
  name: 'get_results',
  route: 'GET /results',
  role: null,
  instead: 'the resource signalpost://results',
  summary: `Share of sent links that checks found by day ${lookDays()}, by week, client or host, of the last 12 weeks.`,
  description:
    'The time when a check was answered decides its day. Rows of a client or host count only weeks that are over and in which every link has had that day’s check, or at least 95 % once the day has come for all; an unfinished week counts in its own row (`settled` false).',
  input: Type.Object({
    by: Type.Optional(Type.Enum(COHORT_ROWS, { title: 'Rows', default: 'week' })),
    ...RESULT_SCOPE,
  }),
  output: Shape('Results', {
    since: Type.String({ format: 'date', description: 'First day counted, a Monday, UTC' }),
    weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the 12 weeks, oldest first' }),
    usual: Nullable(
      Type.Number({
        description: `By week: median share by day ${LAST_LOOK_DAY} of the complete weeks before the last one, 0..1; null with fewer than three`,
      }),
    ),
    rows: Type.Array(
      Shape('ResultRow', {
        key: Type.String({ description: 'Monday of the week, id of the workspace, or host' }),
        label: Type.String(),
        sent: Type.Integer({ description: 'Links sent' }),
        cells: Type.Array(ResultCell),
      }),
    ),
  }),
  example: { by: 'host' },

  handle({ tx, caller }, { by = 'week', ...scope }) {
    const reader = { now: tx.now, caller }
    const weeks = cohortMondays(tx.now)
    return new Searched(async (look) => {
      const rows = await cohortGrid(look, reader, by, scope)
      return { since: weeks[0]!, weeks, usual: by === 'week' ? usualOfWeeks(rows) : null, rows }
    })
  },
})
