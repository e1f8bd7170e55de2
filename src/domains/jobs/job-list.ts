/** Jobs as a list, for the workspaces in reach. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, type ListArguments, looseCondition, when } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { countJobs, openJobs } from './overview.ts'
import { JOB_COLUMNS } from './shapes.ts'

type JobFilters = {
  q?: string
  tenant_id?: string
  status?: string
  type?: string
  attention?: boolean
  open?: boolean
  /** Ids, separated by commas. */
  ids?: string
}

export function listOfJobs(tx: ReadTx, caller: Caller, filters: JobFilters, page: ListArguments) {
  const { q, tenant_id, status, type, attention, open, ids } = filters
  const workspace = tenant_id
    ? { sql: 'j.tenant_id = ?', in_order: '+j.tenant_id = ?', params: [tenant_id] }
    : treeOf(caller, 'j.tenant_id')
  const kind = [status ? statusIs(status, page.sort) : null, type ? looseCondition('j.type = ?', type) : null]
  const where = [
    { sql: 'j.deleted_at is null' },
    workspace,
    ...kind,
    ids ? when('j.id in (select value from json_each(?))', JSON.stringify(ids.split(','))) : null,
    attention ? ATTENTION : null,
    open ? openJobs(tx.now) : null,
  ]
  return searchList(
    tx,
    {
      select: JOB_COLUMNS,
      from: 'jobs j cross join tenants t on t.id = j.tenant_id',
      ...(page.sort === 'tenant_name' ? byClient(caller, where) : { core: { table: 'jobs j', id: 'j.id' }, where }),
      sought: { q, columns: ['j.name'] },
      total: q ? undefined : attention || open || ids ? countAll(tx, where) : countJobs(tx, [workspace, ...kind]),
      sorts: {
        created_at: 'j.id',
        name: 'j.name',
        status: 'j.status',
        link_count: 'j.link_count',
        indexed_rate: "j.outcome ->> '$.indexed_rate'",
        tenant_name: 't.name',
      },
      tie: 'j.id',
    },
    page,
  )
}

/** Jobs whose name has the text, the oldest first. */
export const jobsNamed = (tx: ReadTx, caller: Caller, q: string, page: { page_size: number }) =>
  searchList<object>(
    tx,
    {
      select: 'j.id, j.name, j.type, j.tenant_id, t.name as tenant_name',
      from: 'jobs j cross join tenants t on t.id = j.tenant_id',
      core: { table: 'jobs j', id: 'j.id' },
      where: [{ sql: 'j.deleted_at is null' }, treeOf(caller, 'j.tenant_id')],
      sought: { q, columns: ['j.name'] },
      sorts: { created_at: 'j.id' },
      tie: 'j.id',
    },
    page,
  )

/** Failed links need attention once the push no longer sends. */
const ATTENTION = when("j.outcome ->> '$.states.failed' > 0 and j.status <> 'sending'")

const countAll = (tx: ReadTx, where: (Condition | null)[]): number => {
  const given = where.filter((condition) => condition !== null)
  const conditions = given.map(({ sql }) => sql).join(' and ')
  return tx.count(`select count(*) from jobs j where ${conditions}`, ...given.flatMap(({ params = [] }) => params))
}

/** Sorted by client, the workspaces come by name and their jobs within them. */
function byClient(caller: Caller, where: (Condition | null)[]) {
  const [from, to] = treeOf(caller).params
  return {
    core: { table: 'tenants t cross join jobs j on j.tenant_id = t.id', id: 'j.id' },
    where: [
      when('+t.path >= ? and +t.path < ?', from!, to!),
      ...where.map((one) => one && { ...one, sql: one.in_order ?? one.sql, in_order: undefined }),
    ],
  }
}

/** Few matches use the workspace's index; many walk the list's order, which the status's index has for two sorts. */
const statusIs = (status: string, sort = 'created_at'): Condition => ({
  sql: '+j.status = ?',
  in_order: sort === 'created_at' || sort === 'status' ? 'j.status = ?' : '+j.status = ?',
  params: [status],
  loose: true,
})
