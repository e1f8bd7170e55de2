/** Refusals that arrive after a server had taken a letter, reported by an operator's mail service. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { hashSecret, newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { noteRefused } from './refused-addresses.ts'
import { emailSettings } from './settings.ts'
import type { BOUNCE_KINDS } from './shapes.ts'
import { type MailRow, mailBounces } from './tables.ts'

export type BounceKind = (typeof BOUNCE_KINDS)[number]
/** `policy`: a rule about the sender refused it, so the address is not to blame. */
export type Bounce = { mail: MailRow | null; address: string; kind: BounceKind; answer: string; policy: boolean }

/** Soft bounces within this time that say the same as a hard one. */
export const SOFT = { most: 3, within: 7 * DAY }

/** Codes that judge the sender or the letter, not the address (RFC 3463). */
const POLICY = /\b5\.(7\.\d{1,3}|1\.[78])\b/

export const isPolicy = (answer: string): boolean => POLICY.test(answer)

/** Services that put an id of their own into each letter, by the end of the id and of the server that letters go to. */
const SERVICES: readonly [id: RegExp, host: RegExp][] = [
  [/@([a-z0-9-]+\.)*amazonses\.com>?$/i, /\.amazonaws\.com$/i],
  [/@([a-z0-9-]+\.)*mtasv\.net>?$/i, /\.(postmarkapp\.com|mtasv\.net)$/i],
  [/@([a-z0-9-]+\.)*(mailin\.fr|sendinblue\.com|brevo\.com)>?$/i, /\.(sendinblue\.com|brevo\.com)$/i],
]

/** Whether the service that sends our letters made this id: anybody may write the id of another. */
export function isServiceId(tx: ReadTx, message_id: string): boolean {
  const { host } = emailSettings(tx)
  return SERVICES.some(([id, server]) => id.test(message_id.trim()) && server.test(host ?? ''))
}

/** The letter that a bounce is about, by its Message-ID or else the latest one to the address; null: none of ours. */
export function mailOfBounce(tx: ReadTx, { id, address }: { id?: string; address?: string }): MailRow | null {
  if (id !== undefined) return tx.row<MailRow>("select * from mails where id = ? and status = 'sent'", id)
  return tx.row<MailRow>(
    "select * from mails where to_address = ? and status = 'sent' order by id desc limit 1",
    address ?? '',
  )
}

/** Keeps a bounce; one that was reported before counts once. Returns whether the address is no longer written to. */
export function noteBounce(tx: Tx, { mail, address, kind, answer, policy }: Bounce): boolean {
  tx.orm
    .insert(mailBounces)
    .values({ id: newId(), mail_id: mail?.id ?? null, address, kind, answer: answer.slice(0, 400), at: tx.now })
    .onConflictDoNothing()
    .run()
  const ends = kind === 'complaint' || (!policy && (kind === 'hard' || softBouncesOf(tx, address) >= SOFT.most))
  if (ends) noteRefused(tx, address, answer.slice(0, 300))
  return ends
}

/** Longer than a signature counts, and than services send again. */
const REMEMBERED = 7 * DAY

/** Whether all of these names of one report are new. They are remembered: what comes again changes nothing. */
export function isNewReport(tx: Tx, service: string, names: readonly string[]): boolean {
  tx.run('delete from bounce_reports where at < ?', plus(tx.now, -REMEMBERED))
  const add = (name: string) =>
    tx.run('insert or ignore into bounce_reports values (?, ?)', hashSecret(`${service} ${name}`), tx.now)
  return names.map(add).every((added) => added === 1)
}

export const softBouncesOf = (tx: ReadTx, address: string): number =>
  tx.number(
    "select count(*) from mail_bounces where address = ? and kind = 'soft' and at > ?",
    address,
    plus(tx.now, -SOFT.within),
  )
