import Type from 'typebox'
import { personOf } from '../../domains/accounts/index.ts'
import { countPendingRequests } from '../../domains/credits/index.ts'
import { CASE_KINDS, CaseShape, SentDayShape, StandingShape, TileUrl } from '../../domains/figures/index.ts'
import { Job } from '../../domains/jobs/index.ts'
import { WhyFact } from '../../domains/links/index.ts'
import { LAST_LOOK_DAY } from '../../domains/plans/index.ts'
import { FLAGS } from '../../domains/preflight/index.ts'
import { InZone } from '../../domains/tenants/index.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable, TenantId } from '../../kernel/operation/shape.ts'
import { BELL_KINDS, MOST_ITEMS, markAllSeen, unseenItems } from './bell.ts'
import { readDashboard } from './dashboard.ts'
import { readInstall } from './install-overview.ts'
import { readWhy } from './missed-links.ts'
import { markSeen, nameOfCase, unmarkSeen } from './seen-cases.ts'
import { AttentionShape, NUMBERS } from './shapes.ts'

export const getAttention = outbound({
  name: 'get_attention',
  route: 'GET /attention',
  role: null,
  instead: 'get_today',
  summary: 'Cases that need a person in your workspace and those below it, most urgent first, each with its next act.',
  input: Type.Object({}),
  output: AttentionShape,
  example: {},
  local: true,

  async handle({ app, caller, read }) {
    const person = read((tx) => personOf(tx, caller))
    const { cases } = await readDashboard(app, (work) => read((tx) => work(tx, caller)), person)
    return cases
  },
})

export const markAttentionCase = write({
  name: 'mark_attention_case',
  route: 'POST /attention/seen',
  role: 'member',
  instead: 'get_today',
  archived_too: true,
  summary: 'Hide a case from your list until it changes or until tomorrow, or show it again.',
  input: Type.Object({
    kind: Type.Enum(CASE_KINDS, { title: 'Kind' }),
    id: Type.String({ title: 'Case', description: '`id` of the case', minLength: 1, maxLength: 400 }),
    stamp: Type.String({ title: 'Stamp', description: '`stamp` of the case', maxLength: 1000 }),
    seen: Type.Boolean({ title: 'Seen', description: 'False shows it again' }),
  }),
  output: Type.Object({ seen: Type.Boolean() }),
  example: { kind: 'dry', id: 'ten_bakery', stamp: '4 1', seen: true },

  handle({ tx, caller }, { seen, stamp, ...one }) {
    const person = personOf(tx, caller)
    const name = nameOfCase(one)
    if (seen) markSeen(tx, person, { name, stamp })
    else unmarkSeen(tx, person, name)
    return { seen }
  },
})

const Place = { id: Type.String(), name: Type.String() }

export const getToday = outbound({
  name: 'get_today',
  route: 'GET /today',
  role: null,
  instead: 'the resource signalpost://today',
  summary: 'Your workspace today: its numbers, what needs attention, its clients, and pushes in progress.',
  description:
    'Numbers include the workspaces below yours, except where said otherwise. `clients` has the most urgent first.',
  input: Type.Object({}),
  output: Shape('Today', {
    tenant: Type.Object({ ...Place, created_at: Moment }),
    time_zone: InZone,
    numbers: NUMBERS,
    age_days: Type.Integer({ description: 'Days since the workspace was created' }),
    chart: Type.Array(SentDayShape, { description: 'The last 30 days, from the first with a link' }),
    cases: AttentionShape,
    clients: Type.Array(Type.Object({ ...Place, ...StandingShape.properties, tile_url: TileUrl })),
    in_progress: Type.Array(Job, { description: 'The newest 8 jobs that are not over' }),
    watched: Type.Integer({ description: 'Pushes whose links are all sent and still checked' }),
    jobs: Type.Integer({ description: 'Jobs, including ended ones' }),
    simulated: Type.Boolean({ description: 'Some push was sent to the simulated supplier' }),
  }),
  example: {},
  local: true,

  async handle({ app, caller, read }) {
    const person = read((tx) => personOf(tx, caller))
    return readDashboard(app, (work) => read((tx) => work(tx, caller)), person)
  },
})

