/** Actions of report readers without an account, by the sealed address in a letter: confirm, stop, start again. */
import { noteAnswer, openStopToken } from '../../../domains/mail/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { RequestOrigin } from '../../../kernel/operation/caller.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { hashSecret, looksLikeSecret } from '../../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { agree, endReader, PREFIX } from './consent.ts'

const LINK_LIFE = 7 * DAY

/** The address, and the client whose reports a link is about. */
export type ReportReader = { id: string; tenant_id: string; workspace: string; email: string }
type LinkApp = Pick<App, 'db' | 'sealer'>

/** The reader of a confirmation link; 404 for one that was used or expired. */
export const readerToConfirm = (app: LinkApp, token: string): ReportReader => app.db.read((tx) => findAsked(tx, token))

export const confirmReader = (app: LinkApp, token: string, seen: RequestOrigin): ReportReader =>
  app.db.write((tx) => {
    const reader = findAsked(tx, token)
    agree(tx, reader.id, 'confirmed')
    return noteAnswer(tx, reader, 'confirm_report_recipient', seen)
  })

/** The reader of an unsubscribe link, and whether reports ended; 404 for a changed link. Changes nothing. */
export const readerToStop = (app: LinkApp, token: string): ReportReader & { unsubscribed: boolean } =>
  app.db.read((tx) => findStop(tx, app, token))

/** Ends the reports of a client to the address, until its owner subscribes again. */
export const stopReader = (app: LinkApp, token: string, seen: RequestOrigin): ReportReader =>
  app.db.write((tx) => {
    const reader = findStop(tx, app, token)
    if (reader.unsubscribed) return reader
    endReader(tx, reader.id, null)
    return noteAnswer(tx, reader, 'unsubscribe_reports', seen)
  })

export const readAgain = (app: LinkApp, token: string, seen: RequestOrigin): ReportReader =>
  app.db.write((tx) => {
    const reader = findStop(tx, app, token)
    if (!reader.unsubscribed) return reader
    agree(tx, reader.id, 'confirmed')
    return noteAnswer(tx, reader, 'subscribe_reports_again', seen)
  })

const READER = `select r.id, r.tenant_id, t.name as workspace, r.email, r.status = 'unsubscribed' as unsubscribed
  from report_recipients r join tenants t on t.id = r.tenant_id`

function findAsked(tx: ReadTx, token: string): ReportReader {
  const found =
    looksLikeSecret(PREFIX, token) &&
    tx.row<ReportReader>(
      `${READER} where r.token_hash = ? and r.asked_at > ? and r.removed_at is null`,
      hashSecret(token),
      plus(tx.now, -LINK_LIFE),
    )
  if (!found) throw notFound('confirmation')
  return found
}

function findStop(tx: ReadTx, app: Pick<App, 'sealer'>, token: string): ReportReader & { unsubscribed: boolean } {
  const named = openStopToken(app, token, 'reports')
  const found =
    named &&
    tx.row<ReportReader & { unsubscribed: number }>(
      `${READER} where r.tenant_id = ? and r.email = ?`,
      named.tenant_id,
      named.email,
    )
  if (!found) throw notFound('link')
  return { ...found, unsubscribed: found.unsubscribed === 1 }
}
