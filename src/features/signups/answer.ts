/** Letters to people who sent a public form, by a task, so that the answer of the page reveals nothing. */

import {
  brandOfPerson,
  createReset,
  hasResets,
  mayEnter,
  nameInGreeting,
  userByEmail,
} from '../../domains/accounts/index.ts'
import { type MailApp, queueMail } from '../../domains/mail/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { hashSecret, newSecret } from '../../kernel/secrets/ids.ts'
import type { SignupRow } from './tables.ts'

/** Answers everybody who waits, one after the other; returns their number. */
export async function answerStrangers(app: MailApp & Pick<App, 'db'>, signal: AbortSignal): Promise<number> {
  let answered = 0
  while (!signal.aborted && app.db.write((tx) => answerSignUp(tx, app) || answerReset(tx, app))) {
    answered += 1
    await pause()
  }
  return answered
}

/** A known address gets a letter that it has an account already. */
function answerSignUp(tx: Tx, app: MailApp): boolean {
  const asked = tx.row<SignupRow>('select * from signups where token_hash is null order by id limit 1')
  if (!asked) return false
  const { id, email } = asked
  const known = userByEmail(tx, email)
  if (known) {
    tx.run('delete from signups where id = ?', id)
    queueMail(tx, app, {
      ref: `known ${id}`,
      tenant_id: null,
      brand_of: brandOfPerson(tx, known),
      template: 'account_exists',
      to: email,
      facts: { name: nameInGreeting(known) },
      link: `${app.config.site_url}/app/sign-in`,
    })
    return true
  }
  const token = newSecret('spu')
  tx.run('update signups set token_hash = ? where id = ?', hashSecret(token), id)
  queueMail(tx, app, {
    ref: `sign-up ${id}`,
    tenant_id: null,
    template: 'verify_email',
    to: email,
    facts: { signs_up: 'yes' },
    link: `${app.config.site_url}/verify?token=${token}`,
  })
  return true
}

function answerReset(tx: Tx, app: MailApp): boolean {
  const asked = tx.row<{ id: string; email: string }>('select id, email from reset_requests order by id limit 1')
  if (!asked) return false
  const { id, email } = asked
  const user = userByEmail(tx, email)
  tx.run('delete from reset_requests where id = ?', id)
  if (!user || !mayEnter(user.status) || hasResets(tx, user.id)) return true
  const { link } = createReset(tx, app.config, user, { mailed: true })
  queueMail(tx, app, {
    ref: `reset ${id}`,
    tenant_id: null,
    brand_of: brandOfPerson(tx, user),
    template: 'password_reset',
    to: email,
    facts: { name: nameInGreeting(user) },
    link,
  })
  return true
}
