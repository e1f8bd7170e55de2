import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { proofUntil } from '../../../kernel/operation/proof.ts'
import { callerIn, callerViewing, type DomainWorkspace, mayEnter } from '../access.ts'
import { demandOn } from '../factors/factor-rules.ts'
import type { SessionApp, SessionUser } from './session-store.ts'
import { findSession, renewFlagged } from './sessions.ts'
import { hasFactor, proofsOf } from './sign-in-steps.ts'
import { viewOf, type WorkspaceView } from './workspace-views.ts'

/** A person with a session. `caller` is null when the wanted workspace is not theirs, or they have none. */
export type Visitor = {
  user: SessionUser & { id: string }
  session_id: string
  caller: Caller | null
  /** The workspace that a platform admin views; `caller` is then its viewer. */
  viewing: WorkspaceView | null
  /** A `Set-Cookie` value to send: the session was extended, or its token is new. */
  cookie: string | null
  /** How they prove who they are, and until when they have. */
  proof: NonNullable<Caller['proof']>
  /** Path of the workspace whose own domain they use. */
  within?: string
  /** In the sample agency: their own, where they came from. */
  sample_for?: { id: string; name: string; may_remove: boolean }
}

/**
 * The person of a session cookie, in the wanted workspace (default: their first). Null when the session is over or was
 * opened at another address than this `domain`, or the account is suspended.
 */
export async function callerOfSession(
  app: SessionApp,
  token: string,
  tenant_id?: string,
  domain: DomainWorkspace = null,
): Promise<Visitor | null> {
  return (await visit(app, token, tenant_id, domain))?.visitor ?? null
}

/**
 * The same for a page. After a change of the user's rights the session gets a new token, and the old one soon stops:
 * send `cookie` with any answer.
 */
export async function visitorOfPage(
  app: SessionApp,
  token: string,
  tenant_id?: string,
  domain: DomainWorkspace = null,
): Promise<Visitor | null> {
  const found = await visit(app, token, tenant_id, domain)
  if (!found?.renew || !found.visitor.caller) return found?.visitor ?? null
  const { visitor } = found
  const renewed = app.db.write((tx) => renewFlagged(tx, app, visitor.session_id))
  if (!renewed) return visitor
  const { session_id, cookie } = renewed
  return { ...visitor, session_id, cookie, caller: { ...found.visitor.caller, session_id } }
}

/** A provider that is trusted with it may have asked for the second factor already. */
const asksForFactor = (tx: ReadTx, user: SessionUser & { id: string }, methods: string): boolean =>
  !methods.endsWith(' mfa') && !hasFactor(tx, user.id) && demandOn(tx, user)

async function visit(app: SessionApp, token: string, tenant_id: string | undefined, domain: DomainWorkspace) {
  const found = await findSession(app, token, domain?.id ?? null)
  if (!found || !mayEnter(found.user.status)) return null
  const { user, session_id, cookie, renew, proved_at, methods } = found
  const { caller, viewing, proof, must_enrol } = app.db.read((tx) => {
    const by = proofsOf(tx, user.id, methods)
    const proof = { until: proofUntil(proved_at), by }
    const must_enrol = asksForFactor(tx, user, methods)
    const viewing = user.platform_admin === 1 ? viewOf(tx, session_id) : null
    const caller = viewing
      ? callerViewing(tx, user, viewing, tenant_id)
      : callerIn(tx, user, 'session', tenant_id, domain)
    return { caller, viewing, proof, must_enrol }
  })
  const within = domain ? { within: domain.path } : {}
  const own = caller && { ...caller, session_id, proof, ...(must_enrol ? { must_enrol } : {}) }
  const visitor: Visitor = { user, session_id, cookie, viewing, proof, ...within, caller: own }
  return { visitor, renew }
}
