/** What people say to letters by their links, without sign-in. Looking changes nothing: programs open every link. */
import type { App } from '../../kernel/app.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { plus } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { hashSecret, looksLikeSecret } from '../../kernel/ids.ts'
import { forgetRefused, openStopToken } from '../mail/index.ts'
import { LINK_LIFE } from './recipients.ts'

/** Whose letters about which workspace a link is about. */
export type Asked = { tenant_id: string; workspace: string; email: string }
type Post = Pick<App, 'db' | 'sealer'>
type Seen = { ip: string | null; request_id: string }

/** What the link to a new recipient would confirm; 404 for one that was used, or is too old. */
export const askedToConfirm = (app: Post, token: string): Asked => app.db.read((tx) => findConfirmation(tx, token))

/** The address gets letters from now on. */
export const confirmRecipient = (app: Post, token: string, seen: Seen): Asked =>
  app.db.write((tx) => {
    const asked = findConfirmation(tx, token)
    tx.run(
      `update notice_recipients set confirmed_at = ?, token_hash = null, unsubscribed_at = null
       where tenant_id = ? and email = ?`,
      tx.now,
      asked.tenant_id,
      asked.email,
    )
    return noted(tx, asked, 'confirm_recipient', seen)
  })

/** What the link of a letter would end, and whether it is ended; 404 for one that was changed, or whose workspace is gone. */
export const askedToStop = (app: Post, token: string): Asked & { unsubscribed: boolean } =>
  app.db.read((tx) => findStop(tx, app, token))

/** No notice of the workspace goes to the address any more, until it says otherwise itself. */
export const unsubscribe = (app: Post, token: string, seen: Seen): Asked =>
  app.db.write((tx) => {
    const asked = findStop(tx, app, token)
    if (asked.unsubscribed) return asked
    tx.run(
      `insert into notice_recipients (tenant_id, email, listed, unsubscribed_at, created_at) values (?1, ?2, 0, ?3, ?3)
       on conflict do update set unsubscribed_at = ?3`,
      asked.tenant_id,
      asked.email,
      tx.now,
    )
    return noted(tx, asked, 'unsubscribe', seen)
  })

/** Takes it back. Who was kept for that alone is forgotten. */
export const subscribeAgain = (app: Post, token: string, seen: Seen): Asked =>
  app.db.write((tx) => {
    const asked = findStop(tx, app, token)
    const { tenant_id, email } = asked
    tx.run('delete from notice_recipients where tenant_id = ? and email = ? and listed = 0', tenant_id, email)
    tx.run('update notice_recipients set unsubscribed_at = null where tenant_id = ? and email = ?', tenant_id, email)
    return noted(tx, asked, 'subscribe_again', seen)
  })

function findConfirmation(tx: ReadTx, token: string): Asked {
  const found =
    looksLikeSecret('spn', token) &&
    tx.row<Asked>(
      `select r.tenant_id, t.name as workspace, r.email from notice_recipients r join tenants t on t.id = r.tenant_id
       where r.token_hash = ? and r.listed = 1 and r.asked_at > ?`,
      hashSecret(token),
      plus(tx.now, -LINK_LIFE),
    )
  if (!found) throw notFound('confirmation')
  return found
}

function findStop(tx: ReadTx, app: Pick<App, 'sealer'>, token: string): Asked & { unsubscribed: boolean } {
  const named = openStopToken(app, token)
  const found =
    named &&
    tx.row<{ workspace: string; stopped: string | null }>(
      `select t.name as workspace, r.unsubscribed_at as stopped from tenants t
       left join notice_recipients r on r.tenant_id = t.id and r.email = ? where t.id = ?`,
      named.email,
      named.tenant_id,
    )
  if (!found) throw notFound('link')
  return { ...named, workspace: found.workspace, unsubscribed: found.stopped !== null }
}

/** Whoever has the letter said so; the trail names the address. */
function noted(tx: Tx, asked: Asked, action: string, seen: Seen): Asked {
  const who = { ...systemCaller(asked.tenant_id), label: asked.email, platform: false }
  writeAudit(tx, who, { action, tenant_id: asked.tenant_id, target: asked.email, ...seen })
  return asked
}

/** Addresses that the mail server refused get letters again; says which. */
export const tryAgain = (tx: Tx, emails: readonly string[]): string[] =>
  emails.filter((email) => forgetRefused(tx, email))
