/** Batches ordered from crawl suppliers, as lists. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type ListArguments, list, looseCondition, when } from '../../../kernel/database/list.ts'
import { searchList } from '../../../kernel/database/search.ts'
import { LINK_COLUMNS } from '../../jobs/index.ts'
import { BATCH_COLUMNS, BATCH_SOURCE } from './batch-shape.ts'

const NEWEST = 100

export function listBatches(
  tx: ReadTx,
  { tenant_id, site, q }: { tenant_id?: string; site?: string; q?: string },
  page: ListArguments,
) {
  const conditions = [
    tenant_id ? when('c.tenant_id = ?', tenant_id) : null,
    site ? looseCondition('c.id in (select batch_id from batch_sites where site = ?)', site.toLowerCase()) : null,
  ].filter((condition) => condition !== null)
  const source = { select: BATCH_COLUMNS, from: BATCH_SOURCE, sorts: { created_at: 'c.id' } }
  if (q) {
    const sought = { q, columns: SEARCHED, most: NEWEST }
    return searchList(tx, { ...source, core: { table: 'batches c', id: 'c.id' }, where: conditions, sought }, page)
  }
  const where = conditions.length ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : ''
  const table = `(select c.id from batches c ${where} order by c.id desc limit ${NEWEST}) c`
  const params = conditions.flatMap((condition) => condition.params ?? [])
  return list(tx, { ...source, core: { table, id: 'c.id' }, where: [when('1 = 1', ...params)] }, page)
}

const SEARCHED = [
  'c.ref',
  "coalesce(c.task_id, '')",
  "coalesce((select name from jobs where id = c.job_id and deleted_at is null), '')",
  "coalesce((select name from tenants where id = c.tenant_id), '')",
]

export const listLinksOfBatch = (tx: ReadTx, batch_id: string, page: ListArguments) =>
  list(
    tx,
    { select: LINK_COLUMNS, from: 'links l', where: [when('l.batch_id = ?', batch_id)], sorts: { uid: 'l.id' } },
    page,
  )
