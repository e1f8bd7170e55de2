/** Requests for an invite: one an address, answered once. */
import type { Static } from 'typebox'
import type { App } from '../../kernel/app.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { conflict, notFound } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { queueMail } from '../mail/index.ts'
import { createInvite, sendInvite } from './invites.ts'
import { WAITLIST_COLUMNS, type WaitlistRequest } from './shapes.ts'
import type { WaitlistRow } from './tables.ts'

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>

/** The request with this id, or 404. */
export function findRequestForInvite(tx: ReadTx, id: string): WaitlistRow {
  const found = tx.row<WaitlistRow>('select * from waitlist where id = ?', id)
  if (!found) throw notFound('request')
  return found
}

/** A request as the wire shows it. */
export const readWaitlist = (tx: ReadTx, id: string): Static<typeof WaitlistRequest> =>
  tx.row<Static<typeof WaitlistRequest>>(`select ${WAITLIST_COLUMNS} from waitlist where id = ?`, id)!

/** How many wait for an answer. */
export const countAsking = (tx: ReadTx): number => tx.count("select count(*) from waitlist where status = 'pending'")

/** An address that asks again, and one that has an account, changes nothing: the same statement takes the same time. */
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

/** They get an invite of their own at once. One that was declined may be approved after all. */
export function approveRequest(
  tx: Tx,
  app: PostApp,
  caller: Caller,
  by: string,
  asked: WaitlistRow,
  days: number,
): void {
  if (asked.status === 'invited')
    throw conflict('They have an invite already. Send it once more: POST /invites/{id}/send.')
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

/** Nobody is told, unless it is wanted. */
export function declineRequest(
  tx: Tx,
  app: PostApp,
  caller: Caller,
  asked: WaitlistRow,
  { send_email, note }: { send_email: boolean; note: string | null },
): void {
  if (asked.status !== 'pending') throw conflict(`This request is ${asked.status} already.`)
  decide(tx, caller, asked.id, 'declined', { answer_note: note })
  if (!send_email) return
  const facts = note ? { note } : {}
  const link = app.config.site_url
  queueMail(tx, app, {
    ref: `declined ${asked.id} ${tx.now}`,
    tenant_id: null,
    template: 'waitlist_declined',
    to: asked.email,
    facts: facts as Record<string, string>,
    link,
  })
}

/** Whoever asked has an account by now, in whichever way they came. */
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
