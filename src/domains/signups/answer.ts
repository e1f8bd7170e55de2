/** Letters to those who asked on a public page: what was asked lies in rows, so that the page itself tells nothing. */
import type { App } from '../../kernel/app.ts'
import type { Tx } from '../../kernel/database.ts'
import { hashSecret, newSecret } from '../../kernel/ids.ts'
import { pause } from '../../kernel/pause.ts'
import { createReset, mayEnter, siteFor, userByEmail } from '../accounts/index.ts'
import { queueMail } from '../mail/index.ts'
import type { SignupRow } from './tables.ts'

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>

/** Writes to everybody who waits for it, one after the other; says how many asked. */
export async function answerStrangers(app: PostApp & Pick<App, 'db'>, signal: AbortSignal): Promise<number> {
  let answered = 0
  while (!signal.aborted && app.db.write((tx) => answerSignUp(tx, app) || answerReset(tx, app))) {
    answered += 1
    await pause()
  }
  return answered
}

/** A known address is told that it has an account. */
function answerSignUp(tx: Tx, app: PostApp): boolean {
  const asked = tx.row<SignupRow>('select * from signups where token_hash is null order by id limit 1')
  if (!asked) return false
  const { id, email, name } = asked
  const known = userByEmail(tx, email)
  if (known) {
    tx.run('delete from signups where id = ?', id)
    queueMail(tx, app, {
      ref: `known ${id}`,
      tenant_id: null,
      template: 'account_exists',
      to: email,
      facts: { name: known.name },
      link: `${siteFor(tx, app, known.id)}/app/sign-in`,
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
    facts: { name, signs_up: 'yes' },
    link: `${app.config.site_url}/verify?token=${token}`,
  })
  return true
}

function answerReset(tx: Tx, app: PostApp): boolean {
  const asked = tx.row<{ id: string; email: string }>('select id, email from reset_requests order by id limit 1')
  if (!asked) return false
  const { id, email } = asked
  const user = userByEmail(tx, email)
  tx.run('delete from reset_requests where id = ?', id)
  if (!user || !mayEnter(user.status)) return true
  const { link } = createReset(tx, siteFor(tx, app, user.id), user, { mailed: true })
  const facts = { name: user.name }
  queueMail(tx, app, { ref: `reset ${id}`, tenant_id: null, template: 'password_reset', to: email, facts, link })
  return true
}
