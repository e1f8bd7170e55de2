/** Answers to letters by link, without sign-in. A GET changes nothing, because mail scanners open every link. */

import { forgetRefused, noteAnswer, openStopToken } from '../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { RequestOrigin } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { hashSecret, looksLikeSecret } from '../../kernel/secrets/ids.ts'
import { plus } from '../../kernel/time/clock.ts'
import { LINK_LIFE } from './recipients.ts'

/** The address, and the workspace whose letters a link is about. */
export type Addressee = { tenant_id: string; workspace: string; email: string }
type LinkApp = Pick<App, 'db' | 'sealer'>

/** The address and workspace of a confirmation link; 404 for one that was used or expired. */
export const recipientToConfirm = (app: LinkApp, token: string): Addressee =>
  app.db.read((tx) => findConfirmation(tx, token))

/** Starts letters to the address. */
export const confirmRecipient = (app: LinkApp, token: string, seen: RequestOrigin): Addressee =>
  app.db.write((tx) => {
    const asked = findConfirmation(tx, token)
    tx.run(
      `update notice_recipients set confirmed_at = ?, token_hash = null, unsubscribed_at = null
       where tenant_id = ? and email = ?`,
      tx.now,
      asked.tenant_id,
      asked.email,
    )
    return noteAnswer(tx, asked, 'confirm_recipient', seen)
  })

/** The recipient of an unsubscribe link, and whether letters ended; 404 for a changed link or a deleted workspace. */
export const recipientToStop = (app: LinkApp, token: string): Addressee & { unsubscribed: boolean } =>
  app.db.read((tx) => findStop(tx, app, token))

/** Ends all notices of the workspace to the address, until its owner subscribes again. */
export const unsubscribe = (app: LinkApp, token: string, seen: RequestOrigin): Addressee =>
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
    return noteAnswer(tx, asked, 'unsubscribe', seen)
  })

/** Subscribes again. A row that only stored the end is deleted. */
export const subscribeAgain = (app: LinkApp, token: string, seen: RequestOrigin): Addressee =>
  app.db.write((tx) => {
    const asked = findStop(tx, app, token)
    const { tenant_id, email } = asked
    tx.run('delete from notice_recipients where tenant_id = ? and email = ? and listed = 0', tenant_id, email)
    tx.run('update notice_recipients set unsubscribed_at = null where tenant_id = ? and email = ?', tenant_id, email)
    return noteAnswer(tx, asked, 'subscribe_again', seen)
  })

function findConfirmation(tx: ReadTx, token: string): Addressee {
  const found =
    looksLikeSecret('spn', token) &&
    tx.row<Addressee>(
      `select r.tenant_id, t.name as workspace, r.email from notice_recipients r join tenants t on t.id = r.tenant_id
       where r.token_hash = ? and r.listed = 1 and r.asked_at > ?`,
      hashSecret(token),
      plus(tx.now, -LINK_LIFE),
    )
  if (!found) throw notFound('confirmation')
  return found
}

function findStop(tx: ReadTx, app: Pick<App, 'sealer'>, token: string): Addressee & { unsubscribed: boolean } {
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

/** Allows letters to refused addresses again; returns these addresses. */
export const tryAgain = (tx: Tx, emails: readonly string[]): string[] =>
  emails.filter((email) => forgetRefused(tx, email))
