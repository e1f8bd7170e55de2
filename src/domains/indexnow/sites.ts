import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Text, text } from '../../kernel/language/say.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import { actsAbove } from '../accounts/index.ts'
import { coveredFolder, keyUrl } from './host.ts'
import type { KeyCheck } from './shapes.ts'
import { indexnowSites, type SiteRow } from './tables.ts'

/** How long a site is still pinged after its key file was lost. */
export const GRACE = 7 * DAY

/** The site with this id if the caller may reach it; else 404. */
export function findSite(tx: ReadTx, caller: Caller, id: string): SiteRow {
  const site = readSiteRow(tx, id)
  if (!site || !inTree(tx, caller, site.tenant_id)) throw notFound('IndexNow site')
  return site
}

/** The workspace's own site for a host; those of workspaces above do not count. */
export const siteOfHost = (tx: ReadTx, tenant_id: string, host: string): SiteRow | undefined =>
  tx.orm
    .select()
    .from(indexnowSites)
    .where(and(eq(indexnowSites.tenant_id, tenant_id), eq(indexnowSites.host, host)))
    .get()

type NewSite = Pick<SiteRow, 'tenant_id' | 'host' | 'scheme' | 'key_location'>

/** Adds a site with a new key, which is still to be hosted and verified. */
export const addSite = (tx: Tx, caller: Caller, site: NewSite): SiteRow =>
  tx.orm
    .insert(indexnowSites)
    .values({
      ...site,
      id: newId(),
      key: newKey(),
      created_at: tx.now,
      updated_at: tx.now,
      claimed: Number(!actsAbove(tx, caller, site.tenant_id, 'admin')),
    })
    .returning()
    .get()

export const readSiteRow = (tx: ReadTx, id: string): SiteRow | undefined =>
  tx.orm.select().from(indexnowSites).where(eq(indexnowSites.id, id)).get()

/** 32 lower-case hex characters: every engine accepts such a key. */
export const newKey = (): string => randomBytes(16).toString('hex')

/** Whether pushed URLs of the host are sent: enabled, and verified or failing for less than `GRACE`. */
export const isPinged = (site: SiteRow, now: Time): boolean =>
  site.enabled === 1 &&
  (site.status === 'verified' || (site.failing_since !== null && site.failing_since > plus(now, -GRACE)))

export const siteOnWire = (site: SiteRow, now: Time) => ({
  ...site,
  key_url: keyUrl(site),
  covers: coveredFolder(site),
  pinged: isPinged(site, now),
})

/** Changes a site. A new key or file must be verified again; that, and disabling, withdraws unsent submissions. */
export function changeSite(tx: Tx, site: SiteRow, change: Partial<SiteRow>): SiteRow {
  const after = { ...site, ...change, updated_at: tx.now }
  const moved = after.key !== site.key || after.key_location !== site.key_location
  const unproven = moved ? { status: 'pending' as const, verified_at: null, failing_since: null, last_check: null } : {}
  if (moved) withdraw(tx, site.id, text('The key of the site was changed before this was sent.'))
  if (!after.enabled) withdraw(tx, site.id, text('Pings of the site were disabled before this was sent.'))
  return tx.orm
    .update(indexnowSites)
    .set({ ...after, ...unproven })
    .where(eq(indexnowSites.id, site.id))
    .returning()
    .get()
}

/** Removes a site. Sent submissions stay on record; unsent ones are withdrawn. */
export function removeSite(tx: Tx, site: SiteRow): void {
  withdraw(tx, site.id, text('The site was removed before this was sent.'))
  tx.orm.delete(indexnowSites).where(eq(indexnowSites.id, site.id)).run()
}

/**
 * Stores the result of a key file check. A site that was never verified stays pending; a verified one without its file
 * is failing. Writes nothing when the site or its key changed during the fetch.
 */
export function recordCheck(tx: Tx, looked: SiteRow, check: KeyCheck): SiteRow | undefined {
  const site = readSiteRow(tx, looked.id)
  if (!site || keyUrl(site) !== check.url || site.key !== looked.key) return site
  const proven = check.verified
    ? { status: 'verified' as const, verified_at: check.at, failing_since: null }
    : site.status === 'pending'
      ? {}
      : { status: 'failing' as const, failing_since: site.failing_since ?? check.at }
  return tx.orm
    .update(indexnowSites)
    .set({ ...proven, checked_at: check.at, last_check: check })
    .where(eq(indexnowSites.id, site.id))
    .returning()
    .get()
}

function withdraw(tx: Tx, site_id: string, explanation: Text): void {
  tx.run(
    `update indexnow_urls set state = 'failed', at = ? where state = 'queued' and submission_id in
       (select id from indexnow_submissions where site_id = ? and status = 'queued')`,
    tx.now,
    site_id,
  )
  tx.run(
    `update indexnow_submissions set status = 'failed', next_attempt_at = null, explanation = ?
     where site_id = ? and status = 'queued'`,
    explanation,
    site_id,
  )
}