export const getInstallOverview = read({
  name: 'get_install_overview',
  route: 'GET /system/overview',
  role: 'platform',
  summary: 'Cases for the operator, the work of today in the whole install, and the work in progress.',
  input: Type.Object({}),
  output: Shape('InstallOverview', {
    cases: Type.Array(CaseShape, { description: 'Cases for the operator, most urgent first' }),
    queue: Type.Object({
      jobs_open: Count('Jobs that are not done'),
      links_watched: Count('Links sent and without a final result'),
      batches_waiting: Count('Batches that wait for a supplier'),
      looks_open: Count('Checks without an answer; at most 100,000 are counted'),
    }),
    sent: Type.Object({ links: Count('Links sent today'), batches: Count('Batches sent today') }),
    looks: Count('Checks answered today'),
    pack_requests: Count('Requests for packs that wait'),
  }),
  example: {},

  handle: ({ tx }) => ({ ...readInstall(tx), pack_requests: countPendingRequests(tx) }),
})

/** Missed links that the answer names. */
const MOST = 200

export const getTenantWhy = outbound({
  name: 'get_tenant_why',
  route: 'GET /tenants/{id}/why',
  role: null,
  instead: 'get_job_status of its last push',
  summary:
    'Why fewer links than usual were found on the last settled day of a workspace, or in one week: causes, and what is ruled out.',
  description: 'From stored pre-flights and results; nothing is fetched. Without missed links, `facts` is empty.',
  input: Type.Object({
    id: TenantId,
    week: Type.Optional(
      Type.String({
        title: 'Week',
        format: 'date',
        description: 'A day of the week; the last settled day unless given',
      }),
    ),
  }),
  output: Shape('WorkspaceWhy', {
    time_zone: InZone,
    standing: StandingShape,
    of: Nullable(
      Type.Object(
        {
          from: Type.String({ format: 'date', description: 'First day, UTC' }),
          to: Type.String({ format: 'date', description: 'The day after the last' }),
          links: Count('Links sent in these days that have a result'),
          indexed: Count(`Of them, found by day ${LAST_LOOK_DAY}`),
        },
        { description: 'The days that are explained; null without a settled day' },
      ),
    ),
    facts: Type.Array(WhyFact, { description: 'Causes first, then what is ruled out, then refunds' }),
    sections: Type.Array(
      Shape('WhySection', {
        name: Type.String({ description: 'First folder of the path, with its host where there are several' }),
        host: Type.String(),
        links: Count('Links sent on that day'),
        indexed: Count(`Links found by day ${LAST_LOOK_DAY}`),
        usual: Nullable(Type.Number({ description: 'Share of its links of the 12 weeks before, 0..1' })),
      }),
      { description: 'The largest loss first' },
    ),
    missed: Type.Array(
      Type.Object({
        uid: Type.Integer(),
        url: Type.String(),
        flags: Type.Array(Type.Enum(FLAGS), { description: 'Flags from the newest pre-flight of the page' }),
      }),
      { description: 'The first 200 links that were not found' },
    ),
  }),
  example: { id: 'ten_bakery' },
  local: true,

  async handle({ caller, read }, { id, week }) {
    const why = await readWhy((work) => read((tx) => work(tx, caller)), id, week)
    return { ...why, missed: why.missed.slice(0, MOST).map((one) => ({ ...one, flags: [...one.flags] })) }
  },
})

export const getBell = read({
  name: 'get_bell',
  route: 'GET /bell',
  role: null,
  instead: 'get_today',
  summary: 'What happened in your workspace and those below it since you marked all as seen.',
  description: `At most ${MOST_ITEMS} items of the last 14 days, the newest first. Questions and faults are for people who push.`,
  input: Type.Object({}),
  output: Type.Object({
    since: Moment,
    until: Moment,
    happenings: Type.Array(
      Type.Object({
        kind: Type.Enum(BELL_KINDS),
        id: Type.String({ description: 'Id of the push, report, question, site, standing push or webhook' }),
        tenant_id: Type.String(),
        tenant: Type.String({ description: 'Name of its workspace' }),
        name: Type.String(),
        at: Moment,
        links: Nullable(Count('Links of the push or check')),
        indexed: Nullable(Count('Links that were found')),
        refunded: Nullable(Count('Credits that were refunded')),
        failed: Nullable(Count('Links that could not be sent')),
      }),
    ),
  }),
  example: {},

  handle: ({ tx, caller }) => unseenItems(tx, caller),
})

export const markBellSeen = write({
  name: 'mark_bell_seen',
  route: 'POST /bell/seen',
  role: null,
  person: true,
  instead: 'get_today',
  archived_too: true,
  summary: 'Mark all as seen that happened in your workspace and those below it.',
  input: Type.Object({
    until: Type.Optional(
      Type.String({ format: 'date-time', description: '`until` of the list that you read; now by default' }),
    ),
  }),
  output: Type.Object({ seen: Type.Literal(true) }),
  example: {},

  handle({ tx, caller }, { until = tx.now }) {
    markAllSeen(tx, caller, until)
    return { seen: true as const }
  },
})
