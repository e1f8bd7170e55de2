/** Letters that a person writes to people of a workspace. The people known to it get them; strangers only from admins. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { countOfDay } from '../../kernel/scheduling/limits.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { dayOf, plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { limitLetters, type MailApp, queueMail, refusalsOf, withdrawMail } from '../mail/index.ts'
import { idsOf, inReach, rootOf, type WorkspaceRef } from '../tenants/index.ts'
import { assertOneScript, plainEmail } from './email/email-address.ts'
import { nameOfCaller, unlinked } from './invitations/invite.ts'
import type { KnownPerson } from './shapes.ts'
import { userById } from './users.ts'

/** Letters in a day: to one address from anybody, from one agency, and from one agency to addresses it does not know. */
const A_DAY = { address: 10, agency: 300, others: 10 }

export const MOST_PEOPLE = 10

/** The time in which a letter or a report can be taken back. */
export const TAKE_BACK = 10 * SECOND

type Carried = { question_id?: string | undefined; job_id?: string | undefined; month?: string | undefined }

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /**
     * Content of a letter besides its text: the address of a report, which is shared for it. `done` closes the question
     * that it answers, and `kept` is what opens it again. @throws not_found, forbidden, invalid
     */
    carriedByLetter(
      tx: Tx,
      app: Pick<Install, 'config' | 'sealer' | 'catalog'>,
      caller: Caller,
      tenant: WorkspaceRef,
      carried: Carried,
    ): { report?: string | undefined; kept?: string | undefined; done(): void }
    /** Undoes `done` with what it kept, when the letter is taken back. */
    carriedBack(tx: Tx, kept: string): void
  }
}

/** People of a workspace, readers of its reports, and readers who wait for an answer; each once. */
export function peopleToWriteTo(tx: ReadTx, tenant_id: string): KnownPerson[] {
  const found = tx.rows<Omit<KnownPerson, 'refused'>>(
    `select u.email, u.name, 'member' as "as", 1 as rank from members m join users u on u.id = m.user_id
       where m.tenant_id = ?1 and u.status = 'active'
     union all select email, name, 'reader', 2 from report_recipients
       where tenant_id = ?1 and status = 'active' and removed_at is null
     union all select email, '', 'asker', 3 from page_questions where tenant_id = ?1
     order by rank, 1`,
    tenant_id,
  )
  const people = new Map<string, Omit<KnownPerson, 'refused'>>()
  for (const { email, name, as } of found) {
    const address = plainEmail(email)
    if (!people.has(address)) people.set(address, { email: address, name, as })
  }
  const refused = refusalsOf(tx, [...people.keys()])
  return [...people.values()].map((person) => ({ ...person, refused: refused.has(person.email) }))
}

export type PersonalLetter = {
  to: readonly string[]
  subject: string
  text: string
  /** Address of a report, for its button. */
  report?: string | undefined
  /** For `carriedBack`. */
  kept?: string | undefined
}

/** Writes a letter: one e-mail for each person. @throws invalid for an address that may not be written to */
export function writeLetters(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  tenant: WorkspaceRef,
  { to, subject, text, report, kept }: PersonalLetter,
): { mails: string[]; undo_until: Time } {
  const addresses = [...new Set(to.map(plainEmail))]
  assertTaken(tx, addresses)
  const others = othersAmong(tx, caller, tenant, addresses)
  if (others.length > 0 && !mayWriteToOthers(caller)) throw invalid(notKnown(tenant, others))
  for (const email of others) assertOneScript(email)
  const agency = rootOf(tx, tenant.id)
  const facts = factsOf(tx, caller, tenant, { subject, text, report, kept })
  const [ref, undo_until] = [`letter ${newId()} `, plus(tx.now, TAKE_BACK)]
  const mails = addresses.map((email, i) => {
    limit(tx, { email, agency, isOther: others.includes(email) })
    return queueMail(tx, app, {
      ref: `${ref}${i}`,
      tenant_id: tenant.id,
      template: 'letter',
      to: email,
      facts,
      link: report ?? '',
      not_before: undo_until,
    })!
  })
  return { mails, undo_until }
}

type LetterMail = { id: string; tenant_id: string; ref: string }

/** An e-mail of a letter. @throws not_found for others */
export const findLetter = (tx: ReadTx, caller: Caller, id: string): LetterMail =>
  inReach(
    tx,
    caller,
    tx.row<LetterMail>("select id, tenant_id, ref from mails where id = ? and template = 'letter'", id),
    'e-mail',
  )

