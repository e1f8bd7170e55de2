/** The daily digest: one for each day of its workspace (or working day), however often the program restarts. */
import type { Static } from 'typebox'
import { siteOf } from '../../domains/branding/index.ts'
import { inFacts, type LetterFacts, letterBrand, type MailApp, queueMail } from '../../domains/mail/index.ts'
import { isArchived, languageFactsOf, type WorkspaceRef } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { hashSecret, newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import { hoursOf, type LocalDay, localDay, momentAt } from '../../kernel/time/zones.ts'
import { type DigestData, digestDataOf } from './digest-data.ts'
import { hasAgreed, hasUnsubscribed, readersOf } from './recipients.ts'
import { hasDigest, nextDigestAt, storedNotices } from './settings.ts'
import type { DigestPreview } from './shapes.ts'
import type { SettingsRow } from './tables.ts'

/** The furthest time back that a digest reports. */
const FURTHEST_BACK = 7 * DAY

/** A digest ready to send: its content, and whether it has any news. */
type Digest = { facts: LetterFacts; link: string; since: Time; changed: boolean; needs_hash: string }

function digestOf(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant: WorkspaceRef): Digest {
  const { time_zone, told_until, needs_hash: before } = storedNotices(tx, tenant.id)
  const base = siteOf(tx, app, tenant.id)
  const [since] = [told_until ?? plus(tx.now, -DAY), plus(tx.now, -FURTHEST_BACK)].sort().reverse() as [Time, Time]
  const { sections, came, needs }: DigestData = digestDataOf(tx, tenant, since, base)
  const facts = {
    workspace: tenant.name,
    ...{ zone: time_zone, day: localDay(time_zone, tx.now), since },
    sections: inFacts(sections),
  }
  const needs_hash = needs.length ? hashSecret(needs.join('\n')) : ''
  const changed = came || needs_hash !== (before ?? '')
  return { facts, link: `${base}/app/w/${tenant.id}`, since, changed, needs_hash }
}

export function previewDigest(
  tx: ReadTx,
  app: Pick<App, 'catalog' | 'config' | 'letters'>,
  tenant: WorkspaceRef,
): Static<typeof DigestPreview> {
  const { facts, link, since, changed } = digestOf(tx, app, tenant)
  const letter = app.letters(
    'daily_digest',
    letterBrand(tx, app, tenant.id),
    { ...inItsLanguage(tx, tenant), ...facts },
    link,
  )
  const recipients = readersOf(tx, tenant, storedNotices(tx, tenant.id), 'daily_digest').length
  return { tenant_id: tenant.id, ...letter, since, changed, recipients }
}

/** As recipients without an account get it. */
const inItsLanguage = (tx: ReadTx, { id }: WorkspaceRef): LetterFacts => languageFactsOf(tx, '', id)

type QueuedDigest = { skipped: boolean; mails: string[] }

/**
 * Sends the digest now: to one address (`own`: the caller's; `any`: the caller may write to anybody), or to its
 * recipients, and the next begins here.
 */
export function sendDigest(
  tx: Tx,
  app: MailApp,
  tenant: WorkspaceRef,
  asked: { to?: string | undefined; own: boolean; any: boolean; skip: boolean },
): QueuedDigest {
  const digest = digestOf(tx, app, tenant)
  if (asked.skip && !digest.changed) return { skipped: true, mails: [] }
  if (asked.to !== undefined && hasUnsubscribed(tx, tenant.id, asked.to) && !asked.own)
    throw conflict('This address unsubscribed from the e-mails of the workspace. Only its owner can subscribe again.')
  if (asked.to !== undefined && !asked.own && !asked.any && !hasAgreed(tx, tenant, asked.to))
    throw invalid({
      path: 'to',
      message: 'has not agreed to e-mails of this workspace: add it to its recipients first',
    })
  const readers =
    asked.to === undefined ? readersOf(tx, tenant, storedNotices(tx, tenant.id), 'daily_digest') : [asked.to]
  if (asked.to === undefined) noteDigestSent(tx, tenant.id, digest)
  return { skipped: false, mails: queue(tx, app, tenant, digest, `digest ${newId()}`, readers) }
}

function queue(
  tx: Tx,
  app: MailApp,
  { id }: WorkspaceRef,
  { facts, link }: Digest,
  ref: string,
  readers: readonly string[],
) {
  const mail = { tenant_id: id, template: 'daily_digest' as const, facts, link }
  return readers.flatMap((to) => queueMail(tx, app, { ...mail, ref: `${ref} ${to}`, to }) ?? [])
}

const noteDigestSent = (tx: Tx, tenant_id: string, { needs_hash }: Digest): number =>
  tx.run('update notice_settings set told_until = ?, needs_hash = ? where tenant_id = ?', tx.now, needs_hash, tenant_id)

/** Makes the digest that is longest overdue, in one transaction with its day; false when none is due. */
export function makeDueDigest(tx: Tx, app: MailApp): boolean {
  const due = tx.row<WorkspaceRef>(
    `select t.id, t.path, t.name from notice_settings s join tenants t on t.id = s.tenant_id
     where s.next_digest_at <= ? order by s.next_digest_at limit 1`,
    tx.now,
  )
  if (!due) return false
  const settings = storedNotices(tx, due.id)
  const last = settings.digest_day
  const day = dayThatIsDue(settings, tx.now)
  if ((last === null || day > last) && !isArchived(tx, due.path)) {
    const digest = digestOf(tx, app, due)
    if (digest.changed || !settings.skip_if_unchanged)
      queue(tx, app, due, digest, `digest ${due.id} ${day}`, readersOf(tx, due, settings, 'daily_digest'))
    noteDigestSent(tx, due.id, digest)
  }
  const made = last !== null && last > day ? last : day
  tx.run(
    'update notice_settings set digest_day = ?, next_digest_at = ? where tenant_id = ?',
    made,
    nextDigestAt(settings, tx.now, made),
    due.id,
  )
  return true
}

/** After several days off there is one digest, for the last of its days whose hour has passed. */
function dayThatIsDue(settings: SettingsRow, now: Time): LocalDay {
  const { time_zone: zone } = settings
  const before = (day: LocalDay) => localDay(zone, plus(momentAt(zone, day, 12), -DAY))
  const today = localDay(zone, now)
  let day = momentAt(zone, today, hoursOf(settings.digest_time)) <= now ? today : before(today)
  while (!hasDigest(settings, day)) day = before(day)
  return day
}
