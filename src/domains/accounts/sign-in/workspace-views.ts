/**
 * Views: a platform admin sees a workspace as its admin would, and can change nothing. The session stays in the view
 * until it is left, its time is over or the person signs out. Start and end are in the audit trail.
 */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { conflict, forbidden, invalid } from '../../../kernel/operation/fault.ts'
import { hashSecret, looksLikeSecret, newId } from '../../../kernel/secrets/ids.ts'
import { MINUTE, plus, type Time } from '../../../kernel/time/clock.ts'
import { isArchived } from '../../tenants/index.ts'
import { type WorkspaceViewRow, workspaceViews } from '../tables.ts'
import { userById } from '../users.ts'
import { actor } from './entry-row.ts'

/** How long a view lasts. */
const LASTS = 30 * MINUTE

/** The workspace that a session views. */
export type WorkspaceView = { tenant_id: string; name: string; path: string; until: Time; from_path: string }
/** `time`: its time was over; `sign-out`: the session ended. */
type End = 'left' | 'time' | 'sign-out'
type Origin = { ip: string | null; request_id: string | null }

/** The view of a session, by its present or previous id. */
const OF_SESSION = 'session_id in (select id from sessions where id = ?1 or previous_id = ?1)'

/**
 * The view of a session; null for most. An expired view holds until the next page, because the page that is still open
 * must not act with the person's own rights.
 */
export const viewOf = (tx: ReadTx, session_id: string): WorkspaceView | null =>
  tx.row<WorkspaceView>(
    `select v.tenant_id, t.name, t.path, v.until, v.from_path from workspace_views v
     join tenants t on t.id = v.tenant_id join users u on u.id = v.user_id
     where v.${OF_SESSION} and u.platform_admin = 1`,
    session_id,
  )

/** The same by a session's cookie. */
export const viewOfCookie = ({ db }: Pick<App, 'db'>, token: string | null): WorkspaceView | null =>
  token !== null && looksLikeSecret('sps', token) ? db.read((tx) => viewOf(tx, hashSecret(token))) : null

/** Ends an expired view, by the session's cookie: its next pages are the person's own. */
export function endViewInTime({ db }: Pick<App, 'db'>, token: string, origin: Origin): void {
  db.write((tx) => {
    const view = tx.row<WorkspaceViewRow>(`select * from workspace_views where ${OF_SESSION}`, hashSecret(token))
    if (view && view.until <= tx.now) end(tx, view, 'time', origin)
  })
}

/** Starts a view. 403 without a platform admin's session, 409 for an archived workspace, 422 without a reason. */
export function startView(
  tx: Tx,
  caller: Caller,
  tenant: { id: string; path: string },
  { from_path, reason, ...origin }: Origin & { from_path: string; reason: string },
): void {
  const { session_id, user_id } = caller
  if (!caller.platform || !session_id || !user_id) throw forbidden('Only the platform admin may do this.')
  const why = reason.trim()
  if (why.length < 3 || why.length > 200)
    throw invalid({ path: 'reason', message: 'Enter a reason of 3 to 200 characters.' })
  if (isArchived(tx, tenant.path)) throw conflict('The workspace is archived. Restore it to view it.')
  endView(tx, session_id, 'time', origin)
  const until = plus(tx.now, LASTS)
  const row = {
    id: newId(),
    session_id,
    user_id,
    tenant_id: tenant.id,
    from_path,
    started_at: tx.now,
    until,
    reason: why,
  }
  tx.orm.insert(workspaceViews).values(row).run()
  writeAudit(tx, caller, {
    action: 'start_workspace_view',
    tenant_id: tenant.id,
    target: tenant.id,
    after: { until, reason: why },
    ...origin,
    door: 'page',
  })
}

/** Counts a page opened in the view of a session. */
export const countViewedPage = (tx: Tx, session_id: string): number =>
  tx.run(`update workspace_views set pages = pages + 1 where ${OF_SESSION}`, session_id)

/** Ends the view of a session, if any. Returns the page to go back to. */
export function endView(tx: Tx, session_id: string, how: End, origin: Origin): string | null {
  const view = tx.row<WorkspaceViewRow>('select * from workspace_views where session_id = ?', session_id)
  if (!view) return null
  end(tx, view, view.until <= tx.now ? 'time' : how, origin)
  return view.from_path
}

/** Ends expired views, and views of ended sessions; returns their number. */
export function endOldViews(tx: Tx): number {
  const old = tx.rows<WorkspaceViewRow>(
    'select * from workspace_views where until <= ? or session_id is null limit 100',
    tx.now,
  )
  for (const view of old) end(tx, view, view.until <= tx.now ? 'time' : 'sign-out', { ip: null, request_id: null })
  return old.length
}

function end(tx: Tx, view: WorkspaceViewRow, how: End, origin: Origin): void {
  tx.run('delete from workspace_views where id = ?', view.id)
  writeAudit(tx, actor(userById(tx, view.user_id)!), {
    action: 'end_workspace_view',
    tenant_id: view.tenant_id,
    target: view.tenant_id,
    before: { started_at: view.started_at },
    after: { how, pages: view.pages, reason: view.reason },
    ...origin,
    door: 'page',
  })
}
