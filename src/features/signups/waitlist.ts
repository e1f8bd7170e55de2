/** Requests for an invite: one per address, decided once. */
import type { Static } from 'typebox'
import { type MailApp, queueMail } from '../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { createInvite, sendInvite } from './invites.ts'
import { WAITLIST_COLUMNS, type WaitlistRequest } from './shapes.ts'
import type { WaitlistRow } from './tables.ts'

/** The request with this id, or 404. */
export function findRequestForInvite(tx: ReadTx, id: string): WaitlistRow {
  const found = tx.row<WaitlistRow>('select * from waitlist where id = ?', id)
  if (!found) throw notFound('request')
  return found
}

/** A request in the shape of the API. */
export const readWaitlist = (tx: ReadTx, id: string): Static<typeof WaitlistRequest> =>
  tx.row<Static<typeof WaitlistRequest>>(`select ${WAITLIST_COLUMNS} from waitlist where id = ?`, id)!

/** Number of requests without a decision. */
export const countAsking = (tx: ReadTx): number => tx.count("select count(*) from waitlist where status = 'pending'")

/** A second request, or one for an address with an account, changes nothing: the same statement takes the same time. */
export const joinWaitlist = (tx: Tx, email: string, note: string | null): number =>
  tx.run(
    `insert into waitlist (id, email, note, status, created_at)
     select ?1, ?2, ?3, 'pending', ?4 where not exists (select 1 from users where email = ?2)
     on conflict (email) do nothing`,
    newId(),
    email,
    note,
    tx.now,
  )

/** Creates and sends an invite for them. A declined request may be approved later. */
export function approveRequest(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  by: string,
  asked: WaitlistRow,
  days: number,
): void {
  if (asked.status === 'invited')
    throw conflict('They have an invite already. To send it again, use POST /invites/{id}/send.')
  if (asked.status === 'joined') throw conflict('They have joined already.')
  const invite = createInvite(tx, app, caller.label, {
    email: asked.email,
    note: 'Waitlist',
    max_uses: 1,
    expires_days: days,
  })
  sendInvite(tx, app, invite, by)
  decide(tx, caller, asked.id, 'invited', { invite_id: invite.id })
}

/** Sends a letter only if the admin asks for it. */
export function declineRequest(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  asked: WaitlistRow,
  { send_email, note }: { send_email: boolean; note: string | null },
): void {
  if (asked.status !== 'pending') throw conflict(`This request is ${asked.status} already.`)
  decide(tx, caller, asked.id, 'declined', { answer_note: note })
  if (!send_email) return
  const facts: Record<string, string> = note ? { note } : {}
  queueMail(tx, app, {
    ref: `declined ${asked.id} ${tx.now}`,
    tenant_id: null,
    template: 'waitlist_declined',
    to: asked.email,
    facts,
    link: app.config.site_url,
  })
}

/** Marks the request of a person who has an account now, however they got it. */
export const markJoined = (tx: Tx, email: string): number =>
  tx.run("update waitlist set status = 'joined' where email = ?", email)

type Decision = { invite_id?: string; answer_note?: string | null }

function decide(
  tx: Tx,
  caller: Caller,
  id: string,
  status: 'invited' | 'declined',
  { invite_id, answer_note }: Decision,
): void {
  tx.run(
    'update waitlist set status = ?, invite_id = ?, answer_note = ?, decided_by = ?, decided_at = ? where id = ?',
    status,
    invite_id ?? null,
    answer_note ?? null,
    caller.label,
    tx.now,
    id,
  )
}

/** Deletes invites, requests and sign-ups of an address, for erasing a person. */
export function forgetStranger(tx: Tx, email: string): void {
  for (const table of ['waitlist', 'signups', 'invites']) tx.run(`delete from ${table} where email = ?`, email)
}
