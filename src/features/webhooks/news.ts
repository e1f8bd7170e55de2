/** Writes the webhook events that triggers noted: jobs, credits, sites, runs, drafts, reports, suppliers, backups, drops. */

import { siteOf } from '../../domains/branding/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { inPlainEnglish, unpackSaid } from '../../kernel/language/say.ts'
import { plus } from '../../kernel/time/clock.ts'
import { storedNotices } from '../notices/index.ts'
import type { DataOf, EventType } from './catalog.ts'
import { dropNews, engineNews, returnNews } from './drop-news.ts'
import { type NewsApp, type NewsOfTenant, WINDOWS, writeLinkNews } from './link-news.ts'
import { recordEvent } from './record.ts'
import type { NewsRow } from './tables.ts'

/** Notes with a finished group, in the order of their events. */
const DUE = `select n.* from webhook_news n left join webhook_link_news l on n.type = 'links' and l.job_id = n.subject
  where n.type not like 'links%' or n.at <= case when n.type <> 'links' then ?${WINDOWS.length + 2} ${WINDOWS.map((_, i) => `when coalesce(l.events, 0) < ${WINDOWS[i]!.up_to} then ?${i + 1}`).join(' ')} end
  order by n.id limit ?${WINDOWS.length + 1}`

/** Turns up to `limit` notes into events, oldest first. Returns the number of notes done. */
export function writeNews(tx: Tx, app: NewsApp, limit: number): number {
  const due = tx.rows<NewsRow>(DUE, ...WINDOWS.map(({ ms }) => plus(tx.now, -ms)), limit, tx.now)
  for (const news of due) {
    tx.run('delete from webhook_news where id = ?', news.id)
    write(tx, app, news)
  }
  return due.length
}

function write(tx: Tx, app: NewsApp, news: NewsRow): void {
  const { type, tenant_id, subject } = news
  if (tenant_id === null) {
    writeOfInstall(tx, app, news)
    return
  }
  const base = `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}`
  if (type === 'links') writeLinkNews(tx, app, { ...news, tenant_id }, base)
  if (type === 'credits') writeCredits(tx, app, { ...news, tenant_id }, base)
  const found = FIND[type as keyof typeof FIND]?.(tx, subject, base, app.config.site_url)
  if (found) recordEvent(tx, app, { type: type as EventType, tenant_id, data: found as never })
}

/** The data of one event, or null when its subject is gone. */
type Find = (tx: ReadTx, subject: string, base: string, site: string) => object | null

type Outcome = { links: number; states: Record<string, number>; credits: Record<string, number> }

/** Counts and credits of a push, as its events carry them; null when it was deleted. */
function push(tx: ReadTx, id: string, base: string): DataOf<'push.finished'> | null {
  const job = tx.row<{ name: string; outcome: string }>(
    'select name, outcome from jobs where id = ? and deleted_at is null',
    id,
  )
  if (!job) return null
  const { links, states, credits } = JSON.parse(job.outcome) as Outcome
  const { sent = 0, indexed = 0, not_indexed = 0, failed = 0, ...others } = states
  return {
    id,
    name: job.name,
    links,
    sent,
    indexed,
    not_indexed,
    failed,
    excluded: (others.flagged ?? 0) + (others.visible ?? 0) + (others.held_out ?? 0) + (others.cancelled ?? 0),
    credits: { reserved: credits.reserved ?? 0, used: credits.consumed ?? 0, returned: credits.released ?? 0 },
    url: `${base}/jobs/${id}`,
  }
}

const standing: Find = (tx, id, base) => {
  const run = tx.row<Record<string, number | string | null>>(
    `select r.push_id as id, r.id as run_id, p.name, r.new_urls as new, r.changed_urls as changed, r.pushed, r.held, r.gone,
       r.note as why, p.failure, r.state from standing_runs r join standing_pushes p on p.id = r.push_id where r.id = ?`,
    id,
  )
  if (!run) return null
  const { failure, state, ...data } = run
  // A quiet run is no news.
  if (/^(done|partial)$/.test(String(state)) && !data.new && !data.changed && !data.pushed && !data.gone) return null
  const why = data.why ?? (state === 'failed' ? failure : null)
  return {
    ...data,
    why: why == null ? null : inPlainEnglish(unpackSaid(String(why))),
    url: `${base}/standing/${data.id}`,
  }
}

