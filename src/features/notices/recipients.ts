/** Recipients of a workspace's notices: the people in charge, and listed addresses that agreed. */
import type { Static } from 'typebox'
import { assertOneScript, nameOfCaller, plainEmail, unlinked } from '../../domains/accounts/index.ts'
import { siteOf } from '../../domains/branding/index.ts'
import { limitConfirmations, type MailApp, peopleInCharge, queueMail, refusalsOf } from '../../domains/mail/index.ts'
import { idsOf, rootOf, type WorkspaceNode, type WorkspaceRef } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { hashSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import type { LeftOut, NoticeKind, Recipient, RecipientStatus } from './shapes.ts'
import type { RecipientRow } from './tables.ts'

type Reader = { email: string; name: string | null; listed: boolean; status: RecipientStatus; above: boolean }

export const LINK_LIFE = 7 * DAY

/** Addresses that get letters of a kind: they agreed, did not unsubscribe, and the mail server accepts them. */
export function readersOf(tx: ReadTx, tenant: WorkspaceNode, settings: Settings, kind: NoticeKind): string[] {
  const emails = everybody(tx, tenant, settings).flatMap(({ status, email }) => (status === 'active' ? [email] : []))
  const refused = refusalsOf(tx, emails)
  const left_out = new Set(settings.left_out.flatMap((one) => (one.kind === kind ? [one.email] : [])))
  return emails.filter((email) => !refused.has(email) && !left_out.has(email))
}

type Settings = { to_admins: boolean; left_out: readonly LeftOut[] }

/** All recipients in the shape of the API; people of a workspace above only for callers who reach that one. */
export function recipientsOf(
  tx: ReadTx,
  tenant: WorkspaceNode,
  settings: { to_admins: boolean },
  caller: Caller,
): Static<typeof Recipient>[] {
  const seesAbove = caller.platform || caller.path.length < tenant.path.length
  const people = everybody(tx, tenant, settings).filter(({ above }) => seesAbove || !above)
  const emails = people.map(({ email }) => email)
  const refused = refusalsOf(tx, emails)
  return people.map(({ above: _, ...person }) => {
    const { refused_at = null, answer: refusal = null } = refused.get(person.email) ?? {}
    return { ...person, refused_at, refusal }
  })
}

function everybody(tx: ReadTx, tenant: WorkspaceNode, { to_admins }: { to_admins: boolean }): Reader[] {
  const rows = tx.rows<RecipientRow>('select * from notice_recipients where tenant_id = ? order by email', tenant.id)
  const people = peopleOf(tx, tenant.path)
  const listed = rows
    .filter((row) => row.listed === 1)
    .map((row): Reader => {
      const { email } = row
      const name = people.get(email)?.name ?? null
      return { email, name, listed: true, status: statusOf(row, people.has(email)), above: false }
    })
  const stopped = new Set(rows.filter((row) => row.unsubscribed_at).map(({ email }) => email))
  const known = new Set(listed.map(({ email }) => email))
  const leaders = to_admins ? peopleInCharge(tx, tenant.path).filter(({ email }) => !known.has(email)) : []
  const led = leaders.map(({ email, name }): Reader => {
    const status = stopped.has(email) ? 'unsubscribed' : 'active'
    return { email, name, listed: false, status, above: people.get(email)?.own !== 1 }
  })
  return [...led, ...listed]
}

/** Members agree by their membership, while it lasts; everybody else by a link. */
function statusOf(row: RecipientRow, member: boolean): RecipientStatus {
  if (row.unsubscribed_at) return 'unsubscribed'
  if (!row.confirmed_at) return 'waiting'
  return row.asked_at || member ? 'active' : 'gone'
}

/** Active members of the workspace and of those above it, by address; `own`: of the workspace itself. */
function peopleOf(tx: ReadTx, path: string): Map<string, { name: string; own: number }> {
  const ids = idsOf(path)
  const found = tx.rows<{ email: string; name: string; own: number }>(
    `select u.email, u.name, max(m.tenant_id = ?) as own from members m join users u on u.id = m.user_id
     where m.tenant_id in (select value from json_each(?)) and u.status = 'active' group by u.id`,
    ids.at(-1)!,
    JSON.stringify(ids),
  )
  return new Map(found.map((person) => [person.email, person]))
}

/** Sets the listed addresses. Members get letters at once; others, and who unsubscribed, confirm by a link first. */
export function listRecipients(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  tenant: WorkspaceRef,
  wanted: readonly string[],
): void {
  const emails = [...new Set(wanted.map(plainEmail))]
  for (const email of emails) assertOneScript(email)
  const rows = tx.rows<RecipientRow>('select * from notice_recipients where tenant_id = ?', tenant.id)
  tx.run(
    `delete from notice_recipients where tenant_id = ? and unsubscribed_at is null
     and email not in (select value from json_each(?))`,
    tenant.id,
    JSON.stringify(emails),
  )
  tx.run(
    `update notice_recipients set listed = email in (select value from json_each(?)) where tenant_id = ?`,
    JSON.stringify(emails),
    tenant.id,
  )
  const known = new Map(rows.map((row) => [row.email, row]))
  const people = peopleOf(tx, tenant.path)
  for (const email of emails) {
    const row = known.get(email)
    const own = email === ownEmail(tx, caller)
    if (row?.unsubscribed_at ? own : !row && people.has(email)) agree(tx, tenant.id, email)
    else if (!row || needsAsking(row, tx.now)) ask(tx, app, caller, tenant, email)
  }
}

/** Whether the address may get letters of the workspace: of somebody who belongs to it or above, or who agreed. */
export const hasAgreed = (tx: ReadTx, tenant: WorkspaceNode, email: string): boolean =>
  peopleOf(tx, tenant.path).has(email) ||
  everybody(tx, tenant, { to_admins: true }).some((reader) => reader.email === email && reader.status === 'active')

export const hasUnsubscribed = (tx: ReadTx, tenant_id: string, email: string): boolean =>
  tx.row(
    'select 1 from notice_recipients where tenant_id = ? and email = ? and unsubscribed_at is not null',
    tenant_id,
    email,
  ) !== null

export const ownEmail = (tx: ReadTx, { user_id }: Caller): string | null =>
  tx.row<{ email: string }>('select email from users where id = ?', user_id)?.email ?? null

/** Addresses that unsubscribed and were removed from the list, and those with an expired link. */
const needsAsking = (row: RecipientRow, now: string): boolean =>
  row.unsubscribed_at ? row.listed === 0 : !row.confirmed_at && plus(row.asked_at ?? row.created_at, LINK_LIFE) <= now

const agree = (tx: Tx, tenant_id: string, email: string): number =>
  tx.run(
    `insert into notice_recipients (tenant_id, email, listed, confirmed_at, created_at) values (?1, ?2, 1, ?3, ?3)
     on conflict do update set listed = 1, confirmed_at = ?3, unsubscribed_at = null, token_hash = null`,
    tenant_id,
    email,
    tx.now,
  )

function ask(tx: Tx, app: MailApp, caller: Caller, { id, name }: { id: string; name: string }, email: string): void {
  limitConfirmations(tx, email, rootOf(tx, id))
  const token = newSecret('spn')
  tx.run(
    `insert into notice_recipients (tenant_id, email, listed, token_hash, asked_at, created_at)
     values (?1, ?2, 1, ?3, ?4, ?4)
     on conflict do update set listed = 1, confirmed_at = null, token_hash = ?3, asked_at = ?4`,
    id,
    email,
    hashSecret(token),
    tx.now,
  )
  queueMail(tx, app, {
    ref: `confirm recipient ${hashSecret(token)}`,
    tenant_id: id,
    template: 'confirm_recipient',
    to: email,
    facts: { by: unlinked(nameOfCaller(tx, caller)), workspace: unlinked(name) },
    link: `${siteOf(tx, app, id)}/notices?token=${token}`,
  })
}
