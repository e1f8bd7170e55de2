import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { PING_STATES, type PingState, type PingSummary } from './shapes.ts'
import type { SubmissionRow } from './tables.ts'

type Counts = Record<PingState, number> & { eligible: number }

/** The URLs that a push sent to IndexNow, in total and by host. Two index look-ups, so any page may show it. */
export function pingSummary(tx: ReadTx, job_id: string): Static<typeof PingSummary> {
  const counted = tx.rows<{ host: string; state: PingState; n: number }>(
    'select host, state, count(*) as n from indexnow_urls where job_id = ? group by host, state',
    job_id,
  )
  const submitted = tx.rows<Pick<SubmissionRow, 'host' | 'answer_status' | 'url_count' | 'explanation'>>(
    'select host, answer_status, url_count, explanation from indexnow_submissions where job_id = ? order by id',
    job_id,
  )
  const explained = new Map(submitted.map(({ host, explanation }) => [host, explanation]))
  const answers: Record<string, number> = {}
  for (const { answer_status, url_count } of submitted)
    if (answer_status !== null) answers[answer_status] = (answers[answer_status] ?? 0) + url_count
  const hosts = [...Map.groupBy(counted, ({ host }) => host)].map(([host, rows]) => ({
    host,
    ...countsOf(rows),
    explanation: explained.get(host) ?? null,
  }))
  return { ...countsOf(counted), hosts, answers }
}

function countsOf(rows: { state: PingState; n: number }[]): Counts {
  const counts = { eligible: 0, ...Object.fromEntries(PING_STATES.map((state) => [state, 0])) } as Counts
  for (const { state, n } of rows) {
    counts[state] += n
    counts.eligible += n
  }
  return counts
}
