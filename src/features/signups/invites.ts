/** Codes for a sign-up without approval: created, sent, revoked, and used up one by one. */
import type { Static } from 'typebox'
import { plainEmail, userByEmail } from '../../domains/accounts/index.ts'
import { limitLetters, type MailApp, queueMail } from '../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Condition, when } from '../../kernel/database/list.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict, invalid, notFound } from '../../kernel/operation/fault.ts'
import { hashSecret, looksLikeSecret, newId, newSecret } from '../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../kernel/secrets/seal.ts'
import { DAY, dayOf, plus, type Time } from '../../kernel/time/clock.ts'
import type { INVITE_STATUSES, Invite, InviteDetail } from './shapes.ts'
import { type InviteRow, invites } from './tables.ts'

/** Sealed codes. A deleted code still works for anybody who has it. */
export const CODES: SealedColumn = {
  table: 'invites',
  column: 'code_sealed',
  key: ['id'],
  what: 'invite codes',
  forget: "update invites set code_sealed = '' where id = ?",
  afterwards: 'they still work, but can neither be shown nor sent: make new ones',
}

export type InviteStatus = (typeof INVITE_STATUSES)[number]
type InviteApp = Pick<App, 'config' | 'sealer'>

/** Letters to one address in a day. */
const A_DAY = 5

/** The invite with this id, or 404. */
export function findInvite(tx: ReadTx, id: string): InviteRow {
  const found = tx.row<InviteRow>('select * from invites where id = ?', id)
  if (!found) throw notFound('invite')
  return found
}

type NewInvite = { email: string | null; note: string | null; max_uses: number; expires_days: number }

/** Creates an invite. 409 when it is for the address of an existing account. */
export function createInvite(
  tx: Tx,
  { sealer }: Pick<App, 'sealer'>,
  created_by: string,
  { email, note, max_uses, expires_days }: NewInvite,
): InviteRow {
  const bound = email === null ? null : assertNew(tx, email)
  const id = newId()
  const code = newSecret('spc')
  const [made] = tx.orm
    .insert(invites)
    .values({
      id,
      code_hash: hashSecret(code),
      code_sealed: sealer.seal(code, sealContext(CODES, id)),
      email: bound,
      note: note || null,
      max_uses,
      expires_at: plus(tx.now, Math.round(expires_days * DAY)),
      created_by,
      created_at: tx.now,
    })
    .returning()
    .all()
  return made!
}

/**
 * Sends an invite. An open invite with one use is limited to this address from now on. 409 when it no longer works, 422
 * without a recipient, 429 when the address got enough letters today.
 */
export function sendInvite(tx: Tx, app: MailApp, invite: InviteRow, by: string, to?: string): void {
  const status = statusOf(invite, tx.now)
  if (status !== 'active' && status !== 'used') throw conflict(`This invite is ${status}. Make a new one to send.`)
  const email = addressFor(tx, invite, to)
  const code = codeOf(app, invite)
  if (code === null) throw conflict('The code of this invite can no longer be read. Revoke it, and make a new one.')
  const often = `${A_DAY} invites a day can go to one address, and this limit is reached. Hand over the link, or try tomorrow.`
  limitLetters(tx, `invite letters:${email}`, A_DAY, often)
  if (invite.max_uses === 1) tx.run('update invites set email = ? where id = ?', email, invite.id)
  tx.run('update invites set sent_at = ? where id = ?', tx.now, invite.id)
  queueMail(tx, app, {
    ref: `invite ${invite.id} ${newId()}`,
    tenant_id: null,
    template: 'invite',
    to: email,
    facts: { by, until: dayOf(invite.expires_at) },
    link: urlOf(app, code),
  })
}

/** Revokes an invite at once, also for people with an unverified sign-up by it. Repeating it changes nothing. */
export const revokeInvite = (tx: Tx, id: string): number =>
  tx.run('update invites set revoked_at = ? where id = ? and revoked_at is null', tx.now, id)

