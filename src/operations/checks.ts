import Type from 'typebox'
import {
  BALANCE_UNITS,
  bookTest,
  type ConsoleInput,
  connectEngines,
  type EnginesGiven,
  EnginesInput,
  IntegrationsStatus,
  installPlace,
  integrationsStatus,
  isSlot,
  noEngine,
  openEngine,
  openSearchConsole,
  planCheck,
  SearchConsoleInput,
  startCheck,
  testEngine,
} from '../domains/checks/index.ts'
import { Bill } from '../domains/credits/index.ts'
import {
  EngineName,
  findWrittenJob,
  JOB_FIELDS,
  Job,
  JobName,
  readJob,
  urlsOf,
  writeUnwrittenLinks,
} from '../domains/jobs/index.ts'
import { DroppedFromOrder, droppedFrom, noUrlLeft, takeList } from '../domains/preflight/index.ts'
import { PlaceInput, placeOfInput } from '../domains/tenants/index.ts'
import { assertInUse } from '../kernel/operation/archived-guard.ts'
import { estimateOf } from '../kernel/operation/estimate.ts'
import { invalid, notFound } from '../kernel/operation/fault.ts'
import { order, outbound, read, write } from '../kernel/operation/operation.ts'
import { Defaulted, Nullable, TenantId, Urls } from '../kernel/operation/shape.ts'
import { spendingInput } from '../kernel/operation/spending.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { TEST_CALL } from '../kernel/web-fetch/adapter.ts'

export const checkIndex = order({
  name: 'check_index',
  route: 'POST /check',
  role: 'member',
  tool: {
    when: 'for pages of a client or a job',
    costs: 'Checks without a verdict, and those that Search Console answers, are refunded.',
    returns: 'the check as a job, at once',
    next: 'get_job_status until `status` is done, then list_job_urls; send_unindexed_to_indexer pushes links that are not indexed',
    inputs: {
      urls: 'Full http(s) URLs; or give job_id',
      job_id: 'Check the links of this job, as a new check job',
      tenant_id: 'Workspace that pays; default: your own, or that of the job',
      name: 'Label in lists and reports',
      engine: 'scan_live is fresh and costs 5; scan_bing checks Bing; upstream asks the crawl supplier',
    },
    reaches_out: true,
    rest: 'validate_urls lists every dropped entry.',
    brief: [...JOB_FIELDS, 'bill'],
  },
  summary: 'Check whether a search engine shows URLs: 1 check credit each, 5 with scan_live.',
  description:
    'Give `urls`, or `job_id` to check the URLs of a job. A check without a verdict is refunded. scan_standard asks a connected Search Console property first: what it answers is refunded too.',
  input: Type.Object({
    urls: Type.Optional(Urls),
    job_id: Type.Optional(Type.String({ title: 'Job', maxLength: 64 })),
    tenant_id: Type.Optional(
      Type.With(TenantId, { description: 'Id of a workspace; default: your own or that of the job' }),
    ),
    name: Type.Optional(JobName),
    engine: Defaulted(EngineName, 'scan_standard'),
    ...spendingInput,
  }),
  output: Type.Object({ ...Job.properties, ...DroppedFromOrder, bill: Bill }),
  example: { urls: ['https://bakery.example/bread'], name: 'Is the bread page visible?' },
  faults: ['insufficient_credits', 'too_many_urls', 'conflict', 'daily_cap'],
  prepare: async ({ urls }) => (urls ? takeList(urls) : null),

  plan({ tx, caller, prepared }, { urls, job_id, tenant_id, name = '', engine = 'scan_standard', ...limit }) {
    if (!urls === !job_id) throw invalid({ path: 'urls', message: 'give either urls or job_id' })
    const source = job_id ? findWrittenJob(tx, caller, job_id) : null
    const taken = prepared ?? { urls: urlsOf(tx, source!.id), duplicates: [], invalid: [] }
    if (taken.urls.length === 0)
      throw source ? invalid({ path: 'job_id', message: 'names a job without links' }) : noUrlLeft(taken)
    const owner = tenant_id ?? source?.tenant_id ?? caller.tenant_id
    assertInUse(tx, owner)
    const given = name.trim() || (source ? `Check of ${source.name}`.slice(0, 200) : '')
    const order = { tenant_id: owner, name: given, engine, source_job_id: source?.id ?? null }
    return { ...planCheck(tx, caller, order, taken.urls, limit), dropped: droppedFrom(taken) }
  },

  handle({ tx, app, caller, plan, changed }, { job_id }) {
    const { id, bill } = startCheck(tx, app, caller, plan)
    const { tenant_id, engine } = plan.order
    changed({ target: id, tenant_id, after: { urls: plan.urls.length, engine, job_id } })
    return { ...readJob(tx, id), ...plan.dropped, bill }
  },

  after: writeUnwrittenLinks,
})

