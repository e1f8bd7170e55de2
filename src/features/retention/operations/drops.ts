import Type from 'typebox'
import { Bill } from '../../../domains/credits/index.ts'
import { Job, readJob } from '../../../domains/jobs/index.ts'
import { planPush, submitPush } from '../../../domains/pushes/index.ts'
import { todayOf } from '../../../domains/tenants/index.ts'
import { DEFAULT_PAGE_SIZE, ListOf, listInput } from '../../../kernel/database/list.ts'
import { csvInput, csvLines } from '../../../kernel/operation/csv.ts'
import { estimateOf } from '../../../kernel/operation/estimate.ts'
import { order, outbound, read, write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { MomentOrDay, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { spendingInput } from '../../../kernel/operation/spending.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { closeDrop as close, exportedDrops, findDrop, linksAtRisk, listOfDrops, readDrop } from '../drops/drop-list.ts'
import { assertPushable, linksToPush, markPushed } from '../drops/push-again.ts'
import { AtRiskShape, DROP_CAUSES, DROP_STATES, DropDetail, DropId, DropShape } from '../shapes.ts'

const filters = {
  tenant_id: Type.Optional(TreeTenantId),
  host: Type.Optional(Type.String({ title: 'Host', description: 'Left out: all hosts', maxLength: 255 })),
  cause: Type.Optional(Type.Enum(DROP_CAUSES, { title: 'Cause', description: 'Left out: all causes' })),
  state: Type.Optional(Type.Enum(DROP_STATES, { title: 'State', description: 'Left out: all states' })),
  from: Type.Optional(Type.With(MomentOrDay, { title: 'Found from', description: 'Left out: all' })),
  to: Type.Optional(Type.With(MomentOrDay, { title: 'Found to', description: 'Left out: until now' })),
}

export const listDrops = read({
  name: 'list_drops',
  route: 'GET /drops',
  role: null,
  instead: 'list_links',
  summary: 'Links that dropped out of the index, grouped by host, cause and week.',
  description: 'A link dropped between its last yes and its first no. One that returns leaves the count.',
  input: Type.Object({ ...listInput('opened_at'), ...filters }),
  output: ListOf(DropShape),
  example: { state: 'open', page_size: DEFAULT_PAGE_SIZE },
  handle: ({ tx, caller }, { page, page_size, sort, dir, ...filter }) =>
    listOfDrops(tx, caller, filter, { page, page_size, sort, dir }),
})

export const getDrop = read({
  name: 'get_drop',
  route: 'GET /drops/{id}',
  role: null,
  instead: 'list_links',
  summary: 'One drop: its links, their pages then and now, and what helps.',
  input: Type.Object({ id: DropId }),
  output: DropDetail,
  example: { id: 'drp_bakery' },
  subject: (tx, caller, { id }) => findDrop(tx, caller, id!),
  handle: ({ tx, caller, subject }) => readDrop(tx, caller, subject),
})

export const pushDrop = order({
  name: 'push_drop',
  route: 'POST /drops/{id}/push',
  role: 'member',
  instead: 'submit_index_job',
  summary: 'Push the links of a drop again: 1 index credit a link, under the same guarantee.',
  description:
    'Refused (409) where the cause is on the page, where Google chose another page, and for a week after the engine dropped pages of many hosts. Where no cause is known, a link is pushed at most twice, 30 days after it dropped or was pushed.',
  input: Type.Object({ id: DropId, ...spendingInput }),
  output: Type.Object({ ...Job.properties, bill: Bill }),
  example: { id: 'drp_bakery' },
  faults: ['conflict', 'insufficient_credits', 'daily_cap'],
  subject: (tx, caller, { id }) => findDrop(tx, caller, id!),

  plan: ({ tx, app, caller, subject }, { id: _, ...limit }) =>
    planPush(
      { tx, app, caller },
      {
        tenant_id: subject.tenant_id,
        name: `Dropped, ${subject.host}`,
        ...{ drip_days: 0, delay_s: 0, preflight: true, skip_flagged: true, pre_check: false, smart: false },
        ...{ force_refresh: false, indexnow_force: false, holdout_pct: 0, push_anyway: new Set(), source_job_id: null },
      },
      assertPushable(tx, subject),
      limit,
    ),

  handle({ tx, app, caller, subject, plan, changed }) {
    const uids = linksToPush(tx, subject).map(({ uid }) => uid)
    const { id, bill } = submitPush(tx, app, caller, plan)
    markPushed(tx, subject, uids, id, null)
    changed({ tenant_id: subject.tenant_id, after: { links: uids.length, job_id: id } })
    return { ...readJob(tx, id), bill }
  },
})

export const estimateDropPush = estimateOf(pushDrop, { name: 'estimate_drop_push', instead: 'estimate_index_job' })

export const closeDrop = write({
  name: 'close_drop',
  route: 'POST /drops/{id}/close',
  role: 'member',
  instead: 'list_links',
  summary: 'Close a drop that needs nothing more. Its links stay watched.',
  input: Type.Object({
    id: DropId,
    why: Type.String({ title: 'Why', description: 'Shown with the drop', minLength: 1, maxLength: 500 }),
  }),
  output: DropDetail,
  example: { id: 'drp_bakery', why: 'The pages were removed' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findDrop(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id, why }) {
    close(tx, caller, subject, why)
    changed({ tenant_id: subject.tenant_id, before: { state: subject.state }, after: { state: 'closed', why } })
    return readDrop(tx, caller, findDrop(tx, caller, id))
  },
})

export const getAtRisk = read({
  name: 'get_at_risk',
  route: 'GET /at-risk',
  role: null,
  instead: 'list_links',
  summary: 'Hosts with links that Google has not crawled for over 100 days: most drop at 130.',
  description: 'By the URL Inspection of watched links. The 100 hosts with the most.',
  input: Type.Object({ tenant_id: Type.Optional(TreeTenantId) }),
  output: Shape('AtRisk', { hosts: Type.Array(AtRiskShape) }),
  example: {},
  handle: ({ tx, caller }, { tenant_id }) => ({ hosts: linksAtRisk(tx, caller, tenant_id) }),
})

const COLUMNS = [
  'uid',
  'url',
  'tenant_id',
  'tenant_name',
  'host',
  'cause',
  'state',
  'last_yes_at',
  'first_no_at',
] as const
const A_SLICE = 500

export const exportDropsCsv = outbound({
  name: 'export_drops_csv',
  route: 'GET /drops/csv',
  role: null,
  instead: 'list_links',
  summary: 'Dropped links as CSV, one a line, with the filters of the list.',
  input: Type.Object({ ...filters, ...csvInput }),
  output: Type.Object(Object.fromEntries(COLUMNS.map((name) => [name, Type.String()]))),
  produces: 'text/csv',
  example: { state: 'open' },

  async handle({ caller, read }, { separator, ...filter }) {
    async function* slices() {
      for (let after = 0; ; await pause()) {
        const rows = read((tx) => exportedDrops(tx, caller, filter, after, A_SLICE))
        yield rows
        if (rows.length < A_SLICE) return
        after = rows.at(-1)!.uid
      }
    }
    return { filename: `drops-${read((tx) => todayOf(tx, caller))}.csv`, lines: csvLines(COLUMNS, slices(), separator) }
  },
})
