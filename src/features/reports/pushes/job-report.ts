import type { Static } from 'typebox'
import { Job, type JobRow, type Link, linkColumnsOf, linksOf, OWN_HOST, readJob } from '../../../domains/jobs/index.ts'
import { LOOK_DAYS } from '../../../domains/plans/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { trimmer } from '../../../kernel/operation/shape.ts'
import { between, DAY } from '../../../kernel/time/clock.ts'
import { EVER_SEEN, REPORTED, SEEN_SINCE, SEEN_UNTIL, VISIBLE } from '../months/visible-pages.ts'

const trimJob = trimmer(Job)
const LAST_LOOK = LOOK_DAYS.at(-1)!

/** Pages that the search engine showed on a day after the push. */
type ReportDay = { day: number; visible: number }
/** Pages visible by the last result, of those pushed or visible; the curve ends with the same number. */
type ReportedPages = { visible: number; total: number }

type ReportedLink = Pick<Static<typeof Link>, 'url' | 'state' | 'indexed' | 'checked_at'>

/** The public report of a job. It has no names of people, no costs, nothing of other jobs. */
export function readReport(tx: ReadTx, job_id: string, page: number, page_size: number) {
  const job = trimJob(readJob(tx, job_id))
  const row = tx.row<JobRow>('select * from jobs where id = ?', job_id)!
  const range = linksOf(row)
  const tenant = tx.row<{ id: string; name: string; path: string; agency: string }>(
    `select t.id, t.name, t.path, r.name as agency from tenants t
     join tenants r on r.path = '/' || substr(t.path, 2, instr(substr(t.path, 2), '/')) where t.id = ?`,
    job.tenant_id,
  )!
  return {
    job,
    tenant,
    visible: visibleByDay(tx, job),
    pages: tx.row<ReportedPages>(
      `select count(*) filter (where ${VISIBLE}) as visible, count(*) filter (where ${REPORTED}) as total
       from links l where job_id = ? and ${OWN_HOST}`,
      job.id,
    )!,
    links: tx.rows<ReportedLink>(
      `select ${linkColumnsOf(row)} from links l where ${range.sql} and ${OWN_HOST} order by l.id limit ? offset ?`,
      ...range.params,
      page_size,
      (page - 1) * page_size,
    ),
    page,
    page_size,
  }
}

/**
 * Pages visible on day 0 to 7, as far as these have come: those visible before the push and those seen since, each
 * once. The days of a page begin when it was sent, as in the timeline of the push. A page that the last result no
 * longer shows is taken off again. Results after day 7 count on day 7.
 */
function visibleByDay(tx: ReadTx, { id, type, sent_at }: Static<typeof Job>): ReportDay[] {
  if (type !== 'index' || !sent_at) return []
  const today = Math.min(LAST_LOOK, Math.floor(between(sent_at, tx.now) / DAY))
  const spans = tx.rows<{ since: number; until: number | null; n: number }>(
    `select min(?1, coalesce(${dayOf(SEEN_SINCE)}, 0)) as since, min(?1, ${dayOf(SEEN_UNTIL)}) as until, count(*) as n
     from links l where job_id = ?3 and ${EVER_SEEN} and ${OWN_HOST} group by 1, 2`,
    today,
    sent_at,
    id,
  )
  return Array.from({ length: today + 1 }, (_, day) => ({
    day,
    visible: spans
      .filter(({ since, until }) => since <= day && (until === null || day < until))
      .reduce((sum, { n }) => sum + n, 0),
  }))
}

/** Whole days from the sending of the link, or of the first one (?2), to a moment. */
const dayOf = (moment: string) =>
  `max(0, cast(round((julianday(${moment}) - julianday(coalesce(sent_at, ?2))) * ${DAY}) as integer) / ${DAY})`
