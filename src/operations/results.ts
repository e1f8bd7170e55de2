import Type from 'typebox'
import { OfSupplier, suppliersByWeek } from '../domains/figures/index.ts'
import {
  COHORT_ROWS,
  cohortGrid,
  cohortMondays,
  gridOf,
  periodsOf,
  RESULT_SCOPE,
  ResultCell,
  usualOfWeeks,
} from '../domains/jobs/index.ts'
import { LAST_LOOK_DAY, lookDays } from '../domains/plans/index.ts'
import { daysAsked, InZone } from '../domains/tenants/index.ts'
import { Searched } from '../kernel/database/search-steps.ts'
import { read } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Nullable } from '../kernel/operation/shape.ts'

const ROWS = Type.Array(
  Shape('ResultRow', {
    key: Type.String({ description: 'Monday of the week, id of the workspace, or host' }),
    label: Type.String(),
    sent: Type.Integer({ description: 'Links sent' }),
    cells: Type.Array(ResultCell),
  }),
)
const TOTAL = Type.Array(ResultCell, {
  description: `By week: the weeks that are complete by day ${LAST_LOOK_DAY} in one, for each day; otherwise empty`,
})

export const getResults = read({
  name: 'get_results',
  route: 'GET /results',
  role: null,
  instead: 'the resource signalpost://results',
  summary: `Share of sent links that checks found by day ${lookDays()}, by week, client or host, of the last 12 weeks, or of 1 to 52.`,
  description:
    'The time when a check was answered decides its day. Rows of a client or host count only weeks that are over and in which every link has had that day’s check, or at least 95 % once the day has come for all; an unfinished week counts in its own row (`settled` false).',
  input: Type.Object({
    by: Type.Optional(Type.Enum(COHORT_ROWS, { title: 'Rows', default: 'week' })),
    compare: Type.Optional(
      Type.Boolean({ title: 'Compare', description: 'By week: also as many weeks before', default: false }),
    ),
    supplier: OfSupplier,
    ...RESULT_SCOPE,
  }),
  output: Shape('Results', {
    time_zone: InZone,
    since: Type.String({ format: 'date', description: 'First day counted, a Monday' }),
    weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the 12 weeks, oldest first' }),
    usual: Nullable(
      Type.Number({
        description: `By week: median share by day ${LAST_LOOK_DAY} of the complete weeks before the last one, 0..1; null with fewer than three`,
      }),
    ),
    rows: ROWS,
    total: TOTAL,
    before: Nullable(
      Type.Object(
        {
          weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Its Mondays, oldest first' }),
          rows: ROWS,
          total: TOTAL,
        },
        {
          description: 'By week, with `compare`: as many weeks before; `total` has the counterparts of the same weeks',
        },
      ),
    ),
  }),
  example: { by: 'host' },
  faults: ['forbidden'],

  handle({ tx, caller }, { by = 'week', compare = false, time_zone, supplier, ...scope }) {
    const days = daysAsked(tx, caller, time_zone)
    const reader = { now: tx.now, caller, days }
    const weeks = cohortMondays(reader, scope)
    const common = { time_zone: days.zone, since: weeks[0]! }
    const read = { ...scope, last_weeks: Math.max(weeks.length * (compare ? 2 : 1), cohortMondays(reader).length) }
    const asked = by === 'week' ? read : scope
    const counted = supplier && gridOf(suppliersByWeek(tx, reader, by, { ...asked, supplier }), reader, by)
    return new Searched(async (look) => {
      if (by !== 'week') {
        const rows = counted ?? (await cohortGrid(look, reader, by, scope))
        return { ...common, weeks, usual: null, rows, total: [], before: null }
      }
      const all = counted ?? (await cohortGrid(look, reader, by, read))
      const { own, before } = periodsOf(all, weeks)
      const [since] = cohortMondays(reader)
      const usual = usualOfWeeks(all.filter(({ key }) => key >= since!))
      return { ...common, usual, ...own, before: compare ? before : null }
    })
  },
})