export const estimateCheck = estimateOf(checkIndex, { name: 'estimate_check', instead: 'check_index with `estimate`' })

export const getIntegrations = read({
  name: 'get_integrations',
  route: 'GET /settings/integrations',
  role: 'platform',
  sensitive: true,
  summary: 'Check engines: connections, caps, cost of today.',
  input: Type.Object({}),
  output: IntegrationsStatus,
  example: {},
  handle: ({ tx, app }) => integrationsStatus(tx, app),
})

/** A live search takes longer than an account call. */
const QUESTION = { timeout_ms: 30 * SECOND }

export const testIntegration = outbound({
  name: 'test_integration',
  route: 'POST /settings/integrations/{source}/test',
  role: 'platform',
  harmless: true,
  summary: 'Test a check engine: read its account, and ask one question where it searches. Costs at most one check.',
  input: Type.Object({
    source: Type.String({
      title: 'Engine',
      description: "The slot's name, scan_standard for example; or search_console",
    }),
  }),
  output: Type.Object({
    source: Type.String(),
    adapter: Type.String(),
    ok: Type.Boolean(),
    message: Type.String(),
    balance: Nullable(Type.Object({ amount: Type.Number(), unit: Type.Enum(BALANCE_UNITS) })),
  }),
  example: { source: 'scan_standard' },
  faults: ['conflict'],
  subject(_tx, _caller, { source }) {
    if (!source || !(isSlot(source) || source === 'search_console')) throw notFound('check engine')
    return source
  },

  async handle({ app, subject, signal, read }) {
    const engine = read((tx) =>
      isSlot(subject) ? openEngine(tx, app, subject, QUESTION) : openSearchConsole(tx, app, TEST_CALL),
    )
    if (!engine) throw noEngine(subject)
    const test = await testEngine(engine, signal, read(installPlace))
    if (isSlot(subject)) app.db.write((tx) => bookTest(tx, subject, engine, test))
    const { ok, message, balance } = test.report
    return { source: subject, adapter: engine.adapter, ok, message, balance: balance ?? null }
  },
})

export const updateIntegrations = write({
  name: 'update_integrations',
  route: 'PUT /settings/integrations',
  role: 'platform',
  proof: true,
  instead: 'the settings of the web interface',
  summary:
    'Connect check engines and Search Console, set their caps and the country of checks. Omitted fields stay; null clears one.',
  input: Type.Object({
    engines: Type.Optional(EnginesInput),
    search_console: Type.Optional(SearchConsoleInput),
    search_place: Type.Optional(PlaceInput),
  }),
  output: IntegrationsStatus,
  example: { engines: { scan_standard: { adapter: 'simulated', enabled: true, daily_cap: 1000 } } },

  handle({ tx, app, changed }, { engines = {}, search_console, search_place }) {
    const change = connectEngines(
      tx,
      app,
      engines as EnginesGiven,
      search_console as ConsoleInput | null | undefined,
      search_place && placeOfInput(search_place),
    )
    changed({ target: 'integrations', ...change })
    return integrationsStatus(tx, app)
  },
})
