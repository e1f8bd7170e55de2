import { siteOf } from '../../../domains/branding/index.ts'
import { isArchived } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { hashSecret, looksLikeSecret, newId, newSecret } from '../../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../../kernel/secrets/seal.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { type ReportLinkRow, reportLinks } from '../tables.ts'

/** Sealed addresses of shared reports. An address that cannot be unsealed still works for its readers. */
export const ADDRESSES: SealedColumn = {
  table: 'report_links',
  column: 'token_sealed',
  key: ['id'],
  what: 'addresses of shared reports',
  forget: "update report_links set token_sealed = '' where id = ?",
  afterwards: 'they keep working, but are no longer shown: share a report again to get another address',
}

export type ReportApp = Pick<App, 'config' | 'sealer' | 'catalog'>

/** The address of a job's report, if it is shared; on the workspace's own domain if it has one. */
export function reportUrl(tx: ReadTx, app: ReportApp, job_id: string): string | null {
  const link = currentLink(tx, job_id)
  return link && addressOf(tx, app, job_id, app.sealer.open(link.token_sealed, placeOf(link.id)))
}

/** Shares a job: with the same address while sharing goes on, with a new one after it was stopped. */
export function shareReport(tx: Tx, app: ReportApp, job_id: string): string {
  const known = reportUrl(tx, app, job_id)
  if (known) return known
  const id = newId()
  const token = newSecret('spr')
  const token_sealed = app.sealer.seal(token, placeOf(id))
  tx.orm
    .insert(reportLinks)
    .values({ id, job_id, token_hash: hashSecret(token), token_sealed, created_at: tx.now })
    .run()
  return addressOf(tx, app, job_id, token)
}

/** Whether the report of a job is shared. */
export const isShared = (tx: ReadTx, job_id: string): boolean => currentLink(tx, job_id) !== null

/** Ends sharing. Returns whether the job was shared. */
export function stopSharing(tx: Tx, job_id: string): boolean {
  const stops = 'update report_links set stopped_at = ? where job_id = ? and stopped_at is null'
  return tx.run(stops, tx.now, job_id) > 0
}

/** A report whose address is not shared any more, or not while its workspace is archived: the workspace and its path. */
export type Stopped = { stopped_of: string; path: string }

type SharedJob = { job_id: string; tenant_id: string; name: string; path: string }

/** The job of a report's address and the path of its workspace: null for an unknown address. */
export function jobOfReport(tx: ReadTx, token: string): SharedJob | Stopped | null {
  if (!looksLikeSecret('spr', token)) return null
  const link = tx.row<ReportLinkRow>('select * from report_links where token_hash = ?', hashSecret(token))
  if (!link) return null
  const job = tx.row<Omit<SharedJob, 'job_id'> & { deleted_at: Time | null }>(
    'select j.tenant_id, t.name, t.path, j.deleted_at from jobs j join tenants t on t.id = j.tenant_id where j.id = ?',
    link.job_id,
  )
  if (!job) return null
  return link.stopped_at || job.deleted_at || isArchived(tx, job.path)
    ? { stopped_of: job.tenant_id, path: job.path }
    : { job_id: link.job_id, tenant_id: job.tenant_id, name: job.name, path: job.path }
}

const currentLink = (tx: ReadTx, job_id: string): ReportLinkRow | null =>
  tx.row<ReportLinkRow>(
    "select * from report_links where job_id = ? and stopped_at is null and token_sealed <> ''",
    job_id,
  )

function addressOf(tx: ReadTx, app: ReportApp, job_id: string, token: string): string {
  const { tenant_id } = tx.row<{ tenant_id: string }>('select tenant_id from jobs where id = ?', job_id)!
  return `${siteOf(tx, app, tenant_id)}/r/${token}`
}

const placeOf = (id: string): string => sealContext(ADDRESSES, id)
