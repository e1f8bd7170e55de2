import type { Caller } from '../kernel/caller.ts'
import { callerIn, mayEnter } from './access.ts'
import { findSession, type SessionApp, type SessionUser } from './sessions.ts'

/** Someone with a session. `caller` is null when the wanted workspace is not theirs, or they have none. */
export type Visitor = {
  user: SessionUser & { id: string }
  session_id: string
  caller: Caller | null
  /** A `Set-Cookie` value to send along: the session's life was extended. */
  cookie: string | null
}

/**
 * Who a session cookie is, acting in the wanted workspace (default: their first). Null when the session is over or the
 * account is suspended.
 */
export async function callerOfSession(app: SessionApp, token: string, tenant_id?: string): Promise<Visitor | null> {
  const found = await findSession(app, token)
  if (!found || !mayEnter(found.user.status)) return null
  const { user, session_id, cookie } = found
  const caller = app.db.read((tx) => callerIn(tx, user, 'session', tenant_id))
  return { user, session_id, cookie, caller: caller && { ...caller, session_id } }
}
