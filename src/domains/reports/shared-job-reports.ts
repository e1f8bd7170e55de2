import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret, looksLikeSecret, newId, newSecret } from '../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../kernel/secrets/seal.ts'
import { siteOf } from '../branding/index.ts'
import { isArchived } from '../tenants/index.ts'
import { type ReportLinkRow, reportLinks } from './tables.ts'

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

/** The job of a report's address and the path of its workspace: null for an unknown address, `stopped` once sharing has ended, and while the workspace is archived. */
export function jobOfReport(tx: ReadTx, token: string): { job_id: string; path: string } | 'stopped' | null {
  if (!looksLikeSecret('spr', token)) return null
  const link = tx.row<ReportLinkRow>('select * from report_links where token_hash = ?', hashSecret(token))
  if (!link) return null
  const job = tx.row<{ path: string }>(
    'select t.path from jobs j join tenants t on t.id = j.tenant_id where j.id = ? and j.deleted_at is null',
    link.job_id,
  )
  return link.stopped_at || !job || isArchived(tx, job.path) ? 'stopped' : { job_id: link.job_id, path: job.path }
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
