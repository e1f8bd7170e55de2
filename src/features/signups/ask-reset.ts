/** Forgotten passwords: requested for an address, set with the link that is sent there. */
import type { Static } from 'typebox'
import {
  actor,
  faultOfNewPassword,
  findReset,
  hashPassword,
  plainEmail,
  useReset,
} from '../../domains/accounts/index.ts'
import { startFreePlan } from '../../domains/credits/index.ts'
import { endGrantsOf } from '../../domains/oauth/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { invalid, notFound } from '../../kernel/operation/fault.ts'
import { parser } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { ResetForm, WaitlistForm } from './shapes.ts'
import { ANSWER_STRANGERS } from './sign-up.ts'
import { assertLetters, limitStranger, noteStranger, type StrangerOrigin } from './strangers.ts'
import { joinWaitlist } from './waitlist.ts'

/** Stores a request for a new password. The same work for every address; a task writes to those with an account. */
export function askReset(app: Pick<App, 'db' | 'wake'>, given: Static<typeof ResetForm>, origin: StrangerOrigin): void {
  const email = addressIn(parseReset(given), given.email)
  app.db.write((tx) => {
    assertLetters(tx)
    limitStranger(tx, 'reset', email, origin.ip)
    tx.run('insert into reset_requests (id, email, created_at) values (?, ?, ?)', newId(), email, tx.now)
    noteStranger(tx, 'ask_password_reset', email, origin)
    tx.afterCommit(() => app.wake(ANSWER_STRANGERS))
  })
}

/** Stores a request for an invite. The same work for every address. */
export function askInvite(app: Pick<App, 'db'>, given: Static<typeof WaitlistForm>, origin: StrangerOrigin): void {
  const email = addressIn(parseWaitlist(given), given.email)
  app.db.write((tx) => {
    assertLetters(tx)
    limitStranger(tx, 'waitlist', email, origin.ip)
    joinWaitlist(tx, email, given.note?.trim() || null)
    noteStranger(tx, 'join_waitlist', email, origin)
  })
}

/**
 * Sets a new password with a reset link, and ends sessions and connected apps of the account. 404 for a link that no
 * longer works, 422 for a weak password.
 */
export async function resetPassword(
  app: Pick<App, 'config' | 'db' | 'catalog' | 'wake'>,
  token: string,
  password: string,
  { ip, request_id }: StrangerOrigin,
): Promise<void> {
  const found = app.db.read((tx) => findReset(tx, token))
  if (!found) throw notFound('link')
  const fault = faultOfNewPassword(app.config, password, found.user)
  if (fault) throw invalid({ path: 'password', message: fault })
  const password_hash = await hashPassword(password)
  app.db.write((tx) => {
    const user = useReset(tx, token, password_hash)
    const apps_disconnected = endGrantsOf(tx, user.id)
    if (user.status === 'active') startFreePlan(tx, app, user)
    const after = { apps_disconnected }
    const line = { action: 'reset_password', tenant_id: null, target: user.id, after, ip, request_id }
    writeAudit(tx, actor(user), line)
  })
}

const parseReset = parser(ResetForm)
const parseWaitlist = parser(WaitlistForm)

function addressIn({ issues }: { issues: { path: string; message: string }[] }, email: string): string {
  if (issues.length) throw invalid(...issues)
  return plainEmail(email)
}
