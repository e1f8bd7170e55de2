import Type from 'typebox'
import {
  allocate,
  Balance,
  balances,
  CreditKind,
  detailOf,
  insufficientCredits,
  LedgerDetail,
  LedgerEntry,
  LedgerLine,
  MOVES,
  movedBelow,
  Note,
  newestLines,
  OwnTenant,
  owedBy,
  put,
  SignedAmount,
  TAKE_LESS,
  take,
} from '../../domains/credits/index.ts'
import { Day, RUNWAY, readForecast } from '../../domains/figures/index.ts'
import { JOB_STATUSES, JOB_TYPES, reservedByJob } from '../../domains/jobs/index.ts'
import { AskedZone, daysAsked, InZone } from '../../domains/tenants/index.ts'
import { DEFAULT_PAGE_SIZE, ListOf, listInput } from '../../kernel/database/list.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Moment, Nullable, TenantId, TreeTenantId } from '../../kernel/operation/shape.ts'

const RECENT = 10

export const getCredits = read({
  name: 'get_credits',
  route: 'GET /credits',
  role: null,
  tool: {
    when: 'before a push or check',
    returns: '`index` and `check`, each available, reserved and owed, and the newest ledger lines',
    next: 'submit_index_job or check_index with `estimate`; list_ledger has older lines',
    brief: ['tenant_id', 'index', 'check', 'id', 'kind', 'direction', 'amount', 'reason', 'created_at', 'job_id'],
  },
  summary: 'Index and check credits of a workspace, and the newest lines of its ledger.',
  input: Type.Object({ tenant_id: OwnTenant }),
  output: Shape('Credits', {
    tenant_id: Type.String(),
    index: Balance,
    check: Balance,
    recent: Type.Array(LedgerLine),
  }),
  example: { tenant_id: 'ten_bakery' },

  handle({ tx, caller }, { tenant_id = caller.tenant_id }) {
    const { index, check } = balances(tx, tenant_id)
    const owed = (kind: CreditKind) => ({ owed: owedBy(tx, tenant_id, kind) })
    return {
      tenant_id,
      index: { ...index, ...owed('index') },
      check: { ...check, ...owed('check') },
      recent: newestLines(tx, tenant_id, RECENT),
    }
  },
})

const Count = (description: string) => Type.Integer({ description })

export const getCreditsForecast = outbound({
  name: 'get_credits_forecast',
  route: 'GET /credits/forecast',
  role: null,
  instead: 'get_credits',
  summary:
    'How long the index credits of a workspace and those below it last, and the refunds of each day around today.',
  description:
    '`last_day` is the day on which the available credits are used up at the average use of the last 28 days. Reserved credits and expected refunds are not counted.',
  input: Type.Object({ tenant_id: OwnTenant }),
  output: Shape('CreditsForecast', {
    tenant_id: Type.String(),
    time_zone: InZone,
    spendable: Count('Index credits available here and below'),
    own: Count('Part that is available in the workspace itself'),
    reserved: Count('Index credits reserved here and below'),
    expected_refunds: Count('Refunds expected from the reserved credits'),
    ...RUNWAY,
    last_day: Nullable(Day('The day on which they are used up')),
    days: Type.Array(
      Shape('ForecastDay', {
        day: Day('Seven days after the links were sent'),
        links: Count('Links sent seven days before'),
        refunded: Count('Links that are not indexed'),
        waiting: Count('Links without a final result'),
        expected_refunds: Count(
          'Refunds expected from the waiting links, as of the links of the last 30 days that are final',
        ),
      }),
      { description: 'Days with links, from the Monday two weeks ago to the last day that waits' },
    ),
  }),
  example: { tenant_id: 'ten_bakery' },

  local: true,

  handle: async ({ caller, read }, { tenant_id = caller.tenant_id }) => ({
    tenant_id,
    ...(await readForecast((work) => read((tx) => work(tx, caller)), tenant_id)),
  }),
})

export const listReservedCredits = read({
  name: 'list_reserved_credits',
  route: 'GET /credits/reserved',
  role: null,
  instead: 'get_credits',
  summary: 'The jobs that the reserved credits of a workspace belong to, newest first.',
  input: Type.Object({ ...listInput('created_at'), tenant_id: OwnTenant, kind: Type.Optional(CreditKind) }),
  output: ListOf(
    Shape('ReservedCredits', {
      job_id: Type.String(),
      name: Type.String(),
      type: Type.Enum(JOB_TYPES),
      status: Type.Enum(JOB_STATUSES),
      created_at: Moment,
      pending: Type.Integer({ description: 'Credits of this kind that are not settled yet; their sum is `reserved`' }),
    }),
  ),
  example: { kind: 'index' },

  handle: ({ tx, caller }, { tenant_id = caller.tenant_id, kind = 'index', ...page }) =>
    reservedByJob(tx, { tenant_id, kind }, page),
})

