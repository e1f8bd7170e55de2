import { LINK_COLUMNS, readJob } from '../jobs/index.ts'
import type { ReadTx } from '../kernel/database.ts'

/** Sent and indexed links of one job by day, for the curve of its report. */
export type ReportDay = { day: string; sent: number; indexed: number }

/** What the public report of a job shows. No names of people, no costs, nothing of other jobs. */
export function readReport(tx: ReadTx, job_id: string, page: number, page_size: number) {
  const job = readJob(tx, job_id)
  const tenant = tx.row<{ name: string; from_name: string | null; accent: string | null; agency: string }>(
    `select t.name, t.from_name, t.accent, r.name as agency from tenants t
     join tenants r on r.path = '/' || substr(t.path, 2, instr(substr(t.path, 2), '/')) where t.id = ?`,
    String(job.tenant_id),
  )!
  return {
    job,
    tenant,
    days: daysOf(tx, job_id),
    links: tx.rows<Record<string, unknown>>(
      `select ${LINK_COLUMNS} from links l where l.job_id = ? order by l.id limit ? offset ?`,
      job_id,
      page_size,
      (page - 1) * page_size,
    ),
    page,
    page_size,
    total: Number(job.link_count),
  }
}

function daysOf(tx: ReadTx, job_id: string): ReportDay[] {
  return tx.rows<ReportDay>(
    `select day, sum(sent) as sent, sum(indexed) as indexed from (
       select substr(sent_at, 1, 10) as day, 1 as sent, 0 as indexed from links where job_id = ?1 and sent_at is not null
       union all
       select substr(coalesce(settled_at, checked_at), 1, 10), 0, 1 from links where job_id = ?1 and state = 'indexed')
     group by day order by day`,
    job_id,
  )
}
