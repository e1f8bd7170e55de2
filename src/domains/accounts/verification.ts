/** The way of an address from wanted to proved: a letter with a one-time link, and what follows when it is opened. */

import type { App } from '../../kernel/app.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { hashSecret } from '../../kernel/ids.ts'
import { siteOf } from '../branding/index.ts'
import { startFreePlan } from '../credits/index.ts'
import { limitLetters, queueMail } from '../mail/index.ts'
import { placesOf } from './access.ts'
import { createEmailProof, findEmailProof, proveEmail } from './email-proofs.ts'
import { actor } from './sign-in.ts'
import type { UserRow } from './tables.ts'
import { removeUser } from './users.ts'

/** Letters a person can ask for in a day: the address they go to need not be theirs. */
const A_DAY = 5

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>

/** Sends the link that proves the address. Throws 429 when it was asked for too often. */
export function sendProof(tx: Tx, app: PostApp, user: UserRow, email: string): void {
  const message = `At most ${A_DAY} confirmations can be asked for in a day. Try again tomorrow.`
  limitLetters(tx, `verify:${user.id}`, A_DAY, message)
  const link = createEmailProof(tx, siteFor(tx, app, user.id), user.id, email)
  const ref = `verify ${hashSecret(link)}`
  const facts = { name: user.name, made: originOf(tx, user), account: user.email === email ? '' : user.email }
  queueMail(tx, app, { ref, tenant_id: null, template: 'verify_email', to: email, facts, link })
}

/** Who made an account, where and when: its owner knows, and whoever is asked to confirm a stranger's learns it. */
function originOf(tx: ReadTx, { invited_by, invited_in, created_at }: UserRow): string {
  const on = `on ${dayOf(created_at)}`
  const by = tx.row<{ name: string; email: string }>('select name, email from users where id = ?', invited_by)
  const place = tx.row<{ name: string }>('select name from tenants where id = ?', invited_in)
  if (!by) return on
  return `${on} by ${by.name} (${by.email})${place ? `, of the workspace ${place.name}` : ''}`
}

/** The address that a person knows this install by: that of the workspace they have been in the longest. */
export function siteFor(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, user_id: string): string {
  const [home] = placesOf(tx, user_id)
  return home ? siteOf(tx, app, home.id) : app.config.site_url
}

type Proof = { user_id: string; name: string; email: string; made: string; account: string }

/** What the link would confirm, and whose account it is; null when it no longer works. */
export function proofAt(app: Pick<App, 'db'>, token: string): Proof | null {
  return app.db.read((tx) => {
    const found = findEmailProof(tx, token)
    if (!found) return null
    const { id, name, email: account } = found.user
    return { user_id: id, name, email: found.email, made: originOf(tx, found.user), account }
  })
}

/**
 * The link was opened and the person, signed in to the account, said yes: the address is theirs, and the free plan of a
 * workspace they own begins. 404 for a link that no longer works, or of another account; 409 when another account has the
 * address by now.
 */
export function confirmEmail(
  app: PostApp & Pick<App, 'db'>,
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
 * The owner of the mailbox says that the account is not theirs. One whose own address this is, and was never proved, is
 * deleted; one that only wants the address does without. `beforeIt` is done in the same transaction. 404 for a link that
 * no longer works.
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

/** Whoever reads the letters of the old address learns of it: a thief of the account cannot take it away unseen. */
function tellOldAddress(tx: Tx, app: PostApp, was: UserRow, user: UserRow): void {
  queueMail(tx, app, {
    ref: `email changed ${user.id} ${tx.now}`,
    tenant_id: null,
    template: 'email_changed',
    to: was.email,
    facts: { name: user.name, email: user.email },
    link: `${siteFor(tx, app, user.id)}/app`,
  })
}
