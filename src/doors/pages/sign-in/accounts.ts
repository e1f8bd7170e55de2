/** Account actions that need no rights in a workspace: sign in, answer invitations, confirm addresses. */
import {
  acceptOffer,
  declineOffer,
  endOldViews,
  endView,
  findSetupLink,
  firstRun,
  hasUsers,
  type Offer,
  offersTo,
  openSession,
  sendProof,
  startView,
  userById,
  type Visitor,
} from '../../../domains/accounts/index.ts'
import { findTenant } from '../../../domains/tenants/index.ts'
import { assertEnrolled } from '../../../kernel/operation/admission.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { assertProof } from '../../../kernel/operation/proof.ts'
import { fromOf } from '../../admit.ts'
import type { Call, SignedInCall } from '../screens.ts'

export {
  acceptInvitation,
  closeSession,
  confirmEmail,
  disownAddress,
  INVITATIONS,
  invitedBy,
  proofAt,
  sessionCookieName,
  signIn,
  type Visitor,
} from '../../../domains/accounts/index.ts'
export { revokeKeysOf } from '../../../domains/keys/index.ts'

type VisitorAtHost = Pick<Visitor, 'user' | 'within'>

/** The invitations of a person, of the workspaces that this address serves. */
export const invitationsOf = (app: App, { user, within }: VisitorAtHost): Offer[] =>
  app.db.read((tx) => offersTo(tx, user.id, within))

export const isVerified = (app: App, { user }: VisitorAtHost): boolean =>
  app.db.read((tx) => userById(tx, user.id)!.email_verified_at !== null)

/** The workspace whose invitation was answered. */
export function answerInvitation(call: Call, person: VisitorAtHost, answer: 'accept' | 'decline'): string {
  const tenant_id = call.params.tenant!
  if (!invitationsOf(call.app, person).some((one) => one.tenant_id === tenant_id)) throw notFound('invitation')
  const reply = { user_id: person.user.id, tenant_id, ip: call.visit.ip }
  if (answer === 'accept') acceptOffer(call.app, reply)
  else declineOffer(call.app, reply)
  return tenant_id
}

/** Sends the e-mail that verifies the address of an account. */
export const sendVerification = (app: App, { user }: VisitorAtHost): void =>
  app.db.write((tx) => {
    const known = userById(tx, user.id)!
    sendProof(tx, app, known, known.email)
  })

/** Whether the token is the one-time link for the first account, and no account exists yet. */
export const canSetUp = (app: App, token: string): boolean =>
  app.db.read((tx) => !hasUsers(tx) && findSetupLink(tx, token)?.user_id === null)

type FirstAccount = Parameters<typeof firstRun>[1]

/** Creates the first workspace and account, and signs in. */
export async function setUp(call: Call, account: FirstAccount): Promise<{ tenant_id: string; cookie: string }> {
  const { user_id, tenant_id } = await firstRun(call.app, account, { token: call.query.token ?? '', ip: call.visit.ip })
  const { cookie } = await openSession(call.app, user_id, fromOf(call))
  return { tenant_id, cookie }
}

/** Starts the view of a platform admin of the workspace that the address names; the id of the workspace. */
export const viewWorkspace = (
  { app, caller, params, visit }: SignedInCall,
  asked: { from_path: string; reason: string },
): string =>
  app.db.write((tx) => {
    assertEnrolled(caller)
    assertProof(caller, tx.now)
    const found = findTenant(tx, caller, params.id ?? '')
    startView(tx, caller, found, { ...asked, ip: visit.ip, request_id: visit.id })
    return found.id
  })

/** Ends the view of the visitor; the page that it was started from. */
export const endViewOf = ({ app, visit }: Call, { session_id }: Visitor): string | null =>
  app.db.write((tx) => endView(tx, session_id, 'left', { ip: visit.ip, request_id: visit.id }))

/** Ends the views whose time or session is over. */
export const endFinishedViews = (app: App): void => app.db.write((tx) => void endOldViews(tx))
