/** One URL that the engines do not take refuses its whole submission (422), so the others are sent without it. */
import type { Tx } from '../../kernel/database/database.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { SubmissionRow } from './tables.ts'

type Refused = Pick<SubmissionRow, 'id' | 'job_id' | 'host' | 'url_count'>

/** Halved so often without any success, the fault is not in single URLs. */
const IN_VAIN = 3
const MOST_SPLITS = 16

/**
 * Sends the submission again in two parts: without the URLs that the answer names, or else in halves. Returns false when
 * that would not help: one URL is left, or none of the parts was taken so far.
 */
export function splitRefused(tx: Tx, refused: Refused, body: string, explanation: string): boolean {
  if (refused.url_count < 2 || !mayHelp(tx, refused)) return false
  const urls = tx.rows<{ id: number; url: string }>(
    'select id, url from indexnow_urls where submission_id = ? order by id',
    refused.id,
  )
  const named = urls.filter(({ url }) => body.includes(url))
  const isNamed = named.length > 0 && named.length < urls.length
  const leaving = isNamed ? named : urls.slice(Math.ceil(urls.length / 2))
  if (leaving.length === 0 || leaving.length === urls.length) return false
  const ids = JSON.stringify(leaving.map(({ id }) => id))
  const id = newId()
  tx.run(
    `insert into indexnow_submissions (id, site_id, tenant_id, job_id, host, key, key_location, status, url_count, attempts,
       next_attempt_at, answer_status, explanation, log, created_at)
     select ?2, site_id, tenant_id, job_id, host, key, key_location, ?3, ?4, 1, ?5, 422, ?6, log, created_at
     from indexnow_submissions where id = ?1`,
    refused.id,
    id,
    isNamed ? 'refused' : 'queued',
    leaving.length,
    isNamed ? null : tx.now,
    explanation,
  )
  tx.run(
    'update indexnow_urls set submission_id = ?, state = ? where id in (select value from json_each(?))',
    id,
    isNamed ? 'refused' : 'queued',
    ids,
  )
  tx.run(
    `update indexnow_submissions set url_count = ?2, attempts = 1, next_attempt_at = ?3, answer_status = 422, explanation = ?4
     where id = ?1`,
    refused.id,
    urls.length - leaving.length,
    tx.now,
    explanation,
  )
  return true
}

function mayHelp(tx: Tx, { id, job_id, host }: Refused): boolean {
  const splits = tx.number(
    `select count(*) from indexnow_submissions s, json_each(s.log) entry
     where s.id = ? and entry.value ->> 'answer_status' = 422`,
    id,
  )
  if (splits <= IN_VAIN) return true
  const taken = tx.row(
    "select 1 from indexnow_submissions where job_id = ? and host = ? and status = 'received' limit 1",
    job_id,
    host,
  )
  return taken !== null && splits <= MOST_SPLITS
}
