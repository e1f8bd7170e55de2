import Type from 'typebox'
import { Day, RUNWAY, readCreditUse } from '../domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../domains/plans/index.ts'
import { AskedZone, daysAsked, InZone, TenantKind } from '../domains/tenants/index.ts'
import { outbound } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../kernel/operation/shape.ts'

const Count = (description: string) => Type.Integer({ description })

const MOVED = {
  given: Count('Index credits received, less those transferred to other workspaces'),
  set_aside: Count('Index credits reserved for jobs'),
  back: Count('Index credits refunded by jobs, for any reason'),
  used: Count('Index credits used: links found indexed, and links sent without the guarantee'),
  returned: Count(`Index credits refunded because the check of day ${LAST_LOOK_DAY} did not find the link`),
  sent: Count('Links sent'),
  indexed: Count('Links found indexed in time'),
  checks_used: Count('Check credits used'),
  credits_per_indexed: Nullable(Type.Number({ description: 'Index credits used for each link found indexed' })),
  available: Count('Index credits available now, whatever the days'),
  reserved: Count('Index credits reserved now'),
  expected_back: Count(
    'Reserved credits that are refunded if links go on as those of the last 30 days that are final; not available yet',
  ),
}

export const getSummary = outbound({
  name: 'get_summary',
  route: 'GET /summary',
  role: null,
  instead: 'the resource signalpost://summary',
  summary: 'Credits and outcome of these days, of your workspace and each one below it, and the total.',
  description: 'Without days: the last 30. An archived workspace is left out when it has no credits and no movement.',
  input: Type.Object({
    from: Type.Optional(Type.String({ format: 'date', title: 'From', description: 'First day' })),
    to: Type.Optional(Type.String({ format: 'date', title: 'To', description: 'Last day' })),
    time_zone: AskedZone,
  }),
  output: Shape('Summary', {
    time_zone: InZone,
    from: Day('First day'),
    to: Day('Last day'),
    rows: Type.Array(
      Shape('SummaryRow', {
        id: Type.String({ description: 'Id of the workspace' }),
        name: Type.String(),
        kind: TenantKind,
        created_at: Moment,
        archived: Type.Boolean(),
        own: Type.Boolean({ description: 'Your workspace; the others are below it' }),
        ...MOVED,
        ...RUNWAY,
      }),
    ),
    total: Type.Object({
      ...MOVED,
      opening: Count('Index credits available at the start of the first day'),
      closing: Count('Index credits available at the end of the last day'),
    }),
  }),
  example: {},
  local: true,

  async handle({ app, caller, read }, { from, to, time_zone }) {
    const now = app.clock.now()
    const days = read((tx) => daysAsked(tx, caller, time_zone))
    const asked = { from: from ?? days.firstDay(now), to: to ?? days.dayOf(now) }
    const span = days.moments(asked.from, asked.to)
    const money = await readCreditUse((work) => read((tx) => work(tx, caller)), days, span)
    return { time_zone: days.zone, ...asked, ...money }
  },
})
