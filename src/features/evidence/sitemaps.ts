/** Sitemaps that Google is asked to read again: at most once a day, host and workspace of the account, unless the file changed meanwhile. */
import { type SitemapRecord, WRITE_SCOPE } from '../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, partyOf } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'
import { withToken } from './accounts.ts'
import { googleOf } from './client.ts'
import { propertyOf } from './properties.ts'
import type { SitemapRow } from './tables.ts'

const LONGEST = 8 << 20
const SITEMAP = /<(?:\w+:)?(?:urlset|sitemapindex|rss|feed)\b/

export type Submitted = Pick<SitemapRow, 'id' | 'feed' | 'submitted_at'> & { record: SitemapRecord | null }
export type ListedSitemap = SitemapRow & { site_url: string }

export const sitemapOnWire = ({ id, feed, submitted_at, record }: SitemapRow): Submitted => ({
  ...{ id, feed, submitted_at },
  record: record === null ? null : (JSON.parse(record) as SitemapRecord),
})

/** Submits a sitemap by the narrowest property that covers it, and reads the record back. */
export async function submitSitemap(
  app: App,
  caller: Caller,
  tenant_id: string,
  feed: string,
  signal: AbortSignal,
): Promise<Submitted> {
  const { property_id, account_id, site_url } = app.db.read((tx) => propertyFor(tx, tenant_id, feed))
  const source_hash = await hashOf(app, caller, feed, signal)
  const google = app.db.read((tx) => googleOf(tx, app))
  const before = app.db.write((tx) => reserve(tx, { property_id, feed, source_hash }))
  try {
    await withToken(app, account_id, signal, (token) => google.submitSitemap(token, site_url, feed, signal))
  } catch (error) {
    app.db.write((tx) => void restore(tx, property_id, feed, before))
    throw error
  }
  const record = await withToken(app, account_id, signal, (token) => google.sitemap(token, site_url, feed, signal))
  return app.db.write((tx) => {
    tx.run(
      'update submitted_sitemaps set record = ? where property_id = ? and feed = ?',
      ...[JSON.stringify(record), property_id, feed],
    )
    return sitemapOnWire(rowOf(tx, property_id, feed)!)
  })
}

function propertyFor(tx: ReadTx, tenant_id: string, feed: string) {
  if (!URL.canParse(feed)) throw invalid({ path: 'feed', message: 'is no web address' })
  const usable = propertyOf(tx, tenant_id, feed, 'sitemaps')
  if (!usable?.account_id) {
    const read = propertyOf(tx, tenant_id, feed, 'inspect') ?? propertyOf(tx, tenant_id, feed, 'impressions')
    if (!read) throw invalid({ path: 'feed', message: 'is on a host of no property that serves this workspace' })
    throw conflict(
      `Its property is read only. Connect its account with the right to submit sitemaps (${WRITE_SCOPE}), and allow them.`,
    )
  }
  const { account_id, site_url } = usable
  const { id } = tx.row<{ id: string }>(
    'select id from google_properties where account_id = ? and site_url = ?',
    account_id,
    site_url,
  )!
  return { property_id: id, account_id, site_url }
}

/** The digest of a file that is a sitemap or a feed. Throws 422 for any other, before Google is asked. */
async function hashOf(app: App, caller: Caller, feed: string, signal: AbortSignal): Promise<string> {
  const unreadable = (why: string) => invalid({ path: 'feed', message: `cannot be read: ${why}` })
  try {
    const { status, body } = await app.fetch(feed, { max_body: LONGEST, party: partyOf(caller), signal })
    if (status !== 200) throw unreadable(`it answers ${status}`)
    const packed = body[0] === 0x1f && body[1] === 0x8b
    const begin = new TextDecoder().decode(body.subarray(0, 4096))
    if (!packed && !SITEMAP.test(begin)) throw unreadable('it is neither a sitemap nor a feed')
    return Bun.SHA256.hash(body, 'hex')
  } catch (error) {
    throw error instanceof SafeFetchError ? unreadable(error.message) : error
  }
}

const rowOf = (tx: ReadTx, property_id: string, feed: string): SitemapRow | null =>
  tx.row<SitemapRow>('select * from submitted_sitemaps where property_id = ? and feed = ?', property_id, feed)

type Reserved = { property_id: string; feed: string; source_hash: string }

/** Keeps the submission before it is made, so that two at once are one. Throws 409 within a day of the last one. */
function reserve(tx: Tx, { property_id, feed, source_hash }: Reserved): SitemapRow | null {
  const host = new URL(feed).host
  const last = tx.row<SitemapRow>(
    `select s.* from google_accounts own join google_properties used on used.account_id = own.id and used.id = ?
     cross join submitted_sitemaps s on s.host = ? and s.submitted_at > ?
     join google_properties p on p.id = s.property_id join google_accounts a on a.id = p.account_id and a.tenant_id = own.tenant_id
     order by s.submitted_at desc limit 1`,
    ...[property_id, host, plus(tx.now, -DAY)],
  )
  if (last && !(last.feed === feed && last.source_hash !== source_hash))
    throw conflict(
      `Google was asked for ${host} at ${last.submitted_at}, and the file is the same since. It can be asked again a day later.`,
    )
  const before = rowOf(tx, property_id, feed)
  tx.run(
    `insert into submitted_sitemaps (id, property_id, feed, host, source_hash, submitted_at) values (?1, ?2, ?3, ?4, ?5, ?6)
     on conflict (property_id, feed) do update set source_hash = ?5, submitted_at = ?6, record = null`,
    ...[newId(), property_id, feed, host, source_hash, tx.now],
  )
  return before
}

function restore(tx: Tx, property_id: string, feed: string, before: SitemapRow | null): number {
  if (!before) return tx.run('delete from submitted_sitemaps where property_id = ? and feed = ?', property_id, feed)
  const { source_hash, submitted_at, record } = before
  return tx.run(
    'update submitted_sitemaps set source_hash = ?, submitted_at = ?, record = ? where property_id = ? and feed = ?',
    ...[source_hash, submitted_at, record, property_id, feed],
  )
}
