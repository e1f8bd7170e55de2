import Type from 'typebox'
import {
  assertEngine,
  countLooks,
  creditsOf,
  LOOKS_A_STEP,
  PLAN_CHECKS,
  planLooks,
  TAKE_LOOKS,
} from '../../domains/checks/index.ts'
import { Bill, billOf, reserve } from '../../domains/credits/index.ts'
import { createJob, EngineName, findJob, JOB_TOLD, Job, JobName, jobName, readJob } from '../../domains/jobs/index.ts'
import { DroppedFromOrder, droppedFrom, noUrlLeft, takeUrls } from '../../domains/preflight/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, TenantId, Urls } from '../../kernel/operation/shape.ts'
import { spendingInput } from '../../kernel/operation/spending.ts'
import { newId } from '../../kernel/secrets/ids.ts'

export const checkIndex = write({
  name: 'check_index',
  route: 'POST /check',
  role: 'member',
  tool: {
    when: 'for pages of a client or a job',
    costs: 'Checks without a verdict are refunded.',
    returns: 'the check as a job, at once',
    next: 'get_job_status until `status` is done, then list_job_urls; send_unindexed_to_indexer pushes what is not seen',
    inputs: {
      urls: 'Full http(s) URLs; or give job_id',
      job_id: 'Check the links of this job, as a new check job',
      tenant_id: 'Workspace that pays; default: your own, or that of the job',
      name: 'Label in lists and reports',
      engine: 'scan_live is fresh and costs 5; scan_bing checks Bing; upstream asks the crawl supplier',
    },
    reaches_out: true,
    rest: 'validate_urls lists every dropped entry.',
    brief: [...JOB_TOLD, 'bill'],
  },
  summary: 'Check whether a search engine shows URLs: 1 check credit each, 5 with scan_live.',
  description: 'Give `urls`, or `job_id` to check the URLs of a job. A check without a verdict is refunded.',
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
  prepare: async ({ urls }) => (urls ? takeUrls(urls) : null),

  handle({ tx, app, caller, prepared, changed }, { urls, job_id, tenant_id, name = '', engine = 'scan_standard' }) {
    if (!urls === !job_id) throw invalid({ path: 'urls', message: 'give either urls or job_id' })
    const source = job_id ? findJob(tx, caller, job_id) : null
    const taken = prepared ?? { urls: urlsOfJob(tx, source!.id), duplicates: [], invalid: [] }
    if (taken.urls.length === 0)
      throw source ? invalid({ path: 'job_id', message: 'names a job without links' }) : noUrlLeft(taken)
    const owner = tenant_id ?? source?.tenant_id ?? caller.tenant_id
    assertInUse(tx, owner)
    const given = name.trim() || (source ? `Check of ${source.name}`.slice(0, 200) : '')
    const order = { tenant_id: owner, name: jobName(given, taken.urls), engine, source_job_id: source?.id ?? null }
    const { id, bill } = startCheck(tx, caller, order, taken.urls)
    changed({ target: id, tenant_id: owner, after: { urls: taken.urls.length, engine, job_id } })
    tx.afterCommit(() => app.wake(taken.urls.length > LOOKS_A_STEP ? PLAN_CHECKS : TAKE_LOOKS))
    return { ...readJob(tx, id), ...droppedFrom(taken), bill }
  },
})

type CheckOrder = {
  tenant_id: string
  name: string
  engine: Parameters<typeof creditsOf>[0]
  source_job_id: string | null
}

function startCheck(
  tx: Tx,
  caller: Caller,
  { tenant_id, name, engine, source_job_id }: CheckOrder,
  urls: string[],
): { id: string; bill: Bill } {
  assertEngine(tx, engine, urls.length)
  const id = newId()
  const credits = creditsOf(engine)
  const lines = reserve(tx, caller, { tenant_id, kind: 'check', amount: urls.length * credits, job_id: id, note: name })
  const at_once = urls.length <= LOOKS_A_STEP
  createJob(
    tx,
    caller,
    { id, tenant_id, type: 'check', name, status: at_once ? 'checking' : 'queued', engine, source_job_id },
    { urls, state: 'queued', credit: null },
  )
  if (at_once) planLooks(tx, { tenant_id, job_id: id, engine, purpose: 'check', credits }, '1')
  else countLooks(tx, engine, urls.length)
  return { id, bill: billOf(tx, tenant_id, lines) }
}

const urlsOfJob = (tx: Tx, job_id: string): string[] =>
  tx.rows<{ url: string }>('select url from links where job_id = ? order by id', job_id).map((row) => row.url)
