/**
 * From a stranger's form to an account. Nothing is created until a person who knows the password opens the link of the
 * letter, so that nobody can create an account with another person's address, or find out who has one.
 */

import type { Static } from 'typebox'
import {
  actor,
  createUser,
  faultOfNewPassword,
  hashPassword,
  openSession,
  plainEmail,
  provePassword,
  putMember,
  rowOfLink,
  type SignedIn,
  type UserRow,
  userByEmail,
} from '../../domains/accounts/index.ts'
import { startFreePlan } from '../../domains/credits/index.ts'
import { createTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { conflict, invalid, notFound } from '../../kernel/operation/fault.ts'
import { parser } from '../../kernel/operation/shape.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { hashSecret, looksLikeSecret, newId, newSecret } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { storedAccess } from './access.ts'
import { inviteOfCode, noteRedemption, takeUse } from './invites.ts'
import { SignUpForm } from './shapes.ts'
import { assertLetters, limitStranger, noteStranger, type StrangerOrigin } from './strangers.ts'
import { type SignupRow, signups } from './tables.ts'
import { markJoined } from './waitlist.ts'

/** The task that answers public forms. */
export const ANSWER_STRANGERS = taskName('answer_strangers')

const LIFE = DAY

type SignUpApp = Pick<App, 'db' | 'clock' | 'config' | 'catalog' | 'wake' | 'mustUseProvider'>

/**
 * Stores a sign-up. Answer and work are the same whether or not the address has an account; a task writes the letter.
 * Returns the secret of the browser that asked. 422 for invalid input, 429 after too many.
 */
export async function askSignUp(
  app: SignUpApp,
  given: Static<typeof SignUpForm>,
  origin: StrangerOrigin,
): Promise<{ browser: string }> {
  const { name = '', email = '', password = '' } = given
  const { issues } = parse(given)
  const weak = faultOfNewPassword(app.config, password, { email, name })
  if (issues.length || weak) throw invalid(...issues, ...(weak ? [{ path: 'password', message: weak }] : []))
  const address = plainEmail(email)
  const invite_id = app.db.write((tx) => {
    assertLetters(tx)
    limitStranger(tx, 'sign-up', address, origin.ip)
    return inviteFor(tx, given.invite, address)
  })
  const password_hash = await hashPassword(password)
  const browser = newSecret('spb')
  app.db.write((tx) => {
    const row = { id: newId(), email: address, name: name.trim(), password_hash, browser_hash: hashSecret(browser) }
    tx.orm
      .insert(signups)
      .values({ ...row, invite_id, created_at: tx.now, expires_at: plus(tx.now, LIFE) })
      .run()
    noteStranger(tx, 'sign_up', address, origin, invite_id ? { name: row.name, invite_id } : { name: row.name })
    tx.afterCommit(() => app.wake(ANSWER_STRANGERS))
  })
  return { browser }
}

const parse = parser(SignUpForm)

/** The invite of the sign-up, which must work, and match the address if it has one. */
function inviteFor(tx: ReadTx, code: string | undefined, email: string): string | null {
  if (!code?.trim()) return null
  const invite = inviteOfCode(tx, code.trim())
  if (!invite)
    throw invalid({
      path: 'invite',
      message: text('does not work (any more). Ask for another, or continue without one'),
    })
  if (invite.email !== null && invite.email !== email)
    throw invalid({ path: 'email', message: text('must be the address of the invite') })
  return invite.id
}

/** The sign-up of a link; null when it is unknown, used or expired. */
export const findSignUp = (tx: ReadTx, token: string): SignupRow | null =>
  rowOfLink<SignupRow>(tx, '* from signups', 'spu', token)

/** Whether the link was opened in the browser that signed up: then no password is needed. */
export const isSameBrowser = ({ browser_hash }: SignupRow, browser: string | null): boolean =>
  browser !== null && looksLikeSecret('spb', browser) && hashSecret(browser) === browser_hash

/**
 * After the address is verified: creates the account with its own agency, and signs the person in. 404 for a link that
 * no longer works, 422 for a wrong password, 409 when the address was taken or the invite used up meanwhile.
 */
export async function confirmSignUp(
  app: SignUpApp,
  token: string,
  { password, browser }: { password: string; browser: string | null },
  origin: StrangerOrigin,
): Promise<SignedIn & { status: UserRow['status'] }> {
  const asked = app.db.read((tx) => findSignUp(tx, token))
  if (!asked) throw notFound('confirmation')
  if (!isSameBrowser(asked, browser)) await provePassword(app, asked, password, 'password')
  const { id, status } = app.db.write((tx) => {
    const still = findSignUp(tx, token)
    if (!still) throw notFound('confirmation')
    return admitStranger(tx, app, still, origin)
  })
  return { ...(await openSession(app, id, origin)), user_id: id, status }
}

/** For a person who did not sign up: deletes the sign-up, so that its link stops working. */
export function denySignUp(app: Pick<App, 'db'>, token: string, origin: StrangerOrigin): void {
  app.db.write((tx) => {
    const found = findSignUp(tx, token)
    if (!found) throw notFound('confirmation')
    tx.run('delete from signups where id = ?', found.id)
    noteStranger(tx, 'deny_sign_up', found.email, origin)
  })
}

function admitStranger(
  tx: Tx,
  app: SignUpApp,
  asked: SignupRow,
  origin: StrangerOrigin,
): { id: string; status: UserRow['status'] } {
  const { email, name, password_hash, invite_id } = asked
  if (userByEmail(tx, email))
    throw conflict(text('Another sign-up has made an account with this e-mail address. Sign in to it.'))
  const open = storedAccess(tx).signup_mode === 'open'
  const invited = invite_id !== null && takeUse(tx, invite_id, email)
  if (invite_id !== null && !invited && !open)
    throw conflict(text('Your invite is used up or was withdrawn. Ask for another, or sign up without one.'))
  const status = open || invited ? 'active' : 'pending'
  const user = createUser(tx, { email, name, password_hash, status, verified: true })
  const tenant = createTenant(tx, null, { name: `${name}’s workspace`.slice(0, 120), kind: 'agency' })
  putMember(tx, tenant.id, user.id, 'owner')
  if (invited) noteRedemption(tx, invite_id, user.id)
  markJoined(tx, email)
  tx.run('delete from signups where email = ?', email)
  if (status === 'active') startFreePlan(tx, app, user)
  writeAudit(tx, actor(user), {
    action: 'confirm_sign_up',
    tenant_id: tenant.id,
    target: user.id,
    after: { email, status, workspace: tenant.name, ...(invited ? { invite_id } : {}) },
    ip: origin.ip,
    request_id: origin.request_id,
  })
  return { id: user.id, status }
}

/** Deletes sign-ups that were never confirmed; returns their number. */
export const dropOldSignUps = (tx: Tx, limit: number): number =>
  tx.run('delete from signups where id in (select id from signups where expires_at <= ? limit ?)', tx.now, limit)