/** The active invite with this code; null for any other text. */
export function inviteOfCode(tx: ReadTx, code: string): InviteRow | null {
  if (!looksLikeSecret('spc', code)) return null
  const found = tx.row<InviteRow>('select * from invites where code_hash = ?', hashSecret(code))
  return found && works(found, tx.now) ? found : null
}

/** Takes one use; false when none remains. The WHERE clause is the rule: two people cannot share the last one. */
export const takeUse = (tx: Tx, id: string, email: string): boolean =>
  tx.run(
    `update invites set uses = uses + 1 where id = ? and uses < max_uses and revoked_at is null and expires_at > ?
       and (email is null or email = ?)`,
    id,
    tx.now,
    email,
  ) === 1

export const noteRedemption = (tx: Tx, invite_id: string, user_id: string): number =>
  tx.run(
    'insert into invite_redemptions (invite_id, user_id, redeemed_at) values (?, ?, ?)',
    invite_id,
    user_id,
    tx.now,
  )

/** An invite in the shape of the API. */
export function inviteOf(app: InviteApp, invite: InviteRow, now: Time): Static<typeof Invite> {
  const code = codeOf(app, invite)
  return { ...invite, code, url: code && urlOf(app, code), status: statusOf(invite, now) }
}

/** The same with the people who used it. */
export function readInvite(tx: ReadTx, app: InviteApp, id: string): Static<typeof InviteDetail> {
  const redemptions = tx.rows<Static<typeof InviteDetail>['redemptions'][number]>(
    `select r.user_id, u.email, u.name, r.redeemed_at from invite_redemptions r join users u on u.id = r.user_id
     where r.invite_id = ? order by r.redeemed_at, r.user_id`,
    id,
  )
  return { ...inviteOf(app, findInvite(tx, id), tx.now), redemptions }
}

/** Condition on `invites` for a status. */
export const hasStatus = (status: InviteStatus, now: Time): Condition => {
  if (status === 'revoked') return when('revoked_at is not null')
  if (status === 'redeemed') return when('revoked_at is null and uses = max_uses')
  const open = 'revoked_at is null and uses < max_uses'
  if (status === 'expired') return when(`${open} and expires_at <= ?`, now)
  return when(`${open} and expires_at > ? and uses ${status === 'active' ? '= 0' : '> 0'}`, now)
}

export function statusOf({ revoked_at, uses, max_uses, expires_at }: InviteRow, now: Time): InviteStatus {
  if (revoked_at !== null) return 'revoked'
  if (uses >= max_uses) return 'redeemed'
  if (expires_at <= now) return 'expired'
  return uses === 0 ? 'active' : 'used'
}

const works = (invite: InviteRow, now: Time): boolean => /^(active|used)$/.test(statusOf(invite, now))

const codeOf = ({ sealer }: Pick<App, 'sealer'>, { id, code_sealed }: InviteRow): string | null =>
  code_sealed === '' ? null : sealer.open(code_sealed, sealContext(CODES, id))

const urlOf = ({ config }: Pick<App, 'config'>, code: string): string => `${config.site_url}/welcome?token=${code}`

/** The recipient of an invite. */
function addressFor(tx: ReadTx, { email, max_uses }: InviteRow, to?: string): string {
  const given = to === undefined ? null : plainEmail(to)
  if (email !== null && given !== null && given !== email)
    throw conflict(`This invite is for ${email} only. Make another for this address.`)
  const address = email ?? given
  if (address === null)
    throw invalid({
      path: 'email',
      message: max_uses === 1 ? 'is required: this invite is for nobody yet' : 'is required: enter the recipient',
    })
  return assertNew(tx, address)
}

/** The canonical address; 409 when an account has it. */
function assertNew(tx: ReadTx, email: string): string {
  const address = plainEmail(email)
  if (userByEmail(tx, address))
    throw conflict(`${address} has an account already. Add them to a workspace instead (POST /users/{id}/memberships).`)
  return address
}
