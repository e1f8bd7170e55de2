import Type from 'typebox'
import { ListOf, listInput, looseCondition, Search, when } from '../../kernel/database/list.ts'
import { mapPage, searchList } from '../../kernel/database/search.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { MOST, TreeTenantId } from '../../kernel/operation/shape.ts'
import {
  CHECK_REPAIRS,
  findRepair,
  REPAIR_STATES,
  RepairId,
  type RepairRow,
  RepairShape,
  repairOnWire,
  stopRepair as stop,
  WATCHED_DAYS,
  watchRepairs as watch,
} from './index.ts'

export const listRepairs = read({
  name: 'list_repairs',
  route: 'GET /repairs',
  role: null,
  instead: 'get_today',
  summary: 'Pages that are watched until they are fixed, and those that ended in the last 90 days.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    state: Type.Optional(Type.Enum(REPAIR_STATES, { title: 'State' })),
    q: Search,
  }),
  output: ListOf(RepairShape),
  example: {},

  handle({ tx, caller }, { tenant_id, state, q, ...asked }) {
    const found = searchList<RepairRow>(
      tx,
      {
        select: '*',
        from: 'repairs',
        where: [
          tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller),
          state !== undefined && looseCondition('state = ?', state),
        ],
        sought: { q, columns: ['url'] },
        sorts: { created_at: 'id' },
        tie: 'id',
      },
      asked,
    )
    return mapPage(found, repairOnWire)
  },
})

export const stopRepair = write({
  name: 'stop_repair',
  route: 'DELETE /repairs/{id}',
  role: 'member',
  instead: 'list_repairs',
  summary: 'Stop watching a page: it is not pushed when it is fixed.',
  input: Type.Object({ id: RepairId }),
  output: Type.Object({ stopped: Type.Literal(true) }),
  example: { id: 'rep_bakery' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRepair(tx, caller, id!),

  handle({ tx, subject, changed }) {
    stop(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { url: subject.url } })
    return { stopped: true as const }
  },
})

export const watchRepairs = write({
  name: 'watch_repairs',
  route: 'POST /repairs',
  role: 'member',
  instead: 'submit_index_job, once the pages are fixed',
  summary: 'Push links again once their page is fixed.',
  description: `The pages are screened twice a day for ${WATCHED_DAYS} days. A page that has no flags any more is pushed again, for 1 index credit. Pages that are watched already are left out.`,
  input: Type.Object({
    uids: Type.Array(Type.Integer({ minimum: 1, maximum: MOST }), {
      title: 'Links',
      description: 'Links that were not indexed, flagged or failed, or that dropped out of the index',
      minItems: 1,
      maxItems: 200,
    }),
  }),
  output: Type.Object({
    watched: Type.Integer({ minimum: 0, description: 'Pages that are watched from this call on' }),
  }),
  example: { uids: [9003] },
  faults: ['conflict', 'not_found'],

  handle({ tx, app, caller, changed }, { uids }) {
    const done = watch(tx, caller, uids)
    const watched = done.reduce((sum, { watched }) => sum + watched, 0)
    if (watched > 0) tx.afterCommit(() => app.wake(CHECK_REPAIRS))
    for (const { tenant_id, ...after } of done) if (after.watched > 0) changed({ tenant_id, after })
    return { watched }
  },
})