export const listCreditMoves = read({
  name: 'list_credit_moves',
  route: 'GET /credits/moves',
  role: null,
  instead: 'list_ledger',
  summary: 'The ledger lines behind a number of the summary, of index credits. `sum` is that number.',
  description:
    'Without days: the last 30. Lines of one workspace after those of another, newest first unless `dir` is asc.',
  input: Type.Object({
    ...listInput('created_at'),
    move: Type.Enum(MOVES, {
      title: 'What moved',
      description: 'As in the summary: `given`, `set_aside` for jobs, or `back` from jobs',
    }),
    tenant_id: Type.Optional(TreeTenantId),
    from: Type.Optional(Type.String({ format: 'date', title: 'From', description: 'First day' })),
    to: Type.Optional(Type.String({ format: 'date', title: 'To', description: 'Last day' })),
    time_zone: AskedZone,
  }),
  output: Type.Object({
    ...ListOf(Type.Object({ ...LedgerLine.properties, tenant_name: Type.String() })).properties,
    from: Type.String({ format: 'date', description: 'First day' }),
    to: Type.String({ format: 'date', description: 'Last day' }),
    time_zone: InZone,
    sum: Type.Integer({ description: 'Total of all lines, in index credits; credits that left count against it' }),
    tenant_name: Nullable(Type.String({ description: 'The workspace asked for; null for all' })),
  }),
  example: { move: 'given' },

  handle({ tx, caller }, { from, to, time_zone, page = 1, page_size = DEFAULT_PAGE_SIZE, sort: _, ...sought }) {
    const days = daysAsked(tx, caller, time_zone)
    const asked = { from: from ?? days.firstDay(tx.now), to: to ?? days.dayOf(tx.now) }
    const span = days.moments(asked.from, asked.to)
    return { ...movedBelow(tx, caller, { ...sought, span, page, page_size }), ...asked, time_zone: days.zone }
  },
})

export const allocateCredits = write({
  name: 'allocate_credits',
  route: 'POST /credits/allocate',
  role: 'admin',
  archived_too: true,
  tool: {
    when: 'to fund a client before a push, or to take unused credits back',
    costs: 'Moves your credits, uses none.',
    returns: 'the ledger line of the named workspace; yours is in `related`',
    next: 'get_credits; reverse_ledger_entry undoes it',
    inputs: {
      tenant_id: 'Workspace below yours, from list_tenants',
      amount: 'Credits to transfer; negative: take back, at most what is available',
      kind: 'Which credits',
      note: 'Kept in the ledger',
    },
    names_workspace: true,
    takes_away: true,
    once: true,
    brief: ['id', 'kind', 'direction', 'amount', 'balance_after'],
  },
  summary: 'Transfer credits to a client. A negative amount takes back what is available, up to that many.',
  description:
    'Transfers credits from your workspace to one below it, or takes them back. A transfer above what is available is refused with 402 and `details.have`. Taking back takes at most what is available there: the `amount` of the line says how many; with nothing available it is 402. Returns the line of the named workspace; yours is in `related`.',
  input: Type.Object({ tenant_id: TenantId, amount: SignedAmount, kind: Defaulted(CreditKind, 'index'), note: Note }),
  output: LedgerDetail,
  example: { tenant_id: 'ten_bakery', amount: 100, kind: 'index' },
  faults: ['insufficient_credits', 'conflict'],

  handle: ({ tx, caller }, { kind = 'index', ...wanted }) =>
    detailOf(tx, caller, allocate(tx, caller, { kind, ...wanted })),
})

export const adjustCredits = write({
  name: 'adjust_credits',
  route: 'POST /credits/adjust',
  role: 'platform',
  proof: true,
  instead: 'the page Credits of the web interface',
  archived_too: true,
  summary: 'Add credits to a workspace or, with a negative amount, take them away.',
  description:
    'A balance never falls below 0: taking more than is available is refused with 402. The reason becomes the note of the line.',
  input: Type.Object({
    tenant_id: TenantId,
    amount: SignedAmount,
    reason: Type.String({ title: 'Reason', minLength: 1, maxLength: 500 }),
    kind: Defaulted(CreditKind, 'index'),
  }),
  output: LedgerEntry,
  example: { tenant_id: 'ten_northwind', amount: 25, reason: 'Goodwill for the outage of 2 November', kind: 'check' },
  faults: ['insufficient_credits', 'conflict'],

  handle({ tx, caller }, { tenant_id, amount, reason: note, kind = 'index' }) {
    if (amount === 0) throw invalid({ path: 'amount', message: 'must not be 0' })
    const credits = { tenant_id, kind, amount: Math.abs(amount) }
    const words = { reason: 'adjustment', actor: caller.label, note } as const
    const line = amount > 0 ? put(tx, credits, words) : take(tx, credits, words)
    if (!line) throw insufficientCredits(tx, credits, TAKE_LESS)
    return line
  },
})