/** Takes back the e-mails of a letter that no server has yet, and undoes what they carried. */
export function takeLetterBack(
  tx: Tx,
  app: Pick<Install, 'carriedBack'>,
  { tenant_id, ref }: LetterMail,
): { to: string[]; subject: string; text: string } {
  const letter = ref.slice(0, ref.lastIndexOf(' ') + 1)
  const written = tx.rows<{ id: string; to: string; subject: string; text: string; kept: string | null }>(
    `select id, to_address as "to", facts ->> '$.subject' as subject, facts ->> '$.text' as text,
       facts ->> '$.kept' as kept from mails
     where ref >= ? and ref < ? and tenant_id = ?`,
    letter,
    `${letter}~`,
    tenant_id,
  )
  const taken = written.filter(({ id }) => withdrawMail(tx, id, 'It was taken back before it was sent.'))
  if (taken.length === 0) throw conflict('The e-mails have left, so they cannot be taken back.')
  const kept = taken.length === written.length ? taken[0]!.kept : null
  if (kept) app.carriedBack(tx, kept)
  const [{ subject, text }] = taken as [(typeof taken)[0]]
  return { to: taken.map(({ to }) => to), subject, text }
}

/** Addresses that are of none of the workspace's people, of no reader, and of nobody of the caller's own above it. */
function othersAmong(tx: ReadTx, caller: Caller, tenant: WorkspaceRef, addresses: readonly string[]): string[] {
  const known = new Set([
    ...peopleToWriteTo(tx, tenant.id).map(({ email }) => email),
    ...membersKnownTo(tx, caller, tenant.path),
  ])
  return addresses.filter((email) => !known.has(email))
}

/** Active members of the workspaces at and above `path` that the caller can reach. */
export const membersKnownTo = (tx: ReadTx, caller: Caller, path: string): string[] =>
  tx
    .rows<{ email: string }>(
      `select u.email from members m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
       where t.id in (select value from json_each(?)) and u.status = 'active' and (? or t.path >= ?)`,
      JSON.stringify(idsOf(path)),
      caller.platform ? 1 : 0,
      caller.path,
    )
    .map(({ email }) => email)

export const mayWriteToOthers = ({ platform, role }: Caller): boolean => platform || atLeast(role, 'admin')

/** Addresses that the caller may still write to today beyond the people of the workspace. */
export const othersLeft = (tx: ReadTx, caller: Caller, tenant_id: string): number =>
  mayWriteToOthers(caller)
    ? Math.max(0, A_DAY.others - countOfDay(tx, othersOf(rootOf(tx, tenant_id)), dayOf(tx.now)))
    : 0

const othersOf = (agency: string): string => `letters to others:${agency}`

const notKnown = ({ name }: WorkspaceRef, others: readonly string[]) => ({
  path: 'to',
  message: `has addresses that are of no person of ${name} and of no recipient of its reports: ${others.join(', ')}. Ask an admin to write to them, or to add them`,
})

function limit(tx: Tx, { email, agency, isOther }: { email: string; agency: string; isOther: boolean }): void {
  const end = 'More can be sent tomorrow.'
  limitLetters(tx, `letters to:${email}`, A_DAY.address, `${email} got ${A_DAY.address} letters today. ${end}`)
  limitLetters(tx, `letters of:${agency}`, A_DAY.agency, `Your agency sent ${A_DAY.agency} letters today. ${end}`)
  if (!isOther) return
  const message = `Your agency wrote to ${A_DAY.others} addresses today that are of none of its people. ${end}`
  limitLetters(tx, othersOf(agency), A_DAY.others, message)
}

function assertTaken(tx: ReadTx, addresses: readonly string[]): void {
  const refused = [...refusalsOf(tx, addresses)].map(([email, { answer }]) => `${email} (${answer})`)
  if (refused.length > 0)
    throw invalid({ path: 'to', message: `has addresses that the mail server refuses: ${refused.join(', ')}` })
}

function factsOf(tx: ReadTx, caller: Caller, tenant: WorkspaceRef, letter: Omit<PersonalLetter, 'to'>) {
  const person = caller.user_id === null ? null : userById(tx, caller.user_id)
  const { subject, text, report, kept } = letter
  return {
    by: unlinked(nameOfCaller(tx, caller)),
    workspace: unlinked(tenant.name),
    subject,
    text,
    ...(report ? { report: 'yes' } : {}),
    ...(kept ? { kept } : {}),
    ...(person ? { reply_to: person.email } : {}),
  }
}
