import Type from 'typebox'
import { personOf } from '../domains/accounts/index.ts'
import { SentDayShape, StandingShape } from '../domains/figures/index.ts'
import { Job } from '../domains/jobs/index.ts'
import { AttentionShape, NUMBERS, readDashboard } from '../features/attention/index.ts'
import { outbound } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Moment } from '../kernel/operation/shape.ts'

const Place = { id: Type.String(), name: Type.String() }

export const getToday = outbound({
  name: 'get_today',
  route: 'GET /today',
  role: null,
  instead: 'the resource signalpost://today',
  summary: 'Your workspace today: its numbers, what needs attention, its clients, and pushes in progress.',
  description:
    'Numbers include the workspaces below yours, except where said otherwise. `clients` has the most urgent first. Days are UTC.',
  input: Type.Object({}),
  output: Shape('Today', {
    tenant: Type.Object({ ...Place, created_at: Moment }),
    numbers: NUMBERS,
    age_days: Type.Integer({ description: 'Days since the workspace was created' }),
    chart: Type.Array(SentDayShape, { description: 'The last 30 days, from the first with a link' }),
    cases: AttentionShape,
    clients: Type.Array(Type.Object({ ...Place, ...StandingShape.properties })),
    in_progress: Type.Array(Job, { description: 'The newest 8 jobs that are not over' }),
    watched: Type.Integer({ description: 'Pushes whose links are all sent and still checked' }),
    jobs: Type.Integer({ description: 'Jobs, including ended ones' }),
    simulated: Type.Boolean({ description: 'Some push was sent to the simulated supplier' }),
  }),
  example: {},
  local: true,

  async handle({ caller, read }) {
    const person = read((tx) => personOf(tx, caller))
    return readDashboard((work) => read((tx) => work(tx, caller)), person)
  },
})
