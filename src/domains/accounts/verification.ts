/** The way of an address from wanted to proved: a letter with a one-time link, and what follows when it is opened. */

import type { App } from '../../kernel/app.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { systemCaller } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { hashSecret } from '../../kernel/ids.ts'
import { siteOf } from '../branding/index.ts'
import { startFreePlan } from '../credits/index.ts'
import { limitLetters, queueMail } from '../mail/index.ts'
import { placesOf } from './access.ts'
import { createEmailProof, findEmailProof, proveEmail } from './email-proofs.ts'
import type { UserRow } from './tables.ts'

/** Letters a person can ask for in a day: the address they go to need not be theirs. */
const A_DAY = 5

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>

/** Sends the link that proves the address. Throws 429 when it was asked for too often. */
export function sendProof(tx: Tx, app: PostApp, user: Pick<UserRow, 'id' | 'name'>, email: string): void {
  const message = `At most ${A_DAY} confirmations can be asked for in a day. Try again tomorrow.`
  limitLetters(tx, `verify:${user.id}`, A_DAY, message)
  const link = createEmailProof(tx, siteFor(tx, app, user.id), user.id, email)
  const ref = `verify ${hashSecret(link)}`
  queueMail(tx, app, { ref, tenant_id: null, template: 'verify_email', to: email, facts: { name: user.name }, link })
}

/** Whose address the link would confirm, or null when it no longer works. */
export function proofAt(app: Pick<App, 'db'>, token: string): { name: string; email: string } | null {
  return app.db.read((tx) => {
    const found = findEmailProof(tx, token)
    return found && { name: found.user.name, email: found.email }
  })
}

/** The address that a person knows this install by: that of the workspace they have been in the longest. */
function siteFor(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, user_id: string): string {
  const [home] = placesOf(tx, user_id)
  return home ? siteOf(tx, app, home.id) : app.config.site_url
}

/**
 * The link was opened and the person said yes: the address is theirs, and the free plan of a workspace they own begins.
 * 404 for a link that no longer works, 409 when another account has the address by now.
 */
export function confirmEmail(app: PostApp & Pick<App, 'db'>, token: string, ip: string | null): { email: string } {
  return app.db.write((tx) => {
    const found = findEmailProof(tx, token)
    if (!found) throw notFound('confirmation')
    const user = proveEmail(tx, found)
    writeAudit(
      tx,
      { ...systemCaller(''), via: 'session', user_id: user.id, label: user.email, platform: user.platform_admin === 1 },
      {
        action: 'verify_email',
        tenant_id: null,
        target: user.id,
        before: { email: found.user.email },
        after: { email: user.email },
        ip,
        request_id: null,
      },
    )
    if (user.email !== found.user.email) tellOldAddress(tx, app, found.user, user)
    startFreePlan(tx, app, user)
    return { email: user.email }
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
