/** Addresses of monthly reports: shared, stopped, counted. */

import { userById } from '../../../domains/accounts/index.ts'
import { siteOf, sitesOf } from '../../../domains/branding/index.ts'
import { isArchived } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { hashSecret, looksLikeSecret, newId, newSecret } from '../../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../../kernel/secrets/seal.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { ReportApp, Stopped } from '../pushes/shared-job-reports.ts'
import { type MonthReportLinkRow, monthReportLinks } from '../tables.ts'
import { monthReport, writeMonthReport } from './month-reports.ts'

/** Sealed addresses of shared months. An address that cannot be unsealed still works for its readers. */
export const MONTH_ADDRESSES: SealedColumn = {
  table: 'month_report_links',
  column: 'token_sealed',
  key: ['id'],
  what: 'addresses of the reports of a month',
  forget: "update month_report_links set token_sealed = '' where id = ?",
  afterwards: 'they keep working, but are no longer shown: renew the address of a report to get another',
}

const PREFIX = 'spm'
/** The address of a shared month, on the workspace's own domain if it has one. */
export function monthUrl(tx: ReadTx, app: ReportApp, tenant_id: string, month: string): string | null {
  const link = tx.row<MonthReportLinkRow>(
    `select l.* from month_report_links l join month_reports r on r.id = l.report_id
     where r.tenant_id = ? and r.month = ? and l.stopped_at is null and l.token_sealed <> '' order by l.id desc limit 1`,
    tenant_id,
    month,
  )
  return link && addressOf(tx, app, tenant_id, app.sealer.open(link.token_sealed, placeOf(link.id)))
}

/** Addresses of the shared months of several active workspaces, in as many statements for each tree. */
export function monthUrls(
  tx: ReadTx,
  app: ReportApp,
  tenants: readonly { tenant_id: string; path: string }[],
  month: string,
): Map<string, string> {
  const links = tx.rows<MonthReportLinkRow & { tenant_id: string }>(
    `select l.*, r.tenant_id from json_each(?) i join month_reports r on r.tenant_id = i.value and r.month = ?
     join month_report_links l on l.report_id = r.id where l.stopped_at is null and l.token_sealed <> '' order by l.id`,
    JSON.stringify(tenants.map(({ tenant_id }) => tenant_id)),
    month,
  )
  const sites = sitesOf(
    tx,
    app,
    tenants.map(({ path }) => path),
  )
  const siteIn = new Map(tenants.map(({ tenant_id, path }) => [tenant_id, sites.get(path)!]))
  return new Map(
    links.map(({ id, tenant_id, token_sealed }) => [
      tenant_id,
      addressAt(siteIn.get(tenant_id)!, app.sealer.open(token_sealed, placeOf(id))),
    ]),
  )
}

/** Shares a month: with the same address while sharing goes on, else with a new one. */
export function shareMonth(tx: Tx, app: ReportApp, tenant_id: string, month: string): string {
  const known = monthUrl(tx, app, tenant_id, month)
  if (known) return known
  const { id: report_id } = writeMonthReport(tx, tenant_id, month, {})
  return addLink(tx, app, tenant_id, { report_id }).url
}

/** Shares the month of a workspace that has no address for it; `monthUrls` has the address afterwards. */
export function shareNewMonth(tx: Tx, app: ReportApp, contact: string, tenant_id: string, month: string): void {
  const { id, contact: own } = writeMonthReport(tx, tenant_id, month, {})
  if (own === '' && contact !== '') writeMonthReport(tx, tenant_id, month, { contact })
  writeLink(tx, app, { report_id: id })
}

/** Name and address of the person who shares a report. */
export function contactOf(tx: ReadTx, caller: Caller): string {
  const user = caller.user_id === null ? null : userById(tx, caller.user_id)
  return user ? `${user.name}, ${user.email}`.slice(0, 200) : ''
}

