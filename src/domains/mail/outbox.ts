import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../kernel/secrets/seal.ts'
import { DAY, type Time } from '../../kernel/time/clock.ts'
import { futureTimes } from '../../kernel/time/clock-repair.ts'
import { type Brand, brandOf, siteOf } from '../branding/index.ts'
import { languageFactsOf, onlyRoot, readTenant } from '../tenants/index.ts'
import { isInEnglish, type Letter, type LetterBrand, type LetterFacts, type Template } from './letters.ts'
import { canSend, storedEmail } from './settings.ts'
import { type MailRow, mails } from './tables.ts'

/** The task that hands letters to the mail server. */
export const SEND_MAILS = taskName('send_mails')

export type MailApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>

/** Links of letters. A waiting letter whose link cannot be read would lead nowhere, so it is not sent. */
export const LINKS: SealedColumn = {
  table: 'mails',
  column: 'link_sealed',
  key: ['id'],
  what: 'links in e-mails',
  forget: `update mails set link_sealed = '', next_attempt_at = null,
    error = iif(status = 'queued', 'Its link can no longer be read: the secret key of this install was lost.', error),
    status = iif(status = 'queued', 'failed', status) where id = ?`,
  afterwards: 'waiting e-mails were not sent, and e-mails of the log cannot be sent again: invite or ask again',
}

/** The longest pause before another try is half a day. */
export const LETTERS_IN_FUTURE = futureTimes('mails', 'id', 'next_attempt_at', 2 * DAY)

export type NewMail = {
  /** Names the event: an event writes one letter. */
  ref: string
  /** The workspace whose brand it carries and whose log shows it; null: the platform's. */
  tenant_id: string | null
  /** The workspace whose brand it carries, for a letter that is in nobody's log. */
  brand_of?: string | null
  template: Template
  to: string
  facts: LetterFacts
  /** Address of its button. It may be a one-time link, so it is sealed. */
  link: string
  /** It is not sent before this moment. */
  not_before?: Time
}

/**
 * Writes a letter into the outbox, in the transaction of the event that it reports; it is sent after the commit.
 * Without a mail server it is kept as `suppressed`. Returns its id, or null when this event has a letter already.
 */
export function queueMail(tx: Tx, app: MailApp, mail: NewMail): string | null {
  const { ref, tenant_id, template, to, link, not_before } = mail
  const id = newId()
  const sends = canSend(storedEmail(tx))
  const about = tenant_id ?? mail.brand_of ?? null
  const brand = letterBrand(tx, app, about)
  const hasLanguage = mail.facts.language !== undefined || isInEnglish(template)
  const facts = hasLanguage ? mail.facts : { ...languageFactsOf(tx, to, about), ...mail.facts }
  const made = tx.orm
    .insert(mails)
    .values({
      id,
      ref,
      tenant_id,
      template,
      to_address: to,
      subject: app.letters(template, brand, facts, link).subject,
      brand: JSON.stringify(brand),
      facts: JSON.stringify(facts),
      link_sealed: app.sealer.seal(link, placeOf(id)),
      status: sends ? 'queued' : 'suppressed',
      next_attempt_at: sends ? (not_before ?? tx.now) : null,
      created_at: tx.now,
    })
    .onConflictDoNothing({ target: mails.ref })
    .returning({ id: mails.id })
    .all()
  if (made.length === 0) return null
  if (sends) tx.afterCommit(() => app.wake(SEND_MAILS))
  return id
}

/** A letter that no server has yet is not sent. Returns whether there was one. */
export const withdrawMail = (tx: Tx, id: string, why: string): boolean =>
  tx.run(
    `update mails set status = 'failed', next_attempt_at = null, error = ?
     where id = ? and status in ('queued', 'suppressed') and handing_over_since is null`,
    why,
    id,
  ) > 0

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Deletes what features keep of an address. */
    forgets: readonly ((tx: Tx, address: string) => void)[]
  }
}

/** Deletes letters to an address and bounces about it; a letter on its way stays until it is sent. */
export function forgetLettersTo(tx: Tx, address: string): void {
  const to = address.toLowerCase()
  tx.run('delete from mails where to_address = ? and handing_over_since is null', to)
  tx.run('delete from mail_bounces where address = ?', to)
}

/** The letter of a row, with its own link or a replacement. */
export function letterOf(
  app: Pick<App, 'letters' | 'sealer'>,
  mail: MailRow,
  link = linkOf(app, mail),
  stop?: string,
): Letter {
  return app.letters(mail.template, brandIn(mail), JSON.parse(mail.facts) as LetterFacts, link ?? '', stop)
}

export const brandIn = (mail: MailRow): LetterBrand => JSON.parse(mail.brand) as LetterBrand

/** The path in the place of a letter's own link, where others read it: a report has one address for each reader. */
export const REPORT_PLACE = '/r/address-of-the-recipient'

/** The address in the place of a letter's own link, for those who read the log. */
export const shownLink = (
  tx: ReadTx,
  app: Pick<App, 'catalog' | 'config'>,
  { template, tenant_id }: MailRow,
): string =>
  template === 'client_report' && tenant_id !== null ? siteOf(tx, app, tenant_id) + REPORT_PLACE : app.config.site_url

/** Null when the link was deleted or cannot be opened. */
export const linkOf = ({ sealer }: Pick<App, 'sealer'>, mail: MailRow): string | null =>
  mail.link_sealed === '' ? null : sealer.open(mail.link_sealed, placeOf(mail.id))

/** The letter with this id in the caller's reach, or 404. Letters of the platform are for its admin only. */
export function findMail(tx: ReadTx, caller: Caller, id: string): MailRow {
  const tree = reachOf(caller)
  const found = tx.row<MailRow>(
    `select * from mails where id = ?${tree ? ` and ${tree.sql}` : ''}`,
    id,
    ...(tree?.params ?? []),
  )
  if (!found) throw notFound('e-mail')
  return found
}

/** Filter for the part of the log that the caller may see; null: all. */
export const reachOf = (caller: Caller): ReturnType<typeof treeOf> | null => (caller.platform ? null : treeOf(caller))

/** The name of an install without a named sender: its only agency, else its host. */
export function installName(tx: ReadTx, { site_url }: Pick<App['config'], 'site_url'>): string {
  const only = onlyRoot(tx)
  return only ? readTenant(tx, only).name : new URL(site_url).hostname
}

/** Brand of the workspace's letters; null: the name of the install's operator, never the product's. */
export function letterBrand(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant_id: string | null): LetterBrand {
  if (tenant_id === null)
    return { name: storedEmail(tx).from_name ?? installName(tx, app.config), accent: null, logo: null }
  return letterBrandOf(brandOf(tx, app, tenant_id), siteOf(tx, app, tenant_id))
}

/** A brand in the form that letters use; its logo is at `site`. */
const letterBrandOf = ({ name, accent, logo_url }: Brand, site: string): LetterBrand => ({
  name,
  accent,
  logo: logo_url && site + logo_url,
})

const placeOf = (id: string): string => sealContext(LINKS, id)
