import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { inReach } from '../tenants/index.ts'
import { JOB_COLUMNS } from './shapes.ts'
import type { JobRow, LinkRow } from './tables.ts'

/** The job with this id if the caller may read it; else 404. */
export const findJob = (tx: ReadTx, caller: Caller, id: string): JobRow =>
  inReach(tx, caller, tx.row<JobRow>('select * from jobs where id = ? and deleted_at is null', id), 'job')

const LISTED = ['id', 'tenant_id', 'type', 'first_link', 'last_link', 'link_count', 'simulated', 'outcome'] as const
export type ListedJob = Pick<JobRow, (typeof LISTED)[number]>
const SELECT_LISTED = `select ${LISTED.join(', ')} from jobs where id = ? and deleted_at is null`

/** The same, with the columns that a list of its links needs. */
export const findListedJob = (tx: ReadTx, caller: Caller, id: string): ListedJob =>
  inReach(tx, caller, tx.row<ListedJob>(SELECT_LISTED, id), 'job')

/** The workspace of a job now: one read earlier may be out of date, since pushes move. */
export const tenantOf = (tx: ReadTx, id: string): string =>
  tx.row<{ tenant_id: string }>('select tenant_id from jobs where id = ?', id)!.tenant_id

/** The job as the API shows it. */
export const readJob = (tx: ReadTx, id: string): Record<string, unknown> =>
  tx.row<Record<string, unknown>>(
    `select ${JOB_COLUMNS} from jobs j join tenants t on t.id = j.tenant_id where j.id = ?`,
    id,
  )!

/** One link of such a job; else 404. */
export function findLink(tx: ReadTx, caller: Caller, id: string, uid: string): { job: JobRow; link: LinkRow } {
  const job = findJob(tx, caller, id)
  const link = /^\d{1,15}$/.test(uid)
    ? tx.row<LinkRow>('select * from links where id = ? and job_id = ?', Number(uid), id)
    : null
  if (!link) throw notFound('link')
  return { job, link }
}

export const isFinished = (job: Pick<JobRow, 'status'>): boolean => job.status === 'done' || job.status === 'cancelled'

/** SQL for "a link `l` of this job". Its links have consecutive ids, so a page is a range of the primary key. */
export const linksOf = (job: Pick<JobRow, 'first_link' | 'last_link'>): { sql: string; params: number[] } => ({
  sql: 'l.id between ? and ?',
  params: [job.first_link, job.last_link],
})

/** Which of these ids are links in the caller's reach, in their order. */
export function linksInReach(tx: ReadTx, caller: Caller, ids: readonly number[]): number[] {
  const tree = treeOf(caller, 'j.tenant_id')
  return tx
    .rows<{ id: number }>(
      `select l.id from json_each(?) given cross join links l on l.id = given.value
       cross join jobs j on j.id = l.job_id where j.deleted_at is null and ${tree.in_order} order by l.id`,
      JSON.stringify(ids),
      ...tree.params,
    )
    .map(({ id }) => id)
}

/** At most `limit` of these ids that belong to no link of the job. */
export const linksNotOf = (tx: ReadTx, job_id: string, ids: readonly number[], limit: number): number[] =>
  tx
    .rows<{ id: number }>(
      `select given.value as id from json_each(?) given
       where not exists (select 1 from links where id = given.value and job_id = ?) limit ?`,
      JSON.stringify(ids),
      job_id,
      limit,
    )
    .map(({ id }) => id)
