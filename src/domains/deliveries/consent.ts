/** The consent of recipients: by membership, by a link, or by the agency's word. Each letter has a link that ends it. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { type Caller, systemCaller } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { siteOf } from '../branding/index.ts'
import { limitLetters, type MailApp, openStopToken, queueMail } from '../mail/index.ts'
import { idsOf, rootOf } from '../tenants/index.ts'
import { withdrawLetters } from './withdraw.ts'

const LINK_LIFE = 7 * DAY
const PREFIX = 'spc'
/** Confirmation letters to one address and from one agency in a day, together with those for notices. */
const ASKED_A_DAY = { address: 3, agency: 50 }

/** Whether the address is one of an active member of the workspace, or of one above it. */
export const isMember = (tx: ReadTx, path: string, email: string): boolean =>
  tx.row(
    `select 1 from members m join users u on u.id = m.user_id
     where m.tenant_id in (select value from json_each(?)) and u.email = ? and u.status = 'active'`,
    JSON.stringify(idsOf(path)),
    email,
  ) !== null

export const ownAddress = (tx: ReadTx, { user_id }: Caller): string | null =>
  tx.row<{ email: string }>('select email from users where id = ?', user_id)?.email ?? null

/** Sends a link by which the person confirms the address. */
export function askConsent(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  tenant: { id: string; name: string },
  { id, email }: { id: string; email: string },
): void {
  const later = 'More confirmation letters can be sent tomorrow.'
  const most = { address: 'This address got enough confirmation letters today.', agency: 'Your agency sent enough.' }
  limitLetters(tx, `confirm:${email}`, ASKED_A_DAY.address, `${most.address} ${later}`)
  limitLetters(tx, `confirm:${rootOf(tx, tenant.id)}`, ASKED_A_DAY.agency, `${most.agency} ${later}`)
  const token = newSecret(PREFIX)
  const token_hash = hashSecret(token)
  tx.run(
    `update report_recipients set status = 'waiting', consent = null, token_hash = ?1, asked_at = ?2, status_at = ?2,
       answer = null where id = ?3`,
    token_hash,
    tx.now,
    id,
  )
  queueMail(tx, app, {
    ref: `confirm report recipient ${token_hash}`,
    tenant_id: tenant.id,
    template: 'confirm_recipient',
    to: email,
    facts: { by: caller.label, workspace: tenant.name, reports: 'yes' },
    link: `${siteOf(tx, app, tenant.id)}/reports/confirm?token=${token}`,
  })
}

/** The address, and the client whose reports a link is about. */
export type Reader = { id: string; tenant_id: string; workspace: string; email: string }
type Post = Pick<App, 'db' | 'sealer'>
type Seen = { ip: string | null; request_id: string }

/** The reader of a confirmation link; 404 for one that was used or expired. */
export const readerToConfirm = (app: Post, token: string): Reader => app.db.read((tx) => findAsked(tx, token))

export const confirmReader = (app: Post, token: string, seen: Seen): Reader =>
  app.db.write((tx) => {
    const reader = findAsked(tx, token)
    activate(tx, reader.id)
    return noted(tx, reader, 'confirm_report_recipient', seen)
  })

/** The reader of an unsubscribe link, and whether reports ended; 404 for a changed link. Changes nothing. */
export const readerToStop = (app: Post, token: string): Reader & { unsubscribed: boolean } =>
  app.db.read((tx) => findStop(tx, app, token))

/** Ends the reports of a client to the address, until its owner subscribes again. */
export const stopReader = (app: Post, token: string, seen: Seen): Reader =>
  app.db.write((tx) => {
    const reader = findStop(tx, app, token)
    if (reader.unsubscribed) return reader
    endReader(tx, reader.id, null)
    return noted(tx, reader, 'unsubscribe_reports', seen)
  })

/** Notes that a reader unsubscribed. */
export function endReader(tx: Tx, id: string, answer: string | null): void {
  withdrawLetters(tx, id)
  tx.run(
    `update report_recipients set status = 'unsubscribed', status_at = ?1, answer = ?2, token_hash = null, updated_at = ?1
     where id = ?3`,
    tx.now,
    answer,
    id,
  )
}

export const readAgain = (app: Post, token: string, seen: Seen): Reader =>
  app.db.write((tx) => {
    const reader = findStop(tx, app, token)
    if (!reader.unsubscribed) return reader
    activate(tx, reader.id)
    return noted(tx, reader, 'subscribe_reports_again', seen)
  })

const activate = (tx: Tx, id: string): number =>
  tx.run(
    `update report_recipients set status = 'active', consent = 'confirmed', status_at = ?1, token_hash = null,
       answer = null, updated_at = ?1 where id = ?2`,
    tx.now,
    id,
  )

const READER = `select r.id, r.tenant_id, t.name as workspace, r.email, r.status = 'unsubscribed' as unsubscribed
  from report_recipients r join tenants t on t.id = r.tenant_id`

function findAsked(tx: ReadTx, token: string): Reader {
  const found =
    looksLikeSecret(PREFIX, token) &&
    tx.row<Reader>(
      `${READER} where r.token_hash = ? and r.asked_at > ? and r.removed_at is null`,
      hashSecret(token),
      plus(tx.now, -LINK_LIFE),
    )
  if (!found) throw notFound('confirmation')
  return found
}

function findStop(tx: ReadTx, app: Pick<App, 'sealer'>, token: string): Reader & { unsubscribed: boolean } {
  const named = openStopToken(app, token, 'reports')
  const found =
    named &&
    tx.row<Reader & { unsubscribed: number }>(
      `${READER} where r.tenant_id = ? and r.email = ?`,
      named.tenant_id,
      named.email,
    )
  if (!found) throw notFound('link')
  return { ...found, unsubscribed: found.unsubscribed === 1 }
}

/** Writes an audit line that names the address, which acts without an account. */
function noted(tx: Tx, reader: Reader, action: string, seen: Seen): Reader {
  const who = { ...systemCaller(reader.tenant_id), label: reader.email, platform: false }
  writeAudit(tx, who, { action, tenant_id: reader.tenant_id, target: reader.id, ...seen })
  return reader
}
