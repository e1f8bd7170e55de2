/** Verification of an address: the letter with a one-time link, and the effects of opening it. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { systemCaller } from '../../../kernel/operation/caller.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { hashSecret } from '../../../kernel/secrets/ids.ts'
import { dayOf } from '../../../kernel/time/clock.ts'
import { startFreePlan } from '../../credits/index.ts'
import { limitLetters, type MailApp, queueMail } from '../../mail/index.ts'
import { brandOfPerson } from '../access.ts'
import { nameInGreeting } from '../profile.ts'
import { actor } from '../sign-in/entry-row.ts'
import type { UserRow } from '../tables.ts'
import { removeUser } from '../users.ts'
import { createEmailProof, findEmailProof, proveEmail } from './email-proofs.ts'

/** Verification letters that a person can request in a day: the address need not be theirs. */
const A_DAY = 5

/** Sends the link that verifies the address. Throws 429 after too many requests. */
export function sendProof(tx: Tx, app: MailApp, user: UserRow, email: string): void {
  const message = `${A_DAY} confirmations can be requested in a day, and this limit is reached. Try again tomorrow.`
  limitLetters(tx, `verify:${user.id}`, A_DAY, message)
  const link = createEmailProof(tx, app.config.site_url, user.id, email)
  const ref = `verify ${hashSecret(link)}`
  const { day, maker } = originOf(tx, user)
  const facts = { day, ...(maker ? { maker: maker.email } : {}), account: user.email === email ? '' : user.email }
  queueMail(tx, app, { ref, tenant_id: null, template: 'verify_email', to: email, facts, link })
}

/** The day of an account, with its creator and the workspace that they invited to. */
type Origin = { day: string; maker: { name: string; email: string } | null; workspace: string | null }

/**
 * A person who is asked to verify a stranger's account sees it on the page. The letter leaves the names out, because the
 * stranger may have chosen them.
 */
const originOf = (tx: ReadTx, { invited_by, invited_in, created_at }: UserRow): Origin => ({
  day: dayOf(created_at),
  maker: tx.row<{ name: string; email: string }>('select name, email from users where id = ?', invited_by),
  workspace: tx.row<{ name: string }>('select name from tenants where id = ?', invited_in)?.name ?? null,
})

type Proof = { user_id: string; name: string; email: string; made: Origin; account: string }

/** The address of a link and its account; null when it no longer works. */
export function proofAt(app: Pick<App, 'db'>, token: string): Proof | null {
  return app.db.read((tx) => {
    const found = findEmailProof(tx, token)
    if (!found) return null
    const { id, name, email: account } = found.user
    return { user_id: id, name, email: found.email, made: originOf(tx, found.user), account }
  })
}

/**
 * Verifies the address, after the signed-in person opened the link and agreed. The free plan of workspaces they own
 * begins. 404 for a link that no longer works, or of another account; 409 when another account has the address
 * meanwhile.
 */
export function confirmEmail(
  app: MailApp & Pick<App, 'db'>,
  token: string,
  user_id: string,
  ip: string | null,
): { email: string } {
  return app.db.write((tx) => {
    const found = findEmailProof(tx, token)
    if (found?.user.id !== user_id) throw notFound('confirmation')
    const user = proveEmail(tx, found)
    writeAudit(tx, actor(user), {
      action: 'verify_email',
      tenant_id: null,
      target: user.id,
      before: { email: found.user.email },
      after: { email: user.email },
      ip,
      request_id: null,
    })
    if (user.email !== found.user.email) tellOldAddress(tx, app, found.user, user)
    startFreePlan(tx, app, user)
    return { email: user.email }
  })
}

/**
 * The owner of the mailbox says that the account is not theirs. If this is the account's own unverified address, the
 * account is deleted; if it is only a requested new address, the request is. `beforeIt` runs in the same transaction.
 * 404 for a link that no longer works.
 */
export function disownAddress(
  app: Pick<App, 'db'>,
  token: string,
  ip: string | null,
  beforeIt: (tx: Tx, user_id: string) => void,
): { deleted: boolean } {
  return app.db.write((tx) => {
    const found = findEmailProof(tx, token)
    if (!found) throw notFound('confirmation')
    const { user, email } = found
    const deleted = user.email === email && user.email_verified_at === null && user.platform_admin === 0
    if (deleted) {
      beforeIt(tx, user.id)
      removeUser(tx, user.id)
    } else tx.run('delete from email_proofs where user_id = ?', user.id)
    const before = { email: user.email, wanted: email }
    const seen = { tenant_id: null, target: user.id, before, after: { deleted }, ip, request_id: null }
    writeAudit(tx, { ...systemCaller(''), label: email }, { action: 'disown_address', ...seen })
    return { deleted }
  })
}

/** Writes to the old address, so that a thief cannot take over the account unnoticed. */
function tellOldAddress(tx: Tx, app: MailApp, was: UserRow, user: UserRow): void {
  queueMail(tx, app, {
    ref: `email changed ${user.id} ${tx.now}`,
    tenant_id: null,
    brand_of: brandOfPerson(tx, was),
    template: 'email_changed',
    to: was.email,
    facts: { name: nameInGreeting(was), email: user.email },
    link: `${app.config.site_url}/app`,
  })
}