/** A row, with the address of its own page. */
const row =
  (pages: string, sql: string): Find =>
  (tx, id, base) => {
    const found = tx.row<object>(sql, id)
    return found && { ...found, url: `${base}/${pages}/${id}` }
  }

const site: Find = (tx, id, base) => {
  const found = tx.row<{ why: string | null }>(
    `select id, host, iif(status = 'failing', last_check ->> '$.message', null) as why from indexnow_sites where id = ?`,
    id,
  )
  return found && { ...found, why: found.why && inPlainEnglish(unpackSaid(found.why)), url: `${base}/indexnow/${id}` }
}
const report = row('reports/issues', 'select id, period, revision from report_issues where id = ?')

const FIND = {
  'push.accepted': push,
  'push.sent': push,
  'push.finished': push,
  'push.cancelled': push,
  'check.finished': row(
    'jobs',
    `select id, name, outcome ->> '$.links' as links, outcome ->> '$.indexed.yes' as yes, outcome ->> '$.indexed.no' as no,
       outcome ->> '$.indexed.unknown' as unknown from jobs where id = ? and deleted_at is null`,
  ),
  'standing_push.ran': standing,
  'standing_push.held': standing,
  'standing_push.failed': standing,
  'indexnow_site.failing': site,
  'indexnow_site.verified': site,
  'links.dropped': dropNews,
  'links.returned': returnNews,
  'engine.event': engineNews,
  'draft.waiting': row('drafts', 'select id, operation, credits, asked_by from drafts where id = ?'),
  'report.waiting': report,
  'report.sent': report,
  'report.bounced': (tx, id, base) => {
    const found = tx.row<object>('select id as recipient_id, email, answer from report_recipients where id = ?', id)
    return found && { ...found, url: `${base}/reports/recipients` }
  },
} satisfies Partial<Record<EventType, Find>>

/** The body that an event about this subject would have. */
export function bodyAbout(tx: ReadTx, app: NewsApp, of: { type: EventType; tenant_id: string; subject: string }) {
  const base = `${siteOf(tx, app, of.tenant_id)}/app/w/${of.tenant_id}`
  const data = FIND[of.type as keyof typeof FIND]?.(tx, of.subject, base, app.config.site_url)
  const found = tx.row<{ name: string }>('select name from tenants where id = ?', of.tenant_id)
  const workspace = { tenant_id: of.tenant_id, tenant_name: found?.name ?? null }
  return data ? { type: of.type, timestamp: tx.now, data: { ...workspace, ...data } } : null
}

function writeCredits(tx: Tx, app: NewsApp, { tenant_id, subject, was }: NewsOfTenant, base: string): void {
  const kind = subject.endsWith(' check') ? 'check' : 'index'
  const available = tx.number('select available from purses where tenant_id = ? and kind = ?', tenant_id, kind)
  if (available === was) return
  const data = { kind, available, url: `${base}/credits` } as const
  recordEvent(tx, app, { type: 'credits.changed', tenant_id, data })
  const threshold = storedNotices(tx, tenant_id)[`low_${kind}`]
  const fell = threshold !== null && available < threshold && (was ?? 0) >= threshold
  if (fell) recordEvent(tx, app, { type: 'credits.low', tenant_id, data })
}

function writeOfInstall(tx: Tx, app: NewsApp, { type, subject }: NewsRow): void {
  if (type === 'backup.failed') {
    const failed = tx.row<{ id: string; error: string | null }>('select id, error from backups where id = ?', subject)
    if (failed) recordEvent(tx, app, { type, tenant_id: null, data: failed })
    return
  }
  const reason = tx.row<{ reason: string }>('select reason from breakers where route = ?', subject)?.reason ?? null
  if (type === 'supplier.breaker_opened' || type === 'supplier.breaker_closed')
    recordEvent(tx, app, { type, tenant_id: null, data: { route: subject, reason } })
}

/** News of a push that is not sent yet goes to the workspace that it moves to. */
export const moveNews = (tx: Tx, job_id: string, to: string): number =>
  tx.run('update webhook_news set tenant_id = ? where subject = ?', to, job_id)
