import type { Static } from 'typebox'
import { between, DAY } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { trimmer } from '../../kernel/shape.ts'
import { Job, type JobRow, LINK_COLUMNS, type Link, linksOf, readJob } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'

const trimJob = trimmer(Job)
const LAST_LOOK = LOOK_DAYS.at(-1)!

/** Pages that the search engine showed on a day since the push. */
export type ReportDay = { day: number; visible: number }

type ReportedLink = Pick<Static<typeof Link>, 'url' | 'state' | 'indexed' | 'checked_at'>

/** What the public report of a job shows. No names of people, no costs, nothing of other jobs. */
export function readReport(tx: ReadTx, job_id: string, page: number, page_size: number) {
  const job = trimJob(readJob(tx, job_id))
  const range = linksOf(tx.row<JobRow>('select * from jobs where id = ?', job_id)!)
  const tenant = tx.row<{ id: string; name: string; path: string; agency: string }>(
    `select t.id, t.name, t.path, r.name as agency from tenants t
     join tenants r on r.path = '/' || substr(t.path, 2, instr(substr(t.path, 2), '/')) where t.id = ?`,
    job.tenant_id,
  )!
  return {
    job,
    tenant,
    visible: visibleByDay(tx, job),
    links: tx.rows<ReportedLink>(
      `select ${LINK_COLUMNS} from links l where ${range.sql} order by l.id limit ? offset ?`,
      ...range.params,
      page_size,
      (page - 1) * page_size,
    ),
    page,
    page_size,
    total: job.link_count,
  }
}

/** How many pages were seen by day 0 to 7, as far as the days have come: those visible before, and those seen since. */
function visibleByDay(tx: ReadTx, { id, type, sent_at, comparison }: Static<typeof Job>): ReportDay[] {
  if (type !== 'index' || !sent_at) return []
  const seen = tx.rows<{ day: number; n: number }>(
    `select cast(julianday(settled_at) - julianday(?) as integer) as day, count(*) as n from links
     where job_id = ? and state = 'indexed' and settled_at is not null group by 1`,
    sent_at,
    id,
  )
  const today = Math.min(LAST_LOOK, Math.floor(between(sent_at, tx.now) / DAY))
  return Array.from({ length: today + 1 }, (_, day) => ({
    day,
    visible: seen.filter((one) => one.day <= day).reduce((sum, { n }) => sum + n, comparison.before ?? 0),
  }))
}
