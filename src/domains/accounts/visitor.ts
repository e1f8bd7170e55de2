import type { Caller } from '../../kernel/caller.ts'
import { callerIn, mayEnter, onlookerIn } from './access.ts'
import { findSession, renewFlagged, type SessionApp, type SessionUser } from './sessions.ts'
import { viewOf, type WorkspaceView } from './workspace-views.ts'

/** Someone with a session. `caller` is null when the wanted workspace is not theirs, or they have none. */
export type Visitor = {
  user: SessionUser & { id: string }
  session_id: string
  caller: Caller | null
  /** The workspace that a platform admin looks at, as whose admin `caller` then is. */
  viewing: WorkspaceView | null
  /** A `Set-Cookie` value to send along: the session's life was extended, or its token is new. */
  cookie: string | null
}

/**
 * Who a session cookie is, acting in the wanted workspace (default: their first). Null when the session is over or the
 * account is suspended.
 */
export async function callerOfSession(app: SessionApp, token: string, tenant_id?: string): Promise<Visitor | null> {
  return (await visit(app, token, tenant_id))?.visitor ?? null
}

/**
 * The same for a page. Where its caller may act, a session whose user has other rights by now gets a new token, and the
 * old one is of no use a moment later: `cookie` must be sent along, whatever the page answers.
 */
export async function visitorOfPage(app: SessionApp, token: string, tenant_id?: string): Promise<Visitor | null> {
  const found = await visit(app, token, tenant_id)
  if (!found?.renew || !found.visitor.caller) return found?.visitor ?? null
  const { visitor } = found
  const renewed = app.db.write((tx) => renewFlagged(tx, app, visitor.session_id))
  if (!renewed) return visitor
  const { session_id, cookie } = renewed
  return { ...visitor, session_id, cookie, caller: { ...found.visitor.caller, session_id } }
}

async function visit(app: SessionApp, token: string, tenant_id?: string) {
  const found = await findSession(app, token)
  if (!found || !mayEnter(found.user.status)) return null
  const { user, session_id, cookie, renew } = found
  const { caller, viewing } = app.db.read((tx) => {
    const viewing = user.platform_admin === 1 ? viewOf(tx, session_id) : null
    const caller = viewing ? onlookerIn(tx, user, viewing, tenant_id) : callerIn(tx, user, 'session', tenant_id)
    return { caller, viewing }
  })
  const visitor: Visitor = { user, session_id, cookie, viewing, caller: caller && { ...caller, session_id } }
  return { visitor, renew }
}