/** Shares a month. A report without a contact gets the name and address of the person who shares it. */
export function shareMonthAs(
  tx: Tx,
  app: ReportApp,
  caller: Caller,
  { tenant_id, month }: { tenant_id: string; month: string },
): string {
  const contact = contactOf(tx, caller)
  if (monthReport(tx, tenant_id, month).contact === '') writeMonthReport(tx, tenant_id, month, { contact })
  return shareMonth(tx, app, tenant_id, month)
}

type LinkOf = { report_id: string } | { issue_id: string; recipient_id: string | null }

function addLink(tx: Tx, app: ReportApp, tenant_id: string, of: LinkOf): { link_id: string; url: string } {
  const { id, token } = writeLink(tx, app, of)
  return { link_id: id, url: addressOf(tx, app, tenant_id, token) }
}

function writeLink(tx: Tx, app: ReportApp, of: LinkOf): { id: string; token: string } {
  const id = newId()
  const token = newSecret(PREFIX)
  const token_sealed = app.sealer.seal(token, placeOf(id))
  tx.orm
    .insert(monthReportLinks)
    .values({ ...of, id, token_hash: hashSecret(token), token_sealed, created_at: tx.now })
    .run()
  return { id, token }
}

/** Stops the addresses of all issues that a recipient got. */
export const stopLinksOf = (tx: Tx, recipient_id: string): number =>
  tx.run(
    'update month_report_links set stopped_at = ? where recipient_id = ? and stopped_at is null',
    tx.now,
    recipient_id,
  )

/** Stops these addresses of an issue. */
export const stopLinks = (tx: Tx, ids: readonly string[]): number =>
  tx.run(
    'update month_report_links set stopped_at = ? where id in (select value from json_each(?)) and stopped_at is null',
    tx.now,
    JSON.stringify(ids),
  )

/** Ends sharing of a month at all its addresses. Returns whether it was shared. */
export const stopMonth = (tx: Tx, tenant_id: string, month: string): boolean =>
  tx.run(
    `update month_report_links set stopped_at = ? where stopped_at is null
     and report_id = (select id from month_reports where tenant_id = ? and month = ?)`,
    tx.now,
    tenant_id,
    month,
  ) > 0

/** An address of an issue, for one recipient or for the agency itself. Each is stopped and counted alone. */
export const shareIssue = (
  tx: Tx,
  app: ReportApp,
  { tenant_id, ...of }: { tenant_id: string; issue_id: string; recipient_id: string | null },
): { link_id: string; url: string } => addLink(tx, app, tenant_id, of)

/** `issue_id`: of a frozen report; null: of the live figures of a month. */
/** A month that is shared, of the workspace with this name and path. */
type Opened = { link_id: string; tenant_id: string; name: string; path: string; month: string; issue_id: string | null }

/** The month of an address: null for an unknown one, whose it was once sharing has ended, and while the workspace is archived. */
export function monthOfAddress(tx: ReadTx, token: string): Opened | Stopped | null {
  if (!looksLikeSecret(PREFIX, token)) return null
  const found = tx.row<Opened & { stopped_at: Time | null }>(
    `select l.id as link_id, l.stopped_at, l.issue_id, t.id as tenant_id, t.name, t.path,
       coalesce(r.month, i.period) as month
     from month_report_links l left join month_reports r on r.id = l.report_id
     left join report_issues i on i.id = l.issue_id
     cross join tenants t on t.id = coalesce(r.tenant_id, i.tenant_id) where l.token_hash = ?`,
    hashSecret(token),
  )
  return found && (found.stopped_at || isArchived(tx, found.path))
    ? { stopped_of: found.tenant_id, path: found.path }
    : found
}

/** Counts a visit by a person outside the workspace. */
export const noteOpened = (tx: Tx, link_id: string): number =>
  tx.run('update month_report_links set opened = opened + 1, opened_at = ? where id = ?', tx.now, link_id)

const addressOf = (tx: ReadTx, app: ReportApp, tenant_id: string, token: string): string =>
  addressAt(siteOf(tx, app, tenant_id), token)

const addressAt = (site: string, token: string): string => `${site}/r/${token}`

const placeOf = (id: string): string => sealContext(MONTH_ADDRESSES, id)
