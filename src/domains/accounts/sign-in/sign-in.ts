import { eq } from 'drizzle-orm'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { said, text } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { conflict, Fault, invalid, notFound } from '../../../kernel/operation/fault.ts'
import { mayEnter } from '../access.ts'
import { type Invitation, invitationTo } from '../invitations/invitations.ts'
import { enter } from '../members.ts'
import { wasNeverEntered } from '../never-entered.ts'
import { faultOfNewPassword } from '../passwords/password-rules.ts'
import { hashPassword, isOutdated, verifyPassword } from '../passwords/passwords.ts'
import { type UserRow, users } from '../tables.ts'
import { userByEmail, userById } from '../users.ts'
import { actor, writeEntry } from './entry-row.ts'
import { type FailedSignIn, noteFailedSignIn } from './failed-sign-in.ts'
import { type OpenedSession, openSession, type SignInOrigin } from './sessions.ts'
import { findSetupLink, useSetupLink } from './setup-links.ts'
import { beginStep, hasFactor } from './sign-in-steps.ts'
import { browserOf, forgiveTries, knownBrowser, takeTry } from './sign-in-throttle.ts'

type SignInApp = Pick<App, 'db' | 'clock' | 'config' | 'sealer' | 'events' | 'log' | 'mustUseProvider'>
/** `known` is a token that the browser keeps, and sends at its next sign-in. */
export type SignedIn = OpenedSession & { user_id: string; known?: string }

const wrongPassword = () => new Fault('unauthorized', text('The e-mail or the password is wrong.'))

/** The password was right, and a second factor is asked for: thrown, so that nobody takes it for a session. */
export class SecondStep extends Error {
  constructor(
    readonly token: string,
    readonly known: string,
  ) {
    super('a second factor is asked for')
  }
}

/**
 * Opens a session for the right password. An unknown address, a wrong password and a suspended account get the same 401
 * after the same work; too many tries get 429 with the seconds to wait. Throws `SecondStep` for a person with a factor.
 */
export async function signIn(
  app: SignInApp,
  email: string,
  password: string,
  { known, ...from }: SignInOrigin & { known?: string | null },
): Promise<SignedIn> {
  const browser = browserOf(app.sealer, email, known ?? null)
  const failed = (reason: FailedSignIn, user: UserRow | null = null) =>
    noteFailedSignIn(app, { account: email, user, reason, from })
  try {
    app.db.write((tx) => takeTry(tx, email, from.ip, browser))
  } catch (error) {
    failed('throttled')
    throw error
  }
  const user = app.db.read((tx) => userByEmail(tx, email))
  const right = await verifyPassword(password, user?.password_hash ?? null)
  const elsewhere = app.db.read((tx) => app.mustUseProvider(tx, user?.id ?? ''))
  if (!user || !right || !mayEnter(user.status) || elsewhere) {
    failed(!user ? 'unknown' : !right ? 'password' : elsewhere ? 'enforced' : 'suspended', user)
    throw wrongPassword()
  }
  if (user.platform_admin && from.domain_of)
    throw new Fault('forbidden', said('Platform admins sign in at {address} only.', { address: app.config.site_url }))
  const fresh = isOutdated(user.password_hash!) ? await hashPassword(password) : null
  const step = app.db.write((tx) => {
    const now = userById(tx, user.id)
    // The comparison takes a while: a new password, or a suspension, may have come meanwhile.
    if (!now || now.password_hash !== user.password_hash || !mayEnter(now.status)) throw wrongPassword()
    forgiveTries(tx, email, from.ip, browser)
    if (fresh) tx.run('update users set password_hash = ? where id = ?', fresh, user.id)
    if (hasFactor(tx, user.id)) return beginStep(tx, user.id, from)
    writeEntry(tx, user, from, 'pwd')
    return null
  })
  const known_now = knownBrowser(app.sealer, email)
  if (step) throw new SecondStep(step, known_now)
  return { ...(await openSession(app, user.id, from)), user_id: user.id, known: known_now }
}

/**
 * The person of an invitation link; null when it does not work, or its inviter lost the right to make it. Throws 409 once
 * somebody was in the account: its owner accepts the invitation signed in.
 */
export const invitedBy = (app: Pick<App, 'db'>, token: string): UserRow | null =>
  app.db.read((tx) => openInvitation(tx, token)?.user ?? null)

function openInvitation(tx: ReadTx, token: string): { user: UserRow; invitation: Invitation } | null {
  const link = findSetupLink(tx, token)
  const invitation = link?.user_id ? invitationTo(tx, link.tenant_id, link.user_id) : null
  const user = invitation && userById(tx, invitation.user_id)!
  if (!user || !mayEnter(user.status)) return null
  if (!wasNeverEntered(tx, user)) throw conflict(IN_USE)
  return { user, invitation }
}

const IN_USE = text('This account is in use already. Sign in to it, then accept the invitation there.')

/**
 * An invited person chooses a password, joins the link's workspace, and is signed in. 404 for a link that no longer
 * works, 409 once somebody was in the account, 422 for a weak password.
 */
export async function acceptInvitation(
  app: SignInApp,
  token: string,
  password: string,
  from: SignInOrigin,
): Promise<SignedIn> {
  const user = invitedBy(app, token)
  if (!user) throw notFound('invitation')
  const fault = faultOfNewPassword(app.config, password, user)
  if (fault) throw invalid({ path: 'password', message: fault })
  const password_hash = await hashPassword(password)
  app.db.write((tx) => {
    const open = openInvitation(tx, token)
    if (!open || !useSetupLink(tx, token)) throw notFound('invitation')
    const { invited_by, invited_in, invited_as, tenant_id } = open.invitation
    writeAudit(tx, actor(user), {
      action: 'accept_invitation',
      tenant_id,
      target: user.id,
      ip: from.ip,
      request_id: null,
    })
    const changes = { password_hash, invited_by, invited_in, invited_as, updated_at: tx.now }
    tx.orm.update(users).set(changes).where(eq(users.id, user.id)).run()
    return enter(tx, open.invitation)
  })
  return { ...(await openSession(app, user.id, from)), user_id: user.id }
}
