/** The result of each letter: at hand-over, and later by a bounce. */

import { type Bounce, isDoubtful, type MailApp, refusalsOf } from '../../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { DeliveryRow, RecipientRow } from '../tables.ts'
import { endReader } from './consent.ts'
import { pauseRecipient, tellOfRefusal } from './recipients.ts'
import { finishIfDone } from './sending.ts'
import type { ReportDelivery } from './shapes.ts'

type MailedDelivery = Pick<DeliveryRow, 'id' | 'issue_id' | 'recipient_id'> & {
  status: 'sent' | 'failed'
  error: string | null
  sent_at: Time | null
}

const SLICE = 50

/** Notes the letters that were handed over or refused. Returns how many. */
export function settleDeliveries(app: App): number {
  return app.db.write((tx) => {
    const handed = tx.rows<MailedDelivery>(
      `select d.id, d.issue_id, d.recipient_id, m.status, m.error, m.sent_at
       from report_deliveries d join mails m on m.id = d.mail_id
       where d.state = 'queued' and d.mail_id is not null and m.status in ('sent', 'failed') limit ${SLICE}`,
    )
    for (const one of handed) settle(tx, app, one)
    for (const issue_id of new Set(handed.map((one) => one.issue_id))) finishIfDone(tx, issue_id)
    return handed.length
  })
}

function settle(tx: Tx, app: App, { id, recipient_id, status, error, sent_at }: MailedDelivery): void {
  if (status === 'sent') {
    tx.run("update report_deliveries set state = 'sent', at = ? where id = ?", sent_at ?? tx.now, id)
    return
  }
  const answer = error ?? ''
  tx.run("update report_deliveries set state = 'refused', at = ?, answer = ? where id = ?", tx.now, answer, id)
  const recipient = readRow(tx, recipient_id)
  if (refusalsOf(tx, [recipient.email]).has(recipient.email)) pauseRecipient(tx, app, recipient, answer)
}

const readRow = (tx: ReadTx, id: string): RecipientRow =>
  tx.row<RecipientRow>('select * from report_recipients where id = ?', id)!

/** @throws conflict for the letter of a recipient who unsubscribed or was removed */
export function assertWanted(tx: ReadTx, mail_id: string): void {
  const unwanted = tx.row(
    `select 1 from report_deliveries d join report_recipients r on r.id = d.recipient_id
     left join month_report_links l on l.id = d.link_id
     where d.mail_id = ? and (r.status = 'unsubscribed' or (r.removed_at is not null and l.stopped_at is not null))`,
    mail_id,
  )
  if (unwanted) throw conflict('This person no longer gets these reports, so the e-mail cannot be sent again.')
}

/** A letter of the log was sent again, as another one: its delivery follows it. */
export const followMail = (tx: Tx, from: string, to: string): number =>
  tx.run(
    "update report_deliveries set mail_id = ?, state = 'queued', answer = null, at = ? where mail_id = ?",
    to,
    tx.now,
    from,
  )

/** Carries a bounce over to the delivery and to all recipients with the address. `ends`: nothing more is sent there. */
export function applyBounce(tx: Tx, app: MailApp, { mail, address, kind, answer }: Bounce, ends: boolean): void {
  const state = kind === 'complaint' ? 'complained' : 'bounced'
  const delivery =
    mail && tx.row<{ recipient_id: string }>('select recipient_id from report_deliveries where mail_id = ?', mail.id)
  if (delivery && (ends || kind === 'hard'))
    tx.run(
      'update report_deliveries set state = ?, at = ?, answer = ? where mail_id = ?',
      state,
      tx.now,
      answer,
      mail.id,
    )
  if (kind === 'complaint') {
    if (delivery) endReader(tx, delivery.recipient_id, answer)
    return
  }
  if (!ends) {
    if (delivery && kind === 'hard')
      tellOfRefusal(tx, app, readRow(tx, delivery.recipient_id), { answer, paused: false, ref: mail.id })
    return
  }
  for (const recipient of tx.rows<RecipientRow>(
    "select * from report_recipients where email = ? and status in ('waiting', 'active') and removed_at is null",
    address,
  ))
    pauseRecipient(tx, app, recipient, answer)
}

type Row = ReportDelivery & { status: string | null }

/** The people who got a report, with their openings. */
export const deliveriesOf = (tx: ReadTx, issue_id: string): ReportDelivery[] =>
  tx
    .rows<Row>(
      `select d.id, d.recipient_id, r.email, r.name, d.state, d.at, d.answer, d.mail_id, m.status,
         coalesce(l.opened, 0) as opened, l.opened_at
       from report_deliveries d join report_recipients r on r.id = d.recipient_id
       left join mails m on m.id = d.mail_id left join month_report_links l on l.id = d.link_id
       where d.issue_id = ? order by r.email`,
      issue_id,
    )
    .map(({ status, ...row }) => ({ ...row, state: shownState(row, status) }))

function shownState(
  { state, opened, answer }: Pick<Row, 'state' | 'opened' | 'answer'>,
  status: string | null,
): ReportDelivery['state'] {
  // A reader who opened it has it, whatever the server answered.
  if (state === 'refused' && isDoubtful(answer ?? '')) return opened > 0 ? 'opened' : 'in_doubt'
  if (state === 'queued' && status === 'suppressed') return 'suppressed'
  return state === 'sent' && opened > 0 ? 'opened' : state
}
