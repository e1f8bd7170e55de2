/** Groups the results of a push's links into few events, and tells when a check day of it is complete. */

import { cohortOf, seenBy, sentOf, waitingFor } from '../../domains/jobs/index.ts'
import { LOOK_DAYS } from '../../domains/plans/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { DAY, HOUR, MINUTE, plus } from '../../kernel/time/clock.ts'
import { recordEvent } from './record.ts'
import type { NewsRow } from './tables.ts'

export type NewsApp = Pick<App, 'wake' | 'catalog' | 'config'>

/** The first groups of a push close after a minute, later ones after longer: a push of any size makes at most 60 events. */
export const WINDOWS = [
  { up_to: 6, ms: MINUTE },
  { up_to: 12, ms: HOUR },
  { up_to: Number.MAX_SAFE_INTEGER, ms: 12 * HOUR },
]

const STATES = { 'links.indexed': 'indexed', 'links.not_indexed': 'not_indexed' } as const
/** One more than an event lists, so that it says whether there are more. */
const MOST = 101

export type NewsOfTenant = NewsRow & { tenant_id: string }

export function writeLinkNews(tx: Tx, app: NewsApp, news: NewsOfTenant, base: string): void {
  const { subject: id, tenant_id } = news
  const job = tx.row<{ name: string; sent_at: string; status: string }>(
    'select name, sent_at, status from jobs where id = ? and deleted_at is null',
    id,
  )
  if (!job) return
  let events = 0
  for (const type of ['links.indexed', 'links.not_indexed'] as const) {
    const found = settledIn(tx, news, STATES[type])
    if (found.count === 0) continue
    const api = `${app.config.site_url}/api/v1/jobs/${id}/urls`
    const data = { job_id: id, name: job.name, ...found, more: false, api }
    events += recordEvent(tx, app, { type, tenant_id, data }) > 0 ? 1 : 0
  }
  if (events > 0)
    tx.run(
      `insert into webhook_link_news (job_id, events) values (?1, 1) on conflict (job_id) do update set events = events + 1`,
      id,
    )
  if (job.status !== 'sending') writeLooks(tx, app, { ...job, id, tenant_id, url: `${base}/jobs/${id}` })
}

/** Links of the push that came to this state since the note was made. */
function settledIn(tx: ReadTx, { subject, at }: NewsRow, state: string) {
  const where = `job_id = ? and settled_at >= ? and settled_at < ? and (state = 'indexed' or credit = 'released') and state = ?`
  const params = [subject, at, tx.now, state]
  return {
    count: tx.number(`select count(*) from links where ${where}`, ...params),
    links: tx.rows<{ id: number; url: string; checked_at: string | null }>(
      `select id, url, checked_at from links where ${where} order by settled_at, id limit ${MOST}`,
      ...params,
    ),
  }
}

type SentPush = { id: string; tenant_id: string; name: string; sent_at: string; url: string }

/** Each check day once, as soon as no link waits for it. */
function writeLooks(tx: Tx, app: NewsApp, { id, tenant_id, name, sent_at, url }: SentPush): void {
  const cohort = cohortOf(tx, id)
  for (const day of LOOK_DAYS) {
    const is_complete = sentOf(cohort) > 0 && waitingFor(cohort, day) === 0 && plus(sent_at, day * DAY) <= tx.now
    if (!is_complete) continue
    const seen = seenBy(cohort, day)
    recordEvent(tx, app, {
      type: 'push.look',
      tenant_id,
      ref: `push.look ${id} ${day}`,
      data: { id, name, day, seen, missed: sentOf(cohort) - seen, url },
    })
  }
}
