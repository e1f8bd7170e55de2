/** Letters with the report of a push or of a month, which is behind their button. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { getMonthReport } from '../../src/features/reports/operations/months.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { type About, nameOf } from '../letters/drafts.ts'
import { letter } from '../letters/words.ts'
import { periodWord } from '../parts/text/period-word.ts'

const report: About = async (call, ref) => {
  const job = await call.call(getJobStatus, { id: ref })
  const text = 'here is the report of your pages, with each check.'
  return { id: job.tenant_id, title: 'Send report', ...letter(`Report: ${job.name}`, [text], nameOf(call)) }
}

const month: About = async (call, ref) => {
  const { tenant_id } = call.caller
  const { tenant_name } = await call.call(getMonthReport, { id: tenant_id, month: ref })
  const period = periodWord(ref)
  const text = `here is the report of ${period}. Its figures change until the month is over.`
  return { id: tenant_id, title: 'Send report', ...letter(`${tenant_name}: ${period} so far`, [text], nameOf(call)) }
}

export const REPORT_LETTERS: Slots['letters'] = { report, month }
